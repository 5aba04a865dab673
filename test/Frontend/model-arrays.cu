// What a kernel's names stand for, and what happens to them.
// RUN: %tessera --cuda-path=none --print=model %s | FileCheck %s
__global__ int simple[8][4], scalar;
__device__ float table[64];

// CHECK-LABEL: kernel kernel
// CHECK-NEXT: array 0: parameter float a[] restrict
// CHECK-NEXT: array 1: parameter float b[][16] const
// CHECK-NEXT: array 2: parameter float c[] volatile
// CHECK-NEXT: array 3: parameter float d[] reassigned
// CHECK-DAG: array {{[0-9]}}: shared float s[32]
// CHECK-DAG: array {{[0-9]}}: local float local[4]
// CHECK-DAG: array {{[0-9]}}: global float table[64]
// CHECK-DAG: array {{[0-9]}}: global int simple[8][4]{{$}}
// CHECK-DAG: array {{[0-9]}}: global int scalar[1]{{$}}
__global__ void kernel(float *__restrict__ a, const float (*b)[16],
                       volatile float *c, float *d) {
  __shared__ float s[32];
  float local[4];
  int i = threadIdx.x;
  // CHECK: access 0: write local[0]
  local[0] = 0;
  // CHECK: access 1: write s[tx]
  // CHECK: access 2: read b[tx][3]
  s[i] = b[i][3];
  __syncthreads();
  // CHECK: access 3: write c[tx]
  // CHECK: access 4: read table[tx]
  c[i] = table[i];
  // CHECK: access 5: address d[?]
  d++;
  // CHECK: access 6: atomic a[tx]
  atomicAdd(&a[i], local[0] + s[31 - i]);
  // CHECK: access 9: update simple[tx][2]
  // CHECK: access 10: read scalar[0]
  simple[i][2] += scalar;
}

int main() {
  float *a, *b;
  cudaMalloc(&a, 1024);
  cudaMalloc(&b, 1024);
  // CHECK: launch of kernel0 in main: grid 1x1x1 block 32x1x1
  // CHECK-NEXT: a -> a
  // CHECK-NEXT: (const float (*)[16])b -> b
  // CHECK-NEXT: b -> b
  // CHECK-NEXT: b + 1 -> b
  kernel<<<1, 32>>>(a, (const float (*)[16])b, b, b + 1);
}

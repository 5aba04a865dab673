// Definitions, macros and pointers in subscripts are substituted.
// RUN: %tessera --cuda-path=none --print=model %s | FileCheck %s
#define IND(i, j) ((i) * 64 + (j))
#define AT(a, i) a[i]
__device__ __forceinline__ int index(int i, int j) { return i * 32 + j; }

// CHECK-LABEL: kernel kernel
__global__ void kernel(const float *in, float *out, int n, int stride) {
  // CHECK-DAG: scalar {{[0-9]+}}: int id = Bx * bx + tx{{$}}
  int id = blockDim.x * blockIdx.x + threadIdx.x;
  // CHECK-DAG: scalar {{[0-9]+}}: int row = Bx * bx + tx + 2{{$}}
  // CHECK-DAG: scalar {{[0-9]+}}: int col = tx * 3{{$}}
  int row = id + 2, col = threadIdx.x * 3;
  const float *line = in + row * stride;

  // A macro as the index, a macro as the whole access.
  // CHECK: access 0: write out[Bx * bx * 64 + tx * 67 + 128]
  // CHECK: access 1: read in[Bx * bx * 64 + tx * 67 + 192]
  out[IND(row, col)] = in[IND(row + 1, col)];
  // A row stride that only run time knows; a pointer to the row.
  // CHECK: access 2: write out[Bx * bx * n + n * 2 + n * tx + tx * 3]
  // CHECK: access 3: read in[Bx * bx * stride + stride * 2 + stride * tx + tx * 3]
  out[row * n + col] = line[col];
  // CHECK: access 4: write out[0]
  // CHECK: access 5: read in[Bx * bx * stride + stride * 2 + stride * tx + 1]
  // CHECK: access 6: read in[Bx * bx + tx - 1]
  *out = *(line + 1) + AT(in, id - 1);
  // CHECK: access 7: write out[Bx * bx * 4 + n + tx * 4 - 1]
  // CHECK: access 8: read in[Bx * bx + tx + 5]
  out[id * 4 + (n - 1)] = (&in[id])[5];
  // A helper without side effects.
  // CHECK: access 9: write out[tx * 32 + 2]
  out[index(threadIdx.x, 2)] = 0;
  // What an element gives is not known, nor what is made of it.
  // CHECK: access 11: write out[?]
  int other = n;
  other += in[0];
  out[other] = 0;
  // CHECK: access 12: write out[n + 2]
  other = n;
  other += 2;
  out[other] = 0;
}

int main(int argc, char **argv) {
  float *in, *out;
  cudaMalloc(&in, 1024);
  cudaMalloc(&out, 1024);
  kernel<<<4, 32>>>(in, out, argc, 100);
}

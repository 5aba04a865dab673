// What kernels with shared memory of their own do: parts of dynamic shared
// memory, barriers, counters that are multiplied.
// RUN: %tessera --cuda-path=none --print=model %s | FileCheck %s

// CHECK-LABEL: kernel kernel
// CHECK-DAG: array {{[0-9]}}: shared char memory[]{{$}}
// CHECK-DAG: array {{[0-9]}}: shared float first[] from byte 0{{$}}
// CHECK-DAG: array {{[0-9]}}: shared double second[] from byte n * 4{{$}}
// CHECK-DAG: array {{[0-9]}}: shared int third[] from somewhere{{$}}
// CHECK-DAG: array {{[0-9]}}: shared float tile[64] volatile{{$}}
// CHECK-DAG: loop 0: s: opaque, divided by 2
// CHECK-DAG: loop 1: d: opaque, times 4
// CHECK-DAG: loop 2: e: opaque{{$}}
__global__ void kernel(float *a, int n, const int *where) {
  extern __shared__ char memory[];
  __shared__ float tile[64];
  float *first = (float *)memory;
  double *second = (double *)(first + n);
  int *third = (int *)(first + where[0]);
  // CHECK: access {{[0-9]+}}: write first[tx]
  first[threadIdx.x] = a[threadIdx.x];
  // CHECK: access {{[0-9]+}}: write second[tx + 1]
  second[threadIdx.x + 1] = 0.0;
  third[0] = 0;
  volatile float *fast = tile;
  fast[threadIdx.x] = 0.0f;
  __syncthreads();
  for (int s = blockDim.x / 2; s > 0; s >>= 1)
    // CHECK: access {{[0-9]+}}: update first[tx] in s
    // CHECK: access {{[0-9]+}}: read first[s + tx] in s
    first[threadIdx.x] += first[threadIdx.x + s];
  for (unsigned d = 1; d < 64; d = d * 4)
    __syncwarp();
  for (unsigned e = 1; e < 64; e = e * 4)
    if (a[0] > 0.0f)
      e++;
}
// CHECK: {{^}}  barrier{{$}}
// CHECK: warp barrier in d

int main(int argc, char **) {
  kernel<<<1, 64, 1024>>>(nullptr, argc, nullptr);
}

// Kernels whose threads leave a row or a column out, or do something else in
// one, get a path for threads that have no output there. What the other branch
// accesses costs that path nothing.
// RUN: %tessera -q --cuda-path=none --no-transfers --coarsen=always %s > %t.cu
// RUN: %tessera -q --cuda-path=none --no-transfers --coarsen=always --print=plan %s > %t.yaml
// RUN: FileCheck %s --input-file=%t.yaml
// RUN: %tessera -q --cuda-path=none --no-transfers --plan=%t.yaml %s | diff %t.cu -

// CHECK-LABEL: # relax 16x16x1
// CHECK: 4x interior  cycles {{.*}} chosen
// CHECK-LABEL: # eliminate 16x16x1
// CHECK: 4x interior  cycles {{.*}} chosen
// CHECK-LABEL: - kernel: {{.*}}relax
// CHECK: - axis: x
// CHECK-NEXT: factor: 4
// CHECK: interior: true
// CHECK-LABEL: - kernel: {{.*}}eliminate
// CHECK: - axis: x
// CHECK-NEXT: factor: 4
// CHECK: interior: true
__global__ void relax(float *distance, int n, int k) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < n && j < n && i != k && j != k)
    distance[i * n + j] =
        fminf(distance[i * n + j], distance[i * n + k] + distance[k * n + j]);
}

__global__ void eliminate(const float *in, float *out, int rows, int columns,
                          int pivot) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < rows && j < columns) {
    float scaled = in[pivot * columns + j] / in[pivot * columns + pivot];
    if (i == pivot)
      out[i * columns + j] = scaled;
    else
      out[i * columns + j] =
          in[i * columns + j] - in[i * columns + pivot] * scaled;
  }
}

void run(const float *in, float *out, int n, int k) {
  dim3 block(16, 16), grid((n + 15) / 16, (n + 15) / 16);
  relax<<<grid, block>>>(out, n, k);
  eliminate<<<grid, block>>>(in, out, n, n, k);
}

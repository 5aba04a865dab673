// A freed array is no array.
// RUN: not %tessera-run %s 2>&1 | FileCheck %s

__global__ void set(int *a) { *a = 1; }

int main() {
  int *data;
  cudaMalloc(&data, sizeof(int));
  cudaFree(data);
  // CHECK: error: {{.*}} in 'data' (4 bytes), which was freed [out-of-bounds]
  set<<<1, 1>>>(data);
}

// Pitfall 9: two dependent kernels made one; a neighbour block has not written.
// RUN: not %tessera-run %s 2>&1 | FileCheck %s

__global__ void k(float *a, float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = i;
  __syncthreads();
  if (i > 0 && i < n - 1)
    // CHECK: 09-fused-kernels.cu:{{[0-9]+}}:{{[0-9]+}}: error: thread ({{[0-9]+}},0,0) of block (1,0,0) {{reads|writes}} 4 bytes in kernel 'k' of 'a' at byte {{[0-9]+}}, which thread ({{[0-9]+}},0,0) of block (0,0,0) {{read|wrote}} in the same launch [data-race]
    b[i] = a[i - 1] + a[i + 1];
}

int main() {
  float *a, *b;
  cudaMalloc(&a, 64 * sizeof(float));
  cudaMalloc(&b, 64 * sizeof(float));
  k<<<2, 32>>>(a, b, 64);
  cudaDeviceSynchronize();
}

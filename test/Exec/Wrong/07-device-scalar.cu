// Pitfall 7: a device variable as the temporary of each thread.
// RUN: not %tessera-run %s 2>&1 | FileCheck %s

__device__ float temporary;

__global__ void k(float *a) {
  // CHECK: :[[@LINE+1]]:13: error: thread (0,0,0) of block (1,0,0) writes 4 bytes in kernel 'k' of 'temporary' at byte 0, which thread (0,0,0) of block (0,0,0) {{read|wrote}} in the same launch [data-race]
  temporary = a[blockIdx.x] * 2;
  a[blockIdx.x] = temporary + 1;
}

int main() {
  float *a;
  cudaMallocManaged(&a, 32 * sizeof(float));
  for (int i = 0; i < 32; i++)
    a[i] = i;
  k<<<32, 1>>>(a);
  cudaDeviceSynchronize();
}

// Pitfall 6: a shared scalar as the temporary of each thread.
// RUN: not %tessera-run %s 2>&1 | FileCheck %s

__global__ void k(float *a) {
  __shared__ float temporary;
  // CHECK: :[[@LINE+1]]:13: error: thread (1,0,0) of block (0,0,0) writes 4 bytes in kernel 'k' of 'temporary' at byte 0, which thread (0,0,0) of block (0,0,0) {{read|wrote}} without a barrier between [data-race]
  temporary = a[threadIdx.x] * 2;
  a[threadIdx.x] = temporary + 1;
}

int main() {
  float *a;
  cudaMallocManaged(&a, 32 * sizeof(float));
  for (int i = 0; i < 32; i++)
    a[i] = i;
  k<<<1, 32>>>(a);
  cudaDeviceSynchronize();
}

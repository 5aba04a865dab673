// N / 32 blocks.
__managed__ int a[N ? N : 1];

__global__ void k(int n) {
  int i = blockIdx.x * 32 + threadIdx.x;
  if (i < n)
    a[i] = 1;
}

int main() {
  k<<<N / 32, 32>>>(N);
  cudaDeviceSynchronize();
}

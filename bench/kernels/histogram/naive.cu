// Counts how often each byte occurs.
__global__ void count(const unsigned char *data, unsigned *counts, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&counts[data[i]], 1u);
}

void histogram(const unsigned char *data, unsigned *counts, int n) {
  count<<<(n + 255) / 256, 256>>>(data, counts, n);
}

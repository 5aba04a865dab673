// The sum of all numbers is added to the total.
__global__ void add(const int *data, int *total, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(total, data[i]);
}

void reduction(const int *data, int *total, int n) {
  add<<<(n + 255) / 256, 256>>>(data, total, n);
}

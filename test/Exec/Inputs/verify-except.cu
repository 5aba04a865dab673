__managed__ int a[4], b[4];

__global__ void fill() {
  a[threadIdx.x] = 1;
  b[threadIdx.x] = 2;
}

int main() {
  fill<<<1, 4>>>();
  cudaDeviceSynchronize();
  return a[0];
}

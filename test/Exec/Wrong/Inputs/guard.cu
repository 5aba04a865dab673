// `1 < y` for `1 <= y`.
__managed__ int a[8][8], b[8][8];

__global__ void k() {
  int x = blockIdx.x * 4 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y;
  if (1 < y)
    b[x][y] = a[y][x];
}

int main() {
  for (int i = 0; i < 64; i++)
    a[i / 8][i % 8] = i;
  k<<<dim3(2, 2), dim3(4, 4)>>>();
  cudaDeviceSynchronize();
}

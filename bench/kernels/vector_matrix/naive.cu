// A row of a, times b, is added to the row of c.
__global__ void multiplyRow(const int *a, const int *b, int *c, int n, int i) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n)
    for (int k = 0; k < n; ++k)
      c[i * n + j] += a[i * n + k] * b[k * n + j];
}

void vector_matrix(const int *a, const int *b, int *c, int rows, int n) {
  for (int i = 0; i < rows; ++i)
    multiplyRow<<<(n + 127) / 128, 128>>>(a, b, c, n, i);
}

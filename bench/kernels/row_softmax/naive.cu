// The exponentials of each row, divided by their sum.
__global__ void normalize(const float *in, float *out, int rows, int columns) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows) {
    float largest = in[row * columns];
    for (int j = 1; j < columns; ++j)
      largest = fmaxf(largest, in[row * columns + j]);
    float sum = 0.0f;
    for (int j = 0; j < columns; ++j)
      sum += expf(in[row * columns + j] - largest);
    for (int j = 0; j < columns; ++j)
      out[row * columns + j] = expf(in[row * columns + j] - largest) / sum;
  }
}

void row_softmax(const float *in, float *out, int rows, int columns) {
  normalize<<<(rows + 127) / 128, 128>>>(in, out, rows, columns);
}

// One step of Gauss-Jordan elimination: the pivot's row is divided by the pivot
// and subtracted from all others.
__global__ void eliminate(const float *in, float *out, int rows, int columns,
                          int pivot) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < rows && j < columns) {
    float scaled = in[pivot * columns + j] / in[pivot * columns + pivot];
    if (i == pivot)
      out[i * columns + j] = scaled;
    else
      out[i * columns + j] =
          in[i * columns + j] - in[i * columns + pivot] * scaled;
  }
}

void gauss_jordan(const float *in, float *out, int rows, int columns,
                  int pivot) {
  dim3 block(16, 16);
  dim3 grid((columns + 15) / 16, (rows + 15) / 16);
  eliminate<<<grid, block>>>(in, out, rows, columns, pivot);
}

// A convolution whose weights are a product: along the rows, then along the
// columns. What lies outside is zero.
#define RADIUS 8

__global__ void convolveRows(const float *in, const float *weights, float *out,
                             int h, int w) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h)
    return;
  float sum = 0;
  for (int k = -RADIUS; k <= RADIUS; ++k)
    if (x + k >= 0 && x + k < w)
      sum += weights[k + RADIUS] * in[y * w + x + k];
  out[y * w + x] = sum;
}

__global__ void convolveColumns(const float *in, const float *weights,
                                float *out, int h, int w) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h)
    return;
  float sum = 0;
  for (int k = -RADIUS; k <= RADIUS; ++k)
    if (y + k >= 0 && y + k < h)
      sum += weights[k + RADIUS] * in[(y + k) * w + x];
  out[y * w + x] = sum;
}

void convolution_separable(const float *in, const float *weights, float *rows,
                           float *out, int h, int w) {
  dim3 block(16, 16);
  dim3 grid((w + 15) / 16, (h + 15) / 16);
  convolveRows<<<grid, block>>>(in, weights, rows, h, w);
  convolveColumns<<<grid, block>>>(rows, weights, out, h, w);
}

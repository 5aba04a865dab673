// A convolution with a mask whose size is known when it runs; what lies outside
// of the image counts as 0.
__global__ void convolve(const float *in, const float *mask, float *out, int r,
                         int h, int w) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h)
    return;
  int side = 2 * r + 1;
  float sum = 0;
  for (int i = 0; i < side; ++i)
    for (int j = 0; j < side; ++j) {
      int row = y - r + i, column = x - r + j;
      if (row >= 0 && row < h && column >= 0 && column < w)
        sum += mask[i * side + j] * in[row * w + column];
    }
  out[y * w + x] = sum;
}

void convolution_masked(const float *in, const float *mask, float *out, int r,
                        int h, int w) {
  dim3 block(16, 16);
  dim3 grid((w + 15) / 16, (h + 15) / 16);
  convolve<<<grid, block>>>(in, mask, out, r, h, w);
}

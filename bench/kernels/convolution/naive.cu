// A convolution with 11 x 11 weights; the boundary stays.
#define RADIUS 5
#define SIDE (2 * RADIUS + 1)

__global__ void convolve(const float *in, const float *weights, float *out,
                         int h, int w) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= RADIUS && x < w - RADIUS && y >= RADIUS && y < h - RADIUS) {
    float sum = 0;
    for (int i = 0; i < SIDE; ++i)
      for (int j = 0; j < SIDE; ++j)
        sum +=
            weights[i * SIDE + j] * in[(y + i - RADIUS) * w + x + j - RADIUS];
    out[y * w + x] = sum;
  }
}

void convolution(const float *in, const float *weights, float *out, int h,
                 int w) {
  dim3 block(16, 16);
  dim3 grid((w + 15) / 16, (h + 15) / 16);
  convolve<<<grid, block>>>(in, weights, out, h, w);
}

// One step of Jacobi's method for Poisson's equation; the boundary stays.
__global__ void step(const float *in, const float *f, float *out, float h2,
                     int h, int w) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x > 0 && x < w - 1 && y > 0 && y < h - 1) {
    float left = in[y * w + x - 1];
    float right = in[y * w + x + 1];
    float up = in[(y - 1) * w + x];
    float down = in[(y + 1) * w + x];
    out[y * w + x] = 0.25f * (left + right + up + down - h2 * f[y * w + x]);
  }
}

void jacobi(const float *in, const float *f, float *out, float h2, int h,
            int w) {
  dim3 block(32, 8);
  dim3 grid((w + 31) / 32, (h + 7) / 8);
  step<<<grid, block>>>(in, f, out, h2, h, w);
}

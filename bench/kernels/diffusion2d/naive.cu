// The mean of a cell and its four neighbours; the boundary stays.
__global__ void mean(const float *in, float *out, int h, int w) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x > 0 && x < w - 1 && y > 0 && y < h - 1)
    out[y * w + x] =
        0.2f * (in[y * w + x] + in[y * w + x - 1] + in[y * w + x + 1] +
                in[(y - 1) * w + x] + in[(y + 1) * w + x]);
}

void diffusion2d(const float *in, float *out, int h, int w) {
  dim3 block(16, 16);
  dim3 grid((w + 15) / 16, (h + 15) / 16);
  mean<<<grid, block>>>(in, out, h, w);
}

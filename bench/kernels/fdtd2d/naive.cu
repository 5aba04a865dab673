// One step of a wave in the plane: the electric field in two directions, then
// the magnetic field, each in place.
__global__ void updateEy(float *ey, const float *hz, float source, int h,
                         int w) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h) {
    if (y == 0)
      ey[x] = source;
    else
      ey[y * w + x] -= 0.5f * (hz[y * w + x] - hz[(y - 1) * w + x]);
  }
}

__global__ void updateEx(float *ex, const float *hz, int h, int w) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x > 0 && x < w && y < h)
    ex[y * w + x] -= 0.5f * (hz[y * w + x] - hz[y * w + x - 1]);
}

__global__ void updateHz(const float *ex, const float *ey, float *hz, int h,
                         int w) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w - 1 && y < h - 1)
    hz[y * w + x] -= 0.7f * (ex[y * w + x + 1] - ex[y * w + x] +
                             ey[(y + 1) * w + x] - ey[y * w + x]);
}

void fdtd2d(float *ex, float *ey, float *hz, float source, int h, int w) {
  dim3 block(32, 8);
  dim3 grid((w + 31) / 32, (h + 7) / 8);
  updateEy<<<grid, block>>>(ey, hz, source, h, w);
  updateEx<<<grid, block>>>(ex, hz, h, w);
  updateHz<<<grid, block>>>(ex, ey, hz, h, w);
}

// A convolution in three dimensions with a mask whose size is known when it runs;
// what lies outside of the volume counts as 0.
__global__ void convolve(const float *in, const float *mask, float *out, int r,
                         int d, int h, int w) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x >= w || y >= h || z >= d)
    return;
  int side = 2 * r + 1;
  float sum = 0;
  for (int k = 0; k < side; ++k)
    for (int i = 0; i < side; ++i)
      for (int j = 0; j < side; ++j) {
        int plane = z - r + k, row = y - r + i, column = x - r + j;
        if (plane >= 0 && plane < d && row >= 0 && row < h && column >= 0 &&
            column < w)
          sum += mask[(k * side + i) * side + j] *
                 in[(plane * h + row) * w + column];
      }
  out[(z * h + y) * w + x] = sum;
}

void convolution3d(const float *in, const float *mask, float *out, int r, int d,
                   int h, int w) {
  dim3 block(8, 8, 8);
  dim3 grid((w + 7) / 8, (h + 7) / 8, (d + 7) / 8);
  convolve<<<grid, block>>>(in, mask, out, r, d, h, w);
}

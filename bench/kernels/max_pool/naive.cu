// The largest of 3 x 3 pixels, at every second pixel of each image.
__global__ void pool(const float *in, float *out, int width, int height,
                     int outWidth, int outHeight, int images) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int image = blockIdx.z;
  if (x < outWidth && y < outHeight && image < images) {
    float largest = in[(image * height + 2 * y) * width + 2 * x];
    for (int dy = 0; dy < 3; ++dy)
      for (int dx = 0; dx < 3; ++dx)
        largest = fmaxf(
            largest, in[(image * height + 2 * y + dy) * width + 2 * x + dx]);
    out[(image * outHeight + y) * outWidth + x] = largest;
  }
}

void max_pool(const float *in, float *out, int width, int height, int images) {
  int outWidth = (width - 1) / 2, outHeight = (height - 1) / 2;
  dim3 block(32, 8);
  dim3 grid((outWidth + 31) / 32, (outHeight + 7) / 8, images);
  pool<<<grid, block>>>(in, out, width, height, outWidth, outHeight, images);
}

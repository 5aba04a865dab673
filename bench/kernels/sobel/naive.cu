// The gradient of an image; the outermost pixels stay.
__global__ void gradient(const unsigned char *in, unsigned char *out, int width,
                         int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x > 0 && x < width - 1 && y > 0 && y < height - 1) {
    int gx = in[(y - 1) * width + x + 1] - in[(y - 1) * width + x - 1] +
             2 * in[y * width + x + 1] - 2 * in[y * width + x - 1] +
             in[(y + 1) * width + x + 1] - in[(y + 1) * width + x - 1];
    int gy = in[(y + 1) * width + x - 1] - in[(y - 1) * width + x - 1] +
             2 * in[(y + 1) * width + x] - 2 * in[(y - 1) * width + x] +
             in[(y + 1) * width + x + 1] - in[(y - 1) * width + x + 1];
    float magnitude = sqrtf((float)(gx * gx + gy * gy));
    out[y * width + x] = magnitude < 255.0f ? magnitude : 255.0f;
  }
}

void sobel(const unsigned char *in, unsigned char *out, int width, int height) {
  dim3 block(32, 8);
  dim3 grid((width + 31) / 32, (height + 7) / 8);
  gradient<<<grid, block>>>(in, out, width, height);
}

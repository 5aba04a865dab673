// The least of the nine pixels around each; the outermost stay.
__global__ void erode(const unsigned char *in, unsigned char *out, int width,
                      int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x > 0 && x < width - 1 && y > 0 && y < height - 1) {
    unsigned char least = in[y * width + x];
    for (int dy = -1; dy <= 1; ++dy)
      for (int dx = -1; dx <= 1; ++dx)
        if (in[(y + dy) * width + x + dx] < least)
          least = in[(y + dy) * width + x + dx];
    out[y * width + x] = least;
  }
}

void erosion(const unsigned char *in, unsigned char *out, int width,
             int height) {
  dim3 block(32, 8);
  dim3 grid((width + 31) / 32, (height + 7) / 8);
  erode<<<grid, block>>>(in, out, width, height);
}

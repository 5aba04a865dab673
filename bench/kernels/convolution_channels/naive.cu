// A layer of a network: each of the filters sums over all channels of the image.
__global__ void layer(const float *in, const float *filters, float *out,
                      int channels, int h, int w, int side) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int f = blockIdx.z;
  int rows = h - side + 1, columns = w - side + 1;
  if (x >= columns || y >= rows)
    return;
  float sum = 0;
  for (int c = 0; c < channels; ++c)
    for (int i = 0; i < side; ++i)
      for (int j = 0; j < side; ++j)
        sum += in[(c * h + y + i) * w + x + j] *
               filters[((f * channels + c) * side + i) * side + j];
  out[(f * rows + y) * columns + x] = sum;
}

void convolution_channels(const float *in, const float *filters, float *out,
                          int channels, int number, int h, int w, int side) {
  dim3 block(16, 16);
  dim3 grid((w - side + 16) / 16, (h - side + 16) / 16, number);
  layer<<<grid, block>>>(in, filters, out, channels, h, w, side);
}

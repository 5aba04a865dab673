// Two images compared by a filter along their rows, whose length is known when
// it runs.
__global__ void compare(const float *first, const float *second,
                        const float *weight, float *out, int w, int h,
                        int taps) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x + taps > w || y >= h)
    return;
  float sum = 0;
  for (int t = 0; t < taps; ++t)
    sum += weight[t] * (first[y * w + x + t] - second[y * w + x + t]);
  out[y * w + x] = sum;
}

void filtered_difference(const float *first, const float *second,
                         const float *weight, float *out, int w, int h,
                         int taps) {
  dim3 block(32, 8);
  dim3 grid((w + 31) / 32, (h + 7) / 8);
  compare<<<grid, block>>>(first, second, weight, out, w, h, taps);
}

// A weighted sum of nine neighbours; the four elements at each end stay.
#define RADIUS 4

__global__ void sumOfNeighbours(const float *in, const float *weights,
                                float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= RADIUS && i < n - RADIUS) {
    float sum = 0;
    for (int k = -RADIUS; k <= RADIUS; ++k)
      sum += weights[k + RADIUS] * in[i + k];
    out[i] = sum;
  }
}

void stencil1d(const float *in, const float *weights, float *out, int n) {
  sumOfNeighbours<<<(n + 255) / 256, 256>>>(in, weights, out, n);
}

// A star of 25 points in space, four in each direction; the boundary stays.
#define RADIUS 4

__global__ void star(const float *in, const float *weights, float *out, int nx,
                     int ny, int nz) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x >= RADIUS && x < nx - RADIUS && y >= RADIUS && y < ny - RADIUS &&
      z >= RADIUS && z < nz - RADIUS) {
    int i = (z * ny + y) * nx + x;
    float sum = weights[0] * in[i];
    for (int k = 1; k <= RADIUS; ++k)
      sum += weights[k] *
             (in[i - k] + in[i + k] + in[i - k * nx] + in[i + k * nx] +
              in[i - k * nx * ny] + in[i + k * nx * ny]);
    out[i] = sum;
  }
}

void stencil3d_r4(const float *in, const float *weights, float *out, int nx,
                  int ny, int nz) {
  dim3 block(32, 4, 2);
  dim3 grid((nx + 31) / 32, (ny + 3) / 4, (nz + 1) / 2);
  star<<<grid, block>>>(in, weights, out, nx, ny, nz);
}

// A cell and its six neighbours in space; the boundary stays.
__global__ void relax(const float *in, float *out, int nx, int ny, int nz) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x > 0 && x < nx - 1 && y > 0 && y < ny - 1 && z > 0 && z < nz - 1) {
    int i = (z * ny + y) * nx + x;
    out[i] =
        0.4f * in[i] + 0.1f * (in[i - 1] + in[i + 1] + in[i - nx] + in[i + nx] +
                               in[i - nx * ny] + in[i + nx * ny]);
  }
}

void stencil3d(const float *in, float *out, int nx, int ny, int nz) {
  dim3 block(32, 4, 2);
  dim3 grid((nx + 31) / 32, (ny + 3) / 4, (nz + 1) / 2);
  relax<<<grid, block>>>(in, out, nx, ny, nz);
}

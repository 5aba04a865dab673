// The first axis of an array becomes the last, and the last the first.
__global__ void exchange(const float *in, float *out, int nx, int ny, int nz) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < nx && y < ny && z < nz)
    out[(x * ny + y) * nz + z] = in[(z * ny + y) * nx + x];
}

void transpose3d(const float *in, float *out, int nx, int ny, int nz) {
  dim3 block(32, 4, 2);
  dim3 grid((nx + 31) / 32, (ny + 3) / 4, (nz + 1) / 2);
  exchange<<<grid, block>>>(in, out, nx, ny, nz);
}

// Threads that are neighbours along z are in one block: their elements lie
// beside each other.
// RUN: %tessera --cuda-path=none --no-transfers %s 2>&1 >/dev/null | FileCheck %s
// CHECK: :[[@LINE+1]]:17: remark: 'kernel' starts with blocks of 32x1x8 threads instead of its own [tessera-relaunched]
__global__ void kernel(const float *in, float *out, int nx, int ny, int nz) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z;
  if (x < nx && y < ny)
    out[(x * ny + y) * nz + z] = in[(z * ny + y) * nx + x];
}

void run(const float *in, float *out, int nx, int ny, int nz) {
  dim3 block(32, 8);
  dim3 grid((nx + block.x - 1) / block.x, (ny + block.y - 1) / block.y, nz);
  kernel<<<grid, block>>>(in, out, nx, ny, nz);
}

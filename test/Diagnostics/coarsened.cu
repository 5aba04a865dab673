// A thread moves several elements through the tile: their loads are under way
// together.
// RUN: %tessera --cuda-path=none --no-transfers %s 2>&1 >/dev/null | FileCheck %s
// CHECK: :[[@LINE+1]]:17: remark: each thread of 'kernel' computes 4 outputs along y [tessera-coarsened]
__global__ void kernel(const float *in, float *out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height)
    out[x * height + y] = in[y * width + x];
}

void run(const float *in, float *out, int width, int height) {
  dim3 grid((width + 31) / 32, (height + 7) / 8);
  kernel<<<grid, dim3(32, 8)>>>(in, out, width, height);
}

// Where the memory decides, threads with several outputs gain little by
// vectors: launches are large before that shows. As of sectors that come once,
// a plan for two results must be well ahead; below 0.55 of the second-level
// cache none gains (28,835,840 bytes are 7,040 blocks of 4096 here).
// RUN: %tessera -q --cuda-path=none --no-transfers --gpu=h200 --print=plan %s | FileCheck %s
// CHECK: kernel: gradient
// CHECK: blocks: {{[34][0-9]{4}$}}
// CHECK: kernel: mean
// CHECK: blocks: 6996
// CHECK: kernel: mean
// CHECK: blocks: 6996
// CHECK: kernel: upwind
// CHECK: blocks: 135168
// CHECK: kernel: upwind
// CHECK: blocks: 135168
__global__ void gradient(const double *in, double *gx, double *gy, int w,
                         int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x > 0 && y > 0 && x < w - 1 && y < h - 1) {
    gx[y * w + x] = in[y * w + x + 1] - in[y * w + x - 1];
    gy[y * w + x] = in[(y + 1) * w + x] - in[(y - 1) * w + x];
  }
}

__global__ void mean(const double *in, double *out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x > 0 && y > 0 && x < w - 1 && y < h - 1)
    out[y * w + x] = 0.25 * (in[y * w + x - 1] + in[y * w + x + 1] +
                             in[(y - 1) * w + x] + in[(y + 1) * w + x]);
}

// Next to nothing is read again.
__global__ void upwind(const double *u, const double *v, const double *in,
                       double *out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x > 0 && y > 0 && x < w && y < h)
    out[y * w + x] =
        in[y * w + x] -
        u[y * w + x] * (in[y * w + x] - in[y * w + x - 1]) -
        v[y * w + x] * (in[y * w + x] - in[(y - 1) * w + x]);
}

void run(const double *in, const double *u, const double *v, double *a,
         double *b, int w, int h) {
  const dim3 block(16, 16), grid((w + 15) / 16, (h + 15) / 16);
  gradient<<<grid, block>>>(in, a, b, w, h);
  mean<<<grid, block>>>(in, a, w, h);
  upwind<<<grid, block>>>(u, v, in, a, w, h);
}

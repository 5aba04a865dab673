// Rows that begin anywhere share sectors with their neighbours: where a kernel
// writes several arrays, threads with several rows take longer than the user's,
// so that only rows of whole vectors have them.
// RUN: %tessera -q --cuda-path=none --no-transfers --gpu=h200 %s | FileCheck %s
__global__ void gradient(const float *in, float *gx, float *gy, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x > 0 && x < w - 1 && y > 0 && y < h - 1) {
    gx[y * w + x] = 0.5f * (in[y * w + x + 1] - in[y * w + x - 1]);
    gy[y * w + x] = 0.5f * (in[(y + 1) * w + x] - in[(y - 1) * w + x]);
  }
}

__global__ void slope(const float *in, float *gy, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x > 0 && x < w - 1 && y > 0 && y < h - 1)
    gy[y * w + x] = 0.5f * (in[(y + 1) * w + x] - in[(y - 1) * w + x]);
}

// Aligned, the user's rows of doubles keep the memory as busy as vectors do:
// these must be so long that their ends do not matter.
__global__ void products(const double *in, double *a, double *b, double *c,
                         int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x > 0 && x < w - 1 && y > 0 && y < h - 1) {
    double dx = in[y * w + x + 1] - in[y * w + x - 1];
    double dy = in[(y + 1) * w + x] - in[(y - 1) * w + x];
    a[y * w + x] = dx * dx;
    b[y * w + x] = dx * dy;
    c[y * w + x] = dy * dy;
  }
}

// CHECK: w % 4 == 0
// CHECK: (tiles_fit ? gradient_tiled : gradient)<<<
// CHECK: w % 4 == 0
// CHECK: tiles_fit3 ? slope_tiled_2
void run(const float *in, float *gx, float *gy, int w, int h) {
  dim3 block(32, 8), grid((w + 31) / 32, (h + 7) / 8);
  gradient<<<grid, block>>>(in, gx, gy, w, h);
  slope<<<grid, block>>>(in, gy, w, h);
}

// CHECK: w >= {{[4-9][0-9][0-9]}} &&
// CHECK: ? products_tiled : products)<<<
void products_of(const double *in, double *a, double *b, double *c, int w,
                 int h) {
  dim3 block(16, 16), grid((w + 15) / 16, (h + 15) / 16);
  products<<<grid, block>>>(in, a, b, c, w, h);
}

// A word that all threads of a warp read is one request, in global memory as in
// a tile. Elements of several words are faster from a tile, if they are many.
// RUN: %tessera --cuda-path=none --gpu=h100 --no-transfers --coarsen=never %s 2>%t.txt >%t.cu
// RUN: FileCheck %s --input-file=%t.txt --check-prefix=WHY
// RUN: FileCheck %s --input-file=%t.cu
__global__ void polynomial(const float *x, const float *c, float *y, int n,
                           int degree) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float s = 0, v = x[i];
  for (int k = degree; k >= 0; k--)
    // WHY: :[[@LINE+1]]:17: remark: 'c' not staged
    s = s * v + c[k];
  y[i] = s;
}
__global__ void nearest(const float2 *p, const float2 *q, float *best, int n,
                        int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float2 a = p[i];
  float least = 1e30f;
  for (int k = 0; k < m; k++) {
    // WHY: :[[@LINE+1]]:22: remark: staged 'q' in shared memory
    float dx = a.x - q[k].x, dy = a.y - q[k].y;
    least = fminf(least, dx * dx + dy * dy);
  }
  best[i] = least;
}
void start(const float *x, const float *c, float *y, const float2 *p,
           const float2 *q, int n, int m) {
  // CHECK: {{^ *}}polynomial<<<
  polynomial<<<(n + 255) / 256, 256>>>(x, c, y, n, m);
  // CHECK: m >= 12 &&
  // CHECK: tiles_fit ? nearest_tiled
  nearest<<<(n + 255) / 256, 256>>>(p, q, y, n, m);
}

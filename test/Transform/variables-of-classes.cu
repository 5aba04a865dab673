// A variable of a class becomes one for each output only where an array of the
// class can be declared in a kernel.
// RUN: split-file %s %t
// RUN: %tessera -q --cuda-path=none --no-transfers --plan=%t/plain.yaml %t/main.cu | FileCheck %s
// RUN: %tessera --cuda-path=none --no-transfers --plan=%t/made.yaml %t/main.cu 2>&1 >/dev/null | FileCheck %s --check-prefix=MADE

// CHECK-LABEL: {{^}}__global__ void plain(
// CHECK: {{^ +}}Plain v[4];
// MADE: kernel 'made' not changed: it changes a parameter, or has a variable that cannot become several
//--- main.cu
struct Plain {
  float x, y;
};
struct Made {
  Made() : x(0), y(0) {}
  float x, y;
};
__global__ void plain(Plain *__restrict__ p, const float *e, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    Plain v = p[i];
    for (int k = 0; k < n; k++)
      v.x += v.y * e[k];
    p[i] = v;
  }
}
__global__ void made(Made *__restrict__ p, const float *e, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    Made v = p[i];
    for (int k = 0; k < n; k++)
      v.x += v.y * e[k];
    p[i] = v;
  }
}

void run(Plain *p, Made *m, float *e, int n) {
  plain<<<(n + 255) / 256, 256>>>(p, e, n);
  made<<<(n + 255) / 256, 256>>>(m, e, n);
}
//--- plain.yaml
kernels:
  - { kernel: plain, coarsen: [ { axis: x, factor: 4 } ] }
//--- made.yaml
kernels:
  - { kernel: made, coarsen: [ { axis: x, factor: 4 } ] }

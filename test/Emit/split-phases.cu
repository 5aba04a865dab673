// A phase repeats the declarations and early exits that it needs, and gets the
// counter of a loop that moves to the host. Comments stay where they belong.
// RUN: %tessera -q --split-phases --gpu=tesla-c1060 --no-tiles --cuda-path=none %s | FileCheck %s --match-full-lines --strict-whitespace
//      CHECK:__global__ void relax_phase1(float *x, float *p, const float *w, int n,
// CHECK-NEXT:                             int steps) {
// CHECK-NEXT:  const int i = blockIdx.x * blockDim.x + threadIdx.x, last = n - 1;
// CHECK-NEXT:  if (i < 1 || i >= last)
// CHECK-NEXT:    return;
// CHECK-NEXT:  float scale = w[i];  // read-only
// CHECK-NEXT:  // Each round needs the one before.
// CHECK-NEXT:  // first
// CHECK-NEXT:  p[i] = scale * (x[i - 1] + x[i + 1]);
// CHECK-NEXT:}
// CHECK-EMPTY:
// CHECK-NEXT:// The next phase of 'relax': all blocks are done with the one before.
// CHECK-NEXT:__global__ void relax_phase2(float *x, float *p, const float *w, int n,
// CHECK-NEXT:                             int steps, int t) {
// CHECK-NEXT:  const int i = blockIdx.x * blockDim.x + threadIdx.x, last = n - 1;
// CHECK-NEXT:  if (i < 1 || i >= last)
// CHECK-NEXT:    return;
// CHECK-NEXT:  float left;
// CHECK-NEXT:  // second
// CHECK-NEXT:  left = p[i - 1];
// CHECK-NEXT:  x[i] = left + t;
// CHECK-NEXT:}
__global__ void relax(float *x, float *p, const float *w, int n, int steps) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, last = n - 1;
  if (i < 1 || i >= last)
    return;
  float scale = w[i];  // read-only
  float left;
  // Each round needs the one before.
  for (int t = 0; t < steps; t++) {
    // first
    p[i] = scale * (x[i - 1] + x[i + 1]);
    __syncthreads();
    // second
    left = p[i - 1];
    x[i] = left + t;
    __syncthreads();
  }
}

int rounds() { return 3; }

int main(int argc, char **) {
  float *x, *p, *w;
  cudaMalloc(&x, 512 * sizeof(float));
  cudaMalloc(&p, 512 * sizeof(float));
  cudaMalloc(&w, 512 * sizeof(float));
//      CHECK:  if (argc > 1) {
// CHECK-NEXT:    for (int t = 0; t < argc; t++) {
// CHECK-NEXT:      relax_phase1<<<8, 64>>>(x, p, w, 512, argc);
// CHECK-NEXT:      relax_phase2<<<8, 64>>>(x, p, w, 512, argc, t);
// CHECK-NEXT:    }
// CHECK-NEXT:  }
  if (argc > 1)
    relax<<<8, 64>>>(x, p, w, 512, argc);
// CHECK-NEXT:  {
// CHECK-NEXT:    const int steps = rounds();
// CHECK-NEXT:    for (int t = 0; t < steps; t++) {
// CHECK-NEXT:      relax_phase1<<<8, 64>>>(x, p, w, 512, steps);
// CHECK-NEXT:      relax_phase2<<<8, 64>>>(x, p, w, 512, steps, t);
// CHECK-NEXT:    }
// CHECK-NEXT:  }
  relax<<<8, 64>>>(x, p, w, 512, rounds());
}

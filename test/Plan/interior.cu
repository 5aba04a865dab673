// Threads with several outputs and no tiles, where the device waits for loads
// or looks up neighbours one by one. What the plan says is a plan that says the
// same.
// RUN: %tessera -q --cuda-path=none --no-transfers --coarsen %s > %t.cu
// RUN: %tessera -q --cuda-path=none --no-transfers --coarsen --print=plan %s > %t.yaml
// RUN: FileCheck %s --input-file=%t.yaml
// RUN: %tessera -q --cuda-path=none --no-transfers --plan=%t.yaml %s | diff %t.cu -
// RUN: FileCheck %s --check-prefix=CODE --input-file=%t.cu
// RUN: %tessera -q --cuda-path=none --no-transfers --coarsen=never %s | diff %s -
// RUN: %tessera -q --cuda-path=none --no-transfers --coarsen --array=in:global %s | diff %s -

// CHECK-LABEL: # step 32x8x1
// CHECK: 4x interior  cycles {{.*}} chosen
// CHECK: - kernel: {{.*}}step
// CHECK: coarsen:
// CHECK: interior: true
// CODE: const bool tiles_fit = w % 4 == 0 && (size_t)in % 16 == 0 &&
// CODE-NEXT: (size_t)f % 16 == 0 && (size_t)out % 16 == 0;
__global__ void step(const float *in, const float *f, float *out, int h,
                     int w) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x > 0 && x < w - 1 && y > 0 && y < h - 1)
    out[y * w + x] = in[y * w + x - 1] + in[y * w + x + 1] +
                     in[(y - 1) * w + x] + in[(y + 1) * w + x] - f[y * w + x];
}

void run(const float *in, const float *f, float *out, int h, int w) {
  dim3 block(32, 8);
  dim3 grid((w + 31) / 32, (h + 7) / 8);
  step<<<grid, block>>>(in, f, out, h, w);
}

// Branches and early returns are conditions on the accesses behind them.
// RUN: %tessera --cuda-path=none --print=model %s | FileCheck %s

// CHECK-LABEL: kernel kernel
__global__ void kernel(const float *in, float *out, int n, unsigned m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: guard 0: not (n - Bx * bx - tx - 1 >= 0)
  if (i >= n)
    return;
  // CHECK: guard 1: (Bx * bx + tx - 1 >= 0 and n - Bx * bx - tx - 2 >= 0)
  if (i > 0 && i < n - 1)
    out[i] = in[i - 1];
  else
    out[i] = 0;
  // CHECK: guard 2: (m - Bx * bx - tx - 1 >= 0 or Bx * bx + tx - 7 == 0)
  if (i < m || i == 7)
    out[i + 1] = in[i];
  // Data decide.
  // CHECK: guard 3: opaque
  if (in[i] > 0) {
    out[i] += in[i + 3];
  }
  // CHECK: guard 4: not (opaque)
  if (!(i % 2))
    out[i] = 1;
  out[i] = i > 3 ? in[3] : in[4];
}
// CHECK: access 0: write out[Bx * bx + tx] unless #0 if #1
// CHECK: access 1: read in[Bx * bx + tx - 1] unless #0 if #1
// CHECK: access 2: write out[Bx * bx + tx] unless #0 unless #1
// CHECK: access 3: write out[Bx * bx + tx + 1] unless #0 if #2
// CHECK: access 4: read in[Bx * bx + tx] unless #0 if #2
// CHECK: access 5: read in[Bx * bx + tx] unless #0{{$}}
// CHECK: access 6: update out[Bx * bx + tx] unless #0 if #3
// CHECK: access 7: read in[Bx * bx + tx + 3] unless #0 if #3
// CHECK: access 8: write out[Bx * bx + tx] unless #0 if #4
// CHECK: access 9: write out[Bx * bx + tx] unless #0{{$}}
// Only one of these happens.
// CHECK: access 10: read in[3] unless #0 if #5
// CHECK: access 11: read in[4] unless #0 unless #6

int main(int argc, char **argv) {
  float *in, *out;
  cudaMalloc(&in, 1024);
  cudaMalloc(&out, 1024);
  kernel<<<4, 32>>>(in, out, argc, argc);
}

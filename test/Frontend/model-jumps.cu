// What follows `continue` and `return` is guarded by their conditions.
// RUN: %tessera --cuda-path=none --print=model %s | FileCheck %s
// CHECK-LABEL: kernel jumps
__global__ void jumps(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: access 0: write out[0] if #0
  if (i >= n) {
    out[0] = 1;
    return;
  }
  float sum = 0;
  for (int k = 0; k < n; k++) {
    // CHECK: access 1: read in[k] in k unless #0{{$}}
    sum += in[k];
    if (k == i)
      continue;
    // CHECK: access 2: read in[k + 1] in k unless #0 unless #1
    sum += in[k + 1];
  }
  // CHECK: access 3: write out[Bx * bx + tx] unless #0{{$}}
  out[i] = sum;
}

// CHECK-LABEL: kernel either
// CHECK: refused: kernel 'either' not changed: it returns in the middle of a branch
__global__ void either(float *out, int n) {
  if (threadIdx.x >= n) {
    return;
  } else {
    out[1] = 0;
  }
  out[threadIdx.x + 2] = 1;
}

// CHECK-LABEL: kernel other
// CHECK: refused: kernel 'other' not changed: it returns in the middle of a branch
__global__ void other(float *out, int n) {
  if (threadIdx.x < n)
    out[1] = 0;
  else
    return;
  out[threadIdx.x + 2] = 1;
}

// CHECK-LABEL: kernel fills
// CHECK: refused: kernel 'fills' not changed: it fills an array from memory where not all threads do
__global__ void fills(const float *in, float *out, int n) {
  if (threadIdx.x >= n)
    return;
  float pair[2] = {in[0], in[1]};
  out[threadIdx.x] = pair[n % 2];
}

int main(int argc, char **argv) {
  float *in, *out;
  cudaMalloc(&in, 4096);
  cudaMalloc(&out, 4096);
  jumps<<<4, 32>>>(in, out, argc);
  either<<<1, 32>>>(out, argc);
  other<<<1, 32>>>(out, argc);
  fills<<<1, 32>>>(in, out, argc);
}

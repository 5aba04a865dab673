// References and pointers into arrays stand for their elements.
// RUN: %tessera --cuda-path=none --print=model %s | FileCheck %s
// CHECK-LABEL: kernel kernel
__global__ void kernel(const float *in, float *out, int n) {
  int i = blockIdx.x;
  // CHECK: access 0: read in[bx + 1]{{$}}
  const float &x = in[i + 1];
  float &y = out[i];
  const float *row = &in[i * n];
  // CHECK: access 1: write out[bx]{{$}}
  y = x;
  // CHECK: access 2: update out[bx]{{$}}
  // CHECK: access 3: read in[bx * n + 2]{{$}}
  y += row[2];
}

int main(int argc, char **argv) {
  float *in, *out;
  cudaMalloc(&in, 4096);
  cudaMalloc(&out, 4096);
  kernel<<<4, 32>>>(in, out, argc);
}

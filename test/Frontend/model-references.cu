// References and pointers into arrays stand for their elements.
// RUN: %tessera --cuda-path=none --print=model %s | FileCheck %s
// CHECK-LABEL: kernel kernel
__global__ void kernel(const float *in, float *out, int n) {
  int i = blockIdx.x;
  const float &x = in[i + 1];
  float &y = out[i];
  const float *row = &in[i * n];
  // It is read where it is used: out may overlap in.
  // CHECK: access 0: write out[bx]{{$}}
  // CHECK: access 1: read in[bx + 1]{{$}}
  y = x;
  // CHECK: access 2: update out[bx]{{$}}
  // CHECK: access 3: read in[bx * n + 2]{{$}}
  y += row[2];
}

// Nothing is written while the reference lives.
// CHECK-LABEL: kernel bound
__global__ void bound(const float *in, float *out, int n) {
  float s = 0;
  for (int k = 0; k < n; k++) {
    // CHECK: access 0: read in[k] in k{{$}}
    const float &x = in[k];
    s += x * x;
  }
  // CHECK: access 1: write out[bx]{{$}}
  out[blockIdx.x] = s;
}

int main(int argc, char **argv) {
  float *in, *out;
  cudaMalloc(&in, 4096);
  cudaMalloc(&out, 4096);
  kernel<<<4, 32>>>(in, out, argc);
  bound<<<4, 32>>>(in, out, argc);
}

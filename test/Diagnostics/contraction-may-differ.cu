// A sum of two products can be contracted in two ways, and so can a sum of one
// beside code with branches, such as a division's: the rewritten kernel may
// differ from the user's in the last bit.
// RUN: %tessera --cuda-path=none --no-transfers %s 2>&1 > /dev/null | FileCheck %s
// RUN: %tessera --cuda-path=none --no-transfers --kernel=one %s 2>&1 > /dev/null \
// RUN:   | FileCheck %s --check-prefix=ONE
// RUN: %tessera --cuda-path=none --no-transfers --kernel=straight %s 2>&1 \
// RUN:   > /dev/null | FileCheck %s --check-prefix=ONE
__global__ void two(const float *in, float *out) {
  float sum = 0;
  for (int k = 0; k < 64; k++)
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: remark: 'two' sums products that the compiler may contract differently in the new code; build both with -fmad=false to compare bit for bit [tessera-contraction-may-differ]
    sum += in[k] * in[k] + k * in[k];
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}

// There is one way to contract this, and nothing to contract if it stays.
// ONE-NOT: [tessera-contraction-may-differ]
__global__ void one(const float *in, float *out) {
  float sum = 0;
  for (int k = 0; k < 64; k++)
    sum += in[k] * in[k];
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}

__global__ void straight(const float *in, float *out) {
  float sum = 0;
  for (int k = 0; k < 64; k++)
    sum += fabsf(in[k]) * in[k];
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}

__global__ void divided(const float *in, float *out) {
  float sum = 0;
  for (int k = 0; k < 64; k++)
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: remark: 'divided' sums products {{.*}}contraction-may-differ
    sum += in[k] * (in[k] / 3);
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}

__global__ void root(const float *in, float *out) {
  float sum = 0;
  for (int k = 0; k < 64; k++)
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: remark: 'root' sums products {{.*}}contraction-may-differ
    sum -= in[k] * in[k];
  out[blockIdx.x * 64 + threadIdx.x] = sqrtf(sum);
}

// What a kernel calls becomes a part of it.
__device__ float both(float a, float b) { return a * a + b * b; }
__global__ void calls(const float *in, float *out) {
  float sum = 0;
  for (int k = 0; k < 64; k++)
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: remark: 'calls' sums products {{.*}}contraction-may-differ
    sum = both(sum, in[k]);
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 4096 * sizeof(float));
  cudaMalloc(&out, 4096 * sizeof(float));
  one<<<8, 64>>>(in, out);
  two<<<8, 64>>>(in, out);
  straight<<<8, 64>>>(in, out);
  divided<<<8, 64>>>(in, out);
  root<<<8, 64>>>(in, out);
  calls<<<8, 64>>>(in, out);
}

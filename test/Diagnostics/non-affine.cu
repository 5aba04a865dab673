// A subscript that data decide: nobody knows which elements a block reads.
// RUN: %tessera --cuda-path=none --no-transfers %s > %t.cu 2> %t.err
// RUN: FileCheck %s --input-file=%t.err
// RUN: diff %s %t.cu
__global__ void kernel(const float *in, float *out, const int *at) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: remark: 'in' not staged: subscript is not affine: 'at[i]' is read from memory [tessera-non-affine]
  out[i] = in[at[i]];
}

// What is not known is named, also where a variable holds it, and where it is
// none of the data.
__global__ void folded(const float *in, float *out, int w) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int slot = (i ^ w) + 1;
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: remark: 'in' not staged: subscript is not affine: 'i ^ w' is no sum or product [tessera-non-affine]
  out[i] = in[slot] + in[slot + 1];
}

__global__ void bits(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int *at = (const int *)in;
  float sum = 0;
  for (int k = 0; k < n; ++k)
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: remark: 'in' not staged: subscript is not affine: '(const int *)in' takes its elements for others [tessera-non-affine]
    sum += at[k] * i;
  out[i] = sum;
}

__global__ void backwards(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, from = n;
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    from--;
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: remark: 'in' not staged: subscript is not affine: 'from' gets several values [tessera-non-affine]
    sum += in[from * n + i];
  }
  out[i] = sum + from;
}

int main() {
  float *in, *out;
  int *at;
  cudaMalloc(&in, 4096 * sizeof(float));
  cudaMalloc(&out, 4096 * sizeof(float));
  cudaMalloc(&at, 4096 * sizeof(int));
  kernel<<<8, 64>>>(in, out, at);
  folded<<<8, 64>>>(in, out, 5);
  bits<<<8, 64>>>(in, out, 5);
  backwards<<<1, 64>>>(in, out, 64);
}

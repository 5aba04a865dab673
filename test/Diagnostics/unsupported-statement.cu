// Statements without a model: here `switch`.
// RUN: %tessera --cuda-path=none --no-transfers %s > %t.cu 2> %t.err
// RUN: FileCheck %s --input-file=%t.err
// RUN: diff %s %t.cu
__global__ void kernel(const float *in, float *out) {
  float sum = 0;
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: remark: kernel 'kernel' not changed: it has a statement that is not followed: 'switch' [tessera-unsupported-statement]
  switch (threadIdx.x % 2) {
  case 0:
    sum = in[0];
  }
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}

// One message: what stands inside hands on nothing.
__global__ void repeated(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, j = 0;
  float sum = 0;
  // CHECK-NOT: hands on
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: remark: kernel 'repeated' not changed: it has a statement that is not followed: a 'do' loop [tessera-unsupported-statement]
  do {
    sum += in[j * n + i];
  } while (++j < n && in[j] > 0);
  // CHECK-NOT: hands on
  out[i] = sum;
}

// A message says 'in', and not what a normal form calls one of its values.
__global__ void bumped(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  in += i;
  if (i >= n)
    return;
  float sum = 0;
  // CHECK: remark: kernel 'bumped' not changed: it uses a pointer that is not followed: 'in' gets several values [tessera-unsupported-statement]
  for (int j = 0; j < n; sum += *in * j++)
    in += n * (j > 0);
  out[i] = sum;
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 4096 * sizeof(float));
  cudaMalloc(&out, 4096 * sizeof(float));
  kernel<<<8, 64>>>(in, out);
  repeated<<<1, 64>>>(in, out, 64);
  bumped<<<1, 64>>>(in, out, 64);
}

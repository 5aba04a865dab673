// A loop whose bounds data decide: the rows that a block reads are not known.
// RUN: %tessera --cuda-path=none --no-transfers %s > %t.cu 2> %t.err
// RUN: FileCheck %s --input-file=%t.err
// RUN: diff %s %t.cu
__global__ void kernel(const float *in, float *out, const int *length) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < length[0]; k++)
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: remark: 'in' not staged: the bounds of a loop around the access are not known: 'length[0]' is read from memory [tessera-opaque-loop]
    sum += in[k];
  out[i] = sum;
}

__global__ void wrapping(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  // The loop is the obstacle, and no launch.
  // CHECK-NOT: launch-not-testable
  for (unsigned char k = 250; k != 6; k++)
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: remark: 'in' not staged: {{.*}}: 'k' may pass the end of its type [tessera-opaque-loop]
    sum = sum * 0.5f + in[k];
  out[i] = sum;
}

__global__ void leaving(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k++) {
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: remark: 'in' not staged: {{.*}}: 'break' may leave it [tessera-opaque-loop]
    sum += in[k];
    if (sum > 100)
      break;
  }
  out[i] = sum;
}

// The text that it is read as has a test which is not the user's.
__global__ void once(const float *in, float *out, int n, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, j = 0;
  float sum = 0;
  do {
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: remark: 'in' not staged: {{.*}}: 'do' makes one round whatever its test says [tessera-opaque-loop]
    sum += in[j * n + i];
    j++;
  } while (j < m + i);
  out[i] = sum;
}

int main() {
  float *in, *out;
  int *length;
  cudaMalloc(&in, 4096 * sizeof(float));
  cudaMalloc(&out, 4096 * sizeof(float));
  cudaMalloc(&length, sizeof(int));
  kernel<<<8, 64>>>(in, out, length);
  wrapping<<<8, 64>>>(in, out);
  leaving<<<8, 64>>>(in, out, 64);
  once<<<1, 64>>>(in, out, 64, 50);
}

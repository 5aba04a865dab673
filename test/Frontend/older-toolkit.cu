// A file that the toolkit at hand is too new for is read with our own
// declarations; the message about one that these do not help is the toolkit's.
// REQUIRES: nvcc
// RUN: %tessera %s -o %t.cu 2>&1 | FileCheck %s
// RUN: not %tessera %s -o %t.wrong.cu -- -DWRONG 2>&1 \
// RUN:   | FileCheck %s --check-prefix=WRONG
// CHECK-NOT: error:
// CHECK: remark: {{.*}}'in'
// WRONG: error: no template named 'texture'
texture<float, 1, cudaReadModeElementType> row;
#ifdef WRONG
int wrong = nothing;
#endif

__global__ void window(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = tex1Dfetch(row, i);
  for (int k = 0; k < 100; k++)
    sum += in[i + k];
  out[i] = sum;
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 65536);
  cudaMalloc(&out, 65536);
  window<<<8, 128>>>(in, out);
}

// A kernel that no run launches keeps the planner's plan.
// RUN: rm -rf %t && mkdir %t
// RUN: %tessera -q --cuda-path=none --tune=%t/d %s
// RUN: %python %S/../Driver/Inputs/write_results.py %t/d "" "[[null], [null]]"
// RUN: %tessera --tune-results=%t/d/results.json -o %t/plan 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=PLAN --input-file=%t/plan

// CHECK: results.json: remark: no plan is kept for 'window': no run launches it [tessera-not-measured]
// PLAN: kernels: []

__global__ void window(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 16; k++)
    sum += in[i + k];
  out[i] = sum;
}

int main(int argc, char **argv) {
  float *in, *out;
  cudaMalloc(&in, 8192 * sizeof(float));
  cudaMalloc(&out, 8192 * sizeof(float));
  if (argc > 1)
    window<<<16, 64>>>(in, out);
}

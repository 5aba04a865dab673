// A launch whose kernel, in another file, has a version for it.
// RUN: rm -rf %t && mkdir %t && cp %S/Inputs/starts_elsewhere.cu %t/kernel.cu
// RUN: %tessera --cuda-path=none --project %s %t/kernel.cu --out-dir %t/out -- 2>&1 | FileCheck %s
__global__ void sums(const float *in, float *out, int n);

void run(int n) {
  float *in, *out;
  cudaMalloc(&in, (n + 32) * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  // CHECK: starts-elsewhere.cu:[[@LINE+1]]:3: remark: the launch may start '[[NAME:sums_[a-z]+]]', a version of 'sums' that another file has [tessera-starts-elsewhere]
  sums<<<(n + 127) / 128, 128>>>(in, out, n);
}

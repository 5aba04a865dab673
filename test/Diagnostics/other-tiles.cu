// Strips of one loop are inside the other: only the better one is staged.
// RUN: %tessera --cuda-path=none --no-transfers --gpu=tesla-c1060 %s 2>&1 > /dev/null | FileCheck %s
__global__ void kernel(const float *rare, const float *often, float *out,
                       int n, int m) {
  float sum = 0;
  for (int k = 0; k < n; k++) {
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: remark: 'rare' not staged: the tiles chosen instead gain more, and both together are not possible [tessera-other-tiles]
    sum += rare[k];
    for (int j = 0; j < m; j++)
      // CHECK: :[[@LINE+1]]:{{[0-9]+}}: remark: staged 'often' in shared memory
      sum += often[j];
  }
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}

int main(int argc, char **argv) {
  float *rare, *often, *out;
  cudaMalloc(&rare, 65536);
  cudaMalloc(&often, 65536);
  cudaMalloc(&out, 65536);
  kernel<<<4, 64>>>(rare, often, out, argc, argc);
}

// The host looks at an element in each round of a loop of launches.
// RUN: %tessera --cuda-path=none %s 2>&1 > /dev/null | FileCheck %s
__global__ float a[8], b[8];

__global__ void add(float *b, float v) { b[threadIdx.x] += v; }

int main() {
  for (int k = 0; k < 8; k++) {
    // CHECK: :[[@LINE+1]]:5: remark: the loop over 'k' waits for 'v' in each round: 'b' is used where the loop is left, and later rounds change it [tessera-check-not-deferred]
    float v = a[k];
    if (v > 1000)
      return b[1];
    add<<<1, 8>>>(b, v);
  }
  return b[0];
}

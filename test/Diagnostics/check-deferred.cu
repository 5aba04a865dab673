// A kernel makes the test that the host made in each round.
// RUN: %tessera --cuda-path=none %s 2>&1 > /dev/null | FileCheck %s
__global__ float a[8], b[8];

__global__ void add(float *b, float v) { b[threadIdx.x] += v; }

int main() {
  for (int k = 0; k < 8; k++) {
    // CHECK: :[[@LINE+1]]:5: remark: the launches of the loop over 'k' do not wait for the test of 'v': 'add' makes it, and the host looks once behind the loop [tessera-check-deferred]
    float v = a[k];
    if (v > 1000)
      return 1;
    add<<<1, 8>>>(b, v);
  }
  return b[0];
}

// Where the program chooses among devices, all copies stay: waits would be for
// one of them.
// RUN: %tessera --cuda-path=none --no-tiles --improve-copies %s -- 2> %t.err | diff %s -
// RUN: FileCheck %s < %t.err
#define N 64

__global__ void twice(int *x) { x[threadIdx.x] *= 2; }

int main(int argc, char **argv) {
  int *d, h[N] = {1, 2};
  cudaSetDevice(argc - 1);
  cudaMalloc(&d, sizeof(h));
  for (int t = 0; t < 3; t++) {
    // CHECK: :[[@LINE+1]]:5: remark: the copy of 'h' to 'd' stays: the program chooses among devices [tessera-copy-kept]
    cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);
    twice<<<1, N>>>(d);
    cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
  }
  cudaFree(d);
  return h[1] & 1;
}

// Many copies of one element each have the latency of many copies.
// RUN: %tessera --cuda-path=none %s 2>&1 > /dev/null | FileCheck %s
// RUN: %tessera --cuda-path=none %s -- -DFIXED 2>&1 > /dev/null | FileCheck %s --check-prefix=FIXED --allow-empty
// FIXED-NOT: tessera-copy-by-element
const int N = 1024, M = 16;
int main() {
  static float h[N], *d;
  cudaMalloc(&d, sizeof(h));
#ifdef FIXED
  cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);
#else
  for (int i = 0; i < N; ++i)
    // CHECK: :[[@LINE+1]]:5: warning: each round copies the 4 bytes behind those of the round before: one copy of all has its latency once [tessera-copy-by-element]
    cudaMemcpy(&d[i], &h[i], sizeof(float), cudaMemcpyHostToDevice);
  for (int i = 0; i < N / M; i++) {
    // CHECK: :[[@LINE+1]]:5: warning: each round copies the 64 bytes{{.*}} [tessera-copy-by-element]
    cudaMemcpy(h + i * M, d + i * M, M * sizeof(float), cudaMemcpyDeviceToHost);
  }
#endif
  // CHECK-NOT: tessera-copy-by-element
  for (int i = 0; i < N / M; ++i) // every other row
    cudaMemcpy(&d[2 * i * M], &h[i * M], M * sizeof(float),
               cudaMemcpyHostToDevice);
  for (int i = 0; i < N; ++i) {
    h[i] = i;
    cudaMemcpy(&d[i], &h[i], sizeof(float), cudaMemcpyHostToDevice);
  }
}

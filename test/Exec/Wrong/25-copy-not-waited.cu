// Pitfall 25: the result of an asynchronous copy is read before a wait, or its
// source is written.
// RUN: not %tessera-run --seed=0 -DUSE='sum=h[3]' %s 2>&1 | FileCheck %s
// RUN: not %tessera-run --seed=1 -DUSE='sum=h[3]' %s 2>&1 | FileCheck %s
// RUN: not %tessera-run -DUSE='g[3]=1' %s 2>&1 | FileCheck %s
// RUN: %tessera-run -DUSE='sum=g[3]' %s

int h[32], g[32], sum;

int main() {
  int *d;
  cudaStream_t s;
  cudaStreamCreate(&s);
  cudaMalloc(&d, sizeof(h));
  cudaMemcpyAsync(d, g, sizeof(g), cudaMemcpyHostToDevice, s);
  cudaMemcpyAsync(h, d, sizeof(h), cudaMemcpyDeviceToHost, s);
  // CHECK: :[[@LINE+2]]:3: error: the host {{reads|writes}} '{{[gh]}}' that a copy uses, and does not wait for it [host-does-not-wait]
  // CHECK: :{{[0-9]+}}:3: note: the other access is here
  USE;
  cudaStreamSynchronize(s);
  cudaFree(d);
}

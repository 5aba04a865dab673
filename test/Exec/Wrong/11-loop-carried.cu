// Pitfall 11: a loop with a dependence made parallel: flow, anti, output, and
// one place written through equal indices.
// RUN: not %tessera-run -DBODY='a[i+1]=a[i]+1' %s 2>&1 | FileCheck %s
// RUN: not %tessera-run -DBODY='a[i]=a[i+1]+1' %s 2>&1 | FileCheck %s
// RUN: not %tessera-run -DBODY='a[i/2]=i' %s 2>&1 | FileCheck %s
// RUN: not %tessera-run -DBODY='a[where[i]]=i' %s 2>&1 | FileCheck %s

__managed__ int a[33], where[32];

__global__ void k() {
  int i = threadIdx.x;
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: thread ({{[0-9]+}},0,0) of block (0,0,0) {{reads|writes}} 4 bytes in kernel 'k' of 'a' at byte {{[0-9]+}}, which thread ({{[0-9]+}},0,0) of block (0,0,0) {{read|wrote}} without a barrier between [data-race]
  BODY;
}

int main() {
  for (int i = 0; i < 32; i++)
    where[i] = i % 8;
  k<<<1, 32>>>();
  cudaDeviceSynchronize();
}

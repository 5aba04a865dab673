// Pitfall 24: the host reads write-combined memory.
// RUN: %tessera-run %s 2>&1 | FileCheck %s

int main() {
  int *a, sum = 0;
  cudaHostAlloc(&a, 64 * sizeof(int), cudaHostAllocWriteCombined);
  for (int i = 0; i < 64; i++)
    a[i] = 0;
  for (int i = 0; i < 64; i++)
    // CHECK: :[[@LINE+1]]:12: warning: the host reads 'a', which is write-combined memory: that is very slow [write-combined-read]
    sum += a[i];
  // CHECK-NOT: warning
  cudaFreeHost(a);
  return sum;
}

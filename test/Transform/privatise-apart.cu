// An array that blocks, or threads, have copies of must not overlap what the
// kernel reads: where only the launch can tell, it compares. How far a histogram
// goes follows from the type of its subscripts.
// RUN: %tessera -q --cuda-path=none --no-transfers --coarsen=never %s > %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera --cuda-path=none --no-transfers --coarsen=never --check %t.cu
__global__ void count(const unsigned char *data, unsigned *counts, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&counts[data[i]], 1u);
}

__global__ void add(const int *data, int *total, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(total, data[i]);
}

// CHECK-LABEL: void run(
// CHECK: const bool apart =
// CHECK-NEXT: ((const void *)(bytes + (long long)n) <= (const void *)counts ||
// CHECK-NEXT: (const void *)(counts + 256) <= (const void *)bytes);
// CHECK-NEXT: (apart ? count_private : count)<<<
void run(const unsigned char *bytes, unsigned *counts, const int *numbers,
         int *total, int n) {
  count<<<(n + 255) / 256, 256>>>(bytes, counts, n);
  // CHECK: (numbers + (long long)n <= total || total + 1 <= numbers)
  // CHECK: ? add_private : add)<<<
  add<<<(n + 255) / 256, 256>>>(numbers, total, n);
}

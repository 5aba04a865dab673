// Blocks that count in shared memory last: each does the work of many.
// RUN: %tessera --cuda-path=none --no-transfers --coarsen %s 2>&1 >%t.cu | FileCheck %s
// RUN: FileCheck %s --input-file=%t.cu --check-prefix=CODE
// CHECK: :[[@LINE+1]]:17: remark: 'count' starts with about 1056 blocks at most, which do in turn what those of its launches do [tessera-persistent]
__global__ void count(const unsigned char *in, unsigned *bins, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&bins[in[i]], 1u);
}
// CODE: for (int block = blockIdx.x; block < blocks; block += (int)gridDim.x)

int main() {
  unsigned char *in;
  unsigned *bins;
  int n = 100 << 20;
  cudaMalloc(&in, n);
  cudaMalloc(&bins, 256 * sizeof(unsigned));
  count<<<(n + 255) / 256, 256>>>(in, bins, n);
}

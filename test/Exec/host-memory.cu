// Host memory is not for kernels, unless it is registered or managed.
// RUN: not %tessera-run %s 2>&1 | FileCheck %s
// RUN: %tessera-run -DREGISTER %s

int table[4];

__global__ void read(const int *from, int *to) {
  // CHECK: :[[@LINE+1]]:{{.*}} error: thread (0,0,0) of block (0,0,0) reads 4 bytes in kernel 'read' of memory that no kernel can access{{.*}} [host-memory-in-kernel]
  *to = from[threadIdx.x];
}

int main() {
  int *to;
  cudaMallocManaged(&to, sizeof(int));
#ifdef REGISTER
  cudaHostRegister(table, sizeof(table), cudaHostRegisterDefault);
#endif
  read<<<1, 1>>>(table, to);
  cudaDeviceSynchronize();
  return *to;
}

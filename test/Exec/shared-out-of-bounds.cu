// Shared arrays have ends too, and so have those sized by the launch.
// RUN: not %tessera-run %s 2>&1 | FileCheck %s --check-prefix=STATIC
// RUN: not %tessera-run -DPOINTER %s 2>&1 | FileCheck %s --check-prefix=POINTER
// RUN: not %tessera-run -DDYNAMIC %s 2>&1 | FileCheck %s --check-prefix=DYNAMIC

__global__ void fill() {
#ifdef DYNAMIC
  extern __shared__ float tile[];
#else
  __shared__ float tile[16];
#endif
  // STATIC: :[[@LINE+4]]:{{.*}}thread (16,0,0) of block (0,0,0) in kernel 'fill' uses subscript 16, which the array does not have [subscript-out-of-bounds]
  // POINTER: :[[@LINE+5]]:{{.*}}thread (16,0,0) of block (0,0,0) writes 4 bytes {{.*}} 0 bytes after the end of 'tile' (64 bytes) [out-of-bounds]
  // DYNAMIC: :[[@LINE+2]]:{{.*}} 0 bytes after the end of 'tile' (100 bytes) [out-of-bounds]
#ifndef POINTER
  tile[threadIdx.x] = 1;
#else
  *(tile + threadIdx.x) = 1;
#endif
}

int main() {
  fill<<<1, 32, 100>>>();
}

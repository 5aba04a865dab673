// With other host threads, nobody knows when the host uses a variable.
// RUN: echo old > %t.cu
// RUN: not %tessera --cuda-path=none %s -o %t.cu 2> %t.err
// RUN: FileCheck %s --input-file=%t.err
// RUN: echo old | diff - %t.cu
extern "C" int pthread_create(unsigned long *, const void *, void *(*)(void *),
                              void *);
__global__ int a[64];

__global__ void next() { a[threadIdx.x] += 1; }

int main() {
  unsigned long id;
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: 'pthread_create' starts another host thread: transfers cannot be placed [tessera-host-threads]
  pthread_create(&id, nullptr, nullptr, nullptr);
  next<<<1, 64>>>();
}
// CHECK-NOT: {{error:|warning:|remark:}}

// RUN: not %tessera --cuda-path=none %s -- 2>&1 | FileCheck %s
#include <pthread.h>
__global__ int a[4];
__global__ void k(int *x) { x[0] = 1; }
void *work(void *) { return nullptr; }
int main() {
  pthread_t t;
  // CHECK: 'pthread_create' starts another host thread: transfers cannot be placed
  pthread_create(&t, nullptr, work, nullptr);
  k<<<1, 1>>>(a);
}

// The message says what each function does to the sequence of statements.
// RUN: split-file %s %t
// RUN: not %tessera --cuda-path=none -q %t/set.cu -o %t.cu 2>&1 | FileCheck %t/set.cu
// RUN: not %tessera --cuda-path=none -q %t/jump.cu -o %t.cu 2>&1 | FileCheck %t/jump.cu
// RUN: not %tessera --cuda-path=none -q %t/signal.cu -o %t.cu 2>&1 | FileCheck %t/signal.cu
// RUN: not %tessera --cuda-path=none -q %t/fork.cu -o %t.cu 2>&1 | FileCheck %t/fork.cu
// RUN: not %tessera --cuda-path=none -q %t/async.cu -o %t.cu 2>&1 | FileCheck %t/async.cu
// RUN: not %tessera --cuda-path=none -q %t/stored.cu -o %t.cu 2>&1 | FileCheck %t/stored.cu
// RUN: not %tessera --cuda-path=none -q %t/made.cu -o %t.cu 2>&1 | FileCheck %t/made.cu
//--- stored.cu
#include <thread>
#include <vector>
__global__ int a[64];
__global__ void next() { a[threadIdx.x] += 1; }
struct Work {
  void operator()() const { a[3] += 5; }
};
int main() {
  std::vector<std::thread> all;
  next<<<1, 64>>>();
  // CHECK: 'emplace_back' starts another host thread: transfers cannot be placed [tessera-host-threads]
  all.emplace_back(Work());
  all[0].join();
}
//--- made.cu
#include <memory>
#include <thread>
__global__ int a[64];
__global__ void next() { a[threadIdx.x] += 1; }
int main() {
  next<<<1, 64>>>();
  // CHECK: 'make_unique' starts another host thread: transfers cannot be placed [tessera-host-threads]
  auto one = std::make_unique<std::thread>([] { a[4] += 5; });
  one->join();
}
//--- set.cu
#include <setjmp.h>
__global__ int a[64];
__global__ void next() { a[threadIdx.x] += 1; }
jmp_buf place;
int main() {
  // CHECK: 'sigsetjmp' lets functions that are called later jump back here: transfers cannot be placed [tessera-host-threads]
  if (!sigsetjmp(place, 0))
    next<<<1, 64>>>();
}
//--- jump.cu
#include <setjmp.h>
__global__ int a[64];
__global__ void next() { a[threadIdx.x] += 1; }
void leave(jmp_buf place) {
  next<<<1, 64>>>();
  // CHECK: 'longjmp' jumps into a function that called this one: transfers cannot be placed [tessera-host-threads]
  longjmp(place, 1);
}
int main() {}
//--- signal.cu
#include <signal.h>
__global__ int a[64];
__global__ void next() { a[threadIdx.x] += 1; }
void handle(int) { a[0] = 1; }
int main() {
  // CHECK: 'signal' lets a handler run between any two statements: transfers cannot be placed [tessera-host-threads]
  signal(SIGINT, handle);
  next<<<1, 64>>>();
}
//--- fork.cu
#include <unistd.h>
__global__ int a[64];
__global__ void next() { a[threadIdx.x] += 1; }
int main() {
  // CHECK: 'fork' starts another process: transfers cannot be placed [tessera-host-threads]
  fork();
  next<<<1, 64>>>();
}
//--- async.cu
#include <future>
__global__ int a[64];
__global__ void next() { a[threadIdx.x] += 1; }
int main() {
  // CHECK: 'async' starts another host thread: transfers cannot be placed [tessera-host-threads]
  auto f = std::async([] { return 1; });
  next<<<1, 64>>>();
  return f.get();
}

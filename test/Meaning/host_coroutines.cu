// Coroutines write arrays whenever they are resumed, between launches, and when
// they are destroyed.
// RUN: %meaning %s --original --options=--extra-arg=-std=c++20 --run=--std=c++20
// PRINTS: 101 2 / 202 3 / 41 8
#include <coroutine>
#include <stdio.h>
#define N 64

__global__ int steps[N];
__global__ int yields[N];
__global__ int ends[N];

__global__ void inc(int *x) { x[threadIdx.x] += 1; }

struct Task {
  struct promise_type {
    int value = 0;
    Task get_return_object() {
      return {std::coroutine_handle<promise_type>::from_promise(*this)};
    }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int v) {
      value = v;
      return {};
    }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> handle;
  void operator()() { handle.resume(); }
};
struct Sets {
  ~Sets() { ends[5] = 40; }
};

Task step() {
  steps[3] = 100;
  co_await std::suspend_always();
  steps[3] = 200;
}
Task yield() {
  for (int i = 0;; ++i) {
    yields[i] += 200;
    co_yield yields[i + 1];
  }
}
Task end() {
  Sets sets;
  co_await std::suspend_always();
}

int main() {
  Task a = step();
  inc<<<1, N>>>(steps);
  a();
  inc<<<1, N>>>(steps);
  printf("%d %d / ", steps[3], steps[4]);
  a();
  inc<<<1, N>>>(steps);

  Task b = yield();
  inc<<<1, N>>>(yields);
  b();
  inc<<<1, N>>>(yields);
  b();
  printf("%d %d / ", yields[0], b.handle.promise().value + 1);

  Task c = end();
  inc<<<1, N>>>(ends);
  c();
  inc<<<1, N>>>(ends);
  c.handle.destroy();
  inc<<<1, N>>>(ends);
  printf("%d %d\n", ends[5], ends[6] + 5);
  a.handle.destroy();
  b.handle.destroy();
}

// Tests of a loop of launches that the host keeps making, each for one reason:
// what the test is, what else is done, and what later rounds could do.
// RUN: %tessera --cuda-path=none %s -o %t.cu 2>&1 | grep 'check-' | FileCheck %s
// RUN: not grep '^ *// The host.s test' %t.cu
// RUN: %tessera-verify --seeds 4 %s %t.cu
// RUN: %tessera-verify --seeds 2 %s %t.cu -- 1
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#define N 8

__global__ float a[N], b[N];
__global__ int number[2 * N];
__managed__ float managed[N];
__device__ int rounds;
float scale[N];

__global__ void add(float *b, float v) { b[threadIdx.x] += v; }
__global__ void shift(float *b, float v) { b[threadIdx.x] += v; }
__global__ void twice(float *b, float v) { b[threadIdx.x] += v; }
__global__ void pick(float *b, int v) { b[v] += 1; }
__global__ void row(float *b, int k, float v) { b[k] += v; }
__global__ void halve(float *b, float v) {
  float rest = v;
  while (rest > 0.5f)
    rest /= 2;
  b[threadIdx.x] += rest;
}
__global__ void count(float *b, float v) {
  b[threadIdx.x] += v;
  if (threadIdx.x == 0)
    rounds++;
}
__global__ void speak(float *b, float v) {
  b[threadIdx.x] += v;
  if (v > 1000)
    printf("large\n");
}
__global__ void meet(const float *a, float *b, float v) {
  if (a[0] < 1000)
    __syncthreads();
  b[threadIdx.x] += v;
}
__global__ void stop(float *b, float v) {
  b[threadIdx.x] += v;
  if (v > 1000)
    __trap();
}
__global__ void change(float *a, float v) {
  if (threadIdx.x > 0)
    a[threadIdx.x - 1] += v;
}
__global__ void before(float *b, float v) { b[threadIdx.x] += v; }
__global__ void behind(float *b, float v) { b[threadIdx.x] += v; }
__global__ void first(float *b, float v) { b[threadIdx.x] += v; }
__global__ void second(float *b, float v) { b[threadIdx.x] += v; }
__global__ void fourth(float *b, float v) { b[threadIdx.x] += v; }
__global__ void sixth(float *b, float v) { b[threadIdx.x] += v; }
const float small = 1e-30f;
__global__ void fifth(float *b, float small, float v) {
  b[threadIdx.x] += small * v;
}
__global__ void third(float *b, int v) { b[threadIdx.x] += v; }
#define LIMIT 1e30f

static void tests(float limit) {
  for (int k = 0; k < N; k++) {
    // CHECK: :[[@LINE+1]]:5: remark: the loop over 'k' waits for 'v' in each round: its test is more than comparisons of 'v' with constants [tessera-check-not-deferred]
    float v = a[k];
    if (v > limit)
      exit(1);
    add<<<1, N>>>(b, v);
  }
  for (int k = 0; k < N; k++) {
    // CHECK: :[[@LINE+1]]:5: {{.*}}: the device may take numbers below FLT_MIN for zero, which the test would notice
    float v = a[k];
    if (v < 0)
      exit(1);
    add<<<1, N>>>(b, v);
  }
  for (int k = 0; k < N; k++) {
    // CHECK: :[[@LINE+1]]:5: {{.*}}: the device may take
    float v = a[k];
    if (!v)
      exit(1);
    add<<<1, N>>>(b, v);
  }
  for (int k = 0; k < N; k++) {
    // CHECK: :[[@LINE+1]]:5: {{.*}}: what its test names is defined behind 'before'
    float v = a[k];
    if (v > LIMIT)
      exit(1);
    before<<<1, N>>>(b, v);
  }
  for (int k = 0; k < N; k++) {
    // CHECK: :[[@LINE+1]]:5: {{.*}}: its test is more than a condition
    float v = a[k];
    if (v > 1e30f)
      exit(1);
    else
      printf("fine\n");
    add<<<1, N>>>(b, v);
  }
  for (int k = 0; k < N; k++) {
    // CHECK: :[[@LINE+1]]:5: {{.*}}: 'v' is of another type than the element
    double v = a[k];
    if (v > 1e30)
      exit(1);
    add<<<1, N>>>(b, v);
  }
}

static bool leaves() {
  for (int k = 0; k < N; k++) {
    // CHECK: :[[@LINE+1]]:5: {{.*}}: the program goes on where it leaves the loop: only a 'return' of main or a call of exit ends it
    float v = a[k];
    if (v > 1e30f)
      return false;
    add<<<1, N>>>(b, v);
  }
  for (int k = 0; k < N; k++) {
    // CHECK: :[[@LINE+1]]:5: {{.*}}: the program goes on where it leaves
    float v = a[k];
    if (v > 1e30f)
      break;
    add<<<1, N>>>(b, v);
  }
  for (int k = 0; k < N; k++) {
    // CHECK: :[[@LINE+1]]:5: {{.*}}: what it does when it leaves uses 'v'
    float v = a[k];
    if (v > 1e30f) {
      printf("%g\n", v);
      exit(1);
    }
    add<<<1, N>>>(b, v);
  }
  for (int k = 0; k < N; k++) {
    // CHECK: :[[@LINE+1]]:5: {{.*}}: 'b' is used where the loop is left, and later rounds change it
    float v = a[k];
    if (v > 1e30f)
      exit(int(b[0]));
    first<<<1, N>>>(b, v);
  }
  for (int k = 0; k < N; k++) {
    // CHECK: :[[@LINE+1]]:5: {{.*}}: the device is used where the loop is left
    float v = a[k];
    if (v > 1e30f) {
      shift<<<1, N>>>(b, 1);
      exit(int(a[0]));
    }
    second<<<1, N>>>(b, v);
  }
  return true;
}

static void types() {
  using real = float;
  for (int k = 0; k < N; k++) {
    // CHECK: :[[@LINE+1]]:5: {{.*}}: a kernel cannot make the test: {{.*}}real
    float v = a[k];
    if (v > (real)1e30f)
      exit(1);
    sixth<<<1, N>>>(b, v);
  }
}

static void ends() {
  for (int k = 0; k < N; k++) {
    // CHECK: :[[@LINE+1]]:5: {{.*}}: the program leaves with success: that is no exception, and the rounds behind it would be done in vain
    float v = a[k];
    if (v > 1e30f) {
      printf("%d\n", k);
      exit(EXIT_SUCCESS);
    }
    fourth<<<1, N>>>(b, v);
  }
  for (int k = 0; k < N; k++) {
    // CHECK: :[[@LINE+1]]:5: {{.*}}: the loop has preprocessor conditionals
    float v = a[k];
    if (v > 1e30f)
      exit(1);
#ifdef VERBOSE
    printf("%g\n", v);
#endif
    fourth<<<1, N>>>(b, v);
  }
}

static void loops() {
  float sum = 0;
  for (int k = 0; k < N; k++) {
    // CHECK: :[[@LINE+1]]:5: {{.*}}: the loop does more than launch and test
    float v = a[k];
    if (v > 1e30f)
      exit(1);
    sum += v;
    add<<<1, N>>>(b, v);
  }
  for (int k = 0; k < N; k++) {
    // CHECK: :[[@LINE+1]]:5: {{.*}}: 'v' is used for more than the test and as argument
    float v = a[k];
    if (v > 1e30f)
      exit(1);
    add<<<1, N>>>(b, 2 * v);
  }
  for (int k = -1; k < N - 1; k++) {
    // CHECK: :[[@LINE+1]]:5: {{.*}}: how far it counts is not known, or it starts below 0
    float v = a[k + 1];
    if (v > 1e30f)
      exit(1);
    add<<<1, N>>>(b, v);
  }
  for (size_t k = 0; k < N; k++) {
    // CHECK: :[[@LINE+1]]:5: {{.*}}: it does not count with an 'int'
    float v = a[k];
    if (v > 1e30f)
      exit(1);
    add<<<1, N>>>(b, v);
  }
  for (int k = 0; k < N; k++) {
    // CHECK: :[[@LINE+1]]:5: {{.*}}: it is not known which element that is
    float v = a[number[k]];
    if (v > 1e30f)
      exit(1);
    add<<<1, N>>>(b, v);
  }
  for (int k = 0; k < N; k++) {
    // CHECK: :[[@LINE+1]]:5: {{.*}}: 'managed' is managed memory, for which CUDA's rules hold
    float v = managed[k];
    if (v > 1e30f)
      exit(1);
    add<<<1, N>>>(b, v);
  }
  printf("%g\n", sum);
}

static void launches(int n) {
  for (int k = 0; k < N; k++) {
    // CHECK: :[[@LINE+1]]:5: {{.*}}: the launch of 'add' has a size that is not constant, shared memory, a stream, or an argument with an effect
    float v = a[k];
    if (v > 1e30f)
      exit(1);
    add<<<1, n>>>(b, v);
  }
  for (int k = 0; k < N; k++) {
    // CHECK: :[[@LINE+1]]:5: {{.*}}: an argument of a launch is more than a sum or a product of variables
    float v = a[k];
    if (v > 1e30f)
      exit(1);
    add<<<1, N>>>(b, v);
    shift<<<1, N>>>(b, scale[k]);
  }
  for (int k = 0; k < N; k++) {
    // CHECK: :[[@LINE+1]]:5: {{.*}}: other launches start 'add', too
    float v = a[k];
    if (v > 1e30f)
      exit(1);
    add<<<1, N>>>(b, 1);
  }
  for (int k = 0; k < N; k++) {
    // CHECK: :[[@LINE+1]]:5: {{.*}}: another launch of 'twice' passes something else
    float v = a[k];
    if (v > 1e30f)
      exit(1);
    twice<<<1, N>>>(b, v);
    twice<<<1, N>>>(b, 1);
  }
  for (int k = 0; k < N; k++) {
    // CHECK: :[[@LINE+1]]:5: {{.*}}: 'change' changes 'a' before, or while, it is needed
    float v = a[k];
    if (v > 1e30f)
      exit(1);
    change<<<1, N>>>(a, v);
  }
}

static void names() {
  const float large = 1e30f;
  for (int k = 0; k < N; k++) {
    // CHECK: :[[@LINE+1]]:5: {{.*}}: its test is more than comparisons
    float v = a[k];
    if (v > large)
      exit(1);
    fourth<<<1, N>>>(b, v);
  }
  for (int k = 0; k < N; k++) {
    // CHECK: :[[@LINE+1]]:5: {{.*}}: its test names 'small', which is something else in 'fifth'
    float v = a[k];
    if (v < small)
      exit(1);
    fifth<<<1, N>>>(b, 1, v);
  }
  for (int k = 0; k < N; k++) {
    shift<<<1, N>>>(b, 1);
    // CHECK: :[[@LINE+1]]:5: {{.*}}: no launch follows it in the round: no kernel can make the test
    float v = a[k];
    if (v > 1e30f)
      exit(1);
  }
}

static void rest() {
  for (int k = 0; k < N; k++) {
    // CHECK: :[[@LINE+1]]:5: {{.*}}: how long 'halve' runs may depend on data
    float v = a[k];
    if (v > 1e30f)
      exit(1);
    halve<<<1, N>>>(b, v);
  }
  for (int k = 0; k < N; k++) {
    // CHECK: :[[@LINE+1]]:5: {{.*}}: how long 'meet' runs may depend on data
    float v = a[k];
    if (v > 1e30f)
      exit(1);
    meet<<<1, N>>>(a, b, v);
  }
  for (int k = 0; k < N; k++) {
    // CHECK: :[[@LINE+1]]:5: {{.*}}: 'speak' would call 'printf' in rounds that the program would not have done
    float v = a[k];
    if (v > 1e30f)
      exit(1);
    speak<<<1, N>>>(b, v);
  }
  for (int k = 0; k < N; k++) {
    // CHECK: :[[@LINE+1]]:5: {{.*}}: 'stop' would call '__trap' in rounds that the program would not have done
    float v = a[k];
    if (v > 1e30f)
      exit(1);
    stop<<<1, N>>>(b, v);
  }
  for (int k = 0; k < N; k++) {
    // CHECK: :[[@LINE+1]]:5: {{.*}}: 'count' changes 'rounds', which is not followed
    float v = a[k];
    if (v > 1e30f)
      exit(1);
    count<<<1, N>>>(b, v);
  }
  for (int k = 0; k < N; k++) {
    // CHECK: :[[@LINE+1]]:5: {{.*}}: rounds that the program would not have done may access 'pick's 'b' out of bounds
    int v = number[k];
    if (v < 0 || v >= N)
      exit(1);
    pick<<<1, 1>>>(b, v);
  }
}

// Numbers end these loops in time.
static void end_by_number() {
  number[N] = N;
  for (int k = 0; k < 2 * N; k++) {
    // CHECK: :[[@LINE+1]]:5: {{.*}}: rounds that the program would not have done may access 'row's 'b' out of bounds
    int v = number[k];
    if (v == N)
      exit(cudaDeviceSynchronize() + 5);
    row<<<1, 1>>>(b, k, 1);
    third<<<1, N>>>(b, v);
  }
}

static void end_by_value() {
  a[N - 1] = 1e9f;
  for (int k = 0; k < 2 * N; k++) {
    // CHECK: :[[@LINE+1]]:5: {{.*}}: rounds that the program would not have done may look behind the end of 'a'
    float v = a[k];
    if (v > 1e6f)
      exit(cudaDeviceSynchronize() + 6);
    behind<<<1, N>>>(b, v);
  }
}

int main(int argc, char **argv) {
  for (int k = 0; k < N; k++) {
    a[k] = 1 + k;
    scale[k] = k;
    managed[k] = k;
    number[k] = k % N;
  }
  auto follow = [] {
    for (int k = 0; k < N; k++) {
      // CHECK: :[[@LINE+1]]:7: {{.*}}: the program goes on where it leaves
      float v = a[k];
      if (v > 1e30f)
        return 1;
      fourth<<<1, N>>>(b, v);
    }
    return 0;
  };
  tests(1e30f + follow());
  if (!leaves())
    return 2;
  types();
  ends();
  loops();
  launches(N);
  names();
  rest();
  float sum = 0;
  for (int k = 0; k < N; k++)
    sum += b[k] * k + a[k];
  printf("%g\n", sum);
  if (argc > 1)
    end_by_number();
  else
    end_by_value();
  return 0;
}

// Kernels that may start with more than the file shows at first sight: their
// addresses are taken.
// RUN: %tessera --cuda-path=none -o %t.cu %s 2>&1 | FileCheck %s --implicit-check-not="address is taken"
__global__ void changed(float *y, int n) { y[n] = 1; }
__global__ void given(float *y, int n) { y[n] = 2; }
__global__ void twice(float *y, int n) { y[n] = 3; }
__global__ void bound(float *y, int n) { y[n] = 4; }
__global__ void listed(float *y, int n) { y[n] = 5; }
__global__ void declared(float *y, int n) { y[n] = 6; }
__global__ void chosen(float *y, int n) { y[n] = 7; }
__global__ void known(float *y, int n) { y[n] = 8; }

typedef void (*Kernel)(float *, int);
struct Case {
  int number;
  Kernel kernel;
};

void use(Kernel kernel, double);
static void use(Kernel kernel, int) { kernel<<<1, 1>>>(nullptr, 0); }
// CHECK: :[[@LINE+1]]:{{.*}} kernel 'chosen' not changed: its address is taken
template <typename T> void choose() { use(chosen, T()); }

int main() {
  int n = 5, m = 6;
  float *y, *z;
  cudaMalloc(&y, 4096);
  cudaMalloc(&z, 4096);

  // The array gets another address.
  void *arguments[] = {&y, &n};
  arguments[1] = &m;
  // CHECK: :[[@LINE+1]]:{{.*}} kernel 'changed' not changed: its address is taken
  cudaLaunchKernel((void *)changed, dim3(1), dim3(32), arguments, 0, 0);

  // A function gets the array.
  void *handed[] = {&z, &n};
  void setUp(void **);
  setUp(handed);
  // CHECK: :[[@LINE+1]]:{{.*}} kernel 'given' not changed: its address is taken
  cudaLaunchKernel((void *)given, dim3(1), dim3(32), handed, 0, 0);

  // One launch through the pointer is known, and another is not.
  // CHECK: :[[@LINE+1]]:{{.*}} kernel 'twice' not changed: its address is taken
  Kernel pointer = twice;
  pointer<<<1, 32>>>(y, 1);
  cudaLaunchKernel((void *)pointer, dim3(1), dim3(32), handed, 0, 0);

  // CHECK: :[[@LINE+1]]:{{.*}} kernel 'bound' not changed: its address is taken
  Case one = {1, bound};
  auto [number, kernel] = one;
  kernel<<<1, 32>>>(y, number);
  // CHECK: :[[@LINE+1]]:{{.*}} kernel 'listed' not changed: its address is taken
  Kernel list[2] = {listed, nullptr};
  auto [first, second] = list;
  first<<<1, 32>>>(y, 2);

  // Another file may read it.
  extern Kernel elsewhere;
  // CHECK: :[[@LINE+1]]:{{.*}} kernel 'declared' not changed: its address is taken
  elsewhere = declared;
  elsewhere<<<1, 32>>>(y, 3);

  choose<int>();
  choose<double>();

  // The first of these starts with 64 threads.
  cudaLaunchConfig_t config = {dim3(1), dim3(64)};
  cudaLaunchKernelEx(&config, known, y, 5);
  config.blockDim = dim3(32);
  cudaLaunchKernelEx(&config, known, y, 5);
}
// RUN: %tessera --cuda-path=none --print=model %s | FileCheck %s --check-prefix=MODEL
// MODEL: launch of kernel7 in main: grid ?x?x? block ?x?x?, fixed
// MODEL: launch of kernel7 in main: grid ?x?x? block ?x?x?, fixed

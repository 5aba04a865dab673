// A kernel depends on the device's architecture, and is not changed, if
// something that it uses does: a macro, a function, a constant or a type, also
// where the condition goes on in the next line or names another macro for it.
// RUN: %tessera --cuda-path=none --no-transfers %s > %t.cu 2> %t.err
// RUN: FileCheck %s --input-file=%t.err
// RUN: FileCheck %s --input-file=%t.cu --check-prefix=OUT
#if defined(FAST) || \
    __CUDA_ARCH__ >= 900
#define STEP 2
#else
#define STEP 1
#endif
#ifdef __CUDA_ARCH__
#define ON_DEVICE
#endif
#ifdef ON_DEVICE
#define LAST 1
#else
#define LAST 0
#endif
#define STRIDE (STEP)
#ifdef __CUDA_ARCH__
#define load __ldg
#endif
__device__ float load(const float *p) { return *p; }
__device__ int step() {
#if __CUDA_ARCH__ >= 900
  return 2;
#else
  return 1;
#endif
}
#if LAST
const int Step = 2;
typedef double Sum;
#else
const int Step = 1;
typedef float Sum;
#endif
__device__ int indirect() { return Step; }

// CHECK: :[[@LINE+1]]:17: remark: kernel 'by_macro' not changed: its text depends on the device architecture
__global__ void by_macro(const float *in, float *out) {
  float sum = 0;
  for (int k = 0; k < 64; k += STRIDE)
    sum += in[k];
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}
// CHECK: :[[@LINE+1]]:17: remark: kernel 'by_device_macro' not changed: its text depends
__global__ void by_device_macro(const float *in, float *out) {
  float sum = 0;
  for (int k = 0; k < 64; k++)
    sum += load(&in[k]);
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}
// CHECK: :[[@LINE+1]]:17: remark: kernel 'by_function' not changed: its text depends
__global__ void by_function(const float *in, float *out) {
  float sum = 0;
  for (int k = 0; k < 64; k += step())
    sum += in[k];
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}
// CHECK: :[[@LINE+1]]:17: remark: kernel 'by_constant' not changed: its text depends
__global__ void by_constant(const float *in, float *out) {
  float sum = 0;
  for (int k = 0; k < 64; k += indirect())
    sum += in[k];
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}
// CHECK: :[[@LINE+1]]:17: remark: kernel 'by_type' not changed: its text depends
__global__ void by_type(const float *in, float *out) {
  Sum sum = 0;
  for (int k = 0; k < 64; k++)
    sum += in[k];
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}
// CHECK-NOT: 'plain' not changed
// OUT: {{^}}// Tiled by tessera
// OUT-NEXT: {{^}}__global__ void plain(
__global__ void plain(const float *in, float *out) {
  float sum = 0;
  for (int k = 0; k < 64; k++)
    sum += in[blockIdx.x * 64 + k] * in[k];
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 4096 * sizeof(float));
  cudaMalloc(&out, 4096 * sizeof(float));
  by_macro<<<8, 64>>>(in, out);
  by_device_macro<<<8, 64>>>(in, out);
  by_function<<<8, 64>>>(in, out);
  by_constant<<<8, 64>>>(in, out);
  by_type<<<8, 64>>>(in, out);
  plain<<<8, 64>>>(in, out);
}

// Templates whose instances cannot be told apart, or not be known.
// RUN: %tessera --cuda-path=none --no-transfers %s > %t.cu 2> %t.err
// RUN: FileCheck %s --input-file=%t.err
// RUN: diff %s %t.cu

// CHECK: :[[@LINE+2]]:17: remark: kernel 'unused' not changed: it is a template without a launch [tessera-template-kernel]
template <typename T>
__global__ void unused(const T *in, T *out) {
  out[threadIdx.x] = in[0];
}

// The other branch is no statement of this instance.
template <int N>
// CHECK: :[[@LINE+1]]:17: remark: kernel 'chooses' not changed: it is a template with 'if constexpr' [tessera-template-kernel]
__global__ void chooses(const float *in, float *out) {
  float sum = 0;
  for (int k = 0; k < N; k++)
    sum += in[k];
  if constexpr (N > 8)
    sum += 1;
  out[threadIdx.x] = sum;
}

template <typename T>
// CHECK: :[[@LINE+1]]:17: remark: kernel 'nameless' not changed: it is a template whose argument is a type without a name [tessera-template-kernel]
__global__ void nameless(const float *in, float *out, T add) {
  float sum = 0;
  for (int k = 0; k < 64; k++)
    sum += in[k];
  out[threadIdx.x] = sum + add.value;
}

template <typename... T>
// CHECK: :[[@LINE+1]]:17: remark: kernel 'several' not changed: it is a template with any number of parameters [tessera-template-kernel]
__global__ void several(const float *in, float *out, T... more) {
  float sum = 0;
  for (int k = 0; k < 64; k++)
    sum += in[k];
  out[threadIdx.x] = sum;
}

template <int N> __global__ void special(const float *in, float *out);
// CHECK: :[[@LINE+1]]:29: remark: kernel 'special' not changed: it is a template of which it is a specialisation [tessera-template-kernel]
template <> __global__ void special<3>(const float *in, float *out) {
  float sum = 0;
  for (int k = 0; k < 64; k++)
    sum += in[k];
  out[threadIdx.x] = sum;
}

int main() {
  struct Local {
    float value;
  };
  float *in, *out;
  cudaMalloc(&in, 4096 * sizeof(float));
  cudaMalloc(&out, 4096 * sizeof(float));
  chooses<64><<<1, 64>>>(in, out);
  nameless<<<1, 64>>>(in, out, Local{1});
  several<<<1, 64>>>(in, out, 1, 2);
  special<3><<<1, 64>>>(in, out);
}

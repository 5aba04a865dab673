// A directive is about what follows it, about the code before it in its line,
// or about the kernel it stands in; `on` ends what an `off` before it begins.
// RUN: %tessera --cuda-path=none --no-transfers %s 2>&1 >%t.cu | FileCheck %s
// RUN: %tessera -q --cuda-path=none --no-transfers --check %t.cu
// RUN: sed -e 's/^.. Everything: /\/\/ tessera: /' %s > %t.off.cu
// RUN: %tessera --cuda-path=none %t.off.cu 2>&1 >%t.result.cu | FileCheck %s --check-prefix=FILE
// RUN: diff %t.off.cu %t.result.cu
// FILE: :[[@LINE+1]]:1: remark: {{.*}}.off.cu' is left alone: the directive in line [[@LINE+1]] asks for it [tessera-switched-off]
// Everything: off-file

// Text between a directive and its kernel that is no code does not matter.
// tessera: off
#define SIZE 64
/* Neither does this. */
// CHECK: remark: 'first' is left alone
extern "C" __global__ void first(const float *__restrict__ in, float *__restrict__ out) {
  float sum = 0;
  for (int k = 0; k < 64; k++)
    sum += in[k];
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}

// CHECK: remark: 'second' is left alone
template <typename T>
__global__ void second(const T *__restrict__ in, T *__restrict__ out) { // tessera: off
  T sum = 0;
  for (int k = 0; k < 64; k++)
    sum += in[k];
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}

// CHECK: remark: 'third' is left alone
__global__ void third(const float *__restrict__ in, float *__restrict__ out) {
  /* tessera: off */
  float sum = 0;
  for (int k = 0; k < 64; k++)
    sum += in[k];
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}

#pragma tessera off
// CHECK: remark: 'fourth' is left alone
__global__ void fourth(const float *__restrict__ in, float *__restrict__ out) {
  float sum = 0;
  for (int k = 0; k < 64; k++)
    sum += in[k];
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}
// CHECK: remark: 'fifth' is left alone
__global__ void fifth(const float *__restrict__ in, float *__restrict__ out) {
  float sum = 0;
  for (int k = 0; k < 64; k++)
    sum += in[k];
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}
#pragma tessera on

// CHECK: remark: taken as true, and not tested: no alias(in, out), in all
#pragma tessera assume \
    no alias(in, out)
/* tessera: shared(in);
            coarsen=never */
// CHECK: remark: staged 'in'
__global__ void sixth(const float *__restrict__ in, float *__restrict__ out) {
  float sum = 0;
  for (int k = 0; k < 64; k++)
    sum += in[k];
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}

void run(const float *in, float *out) {
  first<<<8, 64>>>(in, out);
  second<float><<<8, 64>>>(in, out);
  third<<<8, 64>>>(in, out);
  fourth<<<8, 64>>>(in, out);
  fifth<<<8, 64>>>(in, out);
  sixth<<<8, 64>>>(in, out);
  // tessera: off
  for (int i = 0; i < 3; i++)
    // CHECK: remark: 'sixth' is left alone: this launch
    sixth<<<8, 64>>>(in, out);
  // tessera: off
  // CHECK: remark: 'sixth' is left alone: this launch
  sixth<<<8, 64>>>(in,
                   out);
  // CHECK: remark: 'sixth' is left alone: this launch
  sixth<<<8, 64>>>(in,
                   out); // tessera: off
}

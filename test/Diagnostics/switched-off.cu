// Directives leave a kernel, an array in a kernel, a launch and a shared array
// alone.
// RUN: %tessera --cuda-path=none %s > %t.cu 2> %t.err
// RUN: FileCheck %s --input-file=%t.err --implicit-check-not='left alone'
// RUN: FileCheck %s --check-prefix=RESULT --input-file=%t.cu
// RESULT-NOT: __shared__
// CHECK: :[[@LINE+2]]:18: remark: 'a' is left alone: the directive in line [[@LINE+2]] asks for it [tessera-switched-off]
// CHECK: :[[@LINE+1]]:26: remark: 'kept' is left alone: the directive in line [[@LINE+1]] asks for it [tessera-switched-off]
__global__ float a[512], kept[512]; // tessera: off
// RESULT: __managed__ float a[512], kept[512];

// tessera: off
// CHECK: :[[@LINE+1]]:17: remark: 'alone' is left alone: the directive in line [[@LINE-1]] asks for it [tessera-switched-off]
__global__ void alone(const float *in, float *out) {
  float sum = 0;
  for (int k = 0; k < 64; k++)
    sum += in[k];
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}

#pragma tessera off(in)
__global__ void global(const float *in, float *out) {
  float sum = 0;
  for (int k = 0; k < 64; k++)
    // CHECK: :[[@LINE+1]]:12: remark: 'in' is left alone: a directive asks for it [tessera-switched-off]
    sum += in[k];
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}

// CHECK: :[[@LINE+1]]:17: remark: 'launched' is left alone: all its launches are switched off [tessera-switched-off]
__global__ void launched(const float *in, float *out) {
  float sum = 0;
  for (int k = 0; k < 64; k++)
    sum += in[k];
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}

int main() {
  alone<<<8, 64>>>(a, kept);
  global<<<8, 64>>>(a, kept);
  // CHECK: :[[@LINE+1]]:3: remark: 'launched' is left alone: this launch starts it as it is: the directive in line [[@LINE+1]] asks for it [tessera-switched-off]
  launched<<<8, 64>>>(a, kept); // tessera: off
}

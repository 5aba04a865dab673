// A measured plan is for a kernel's content, the sizes of its launches and a
// device; for others the planner decides.
// RUN: split-file %s %t
// RUN: rm -rf %t/d
// RUN: %tessera -q --cuda-path=none --tune=%t/d %t/main.cu
// RUN: %python %S/../Driver/Inputs/write_results.py %t/d "" "[[4], [3], [2]]"
// RUN: %tessera -q --tune-results=%t/d/results.json -o %t/plan

// It applies: also with other comments and layout.
// RUN: %tessera --cuda-path=none --plan=%t/plan %t/main.cu -o %t/out.cu 2>&1 | FileCheck %s --check-prefix=NONE --allow-empty
// RUN: diff %t/out.cu %t/d/variants/002.cu
// RUN: sed 's/float sum = 0;/float  sum = 0; \/\/ nothing yet/' %t/main.cu > %t/layout.cu
// RUN: %tessera --cuda-path=none --plan=%t/plan %t/layout.cu -o %t/out.cu 2>&1 | FileCheck %s --check-prefix=NONE --allow-empty
// NONE-NOT: is not used

// Another text, another value of a macro in it, other launches, another device.
// RUN: sed 's/sum += in/sum -= in/' %t/main.cu > %t/text.cu
// RUN: %tessera --cuda-path=none --plan=%t/plan %t/text.cu -o %t/out.cu 2>&1 | FileCheck %s --check-prefix=TEXT
// TEXT: text.cu:4:17: remark: the measured plan for 'kernel' is not used: the kernel is another one than was measured [tessera-plan-is-stale]
// RUN: %tessera -q --cuda-path=none %t/text.cu | diff - %t/out.cu
// RUN: %tessera --cuda-path=none --plan=%t/plan %t/main.cu -o %t/out.cu -- -DTERMS=24 2>&1 | FileCheck %s --check-prefix=TEXT2
// TEXT2: the kernel is another one than was measured [tessera-plan-is-stale]
// RUN: sed 's/<<<8,/<<<9,/' %t/main.cu > %t/sizes.cu
// RUN: %tessera --cuda-path=none --plan=%t/plan %t/sizes.cu -o %t/out.cu 2>&1 | FileCheck %s --check-prefix=SIZES
// SIZES: it was measured for other launches: grid 8x1x1 instead of grid 9x1x1 [tessera-plan-is-stale]
// RUN: %tessera --cuda-path=none --gpu=sm_80 --plan=%t/plan %t/main.cu -o %t/out.cu 2>&1 | FileCheck %s --check-prefix=DEVICE
// DEVICE: it was measured on sm_90 instead of sm_80 [tessera-plan-is-stale]
// RUN: %tessera -q --cuda-path=none --gpu=sm_80 %t/main.cu | diff - %t/out.cu
// RUN: sed 's/^  kernel<<<.*/&\n  kernel<<<8, 32>>>(in, out);/' %t/main.cu > %t/blocks.cu
// RUN: %tessera --cuda-path=none --plan=%t/plan %t/blocks.cu -o %t/out.cu 2>&1 | FileCheck %s --check-prefix=BLOCKS
// BLOCKS: blocks of another size are launched, too [tessera-plan-is-stale]

// Plans for kernels of other programs are nobody's concern.
// RUN: sed 's/kernel: .*/kernel: other/' %t/plan > %t/other
// RUN: %tessera --cuda-path=none --plan=%t/other %t/main.cu -o %t/out.cu 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: %tessera -q --cuda-path=none %t/main.cu | diff - %t/out.cu
//--- main.cu
#ifndef TERMS
#define TERMS 16
#endif
__global__ void kernel(const float *in, float *out) {
  float sum = 0;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < TERMS; k++)
    sum += in[i + k];
  out[i] = sum;
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 4096 * sizeof(float));
  cudaMalloc(&out, 4096 * sizeof(float));
  kernel<<<8, 64>>>(in, out);
}

// A plan wants variables in constant memory that cannot be there.
// RUN: split-file %s %t
// RUN: %tessera --cuda-path=none --plan=%t/plan.yaml %t/main.cu 2>&1 > %t/out.cu | FileCheck %s
// RUN: not grep __constant__ %t/out.cu
// CHECK: :1:18: remark: 'lanes' is not placed in constant memory: threads of 'kernel' read different elements at once [tessera-not-constant]
// CHECK: :2:18: remark: 'part' is not placed in constant memory: a launch of 'kernel' passes a part of it, or other memory
// CHECK: :3:18: remark: 'large' is not placed in constant memory: it is larger than the cache of constant memory
// CHECK: :4:18: remark: 'written' is not placed in constant memory: 'kernel' writes it or hands it on
//--- main.cu
__global__ float lanes[64];
__global__ float part[64];
__global__ float large[4096];
__global__ float written[64];

__global__ void kernel(const float *lanes, const float *part,
                       const float *large, float *written) {
  float sum = 0;
  for (int k = 0; k < 10; k++)
    sum += lanes[threadIdx.x] * part[k] * large[k];
  written[threadIdx.x] = sum;
}

int main() {
  lanes[3] = part[4] = large[5] = 1;
  kernel<<<1, 64>>>(lanes, part + 3, large, written);
  return written[7];
}
//--- plan.yaml
kernels:
  - kernel: kernel
    constant: [ lanes, part, large, written ]

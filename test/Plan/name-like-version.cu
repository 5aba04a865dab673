// A kernel that was rewritten in place is no version of one whose name its own
// begins with.
// RUN: split-file %s %t
// RUN: %tessera -q --cuda-path=none --no-transfers %t/rows.cu > %t/both.cu
// RUN: grep 'Tiled by tessera' %t/both.cu
// RUN: cat %t/more.cu >> %t/both.cu
// RUN: %tessera --cuda-path=none --no-transfers %t/both.cu 2>&1 >%t/out.cu | FileCheck %s
// CHECK: remark: 'scale_rows' is output of this tool and is left alone
// CHECK: remark: staged 'in' in shared memory
//--- rows.cu
__managed__ float in[64], out[1024];
__global__ void scale_rows() {
  float sum = 0;
  for (int k = 0; k < 64; k++)
    sum += in[k] * k;
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}
int main() { scale_rows<<<16, 64>>>(); }
//--- more.cu
__global__ void scale() {
  float sum = 1;
  for (int k = 0; k < 64; k++)
    sum *= in[k];
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}
void more() { scale<<<16, 64>>>(); }

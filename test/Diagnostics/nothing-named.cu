// A name on the command line that no file has is a slip.
// RUN: cp %s %t.other.cu
// RUN: %tessera --cuda-path=none --array=inn:shared --kernel=kernle %s %t.other.cu 2>&1 > /dev/null \
// RUN:   | FileCheck %s
// RUN: %tessera --cuda-path=none --array=in:shared --kernel=ker %s 2>&1 > /dev/null \
// RUN:   | FileCheck %s --check-prefix=KNOWN --allow-empty
// CHECK-COUNT-1: tessera: warning: --array: no kernel accesses an array 'inn' [tessera-nothing-named]
// CHECK-COUNT-1: tessera: warning: --kernel: no kernel's name matches 'kernle' [tessera-nothing-named]
// CHECK-NOT: warning
// KNOWN-NOT: warning
__global__ void kernel(const float *in, float *out) {
  out[threadIdx.x] = in[threadIdx.x];
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 4096 * sizeof(float));
  cudaMalloc(&out, 4096 * sizeof(float));
  kernel<<<8, 64>>>(in, out);
}

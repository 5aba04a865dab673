// What moves between host and device is reported at the variable.
// RUN: %tessera --cuda-path=none %s 2>&1 > /dev/null | FileCheck %s
// CHECK: :[[@LINE+1]]:16: remark: 'a' is uploaded once and read back once [tessera-transferred]
__global__ int a[64];

__global__ void next() { a[threadIdx.x] += 1; }

int main() {
  for (int i = 0; i < 64; i++)
    a[i] = i;
  next<<<1, 64>>>();
  return a[7];
}

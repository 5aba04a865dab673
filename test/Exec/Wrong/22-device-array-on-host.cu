// Pitfall 22: the host dereferences an array of the device.
// RUN: not %tessera-run -DUSE='a[3]=1' %s 2>&1 | FileCheck %s --check-prefix=WRITE
// RUN: not %tessera-run -DUSE='return(int)v[2]' %s 2>&1 | FileCheck %s --check-prefix=READ

__device__ float v[8];

int main() {
  float *a;
  cudaMalloc(&a, 32);
  // WRITE: :[[@LINE+2]]:3: error: the host writes 'a' at byte 12, which is in the memory of the device [device-memory-on-host]
  // READ: :[[@LINE+1]]:3: error: the host reads 'v' at byte 8, which is in the memory of the device [device-memory-on-host]
  USE;
}

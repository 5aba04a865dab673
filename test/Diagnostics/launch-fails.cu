// Launches that no device of this kind makes, and that go unnoticed without a
// check.
// RUN: %tessera --cuda-path=none %s 2>&1 > /dev/null | FileCheck %s
// RUN: %tessera --cuda-path=none --gpu=sm_13 %s 2>&1 > /dev/null | FileCheck %s --check-prefix=SM13
// RUN: %tessera --cuda-path=none %s -- -DFIXED 2>&1 > /dev/null | FileCheck %s --check-prefix=FIXED --allow-empty
// FIXED-NOT: tessera-launch-fails
#ifdef FIXED
const int T = 256, BYTES = 4096, N = 1, Z = 1;
#else
const int T = 2048, BYTES = 300000, N = 0, Z = 128;
#endif

__global__ void fill(float *a) { a[threadIdx.x] = 1; }
__global__ void dynamic(float *a) {
  extern __shared__ float s[];
  s[threadIdx.x] = a[threadIdx.x];
  a[threadIdx.x] = s[threadIdx.x];
}

int main() {
  float *a;
  cudaMalloc(&a, 4096 * sizeof(float));
  // CHECK: :[[@LINE+1]]:3: warning: this launch fails: its blocks have 2048 threads, and H{{.}}00 allows 1024 [tessera-launch-fails]
  fill<<<1, T>>>(a);
  // SM13: :[[@LINE+1]]:3: warning: this launch fails: its blocks have 768 threads, and Tesla-C1060 allows 512
  fill<<<1, 768>>>(a);
  // CHECK: :[[@LINE+1]]:3: warning: this launch fails: its grid has no blocks{{.*}} [tessera-launch-fails]
  fill<<<N, 32>>>(a);
  // CHECK: :[[@LINE+1]]:3: warning: this launch fails: its blocks have 128 threads along z, and H{{.}}00 allows 64{{.*}} [tessera-launch-fails]
  fill<<<1, dim3(1, 1, Z)>>>(a);
  // CHECK: :[[@LINE+1]]:3: warning: this launch fails: its grid has 70000 blocks along y, and H{{.}}00 allows 65535{{.*}} [tessera-launch-fails]
  fill<<<dim3(1, 70000 * (T / 2048) + 1 * (T == 256)), 32>>>(a);
  // CHECK: :[[@LINE+1]]:3: warning: this launch fails: it asks for 300000 bytes of shared memory, and H{{.}}00 allows 232448{{.*}} [tessera-launch-fails]
  dynamic<<<1, 256, BYTES>>>(a);
  // CHECK: :[[@LINE+1]]:3: warning: this launch fails: it asks for 60000 bytes of shared memory, and H{{.}}00 allows 49152 without cudaFuncSetAttribute{{.*}} [tessera-launch-fails]
  dynamic<<<1, 256, BYTES == 4096 ? 4096 : 60000>>>(a);
  // CHECK-NOT: tessera-launch-fails
  fill<<<1, 64>>>(a);
}

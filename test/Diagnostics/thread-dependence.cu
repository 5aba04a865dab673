// A loop with a dependence was made parallel as it stood.
// RUN: %tessera --cuda-path=none %s -o /dev/null 2> %t.err
// RUN: grep 'warning:' %t.err | FileCheck %s --implicit-check-not=warning:
__global__ void flow(float *a, const float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n)
    // CHECK: :[[@LINE+1]]:12: warning: threads run in any order, but this read of 'a' and the write in line [[@LINE+1]] need one: thread 1 of block 0 writes what thread 2 reads (n = 3) [tessera-thread-dependence]
    a[i] = a[i - 1] + b[i];
}

__global__ void anti(float *a, const float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n - 1)
    // CHECK: :[[@LINE+1]]:12: warning: threads run in any order, but this read of 'a' and the write in line [[@LINE+1]] need one: thread 1 of block 0 writes what thread 0 reads (n = 3)
    a[i] = a[i + 1] + b[i];
}

// All blocks write the same elements.
__global__ void output(float *a, const float *b) {
  // CHECK: :[[@LINE+1]]:3: warning: threads run in any order, but this write of 'a' and the same write of other threads need one: thread 0 of block 0 and thread 0 of block 1 write one element
  a[threadIdx.x] = b[blockIdx.x * blockDim.x + threadIdx.x];
}

// No thread needs what another one writes.
__global__ void fine(float *a, const float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i] = a[i] + b[i + 1];
  if (i < 512)
    a[i] += a[i + 2048];
  a[3072 + blockIdx.x] = b[blockIdx.x];
}

// Not known: how far the other element is.
__global__ void unknown(float *a, int n, int distance) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + distance < n)
    a[i] = a[i + distance];
}

int main(int argc, char **argv) {
  float *a, *b;
  cudaMalloc(&a, 4096 * sizeof(float));
  cudaMalloc(&b, 4096 * sizeof(float));
  flow<<<8, 128>>>(a, b, argc);
  anti<<<8, 128>>>(a, b, argc);
  output<<<8, 128>>>(a, b);
  fine<<<8, 128>>>(a, b, 1024);
  unknown<<<8, 128>>>(a, argc, argv[0][0]);
  cudaFree(a);
  cudaFree(b);
}

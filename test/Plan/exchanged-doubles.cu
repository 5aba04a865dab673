// What threads exchange counts beside tiles in double, too: with 512 threads
// both have more than a kernel may declare, so the tiles are dynamic. A version
// that exchanges nothing declares its own.
// RUN: %tessera --cuda-path=none -q %s | grep -v '^// ' > %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %if nvcc %{ nvcc -arch=sm_90 -c %t.cu -o %t.o %}
// CHECK: extern __shared__ __align__(16) unsigned char doubles_tiles[];
// CHECK: __shared__ double sum_all[4607];
// CHECK: __shared__ double in_tile[{{[0-9]+}}];
// CHECK: doubles_tiled, cudaFuncAttributeMaxDynamicSharedMemorySize,
__global__ void doubles(const double *in, double *out, int width, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    double sum = 0;
    for (int k = 0; k < width; k++)
      sum += in[i + k];
    out[i] = sum;
  }
}
void run(const double *in, double *out, int width, int n) {
  doubles<<<n / 512 + 1, 512>>>(in, out, width, n);
}

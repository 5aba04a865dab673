// Without a toolkit, what later toolkits dropped is there: textures that are
// variables, members of cudaDeviceProp, devices as numbers, helpers of the
// samples. A fetch reads what the kernel cannot change; the texture is no array.
// RUN: %tessera --cuda-path=none --print=model %s | FileCheck %s
#include <cutil_inline.h>

texture<float, 1, cudaReadModeElementType> row;
texture<uchar4, 2, cudaReadModeNormalizedFloat> image;

// CHECK: kernel fetch
// CHECK-NEXT: array 0: parameter float out[]
// CHECK-NOT: array 1
// CHECK-NOT: refused
__global__ void fetch(float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = tex1Dfetch(row, i) + tex2D(image, i, 0.5f).x;
}
// CHECK: launch of kernel0

int main(int argc, char **argv) {
  CUT_DEVICE_INIT(argc, argv);
  float *in, *out;
  unsigned timer = 0;
  CUDA_SAFE_CALL(cudaMalloc(&in, 4096));
  cutilSafeCall(cudaMallocManaged(&out, 4096));
  cudaDeviceProp of;
  cudaGetDeviceProperties(&of, 0);
  printf("%d %d\n", of.clockRate, of.deviceOverlap);
  row.filterMode = cudaFilterModePoint;
  cudaBindTexture(0, row, in, 4096);
  cudaMemPrefetchAsync(out, 4096, 0);
  cutCreateTimer(&timer);
  fetch<<<8, 128>>>(out, 1024);
  CUT_CHECK_ERROR("fetch");
  cudaUnbindTexture(row);
}

// Numbers of 16 bits: conversions are exact or to the nearest, to even; headers
// of the profiler; a header on the command line.
// RUN: split-file %s %t
// RUN: %tessera-run -include %t/sizes.h %t/main.cu | FileCheck %s
// RUN: %if nvcc %{ nvcc -arch=sm_90 -Wno-deprecated-gpu-targets -include %t/sizes.h -c %t/main.cu -o %t.o %}
// CHECK:      half 63490 of 63490 numbers, 0 wrong
// CHECK-NEXT: bfloat16 65282 of 65282 numbers, 0 wrong
// CHECK-NEXT: 2049 2048, 2051 2052, 65519 65504, 65520 inf, 1e-8 0.000000e+00, 3e-8 5.960464e-08
// CHECK-NEXT: 257 256, 259 260, 0.1 0.100098
// CHECK-NEXT: kernel 24.000 -3.000 7.500
//--- sizes.h
#define SCALE 3.0f
//--- main.cu
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_profiler_api.h>
#include <stdio.h>

__global__ void scale(half *a, __nv_bfloat16 *b, half2 *c) {
  int i = threadIdx.x;
  a[i] = __hfma(a[i], __float2half(SCALE), __float2half(6));
  b[i] = __hmul(b[i], __float2bfloat16(-0.5f));
  c[i] = __hadd2(c[i], c[i]);
}

int main() {
  int numbers = 0, wrong = 0;
  for (unsigned bits = 0; bits < 65536; ++bits) {
    const half h = __ushort_as_half((unsigned short)bits);
    if ((bits & 0x7fff) > 0x7c00)
      continue; // no number
    ++numbers;
    wrong += __half_as_ushort(__float2half(__half2float(h))) != bits;
  }
  printf("half %d of 63490 numbers, %d wrong\n", numbers, wrong);
  numbers = wrong = 0;
  for (unsigned bits = 0; bits < 65536; ++bits) {
    const __nv_bfloat16 h = __ushort_as_bfloat16((unsigned short)bits);
    if ((bits & 0x7fff) > 0x7f80)
      continue;
    ++numbers;
    wrong += __bfloat16_as_ushort(__float2bfloat16(__bfloat162float(h))) != bits;
  }
  printf("bfloat16 %d of 65282 numbers, %d wrong\n", numbers, wrong);
  auto h = [](float x) { return __half2float(__float2half(x)); };
  printf("2049 %g, 2051 %g, 65519 %g, 65520 %g, 1e-8 %e, 3e-8 %e\n", h(2049),
         h(2051), h(65519), h(65520), h(1e-8f), h(3e-8f));
  auto b = [](float x) { return __bfloat162float(__float2bfloat16(x)); };
  printf("257 %g, 259 %g, 0.1 %f\n", b(257), b(259), b(0.1f));

  half *x;
  __nv_bfloat16 *y;
  half2 *z;
  cudaMallocManaged(&x, 32 * sizeof(half));
  cudaMallocManaged(&y, 32 * sizeof(__nv_bfloat16));
  cudaMallocManaged(&z, 32 * sizeof(half2));
  for (int i = 0; i < 32; ++i) {
    x[i] = __float2half(i);
    y[i] = __float2bfloat16(i);
    z[i] = __floats2half2_rn(i, i + 0.75f);
  }
  cudaProfilerStart();
  scale<<<1, 32>>>(x, y, z);
  cudaDeviceSynchronize();
  cudaProfilerStop();
  printf("kernel %.3f %.3f %.3f\n", __half2float(x[6]), __bfloat162float(y[6]),
         __high2float(z[3]));
}

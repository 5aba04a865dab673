// Kernels in headers are translated, or a message says why they are not.
// The folder has no mark of a project above, as a checkout's would have.
// RUN: mktemp -d | tr -d '\n' > %t.folder
// RUN: split-file %s %{readfile:%t.folder}
// DEFINE: %{folder} = %{readfile:%t.folder}
// RUN: cd %{folder}
// RUN: cp project/include/k.cuh project/src/k.cu
// DEFINE: %{flags} =
// DEFINE: %{run} = %tessera --cuda-path=none --gpu=tesla-c1060 %{flags} -o project/out.cu
// A folder of headers beside the sources is the project's, without any mark.
// RUN: %{run} project/src/main.cu -- -Iproject/include 2>&1 | FileCheck %s --check-prefix=BESIDE
// BESIDE: main.cu:1:1: remark: 'project/include/k.cuh' is rewritten as 'out.k.cuh' [tessera-header-copied]
// BESIDE: k.cuh:{{.*}} staged 'in'
// RUN: cd project/src && %tessera --cuda-path=none --gpu=tesla-c1060 main.cu -o up.cu -- -I ../include 2>&1 | FileCheck %s --check-prefix=UP
// UP: remark: '{{.*}}include/k.cuh' is rewritten as 'up.k.cuh' [tessera-header-copied]
// RUN: cd %{folder} && %tessera-run -Iproject/include -Iproject/src project/out.cu | FileCheck %s --check-prefix=OUTPUT
// OUTPUT: 2016
// So is a source that is included.
// RUN: %{run} project/src/source.cu 2>&1 | FileCheck %s --check-prefix=SOURCE
// SOURCE: remark: 'project/src/k.cu' is rewritten as 'out.k.cu' [tessera-header-copied]

// What is elsewhere stays as it is.
// RUN: %{run} project/src/main.cu -- -Ilibrary/include 2>&1 | FileCheck %s --check-prefix=LIBRARY
// RUN: diff project/src/main.cu project/out.cu
// LIBRARY: main.cu:1:10: remark: 'smooth' not changed: it is defined in 'library/include/k.cuh', which does not belong to the project [tessera-in-header]
// LIBRARY-NOT: [tessera-in-header]
// With a mark the project is what is below.
// RUN: touch .tessera
// RUN: %{run} project/src/main.cu -- -Ilibrary/include 2>&1 | FileCheck %s --check-prefix=MARK
// MARK: remark: 'library/include/k.cuh' is rewritten as 'out.k.cuh' [tessera-header-copied]
// RUN: rm .tessera && touch project/src/.tessera
// RUN: %{run} project/src/main.cu -- -Iproject/include 2>&1 | FileCheck %s --check-prefix=ABOVE
// ABOVE: 'smooth' not changed: it is defined in 'project/include/k.cuh', which does not belong to the project [tessera-in-header]
// RUN: rm project/src/.tessera
// RUN: %{run} project/src/main.cu -- -isystem project/include 2>&1 | FileCheck %s --check-prefix=SYSTEM
// SYSTEM: 'smooth' not changed: it is defined in 'project/include/k.cuh', a header of the system [tessera-in-header]
// So does what cannot be put in the place of its #include.
// RUN: %{run} project/src/twice.cu -- -Iproject/include 2>&1 | FileCheck %s --check-prefix=TWICE
// TWICE: 'smooth' not changed: it is defined in 'project/include/k.cuh', which is read several times [tessera-in-header]
// RUN: %{run} project/src/line.cu -- -Iproject/include 2>&1 | FileCheck %s --check-prefix=LINE
// LINE: 'smooth' not changed: it is defined in 'project/include/k.cuh', whose #include is not alone in its line [tessera-in-header]
// RUN: %{run} project/src/through.cu -- -Iproject/include -isystem library/include 2>&1 | FileCheck %s --check-prefix=THROUGH
// THROUGH: 'smooth' not changed: it is defined in 'project/include/k.cuh', a header of the system [tessera-in-header]
// RUN: %{run} project/src/through.cu -- -Iproject/include -Ilibrary/include 2>&1 | FileCheck %s --check-prefix=OUTER
// OUTER: 'smooth' not changed: it is defined in 'project/include/k.cuh', which another header includes that stays as it is [tessera-in-header]
// RUN: %{run} project/src/own.cu -- -Iproject/include 2>&1 | FileCheck %s --check-prefix=OWN
// OWN: 'smooth' not changed: it is defined in 'project/include/own.cuh', which includes what would not be found from another folder [tessera-in-header]
// Nothing need start a kernel of the project, of a text that makes several.
// RUN: %{run} project/src/expanded.cu -- 2>&1 | FileCheck %s --check-prefix=EXPANDED
// EXPANDED: expanded.cu:2:10: remark: 'first' not changed: it is defined in 'project/src/expanded.inl', which is read several times [tessera-in-header]
// EXPANDED: expanded.cu:5:10: remark: 'second' not changed: it is defined in 'project/src/expanded.inl', which is read several times [tessera-in-header]
// Kernels of the system that the file does not name are no matter.
// RUN: %{run} project/src/unused.cu -- -isystem project/include 2>&1 | FileCheck %s --check-prefix=UNUSED --allow-empty
// UNUSED-NOT: in-header
// RUN: rm -rf %{folder}
//--- project/include/k.cuh
#ifndef TWICE
#define TWICE
#elif !defined(ONCE)
#define ONCE
#endif
#ifndef ONCE
__global__ void smooth(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 64; ++k)
    sum += in[i + k];
  out[i] = sum;
}
#endif
//--- library/include/k.cuh
__global__ void smooth(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 64; ++k)
    sum += in[i + k];
  out[i] = sum;
}
//--- library/include/through.h
#include <k.cuh>
//--- project/include/own.cuh
#include "size.h"
__global__ void smooth(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < SIZE; ++k)
    sum += in[i + k];
  out[i] = sum;
}
//--- project/include/size.h
#define SIZE 64
//--- project/src/size.h
#define SIZE 32
//--- project/src/run.h
#include <stdio.h>
#include <stdlib.h>
int main() {
  float *in = (float *)malloc(4160 * sizeof(float)), *out, *d_in;
  for (int i = 0; i < 4160; ++i)
    in[i] = i;
  cudaMalloc(&d_in, 4160 * sizeof(float));
  cudaMalloc(&out, 4096 * sizeof(float));
  cudaMemcpy(d_in, in, 4160 * sizeof(float), cudaMemcpyHostToDevice);
  smooth<<<32, 128>>>(d_in, out);
  cudaMemcpy(in, out, 4096 * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%g\n", in[0]);
}
//--- project/src/main.cu
#include <k.cuh>
#include "run.h"
//--- project/src/source.cu
#include "k.cu"
#include "run.h"
//--- project/src/twice.cu
#include <k.cuh>
#include <k.cuh>
#include "run.h"
//--- project/src/line.cu
#include <k.cuh> /* what is
launched */
#include "run.h"
//--- project/src/through.cu
#include <through.h>
#include "run.h"
//--- project/src/own.cu
#include <own.cuh>
#include "run.h"
//--- project/src/expanded.inl
__global__ void NAME(float *out) { out[threadIdx.x] = 0; }
//--- project/src/expanded.cu
#define NAME first
#include "expanded.inl"
#undef NAME
#define NAME second
#include "expanded.inl"
//--- project/src/unused.cu
#include <k.cuh>
int main() {}

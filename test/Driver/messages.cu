// Which messages are printed, and as what.
// DEFINE: %{run} = %tessera --cuda-path=none %s -o %t.cu
// RUN: %{run} 2>&1 | FileCheck %s --check-prefixes=DONE,MISSED,FACT,WARN
// RUN: %{run} --remarks=all 2>&1 | FileCheck %s \
// RUN:   --check-prefixes=DONE,MISSED,FACT,WARN

// Kinds of remarks; warnings are none.
// RUN: %{run} --remarks=passed 2>&1 | FileCheck %s \
// RUN:   --check-prefixes=DONE,WARN --implicit-check-not=remark:
// RUN: %{run} --remarks=missed,analysis 2>&1 | FileCheck %s \
// RUN:   --check-prefixes=MISSED,FACT,WARN --implicit-check-not=remark:
// RUN: %{run} --remarks=none 2>&1 | FileCheck %s \
// RUN:   --check-prefixes=WARN --implicit-check-not=remark:

// Identities: the last pattern that fits decides.
// RUN: %{run} --messages=^staged 2>&1 | FileCheck %s \
// RUN:   --check-prefix=DONE --implicit-check-not=[tessera
// RUN: %{run} --messages=-^staged --messages=-barrier 2>&1 | FileCheck %s \
// RUN:   --check-prefixes=MISSED,FACT --implicit-check-not=staged] \
// RUN:   --implicit-check-not=-barrier]
// RUN: %{run} --messages=-. --messages=missing 2>&1 | FileCheck %s \
// RUN:   --check-prefix=WARN --implicit-check-not=remark:

// RUN: %{run} --no-warnings 2>&1 | FileCheck %s \
// RUN:   --check-prefixes=DONE,MISSED,FACT --implicit-check-not=warning:
// RUN: %{run} --no-warnings=missing-b --no-warnings=x 2>&1 | FileCheck %s \
// RUN:   --check-prefixes=DONE,MISSED,FACT --implicit-check-not=warning:
// RUN: %{run} --no-warnings=other 2>&1 | FileCheck %s --check-prefix=WARN
// RUN: %{run} -q 2>&1 | count 0

// A warning that is an error: nothing is written, also when the others are not
// printed.
// RUN: rm %t.cu
// RUN: %python %S/../Diagnostics/Inputs/exits.py 1 %{run} --werror 2>&1 \
// RUN:   | FileCheck %s --check-prefixes=DONE,MISSED,FACT,ERROR \
// RUN:   --implicit-check-not=warning:
// RUN: %python %S/../Diagnostics/Inputs/exits.py 1 %{run} -q \
// RUN:   --werror=^missing 2>&1 | FileCheck %s --check-prefix=ERROR \
// RUN:   --implicit-check-not=remark:
// RUN: not ls %t.cu
// One that is not wanted, or another, is none.
// RUN: %{run} --werror --no-warnings=barrier
// RUN: %{run} --werror --messages=-barrier
// RUN: %{run} --werror=out-of-bounds 2>&1 | FileCheck %s --check-prefix=WARN

// Also one about the command line.
// RUN: not %{run} --no-warnings=barrier --werror --kernel=none 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NAME
// NAME: tessera: error: --kernel: no kernel's name matches 'none' [tessera-nothing-named]
__global__ void window(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 64; ++k)
    // DONE: :[[@LINE+1]]:12: remark: staged 'in' {{.*}} [tessera-staged]
    sum += in[4 * i + k];
  out[i] = sum;
}

__global__ void turn(float *out) {
  __shared__ float tile[256];
  // MISSED: :[[@LINE+2]]:23: remark: 'out' not staged: {{.*}} [tessera-no-reuse]
  // MISSED: :[[@LINE+1]]:23: remark: kernel 'turn' keeps its own tiles{{.*}} [tessera-own-tiles]
  tile[threadIdx.x] = out[threadIdx.x];
  // WARN: :[[@LINE+2]]:22: warning: no barrier orders this read of 'tile'
  // ERROR: :[[@LINE+1]]:22: error: no barrier orders this read of 'tile' {{.*}} [tessera-missing-barrier]
  out[threadIdx.x] = tile[255 - threadIdx.x];
}

int main() {
  float *in, *out;
  cudaMalloc(&in, (4 * 4096 + 64) * sizeof(float));
  cudaMalloc(&out, 4096 * sizeof(float));
  // FACT: :[[@LINE+1]]:3: remark: no result {{.*}} [tessera-unchecked-errors]
  window<<<16, 256>>>(in, out);
  turn<<<1, 256>>>(out);
}

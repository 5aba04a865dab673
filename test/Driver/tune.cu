// Plans are written, measured, taken back and used; a stand-in for nvcc and the
// GPU says how long kernels take.
// RUN: rm -rf %t && split-file %s %t
// RUN: %tessera --tune=%t/d --progress --cuda-path=none %t/two.cu -- -I%t/headers -DTERMS=16 2>&1 | FileCheck %s --check-prefix=PROGRESS
// PROGRESS:      [{{ *}}1/{{[0-9]+}}] {{.*}}two.cu: {{.*}}: as it is
// PROGRESS:      [{{ *}}5/{{[0-9]+}}] {{.*}}two.cu: {{.*}}
// PROGRESS:      tessera: 6 variants of '{{.*}}two.cu' are in '{{.*}}/d'; to measure them: python3 {{.*}}/d/measure.py

// The first variant has the kernels as they are, the second the planner's plans;
// headers come along.
// RUN: diff %t/two.cu %t/d/variants/000.cu
// RUN: diff %t/headers/scale.h %t/d/variants/headers/scale.h
// RUN: %tessera -q --cuda-path=none %t/two.cu -- -I%t/headers -DTERMS=16 | diff - %t/d/variants/001.cu
// RUN: %tessera -q --cuda-path=none --plan=%t/d/plans/002.yaml %t/two.cu -- -I%t/headers -DTERMS=16 | diff - %t/d/variants/002.cu
// RUN: FileCheck %s --check-prefix=MANIFEST --input-file=%t/d/manifest.json
// MANIFEST:      "flags": [
// MANIFEST-NEXT:   "-Iheaders",
// MANIFEST-NEXT:   "-DTERMS=16"
// MANIFEST:      "plan": "as it is"
// MANIFEST:      "cost": [
// MANIFEST:      "plan": "start:in"
// MANIFEST:      "kernel": "window"
// MANIFEST:      "sizes": "grid 16x1x1"

// What would be measured can be looked at, each as a plan.
// RUN: %tessera -q --cuda-path=none --print=candidates %t/two.cu -- -I%t/headers -DTERMS=16 | FileCheck %s --check-prefix=CANDIDATES
// CANDIDATES:      # {{.*}}: as it is
// CANDIDATES-NEXT: ---
// CANDIDATES-NEXT: kernels:
// CANDIDATES:      # window: start:in
// CANDIDATES-NEXT: ---
// CANDIDATES-NEXT: kernels:
// CANDIDATES-NEXT: - kernel: window
// CANDIDATES:      - array: in

// A header elsewhere is found from where the input is.
// RUN: mkdir %t/below && sed 's,"scale.h","../headers/scale.h",' %t/two.cu > %t/below/two.cu
// RUN: %tessera -q --tune=%t/e --tune-candidates=2 --cuda-path=none %t/below/two.cu
// RUN: FileCheck %s --check-prefix=ELSEWHERE --input-file=%t/e/manifest.json
// ELSEWHERE:      "flags": [
// ELSEWHERE-NEXT:   "-I{{.*}}below"
// ELSEWHERE-NEXT: ]

// The same program gives the same folder, and what is too much goes.
// RUN: cp -r %t/d %t/again
// RUN: touch %t/again/variants/006.cu %t/again/plans/006.yaml
// RUN: %tessera -q --tune=%t/again --cuda-path=none %t/two.cu -- -I%t/headers -DTERMS=16
// RUN: diff -r %t/d %t/again

// The fourth run is interrupted.
// RUN: env FAKE=000=4,001=2.5,002=1.5,003=wrong,004=silent,005=broken FAKE_STOP=6 not %python %t/d/measure.py --nvcc "%python %S/Inputs/fake_nvcc.py %tessera-run" --jobs 1 --rounds 2 2>&1 | FileCheck %s --check-prefix=FIRST
// FIRST:      [1/6] build 000
// FIRST-NEXT: [2/6] build 001
// FIRST:      [6/6] build 005: it does not compile: 005.cu(1): error: this is broken
// FIRST-NEXT: [1/10] round 1, 000: 4.0000 ms, 4.0000 ms
// FIRST-NEXT: [2/10] round 1, 001: 2.5000 ms, 2.5000 ms
// FIRST-NEXT: [3/10] round 1, 002: 1.5000 ms, 1.5000 ms
// FIRST-NEXT: interrupted; the same command goes on from here
// FIRST-NOT:  {{.}}

// The rest is measured, and what prints something else is excluded.
// RUN: env FAKE=000=4,001=2.5,002=1.5,003=wrong,004=silent,005=broken %python %t/d/measure.py --nvcc "%python %S/Inputs/fake_nvcc.py %tessera-run" --jobs 1 --rounds 2 2>&1 | FileCheck %s --check-prefix=SECOND
// SECOND-NOT:  build 000
// SECOND:      [1/7] round 1, 003: excluded: it prints 3 words instead of 2
// SECOND-NEXT: [2/7] round 1, 004: excluded: it wrote no times
// SECOND-NEXT: [3/7] round 2, 000: 4.0000 ms, 4.0000 ms
// SECOND:      window 64x1x1
// SECOND-NEXT:   1.5000 ms [1.5000, 1.5000] [[WINDOW:.+]]
// SECOND-NEXT:   2.5000 ms [2.5000, 2.5000] start:in
// SECOND-NEXT:   4.0000 ms [4.0000, 4.0000] as it is
// SECOND-NEXT: rows 64x1x1
// SECOND:      excluded: variants/003.cu: it prints 3 words instead of 2
// SECOND-NEXT: excluded: variants/004.cu: it wrote no times
// SECOND-NEXT: excluded: variants/005.cu: it does not compile: 005.cu(1): error: this is broken

// What is being done is told before, if that is asked for; then what to do next.
// RUN: cp -r %t/d %t/told && rm %t/told/results.json
// RUN: env FAKE=005=broken %python %t/told/measure.py --progress --nvcc "%python %S/Inputs/fake_nvcc.py %tessera-run" --jobs 1 --rounds 1 2>&1 | FileCheck %s --check-prefix=TOLD
// TOLD:      [0/6] build
// TOLD-NEXT: [1/6] have 000
// TOLD:      [0/5] the program as it was
// TOLD-NEXT: [1/5] round 1, 000
// TOLD-NEXT: [1/5] round 1, 000: 1.0000 ms, 1.0000 ms
// TOLD-NEXT: [2/5] round 1, 001
// TOLD:      measured: {{.*}}results.json
// TOLD-NEXT: next: tessera --tune-results={{.*}}told/results.json -o plans.yaml

// Nothing is left to run.
// RUN: cp %t/d/runs %t/runs
// RUN: env FAKE=005=broken %python %t/d/measure.py --nvcc "%python %S/Inputs/fake_nvcc.py %tessera-run" --jobs 1 --rounds 2 2>&1 | FileCheck %s --check-prefix=THIRD
// RUN: diff %t/runs %t/d/runs
// THIRD-NOT: round
// THIRD:     window 64x1x1

// A variant that was changed, or results of other plans, are noticed.
// RUN: cp -r %t/d %t/changed
// RUN: echo "// changed" >> %t/changed/variants/002.cu
// RUN: not %python %t/changed/measure.py 2>&1 | FileCheck %s --check-prefix=CHANGED
// CHANGED: measure.py: variants/002.cu was changed: tune again

// So is a folder that was not written to its end. Nothing half-made is left.
// RUN: rm %t/changed/manifest.json
// RUN: not %python %t/changed/measure.py 2>&1 | FileCheck %s --check-prefix=INCOMPLETE
// INCOMPLETE: measure.py: there is no manifest.json, so the variants beside it are not complete: tune again, by tessera --tune
// RUN: find %t/d -name "*.new*" -o -name "*temp*" | count 0

// The fastest plans are kept; those of others stay.
// RUN: cp %t/others.yaml %t/plans.yaml
// RUN: %tessera -q --tune-results=%t/d/results.json -o %t/plans.yaml
// RUN: %tessera -q --tune-results=%t/d/results.json -o %t/plans.yaml
// RUN: FileCheck %s --check-prefix=PLANS --input-file=%t/plans.yaml
// PLANS:      kernel: other
// PLANS:      kernel: window
// PLANS-NEXT: block: [ 64, 1, 1 ]
// PLANS:      hash:
// PLANS-NEXT: device: sm_90
// PLANS-NEXT: sizes: grid 16x1x1
// PLANS-NEXT: measured: '1.5000 ms in 2 launches, 4.0000 ms as it is; Fake, arguments: none'
// PLANS:      kernel: rows
// PLANS-NOT:  kernel:
// RUN: %tessera -q --cuda-path=none --plan=%t/plans.yaml %t/two.cu -- -I%t/headers -DTERMS=16 | diff - %t/d/variants/002.cu

//--- others.yaml
kernels:
  - kernel: other
    hash: 0123456789abcdef
//--- headers/scale.h
#define SCALE 2
//--- two.cu
#include "scale.h"
#include <stdio.h>

__global__ void window(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 32; k++)
    sum += in[2 * i + k];
  out[i] = SCALE * sum;
}

__global__ void rows(const float *matrix, const float *vector, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 48; k++)
    sum += matrix[i * 64 + k] * vector[k];
  out[i] = sum;
}

int main() {
  static float host[64 * 64 + 64];
  float *in, *out;
  for (int i = 0; i < 64 * 64 + 64; i++)
    host[i] = i % 7;
  cudaMalloc(&in, sizeof(host));
  cudaMalloc(&out, sizeof(host));
  cudaMemcpy(in, host, sizeof(host), cudaMemcpyHostToDevice);
  window<<<16, 64>>>(in, out);
  rows<<<1, 64>>>(in, in + 64, out + 1024);
  cudaMemcpy(host, out, sizeof(host), cudaMemcpyDeviceToHost);
  double sum = 0;
  for (int i = 0; i < 1024 + 64; i++)
    sum += host[i];
  printf("sum %g\n", sum);
  cudaFree(in);
  cudaFree(out);
}

// Results that cannot be read, or that are of other plans: nothing is written.
// RUN: rm -rf %t && mkdir %t && echo old > %t/plan
// RUN: %tessera -q --cuda-path=none --tune=%t/d --tune-candidates=2 %s
// RUN: %python %S/../Driver/Inputs/write_results.py %t/d "" "[[4], [3]]"
// RUN: cp %t/d/results.json %t/good

// RUN: echo "{ no json" > %t/d/results.json
// RUN: not %tessera --tune-results=%t/d/results.json -o %t/plan 2>&1 | FileCheck %s --check-prefix=SYNTAX
// SYNTAX: results.json: error: the results of a measurement cannot be used: {{.+}} [tessera-bad-results]
// RUN: sed 's/"runs"/"walks"/' %t/good > %t/d/results.json
// RUN: not %tessera --tune-results=%t/d/results.json -o %t/plan 2>&1 | FileCheck %s --check-prefix=KEY
// KEY: cannot be used: missing value at (root).runs [tessera-bad-results]
// RUN: sed 's/"ms": .4/"ms": [4, 4/' %t/good > %t/d/results.json
// RUN: not %tessera --tune-results=%t/d/results.json -o %t/plan 2>&1 | FileCheck %s --check-prefix=FIT
// FIT: cannot be used: they do not fit the plans beside them [tessera-bad-results]
// RUN: sed 's/"device": {[^}]*}/"device": null/' %t/good > %t/d/results.json
// RUN: not %tessera --tune-results=%t/d/results.json -o %t/plan 2>&1 | FileCheck %s --check-prefix=EMPTY
// EMPTY: cannot be used: nothing was measured [tessera-bad-results]
// RUN: cp %t/good %t/d/results.json
// RUN: cp %t/d/manifest.json %t/manifest.json
// RUN: echo >> %t/d/manifest.json
// RUN: not %tessera --tune-results=%t/d/results.json -o %t/plan 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: cannot be used: they are of other plans than those beside them [tessera-bad-results]
// RUN: rm %t/d/manifest.json
// RUN: not %tessera --tune-results=%t/d/results.json -o %t/plan 2>&1 | FileCheck %s --check-prefix=GONE
// GONE: manifest.json: error: cannot read '{{.*}}manifest.json': {{.+}} [tessera-cannot-read]
// RUN: cp %t/manifest.json %t/d
// RUN: rm %t/d/plans/001.yaml
// RUN: not %tessera --tune-results=%t/d/results.json -o %t/plan 2>&1 | FileCheck %s --check-prefix=PLAN
// PLAN: 001.yaml: error: cannot read
// RUN: not %tessera --tune-results=%t/nowhere -o %t/plan 2>&1 | FileCheck %s --check-prefix=NOWHERE
// NOWHERE: nowhere: error: cannot read
// RUN: echo old | diff - %t/plan

__global__ void window(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 16; k++)
    sum += in[i + k];
  out[i] = sum;
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 8192 * sizeof(float));
  cudaMalloc(&out, 8192 * sizeof(float));
  window<<<16, 64>>>(in, out);
}

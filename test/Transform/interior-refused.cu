// Where outputs have no path inside: a condition on data, interleaved outputs,
// and a plan that is none.
// RUN: split-file %s %t
// RUN: %tessera --cuda-path=none --no-transfers --plan=%t/plan.yaml %t/main.cu 2>&1 >/dev/null | FileCheck %s
// RUN: not %tessera --cuda-path=none --no-transfers --plan=%t/bad.yaml %t/main.cu 2>&1 | FileCheck %s --check-prefix=BAD
// CHECK-DAG: 'onData' {{.*}}its conditions cannot be tested for several outputs at once
// CHECK-DAG: 'between' {{.*}}only contiguous outputs have a path of their own
// BAD: 'interior' needs 'coarsen', and has no 'stages'
//--- main.cu
__global__ void onData(const int *in, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (in[i] > 0)
    out[i] = 1;
}

__global__ void between(const int *in, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[i];
}

void run(const int *in, int *out, int n) {
  onData<<<8, 64>>>(in, out);
  between<<<8, 64>>>(in, out, n);
}
//--- plan.yaml
kernels:
  - kernel: onData
    coarsen: [{ axis: x, factor: 4, width: 4 }]
    interior: true
  - kernel: between
    coarsen: [{ axis: x, factor: 4 }]
    interior: true
//--- bad.yaml
kernels:
  - kernel: between
    interior: true

// Where outputs have no path inside: a condition on data, interleaved outputs,
// values that are equal or wrap from one output to the next, and a plan that is
// none.
// RUN: split-file %s %t
// RUN: %tessera --cuda-path=none --no-transfers --plan=%t/plan.yaml %t/main.cu 2>&1 >/dev/null | FileCheck %s
// RUN: not %tessera --cuda-path=none --no-transfers --plan=%t/bad.yaml %t/main.cu 2>&1 | FileCheck %s --check-prefix=BAD
// CHECK-DAG: 'onData' {{.*}}its conditions cannot be tested for several outputs at once
// CHECK-DAG: 'between' {{.*}}only contiguous outputs have a path of their own
// CHECK-DAG: 'onlyEqual' {{.*}}its conditions cannot be tested for several outputs at once
// CHECK-DAG: 'scaled' {{.*}}its conditions cannot be tested for several outputs at once
// CHECK-DAG: 'wraps' {{.*}}its conditions cannot be tested for several outputs at once
// CHECK-DAG: 'wrapsByConversion' {{.*}}its conditions cannot be tested for several outputs at once
// CHECK-DAG: 'hasWrapped' {{.*}}its conditions cannot be tested for several outputs at once
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

__global__ void onlyEqual(const int *in, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == n)
    out[i] = in[i];
}

// Between outputs i * n may have passed k by.
__global__ void scaled(const int *in, int *out, int n, int k) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i * n != k)
    out[i] = in[i];
}

__global__ void wraps(const int *in, int *out, unsigned k) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i - 2 != k)
    out[i] = in[i];
}

__global__ void wrapsByConversion(const int *in, int *out, unsigned k) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x - 2;
  if (i != k)
    out[i + 2] = in[i + 2];
}

__global__ void hasWrapped(const int *in, int *out, int k) {
  const long i = blockIdx.x * blockDim.x + threadIdx.x - 2;
  if (i != k)
    out[i + 2] = in[i + 2];
}

void run(const int *in, int *out, int n) {
  onData<<<8, 64>>>(in, out);
  between<<<8, 64>>>(in, out, n);
  onlyEqual<<<8, 64>>>(in, out, n);
  scaled<<<8, 64>>>(in, out, n, 3 * n);
  wraps<<<8, 64>>>(in, out, n);
  wrapsByConversion<<<8, 64>>>(in, out, n);
  hasWrapped<<<8, 64>>>(in, out, n);
}
//--- plan.yaml
kernels:
  - kernel: onData
    coarsen: [{ axis: x, factor: 4, width: 4 }]
    interior: true
  - kernel: between
    coarsen: [{ axis: x, factor: 4 }]
    interior: true
  - kernel: onlyEqual
    coarsen: [{ axis: x, factor: 4, width: 4 }]
    interior: true
  - kernel: scaled
    coarsen: [{ axis: x, factor: 4, width: 4 }]
    interior: true
  - kernel: wraps
    coarsen: [{ axis: x, factor: 4, width: 4 }]
    interior: true
  - kernel: wrapsByConversion
    coarsen: [{ axis: x, factor: 4, width: 4 }]
    interior: true
  - kernel: hasWrapped
    coarsen: [{ axis: x, factor: 4, width: 4 }]
    interior: true
//--- bad.yaml
kernels:
  - kernel: between
    interior: true

// One access copies neighbours, where rows begin on vectors and end with them.
// RUN: split-file %s %t
// RUN: %tessera -q --no-transfers --cuda-path=none --plan=%t/plain.yaml %t/rows.cu -- | FileCheck %s --check-prefix=PLAIN
// RUN: %tessera -q --no-transfers --cuda-path=none --plan=%t/plain.yaml --print=plan %t/rows.cu -- | FileCheck %s --check-prefix=PLAN
// RUN: sed 's/group: 0/group: 0, transposed: true, padding: 1/' %t/plain.yaml > %t/transposed.yaml
// RUN: %tessera -q --no-transfers --cuda-path=none --plan=%t/transposed.yaml %t/rows.cu -- | FileCheck %s --check-prefix=TRANSPOSED
// RUN: sed 's/group: 0/group: 0, transposed: true, padding: 1/; s/steps: 32/steps: 32, buffers: 2/' %t/plain.yaml > %t/fetched.yaml
// RUN: %tessera -q --no-transfers --cuda-path=none --plan=%t/fetched.yaml %t/rows.cu -- | FileCheck %s --check-prefix=FETCHED
// RUN: sed 's/steps: 32/steps: 32, buffers: 3, async: true/' %t/plain.yaml > %t/async.yaml
// RUN: %tessera -q --no-transfers --cuda-path=none --plan=%t/async.yaml %t/rows.cu -- | FileCheck %s --check-prefix=ASYNC
// RUN: sed 's/sum_rows/sum_shorts/; s/array: a/array: s/' %t/async.yaml > %t/shorts.yaml
// RUN: %tessera -q --no-transfers --cuda-path=none --plan=%t/shorts.yaml %t/rows.cu -- | FileCheck %s --check-prefix=SHORTS
// RUN: sed 's/sum_rows/double_rows/; s/array: a/array: out/' %t/plain.yaml > %t/back.yaml
// RUN: %tessera -q --no-transfers --cuda-path=none --plan=%t/back.yaml %t/rows.cu -- | FileCheck %s --check-prefix=BACK
// RUN: sed 's/sum_rows/double_inner/; s/array: a/array: out/' %t/plain.yaml > %t/backpart.yaml
// RUN: not %tessera -q --no-transfers --cuda-path=none --plan=%t/backpart.yaml %t/rows.cu -- 2>&1 | FileCheck %s --check-prefix=BACKPART
// RUN: sed 's/group: 0/group: 0, padding: 1/' %t/plain.yaml > %t/odd.yaml
// RUN: not %tessera -q --no-transfers --cuda-path=none --plan=%t/odd.yaml %t/rows.cu -- 2>&1 | FileCheck %s --check-prefix=ODD
// RUN: sed 's/copied: 4/copied: 3/' %t/plain.yaml > %t/three.yaml
// RUN: not %tessera -q --no-transfers --cuda-path=none --plan=%t/three.yaml %t/rows.cu -- 2>&1 | FileCheck %s --check-prefix=THREE
// RUN: sed 's/steps: 32/steps: 30/' %t/plain.yaml > %t/short.yaml
// RUN: not %tessera -q --no-transfers --cuda-path=none --plan=%t/short.yaml %t/rows.cu -- 2>&1 | FileCheck %s --check-prefix=SHORT
// RUN: sed 's/sum_rows/sum_inner/' %t/plain.yaml > %t/inner.yaml
// RUN: not %tessera -q --no-transfers --cuda-path=none --plan=%t/inner.yaml %t/rows.cu -- 2>&1 | FileCheck %s --check-prefix=INNER
// RUN: sed 's/sum_rows/sum_shifted/' %t/plain.yaml > %t/shifted.yaml
// RUN: not %tessera -q --no-transfers --cuda-path=none --plan=%t/shifted.yaml %t/rows.cu -- 2>&1 | FileCheck %s --check-prefix=SHIFTED
// RUN: sed 's/transposed: true, padding: 1/transposed: true/; s/buffers: 2/buffers: 2, async: true/' %t/fetched.yaml > %t/both.yaml
// RUN: not %tessera -q --no-transfers --cuda-path=none --plan=%t/both.yaml %t/rows.cu -- 2>&1 | FileCheck %s --check-prefix=BOTH

// PLAIN:      __shared__ __align__(16) float a_tile[32][36];
// PLAIN:      const int a_row = threadIdx.x / 8;
// PLAIN-NEXT: const int a_column = threadIdx.x % 8;
// PLAIN:      #pragma unroll
// PLAIN-NEXT: for (int y = 0; y < 8; ++y) {
// PLAIN-NEXT:   const int a_y = blockIdx.x * 32 + a_row + y * 4;
// PLAIN-NEXT:   const int a_x = j0 + a_column * 4;
// PLAIN-NEXT:   if (a_x < n && a_y < m)
// PLAIN-NEXT:     *reinterpret_cast<float4 *>(&a_tile[a_row + y * 4][a_column * 4]) =
// PLAIN-NEXT:         *reinterpret_cast<const float4 *>(&a[a_y * n + a_x]);
// PLAIN:      n % 4 == 0 && (size_t)a % 16 == 0

// PLAN: copied: 4

// TRANSPOSED:      const float4 a_4 =
// TRANSPOSED-NEXT:   *reinterpret_cast<const float4 *>(&a[a_y * n + a_x]);
// TRANSPOSED-NEXT: a_tile[a_column * 4][a_row + y * 4] = a_4.x;
// TRANSPOSED-NEXT: a_tile[a_column * 4 + 1][a_row + y * 4] = a_4.y;
// TRANSPOSED-NEXT: a_tile[a_column * 4 + 2][a_row + y * 4] = a_4.z;
// TRANSPOSED-NEXT: a_tile[a_column * 4 + 3][a_row + y * 4] = a_4.w;

// FETCHED: __align__(16) float a_next[32];
// FETCHED: *reinterpret_cast<float4 *>(&a_next[y * 4]) =
// FETCHED: ? *reinterpret_cast<const float4 *>(&a[a_y * n + a_x])
// FETCHED: a_tile[buffer][a_column * 4 + v][a_row + y * 4] = a_next[y * 4 + v];

// ASYNC: __pipeline_memcpy_async(
// ASYNC-SAME: &a_tile[next][a_row + y * 4][a_column * 4],
// ASYNC-NEXT: &a[a_y * n + a_x], sizeof(float4));

// Vectors of what is too short by itself.
// SHORTS: sizeof(short4));

// Vectors go back, too.
// BACK:      *reinterpret_cast<float4 *>(&out[out_y * n + out_x]) =
// BACK-NEXT:   *reinterpret_cast<float4 *>(
// BACK-NEXT:     &out_tile[out_row + y * 4][out_column * 4]);
// BACKPART: kernel 'double_inner': array 'out': some vectors are accessed in part [tessera-bad-plan]

// ODD: array 'a': rows of the tile do not begin on a vector [tessera-bad-plan]
// THREE: array 'a': there is no vector of that many elements [tessera-bad-plan]
// SHORT: array 'a': a row of the tile has no vectors [tessera-bad-plan]
// Whatever n is a multiple of, the first and the last row end elsewhere.
// INNER: array 'a': some vectors are accessed in part [tessera-bad-plan]
// SHIFTED: array 'a': vectors are not aligned [tessera-bad-plan]
// BOTH: array 'a': asynchronous copies of vectors transpose nothing [tessera-bad-plan]

//--- plain.yaml
kernels:
  - kernel: sum_rows
    stages:
      - { loop: j, steps: 32, tiles: [ { array: a, group: 0, copied: 4 } ] }
//--- rows.cu
__global__ void sum_rows(const float *a, float *sums, int m, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  if (i < m)
    for (int j = 0; j < n; ++j)
      sum += a[i * n + j];
  sums[i] = sum;
}
__global__ void sum_inner(const float *a, float *sums, int m, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  if (i < m)
    for (int j = 0; j < n - 1; ++j)
      sum += a[i * n + j];
  sums[i] = sum;
}
__global__ void sum_shifted(const float *a, float *sums, int m, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  if (i < m)
    for (int j = 0; j < n; ++j)
      sum += a[i * n + j + 1];
  sums[i] = sum;
}
__global__ void sum_shorts(const short *s, int *sums, int m, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = 0;
  if (i < m)
    for (int j = 0; j < n; ++j)
      sum += s[i * n + j];
  sums[i] = sum;
}
__global__ void double_rows(float *out, int m, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m)
    for (int j = 0; j < n; ++j)
      out[i * n + j] = 2 * j;
}
__global__ void double_inner(float *out, int m, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m)
    for (int j = 0; j < n - 1; ++j)
      out[i * n + j] = 2 * j;
}
void run(const float *a, const short *s, float *sums, int *whole, int m,
         int n) {
  sum_rows<<<(m + 31) / 32, 32>>>(a, sums, m, n);
  sum_inner<<<(m + 31) / 32, 32>>>(a, sums, m, n);
  sum_shifted<<<(m + 31) / 32, 32>>>(a, sums, m, n);
  sum_shorts<<<(m + 31) / 32, 32>>>(s, whole, m, n);
  double_rows<<<(m + 31) / 32, 32>>>(sums, m, n);
  double_inner<<<(m + 31) / 32, 32>>>(sums, m, n);
}

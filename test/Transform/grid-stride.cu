// Loops whose threads begin apart: the block goes through them together, so that
// all threads reach the barriers.
// RUN: split-file %s %t
// RUN: %tessera --cuda-path=none --no-transfers --plan=%t/plan.yaml %t/main.cu > %t/out.cu 2> %t/err
// RUN: FileCheck %s --input-file=%t/out.cu --strict-whitespace
// RUN: FileCheck %s --check-prefix=REFUSED --input-file=%t/err

// CHECK-LABEL: {{^}}__global__ void stencil(
// CHECK:      {{^}}  for (int i0 = blockIdx.x * blockDim.x; i0 < n; i0 += gridDim.x * blockDim.x) {
// CHECK:      {{^}}      const int in_x = i0 + tile_x - 1;
// CHECK:      {{^}}    __syncthreads();
// CHECK-NEXT: {{^}}    const int i = i0 + threadIdx.x;
// CHECK-NEXT: {{^}}    if (i < n) {
// CHECK-NEXT: {{^}}      if (i != 0)
// CHECK-NEXT: {{^}}        out[i] = in_tile[threadIdx.x] + in_tile[threadIdx.x + 1];
// CHECK-NEXT: {{^}}    }
// CHECK-NEXT: {{^}}    __syncthreads();
// CHECK-NEXT: {{^}}  }

// The step in the body becomes that of the header.
// CHECK-LABEL: {{^}}__global__ void steps(
// CHECK:      {{^}}  for (int i0 = blockIdx.x * blockDim.x; i0 < n; i0 += stride) {
// CHECK:      {{^}}    const int i = i0 + threadIdx.x;
// CHECK-NEXT: {{^}}    if (i < n)
// CHECK-NEXT: {{^}}      out[i] = in_tile[threadIdx.x] + in_tile[threadIdx.x + 1];
// CHECK-NEXT: {{^}}    __syncthreads();
// CHECK-NEXT: {{^}}  }

// The same without threads that begin apart.
// CHECK-LABEL: {{^}}__global__ void plain(
// CHECK:      {{^}}  for (int k0 = 0; k0 < n; k0 += 32) {
// CHECK:      {{^}}    for (int k = k0; k < k0 + 32 && k < n; ++k) {
// CHECK-NEXT: {{^}}      sum += in_tile[k - k0];
// CHECK-NEXT: {{^}}    }

// Around a loop with barriers.
// CHECK-LABEL: {{^}}__global__ void outer(
// CHECK:      {{^}}  for (size_t i0 = (long long)blockIdx.x * blockDim.x; i0 < n;
// CHECK-NEXT: {{^}}       i0 += gridDim.x * blockDim.x) {
// CHECK-NEXT: {{^}}    const size_t i = i0 + threadIdx.x;
// CHECK-NEXT: {{^}}    const bool active = i < n;
// CHECK-NEXT: {{^}}    float sum = 0;
// CHECK-NEXT: {{^}}    for (int k0 = 0; k0 < 64; k0 += 16) {
// CHECK:      {{^}}      if (active)
// CHECK-NEXT: {{^}}        for (int k = k0; k < k0 + 16; ++k)
// CHECK-NEXT: {{^}}          sum += in_tile[k - k0];

// CHECK-LABEL: {{^}}__global__ void rows(
// CHECK:      {{^}}  for (int y0 = blockIdx.y * blockDim.y; y0 < h; y0 += gridDim.y * blockDim.y) {
// CHECK-NEXT: {{^}}    const int y = y0 + threadIdx.y;
// CHECK-NEXT: {{^}}    const bool active = y < h;
// CHECK-NEXT: {{^}}    for (int x0 = blockIdx.x * blockDim.x; x0 < w;
// CHECK-NEXT: {{^}}         x0 += gridDim.x * blockDim.x) {
// CHECK-NEXT: {{^}}      if (active) {
// CHECK-NEXT: {{^}}        const int x = x0 + threadIdx.x;
// CHECK-NEXT: {{^}}        if (x < w)
// CHECK-NEXT: {{^}}          out_tile[threadIdx.x][threadIdx.y] = in[y * w + x];
// CHECK-NEXT: {{^}}      }
// CHECK-NEXT: {{^}}      __syncthreads();

// REFUSED: 'in' not staged: a barrier would stand in code that not all threads reach [tessera-divergent-barrier]

//--- main.cu
__global__ void stencil(const float *in, float *out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x) {
    if (i == 0)
      continue;
    out[i] = in[i - 1] + in[i];
  }
}

__global__ void steps(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int stride = gridDim.x * blockDim.x;
  while (i < n) {
    out[i] = in[i] + in[i + 1];
    i += stride;
  }
}

__global__ void plain(const float *in, float *out, int n) {
  float sum = 0;
  int k = 0;
  while (k < n) {
    sum += in[k];
    ++k;
  }
  out[threadIdx.x] = sum;
}

__global__ void outer(const float *in, float *out, size_t n) {
  for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x) {
    float sum = 0;
    for (int k = 0; k < 64; ++k)
      sum += in[k];
    out[i] = sum;
  }
}

__global__ void rows(const float *in, float *out, int h, int w) {
  for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < h;
       y += gridDim.y * blockDim.y)
    for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < w;
         x += gridDim.x * blockDim.x)
      out[x * h + y] = in[y * w + x];
}

// The bound is another one in each thread.
__global__ void bounds(const float *in, float *out, unsigned n) {
  for (int k = threadIdx.x; k < n + threadIdx.x; k += blockDim.x)
    out[k] = in[k] + in[k + 1];
}

int main(int argc, char **argv) {
  float *in, *out;
  cudaMalloc(&in, 1024 * sizeof(float));
  cudaMalloc(&out, 1024 * sizeof(float));
  stencil<<<argc, 128>>>(in, out, 1000);
  steps<<<argc, 128>>>(in, out, 1000);
  plain<<<1, 32>>>(in, out, argc);
  outer<<<argc, 64>>>(in, out, argc);
  rows<<<dim3(argc, 1), dim3(16, 16)>>>(in, out, 31, 33);
  bounds<<<1, 32>>>(in, out, argc);
}
//--- plan.yaml
kernels:
  - kernel: stencil
    stages:
      - { loop: i0, steps: 1, tiles: [ { array: in } ] }
  - kernel: steps
    stages:
      - { loop: i0, steps: 1, tiles: [ { array: in } ] }
  - kernel: plain
    stages:
      - { loop: k, steps: 32, tiles: [ { array: in } ] }
  - kernel: outer
    stages:
      - { loop: k, steps: 16, tiles: [ { array: in } ] }
  - kernel: rows
    stages:
      - { loop: x0, steps: 1, tiles: [ { array: out } ] }
  - kernel: bounds
    stages:
      - { loop: k, steps: 1, tiles: [ { array: in } ] }

// Which blocks do the work of many: those whose copies of arrays cost much to
// make and merge, where there are more blocks than the device holds. What the
// plan says is a plan that says the same.
// RUN: %tessera -q --cuda-path=none --no-transfers --coarsen %s > %t.cu
// RUN: %tessera -q --cuda-path=none --no-transfers --coarsen --print=plan %s > %t.yaml
// RUN: FileCheck %s --input-file=%t.yaml
// RUN: %tessera -q --cuda-path=none --no-transfers --plan=%t.yaml %s | diff %t.cu -
// RUN: %tessera -q --cuda-path=none --no-transfers --coarsen=never --print=plan %s | FileCheck %s --check-prefix=PLAIN
// PLAIN-NOT: persistent
// RUN: FileCheck %s --input-file=%t.cu --check-prefix=CODE

// CHECK-LABEL: # many 256x1x1
// CHECK-NEXT: persistent 1056 x  cost {{[0-9]+}} -> {{[0-9]+}}, 1024 bytes  chosen
// CHECK-LABEL: # few 256x1x1
// CHECK-NEXT: persistent 1056 x  cost [[COST:[0-9]+]] -> [[COST]], 1024 bytes  does-not-pay
// CHECK-LABEL: # wide 256x1x1
// CHECK-NEXT: persistent 792 x  cost {{[0-9]+}} -> {{[0-9]+}}, 32768 bytes  chosen
// CHECK-LABEL: # image 16x16x1
// CHECK-NEXT: persistent 1056 y  cost {{[0-9]+}} -> {{[0-9]+}}, 1024 bytes  chosen
// CHECK-LABEL: # strides 256x1x1
// CHECK-NEXT: persistent 1056 x  {{.*}} unsupported-statement
// CHECK-LABEL: # unguarded 256x1x1
// CHECK-NEXT: persistent 1056 x  {{.*}} unsupported-statement
// CHECK-LABEL: # part 256x1x1
// CHECK-NEXT: persistent 1056 x  {{.*}} launch-not-testable
// CHECK-LABEL: # rounds 256x1x1
// CHECK-NOT: persistent
// CHECK-LABEL: # sizes 128x1x1
// CHECK-NEXT: persistent 2112 x  {{.*}} chosen
// CHECK: - kernel: {{.*}}many
// CHECK-NEXT: block:
// CHECK-NEXT: privatise:
// CHECK-NEXT: - bins
// CHECK-NEXT: persistent:
// CHECK-NEXT: axis: x
// CHECK-NEXT: blocks: 1056
// All blocks of a row stay.
// CODE: {{^}}  image<<<dim3(grid.x,
// CODE-NEXT: {{^}} {{ *}}grid.y < 1056 / (grid.x + 1) + 1 ? grid.y
// CODE-NEXT: {{^}} {{ *}}: 1056 / (grid.x + 1) + 1,
// CODE-NEXT: {{^}} {{ *}}grid.z),
// CODE: {{^}}  sizes<<<dim3((n + 127) / 128 < 2112 ? (n + 127) / 128 : 2112), 128>>>
// CODE-NEXT: {{^}}  sizes<<<dim3((n + 255) / 256 < 2112 ? (n + 255) / 256 : 2112), 256>>>
__device__ unsigned bins[256], table[8192];

__global__ void many(const unsigned char *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&bins[in[i]], 1u);
}

// The device holds all blocks.
__global__ void few(const unsigned char *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&bins[in[i]], 1u);
}

// A copy for each of the user's blocks would cost more than it gains.
__global__ void wide(const int *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&table[in[i] & 8191], 1u);
}

__global__ void image(const unsigned char *in, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h)
    atomicAdd(&bins[in[y * w + x]], 1u);
}

// Its blocks last already.
__global__ void strides(const unsigned char *in, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x)
    atomicAdd(&bins[in[i]], 1u);
}

// Only the launch knows how many blocks there are.
__global__ void unguarded(const unsigned char *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&bins[in[i]], 1u);
}

// A launch leaves elements out, so that the guard does not say how many blocks
// have work.
__global__ void part(const unsigned char *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&bins[in[i]], 1u);
}

// The launches may become one.
__global__ void rounds(const unsigned char *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&bins[in[i]], 1u);
}

// One version for all launches.
__global__ void sizes(const unsigned char *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&bins[in[i]], 1u);
}

int main(int argc, char **argv) {
  int n = argc << 20, w = argc * 1000, h = argc * 700;
  unsigned char *in;
  int *numbers;
  cudaMalloc(&in, n);
  cudaMalloc(&numbers, n * sizeof(int));
  many<<<(n + 255) / 256, 256>>>(in, n);
  few<<<500, 256>>>(in, 500 * 256);
  wide<<<(n + 255) / 256, 256>>>(numbers, n);
  const dim3 grid((w + 15) / 16, (h + 15) / 16);
  image<<<grid, dim3(16, 16)>>>(in, w, h);
  strides<<<264, 256>>>(in, n);
  unguarded<<<n / 256, 256>>>(in);
  part<<<5000, 256>>>(in, 1 << 24);
  for (int i = 0; i < 100; ++i)
    rounds<<<(n + 255) / 256, 256>>>(in, n);
  sizes<<<(n + 127) / 128, 128>>>(in, n);
  sizes<<<(n + 255) / 256, 256>>>(in, n);
}

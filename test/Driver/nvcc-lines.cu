// The line table that debuggers and profilers read: what a version does is on
// the user's line that says it. A copy is on that of the access that it serves,
// a strip on that of its loop.
// REQUIRES: nvcc
// RUN: rm -rf %t && split-file %s %t && cd %t
// Which instructions each line has, by the directives before them.
// RUN: echo '/\.loc/ { line = $3 } /(ld|st|mul|fma|add)[.a-z0-9]*\.f32|bar/ { print line, $1 }' > table.awk

// Registers: loads of several elements, sums and stores.
// RUN: %tessera-nvcc nvcc -arch=sm_80 -lineinfo -ptx blur.cu -o blur.ptx
// RUN: awk -f table.awk blur.ptx | sort -u | FileCheck %s --check-prefix=BLUR
// BLUR:      11 mul.f32
// BLUR-NEXT: 11 st.global.f32
// BLUR-NEXT: 11 st.global.v2.f32
// BLUR-NEXT: 9 add.f32
// BLUR-NEXT: 9 ld.global.f32
// BLUR-NEXT: 9 ld.global.v2.f32
// BLUR-NOT: {{.}}

// Tiles: the copies of each array, the sum over a strip, and the barriers.
// RUN: %tessera-nvcc nvcc -arch=sm_80 -lineinfo -ptx product.cu -o product.ptx
// RUN: awk -f table.awk product.ptx | sort -u | FileCheck %s --check-prefix=PRODUCT
// PRODUCT-DAG: {{^}}9 bar.sync
// PRODUCT-DAG: {{^}}10 ld.global.nc
// PRODUCT-DAG: {{^}}10 st.shared
// PRODUCT-DAG: {{^}}11 ld.global.nc
// PRODUCT-DAG: {{^}}11 st.shared
// PRODUCT-DAG: {{^}}12 ld.shared
// PRODUCT-DAG: {{^}}12 fma
// PRODUCT-DAG: {{^}}15 st.global
// The same without optimisation, where loads and stores are of any memory.
// RUN: %tessera-nvcc nvcc -arch=sm_80 -G -ptx product.cu -o debug.ptx
// RUN: awk -f table.awk debug.ptx | sort -u | FileCheck %s --check-prefix=DEBUG
// DEBUG-DAG: {{^}}10 ld.f32
// DEBUG-DAG: {{^}}10 st.f32
// DEBUG-DAG: {{^}}11 ld.f32
// DEBUG-DAG: {{^}}11 st.f32
// DEBUG-DAG: {{^}}12 mul.f32
// DEBUG-DAG: {{^}}15 st.f32
// Nothing is on a line that the kernel does not have.
// RUN: awk '/\.loc/ { print "line", $3 }' product.ptx debug.ptx | sort -u | FileCheck %s --check-prefix=ALL
// ALL-NOT: line {{2$|1[7-9]|[2-9][0-9]|[0-9][0-9][0-9]}}
//--- blur.cu
__global__ void blur(const float *in, float *out, int nx, int ny) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
  for (int dy = -2; dy <= 2; ++dy)
    for (int dx = -2; dx <= 2; ++dx)
      if (x + dx >= 0 && x + dx < nx && y + dy >= 0 && y + dy < ny)
        // Inside.
        sum += in[(y + dy) * nx + x + dx];
  if (x < nx && y < ny)
    out[y * nx + x] = sum * 0.04f;
}

void start(const float *in, float *out, int n) {
  blur<<<dim3(64, 64), dim3(16, 16)>>>(in, out, n, n);
}
//--- product.cu
__global__ void product(const float *__restrict__ a,
                        const float *__restrict__ b, float *__restrict__ c) {
  int row = blockIdx.y * 16 + threadIdx.y;
  int column = blockIdx.x * 16 + threadIdx.x;
  float sum = 0;
  const int n = 1024;
  // A row
  // and a column.
  for (int k = 0; k < n; ++k) {
    const float of_a = a[row * n + k];
    const float of_b = b[k * n + column];
    sum += of_a * of_b;
  }
  if (row < n)
    c[row * n + column] = sum;
}

void start(const float *a, const float *b, float *c) {
  product<<<dim3(64, 64), dim3(16, 16)>>>(a, b, c);
}

// Members of parameters that do not change are like parameters.
// RUN: %tessera --cuda-path=none --print=model %s | FileCheck %s
struct Size {
  int rows, columns;
};
struct Matrix {
  Size size;
  float *data;
};

// CHECK-LABEL: kernel reads
// CHECK: access 0: write b.data[Bx * bx + tx] if #0
// CHECK: access 1: read a.data[Bx * a.size.columns * bx + a.size.columns * tx] if #0
// CHECK-NOT: refused
__global__ void reads(Matrix a, Matrix b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < a.size.rows)
    b.data[i] = a.data[i * a.size.columns];
}

// CHECK-LABEL: kernel changes
// CHECK: refused: kernel 'changes' not changed: it uses a pointer that is not followed
__global__ void changes(Matrix a, float *out) {
  a.data++;
  out[0] = a.data[0];
}

int main() {
  Matrix a, b;
  a.size.rows = b.size.rows = 64;
  a.size.columns = 4;
  cudaMalloc(&a.data, 1024);
  cudaMalloc(&b.data, 1024);
  // CHECK: launch of kernel0
  // CHECK: a.size.columns = 4
  reads<<<2, 32>>>(a, b);
  changes<<<2, 32>>>(a, b.data);
}

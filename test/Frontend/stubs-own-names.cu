// What later toolkits dropped is there only for programs that need it: the
// names are free for a program's own.
// RUN: %tessera --cuda-path=none --print=model %s | FileCheck %s
// CHECK: kernel fill
class texture {
  int width;
};
struct surface {
  float x;
};
struct textureReference {};
int tex1D(int a) { return a; }

__global__ void fill(float *a) { a[threadIdx.x] = 1; }

int main() {
  float *a;
  cudaMalloc(&a, 4096);
  fill<<<1, 128>>>(a);
}

// Each instance of a template is a kernel. Its sizes are known; its types are
// spelled as the template spells them.
// RUN: %tessera --cuda-path=none --print=model %s | FileCheck %s

template <typename T> struct Traits {
  typedef T Value;
};

// CHECK-LABEL: kernel scale<float, 16>
// CHECK: array 0: parameter typename Traits<T>::Value in[] const
// CHECK: array 1: parameter T out[][16]
// CHECK: scalar 0: int x = Bx * bx + tx
// CHECK: T factor
// CHECK: loop 0: k: from 0 while < 16 step 1
// CHECK-LABEL: kernel scale<double, 8>
// CHECK: array 0: parameter typename Traits<T>::Value in[] const
// CHECK: array 1: parameter T out[][8]
// CHECK: scalar 0: int x = Bx * bx + tx
// CHECK: loop 0: k: from 0 while < 8 step 1
template <typename T, int N>
__global__ void scale(const typename Traits<T>::Value *in, T (*out)[N],
                      T factor) {
  int x = blockIdx.x * N + threadIdx.x;
  for (int k = 0; k < N; k++)
    out[x][k] = in[x + k] * factor;
}

int main() {
  float *a, (*b)[16];
  double *c, (*d)[8];
  cudaMalloc(&a, 4096);
  cudaMalloc(&b, 4096);
  cudaMalloc(&c, 4096);
  cudaMalloc(&d, 4096);
  // CHECK: launch of kernel0 in main
  scale<float, 16><<<2, 16>>>(a, b, 2);
  // CHECK: launch of kernel1 in main
  scale<<<2, 8>>>(c, d, 2.0);
  // CHECK: launch of kernel0 in main
  scale<float><<<2, 16>>>(a, b, 3);
}

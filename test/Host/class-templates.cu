// Members of a class template that is never instantiated, or with other types,
// get values whose types nobody knows.
// RUN: %tessera --cuda-path=none %s > %t.cu 2> %t.err
// RUN: FileCheck %s --input-file=%t.err
template <class T> struct Vector {
  Vector(T *memory, int n) : data(memory), size(n) {}
  explicit Vector(int n) : data(new T[n]), size(n) {}
  Vector(int n, T value) : data((T *)malloc(n * sizeof(T))), size(n, value) {}
  T *data;
  float *cache = new float[sizeof(T)];
  int size;
};

template <class T> T *copy(T *from, int n) {
  T *to = new T[n];
  float *numbers(from + n);
  to[0] = T(numbers[0]);
  return to;
}

__global__ void kernel(const float *in, float *out) {
  float sum = 0;
  for (int k = 0; k < 64; k++)
    // CHECK: remark: staged 'in' in shared memory
    sum += in[k];
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}

int main() {
  Vector<float> host(4096);
  float *in, *out;
  cudaMalloc(&in, 4096 * sizeof(float));
  cudaMalloc(&out, 4096 * sizeof(float));
  cudaMemcpy(in, host.data, 4096 * sizeof(float), cudaMemcpyHostToDevice);
  kernel<<<8, 64>>>(in, out);
}

// Called functions are analysed as if their bodies stood there.
// RUN: %tessera --cuda-path=none --print=model %s | FileCheck %s
__device__ int index(int i, int j, int n) {
  int start = i * n;
  return start + j;
}
__device__ float at(const float *m, int i, int j, int n) {
  if (i < 0)
    return 0;
  return m[index(i, j, n)];
}
__noinline__ __device__ float loops(const float *m, int n) {
  float sum = 0;
  for (int k = 0; k < n; k++)
    sum += m[k];
  return sum;
}
__noinline__ __device__ float early(const float *m, int i) {
  if (i < 7) {
    float x = m[0];
    if (x > 0)
      return x;
  }
  return m[i];
}
__noinline__ __device__ void put(float *m, int i, const float &x) { m[i] = x; }
__device__ float &place(float *m, int i) { return m[i]; }
struct View {
  float *data;
  int width;
  __device__ float get(int i, int j) const { return data[i * width + j]; }
};

// CHECK-LABEL: kernel kernel
__global__ void kernel(const float *a, float *out, int n, View v) {
  int i = blockIdx.x;
  // A function's guards are guards of what follows them.
  // CHECK: guard 0: -bx - 1 >= 0
  // CHECK: access 0: read a[bx * n + tx] unless #0{{$}}
  float x = at(a, i, threadIdx.x, n);
  // CHECK: access 1: read a[?] in loop maybe
  x += loops(a + 2, n);
  // What follows a jump that is not understood may be skipped.
  // CHECK: access 2: read a[0] if #1{{$}}
  // CHECK: access 3: read a[bx] maybe
  x += early(a, i);
  // CHECK: access 4: write out[bx + 1]{{$}}
  // CHECK: access 5: read a[5]{{$}}
  put(out, i + 1, a[5]);
  // CHECK: access 6: update out[bx * 2]{{$}}
  place(out, 2 * i) += x;
  // CHECK: access 7: write out[bx]{{$}}
  // CHECK: access 8: read v.data[bx * v.width + 3]{{$}}
  out[i] = v.get(i, 3);
  // A lambda's body is followed with what it captures.
  auto pick = [=](int k) { return a[k * n + i]; };
  // CHECK: access 9: write out[bx + 8]{{$}}
  // CHECK: access 10: read a[bx + n * 4]{{$}}
  out[i + 8] = pick(4);
}

int main(int argc, char **argv) {
  float *a, *out;
  cudaMalloc(&a, 4096);
  cudaMalloc(&out, 4096);
  View v = {a, argc};
  kernel<<<4, 32>>>(a, out, argc, v);
}

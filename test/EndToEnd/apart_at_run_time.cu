// Parts of one allocation, elements of an array of pointers, and what objects
// hold are told apart where the kernel is started: what begins before the other
// ends gets the kernel as it stands.
// RUN: %tessera --cuda-path=none --no-transfers --coarsen=never %s > %t.cu 2> %t.err
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify %s %t.cu
#include <cstdio>
#include <cstdlib>

__global__ void weigh(const float *in, float *out, int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
  if (i < n) {
    float sum = 0;
    for (int k = 0; k < n; ++k)
      sum += in[2 * k] * (i + k);
    out[2 * i] = sum;
  }
}
// CHECK: void weigh_tiled(

class Buffer {
public:
  explicit Buffer(int n) { cudaMalloc(&Data, n * sizeof(float)); }
  ~Buffer() { cudaFree(Data); }
  float *data() const { return Data; }

private:
  float *Data;
};

class Counted {
public:
  explicit Counted(float *Data) : Data(Data) {}
  float *data() {
    ++Calls;
    return Data;
  }
  int Calls = 0;

private:
  float *Data;
};

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 200;
  const int Size = 2 * n;
  float *Host = (float *)malloc(4 * Size * sizeof(float));
  for (int i = 0; i < 4 * Size; ++i)
    Host[i] = i % 7;
  float *All;
  cudaMalloc(&All, 4 * Size * sizeof(float));
  cudaMemcpy(All, Host, 4 * Size * sizeof(float), cudaMemcpyHostToDevice);

  // CHECK: const bool [[FIT:[a-z_0-9]+]] = {{.*}}All + {{.*}} <= (All + Size){{.*}}(All + Size) + {{.*}} <= All
  weigh<<<(n + 63) / 64, 64>>>(All, All + Size, n);
  // Element by element both are apart; that is not seen.
  // CHECK: <= (All + 2 * Size + 1)
  weigh<<<(n + 63) / 64, 64>>>(All + 2 * Size, All + 2 * Size + 1, n);

  // CHECK: float *Part = All + 3 * Size
  // CHECK: Part + {{.*}} <= All
  float *Part = All + 3 * Size;
  weigh<<<(n + 63) / 64, 64>>>(All, Part, n);

  float *Each[2] = {All, All + Size};
  for (int t = 0; t < 3; ++t)
    // CHECK: Each[t % 2] + {{.*}} <= Each[(t + 1) % 2]
    weigh<<<(n + 63) / 64, 64>>>(Each[t % 2], Each[(t + 1) % 2], n);

  Buffer From(Size), To(Size);
  cudaMemcpy(From.data(), Host, Size * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(To.data(), Host, Size * sizeof(float), cudaMemcpyHostToDevice);
  // CHECK: From.data() + {{.*}} <= To.data()
  weigh<<<(n + 63) / 64, 64>>>(From.data(), To.data(), n);

  // It counts its calls: no test may call it once more.
  Counted Once(All);
  // CHECK: weigh<<<(n + 63) / 64, 64>>>(Once.data(), All + Size, n);
  weigh<<<(n + 63) / 64, 64>>>(Once.data(), All + Size, n);

  double Sum = Once.Calls;
  cudaMemcpy(Host, All, 4 * Size * sizeof(float), cudaMemcpyDeviceToHost);
  for (int i = 0; i < 4 * Size; ++i)
    Sum += Host[i] * (i % 5);
  cudaMemcpy(Host, To.data(), Size * sizeof(float), cudaMemcpyDeviceToHost);
  for (int i = 0; i < Size; ++i)
    Sum += Host[i] * (i % 5);
  printf("%.1f\n", Sum);
  cudaFree(All);
  free(Host);
}

// What an array gains too little to be worth it does not keep others from their
// tile.
// RUN: %tessera --cuda-path=none --no-transfers --print=plan %s | FileCheck %s
// CHECK: start:{{a,b|b,a}} {{.*}}does-not-pay
// CHECK-NEXT: start:a {{.*}}chosen
__device__ float a[40][79];
__global__ void kernel(const double *__restrict__ b, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= n || y >= n)
    return;
  float sum = 0;
  for (int k = 0; k < 37; k++)
    sum += b[(y + 1) * 64 + k];
  a[3 * y][3 * x] += sum;
  for (int w = 1; w < 3; w++)
    a[3 * y][3 * x + w] = a[3 * y][3 * x] + w;
}

int main() {
  double *b;
  cudaMalloc(&b, 66 * 64 * sizeof(double));
  kernel<<<dim3(6, 5), dim3(5, 3)>>>(b, 13);
}

// Names that come from an array which is a member of a parameter.
// RUN: %tessera --cuda-path=none --no-transfers -q --plan=%S/Inputs/member-names.yaml %s | FileCheck %s
struct Matrix {
  const float *data;
  int width;
};
__global__ void kernel(Matrix m, float *out) {
  int i = blockIdx.x * 64 + threadIdx.x;
  float s = 0;
  for (int k = 0; k < 512; k++)
    s += m.data[k * m.width + blockIdx.x] + m.data[k * m.width + blockIdx.x + 1];
  out[i] = s;
}
// CHECK: __shared__ float m_data_tile[8][2];
// CHECK: const int m_data_row = threadIdx.x / 2;
// CHECK-NEXT: const int m_data_column = threadIdx.x % 2;

int main() {
  Matrix m;
  float *data, *out;
  cudaMalloc(&data, 512 * 65 * sizeof(float));
  cudaMalloc(&out, 4096 * sizeof(float));
  m.data = data;
  m.width = 65;
  kernel<<<64, 64>>>(m, out);
}

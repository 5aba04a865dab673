#define N 64
__global__ float A[N][N], B[N][N], C[N][N];

__global__ void matmul() {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < N; k++)
    sum += A[i][k] * B[k][j];
  C[i][j] = sum;
}

int main() {
  for (int i = 0; i < N; i++)
    A[i][i] = B[i][i] = i;
  matmul<<<dim3(N / 16, N / 16), dim3(16, 16)>>>();
  return C[3][5] == 0;
}

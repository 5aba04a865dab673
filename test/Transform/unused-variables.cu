// What only staged accesses used goes: out of a declaration of several, in both
// copies of a loop's body, and next what it used. What only `sizeof` still names
// stays, and is marked. What the user had no use for stays as it is.
// RUN: %tessera --no-transfers --cuda-path=none -q %s | grep -v "CHECK" \
// RUN:   | FileCheck %s

// CHECK-LABEL: void loops(
// CHECK: for (int k = {{.*}} k++) {
// CHECK-NEXT: int twice = 2;
// CHECK-NEXT: int own = 3;
// CHECK-NEXT: int w[2] = {k, row};
// CHECK-NEXT: {{\[\[}}maybe_unused]] int sized = k;
// CHECK-NEXT: sum += A_tile

// CHECK-LABEL: void copies(
// CHECK: for (int k = k0; k < k0 + {{.*}} k++) {
// CHECK-NEXT: sum += A_tile
// CHECK: for (int k = k0; k < n; k++) {
// CHECK-NEXT: sum += A_tile
__global__ void loops(const float *A, const float *B, float *C, int n) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < n; k++) {
    int first = k, twice = 2;
    const int next = first;
    int own = 3;
    int w[2] = {k, row};
    int sized = k;
    sum += A[row * n + next] * B[k * n + col] * twice * A[row * n + sized] *
           w[k & 1] * sizeof(sized);
  }
  C[row * n + col] = sum;
}
__global__ void copies(const float *A, const float *B, float *C, int n) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < n; k++) {
    int first = k;
    const int next = first;
    sum += A[row * n + next] * B[k * n + col];
  }
  C[row * n + col] = sum;
}
int main() {
  float *A, *B, *C;
  cudaMalloc(&A, 128 * 128 * sizeof(float));
  cudaMalloc(&B, 128 * 128 * sizeof(float));
  cudaMalloc(&C, 128 * 128 * sizeof(float));
  loops<<<dim3(8, 8), dim3(16, 16)>>>(A, B, C, 128);
  copies<<<dim3(8, 8), dim3(16, 16)>>>(A, B, C, 128);
}

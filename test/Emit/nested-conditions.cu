// Conditions in parentheses are tested one by one: each for the output for
// which it is hardest to hold, and once if it is the same for all.
// RUN: %tessera -q --cuda-path=none --no-transfers --coarsen=always %s | FileCheck %s

// CHECK-LABEL: {{^}}__global__ void wave_tiled(
// CHECK: {{^ *}}if (row < rows && row >= 1 && row < rows - 1 &&
// CHECK-NEXT: ((column_first < columns && column_first >= 1 &&
// CHECK-NEXT: column_first < columns - 1) ||
// CHECK-NEXT: (column_first + 3 < columns && column_first + 3 >= 1 &&
// CHECK-NEXT: column_first + 3 < columns - 1))) {
// CHECK: {{^ *}}if (column_first + 3 < columns && column_first >= 1 &&
// CHECK-NEXT: column_first + 3 < columns - 1)
__global__ void wave(float *__restrict__ next, const float *__restrict__ prev,
                     int rows, int columns) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < rows && column < columns) {
    if (((column >= 1 && column < columns - 1)) &&
        (row >= 1 && row < rows - 1)) {
      int at = row * columns + column;
      next[at] = prev[at + 1] + prev[at - 1] + prev[at + columns] +
                 prev[at - columns] - 4 * prev[at] + next[at];
    }
  }
}

void run(float *next, const float *prev, int rows, int columns) {
  dim3 block(16, 16), grid((columns + 15) / 16, (rows + 15) / 16);
  wave<<<grid, block>>>(next, prev, rows, columns);
}

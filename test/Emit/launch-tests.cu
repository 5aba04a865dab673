// What follows from one test of a launch is not tested again: long rows have
// elements, without which the ends of the arrays would mean nothing.
//
// RUN: %tessera -q --cuda-path=none %s | FileCheck %s

__global__ void sum(const float *in, float *out, int rows, int columns) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r < rows) {
    float s = 0;
    for (int c = 0; c < columns; c++)
      s += in[r * columns + c];
    out[r * columns] = s;
  }
}

void start(const float *in, float *out, int rows, int columns) {
  // CHECK-NOT: columns >= 1 &&
  // CHECK: const bool tiles_fit2 = columns >= [[#]] && ((rows + 127) / 128) <= 536870911 &&
  // CHECK-NEXT: (in + (long long)columns * rows <= out ||
  // CHECK-NEXT: out + (long long)columns * rows - columns + 1 <= in);
  // What is said of the second is not tested again for the first.
  // CHECK-NEXT: const bool tiles_fit = tiles_fit2 && columns % 4 == 0 &&
  // CHECK-SAME: (size_t)in % 16 == 0;
  // CHECK-NEXT: const dim3 tile_grid =
  // CHECK-NEXT: tiles_fit2 ? dim3(((rows + 127) / 128) * 4) : dim3((rows + 127) / 128);
  // CHECK-NEXT: const dim3 tile_block = tiles_fit2 ? dim3(32) : dim3(128);
  // CHECK-NOT: columns >= 1 &&
  sum<<<(rows + 127) / 128, 128>>>(in, out, rows, columns);
}

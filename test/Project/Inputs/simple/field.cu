#include "field.cuh"

__global__ float field[H][W];
__global__ float next[H][W];

// The sum of what launches in other files leave.
float total() {
  float sum = 0;
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      sum += field[y][x];
  return sum;
}

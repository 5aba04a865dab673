// A bitonic sort in the registers of a tile, which exchanges pairs of 16 bytes,
// and a transpose by shuffles.
// RUN: %tessera-run %s | FileCheck %s
// RUN: %tessera-run --seed=3 %s | FileCheck %s
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;

struct Entry {
  double key;
  int value, unused;
};

template <unsigned Size, class P>
__device__ Entry sorted(const cg::thread_block_tile<Size, P> &tile, Entry mine) {
  const unsigned rank = tile.thread_rank();
  for (unsigned k = 2; k <= Size; k *= 2)
    for (unsigned j = k / 2; j; j /= 2) {
      Entry other = tile.shfl_xor(mine, j);
      const bool up = (rank & k) == 0, low = (rank & j) == 0;
      if ((other.key < mine.key) == (up == low) && other.key != mine.key)
        mine = other;
    }
  return mine;
}

template <unsigned Size> __global__ void sort(Entry *a) {
  auto tile = cg::tiled_partition<Size>(cg::this_thread_block());
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = sorted(tile, a[i]);
}

__global__ void turned(float4 *a) {
  auto tile = cg::tiled_partition<4>(cg::this_thread_block());
  const float4 mine = a[threadIdx.x];
  float row[4];
  for (int k = 0; k < 4; k++) {
    const float4 other = tile.shfl(mine, k);
    const float all[] = {other.x, other.y, other.z, other.w};
    row[k] = all[tile.thread_rank()];
  }
  a[threadIdx.x] = make_float4(row[0], row[1], row[2], row[3]);
}

template <unsigned Size> int unsorted(Entry *a, int n) {
  for (int i = 0; i < n; i++)
    a[i] = {double(i * 7919 % 1009), i, 0};
  sort<Size><<<n / 64, 64>>>(a);
  cudaDeviceSynchronize();
  int wrong = 0;
  for (int i = 0; i < n; i++) {
    wrong += i % Size && a[i].key < a[i - 1].key;
    wrong += a[i].key != a[i].value * 7919 % 1009;
    wrong += unsigned(a[i].value) / Size != i / Size;
  }
  return wrong;
}

int main() {
  const int n = 512;
  Entry *a;
  float4 *m;
  cudaMallocManaged(&a, n * sizeof(Entry));
  cudaMallocManaged(&m, 32 * sizeof(float4));
  // CHECK: wrong 0 0 0
  printf("wrong %d %d %d\n", unsorted<32>(a, n), unsorted<8>(a, n),
         unsorted<2>(a, n));
  for (int i = 0; i < 32; i++)
    m[i] = make_float4(4 * i, 4 * i + 1, 4 * i + 2, 4 * i + 3);
  turned<<<1, 32>>>(m);
  cudaDeviceSynchronize();
  // CHECK-NEXT: 1 5 9 13; 19 23 27 31
  printf("%g %g %g %g; %g %g %g %g\n", m[1].x, m[1].y, m[1].z, m[1].w, m[7].x,
         m[7].y, m[7].z, m[7].w);
  cudaFree(a);
  cudaFree(m);
}

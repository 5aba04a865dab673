// cooperative_groups::reduce, with each operation and kind of number, over tiles
// of each size and over threads that are no neighbours.
// RUN: %tessera-run %s | FileCheck %s
// RUN: %tessera-run --seed=5 %s | FileCheck %s
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cstdio>
namespace cg = cooperative_groups;

struct Pair {
  double sum;
  int count, least;
};
struct Join {
  __device__ Pair operator()(const Pair &x, const Pair &y) const {
    return {x.sum + y.sum, x.count + y.count, min(x.least, y.least)};
  }
};

__host__ __device__ int key(int i) { return i * 37 % 101; }

template <unsigned Size> __device__ int wrong(int i) {
  auto tile = cg::tiled_partition<Size>(cg::this_thread_block());
  int first = i / Size * Size, sum = 0, least = 1000, most = 0, any = 0, odd = 0,
      all = -1;
  double precise = 0;
  for (int k = first; k < first + int(Size); k++) {
    sum += key(k);
    least = min(least, key(k));
    most = max(most, key(k));
    any |= key(k);
    all &= key(k);
    odd ^= key(k);
    precise += 0.25 * key(k);
  }
  int bad = cg::reduce(tile, key(i), cg::plus<int>()) != sum;
  bad += cg::reduce(tile, key(i), cg::less<int>()) != least;
  bad += cg::reduce(tile, unsigned(key(i)), cg::greater<unsigned>()) != most;
  bad += cg::reduce(tile, key(i), cg::bit_or<int>()) != any;
  bad += cg::reduce(tile, key(i), cg::bit_and<int>()) != all;
  bad += cg::reduce(tile, key(i), cg::bit_xor<int>()) != odd;
  bad += cg::reduce(tile, 0.25f * key(i), cg::plus<float>()) != float(precise);
  bad += cg::reduce(tile, 0.25 * key(i), cg::plus<double>()) != precise;
  bad += cg::reduce(tile, key(i), [](int x, int y) { return x + y; }) != sum;
  Pair p = cg::reduce(tile, Pair{0.25 * key(i), 1, key(i)}, Join());
  bad += p.sum != precise || p.count != int(Size) || p.least != least;
  return bad;
}

__global__ void k(int *bad, int *sums) {
  int i = threadIdx.x;
  bad[i] = wrong<32>(i) + wrong<16>(i) + wrong<8>(i) + wrong<4>(i) +
           wrong<2>(i) + wrong<1>(i);
  if (i % 3 == 1) {
    cg::coalesced_group active = cg::coalesced_threads();
    sums[i] = cg::reduce(active, i, cg::plus<int>());
  }
}

int main() {
  int *bad, *sums;
  cudaMallocManaged(&bad, 64 * sizeof(int));
  cudaMallocManaged(&sums, 64 * sizeof(int));
  k<<<1, 64>>>(bad, sums);
  cudaDeviceSynchronize();
  int wrong = 0;
  for (int i = 0; i < 64; i++)
    wrong += bad[i];
  // CHECK: wrong 0
  printf("wrong %d\n", wrong);
  // CHECK-NEXT: 176 0 475
  printf("%d %d %d\n", sums[1], sums[2], sums[61]);
  cudaFree(bad);
  cudaFree(sums);
}

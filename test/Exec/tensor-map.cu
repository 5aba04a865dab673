// Tiles of tensors: a halo outside of the tensor is zero, a store leaves it
// out, three dimensions, and a swizzle that is undone by its formula.
// RUN: %tessera-run %s | FileCheck %s
// RUN: %tessera-run --seed=1 %s | FileCheck %s
// RUN: %tessera-run --seed=6 %s | FileCheck %s
// CHECK: halo: 0 wrong
// CHECK: box: 0 wrong
// CHECK: swizzle 1: 0 wrong
// CHECK: swizzle 2: 0 wrong
// CHECK: swizzle 3: 0 wrong
// CHECK: refused: 1 1 1 1 1 1 1
#include <cstdio>
#include <cuda/barrier>
#include <cudaTypedefs.h>

using barrier = cuda::barrier<cuda::thread_scope_block>;
namespace cde = cuda::device::experimental;

constexpr int W = 20, H = 13, D = 5;
__managed__ alignas(128) float a[D][H][W], b[D][H][W];

// A tile around 8 x 8 results, which go out through another map. It begins where
// 16 bytes of a row do, 3 cells before the halo.
__global__ void halo(const __grid_constant__ CUtensorMap in,
                     const __grid_constant__ CUtensorMap out) {
  __shared__ alignas(128) float tile[10][16];
  __shared__ alignas(128) float sums[8][8];
  __shared__ barrier bar;
  if (threadIdx.x == 0) {
    init(&bar, blockDim.x);
    cde::fence_proxy_async_shared_cta();
  }
  __syncthreads();
  int x0 = 8 * blockIdx.x, y0 = 8 * blockIdx.y;
  barrier::arrival_token token;
  if (threadIdx.x == 0) {
    cde::cp_async_bulk_tensor_2d_global_to_shared(tile, &in, x0 - 4, y0 - 1,
                                                  bar);
    token = cuda::device::barrier_arrive_tx(bar, 1, sizeof(tile));
  } else {
    token = bar.arrive();
  }
  bar.wait(static_cast<barrier::arrival_token &&>(token));
  int x = threadIdx.x % 8, y = threadIdx.x / 8;
  sums[y][x] = tile[y][x + 4] + tile[y + 1][x + 3] + tile[y + 1][x + 5] +
               tile[y + 2][x + 4];
  cde::fence_proxy_async_shared_cta();
  __syncthreads();
  if (threadIdx.x == 0) {
    cde::cp_async_bulk_tensor_2d_shared_to_global(&out, x0, y0, sums);
    cde::cp_async_bulk_commit_group();
    cde::cp_async_bulk_wait_group_read<0>();
  }
}

__global__ void box(const __grid_constant__ CUtensorMap in) {
  extern __shared__ __align__(128) float tile[]; // 3 x 4 x 8
  __shared__ barrier bar;
  if (threadIdx.x == 0) {
    init(&bar, 1);
    cde::fence_proxy_async_shared_cta();
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    cde::cp_async_bulk_tensor_3d_global_to_shared(tile, &in, 16, -1, 3, bar);
    (void)cuda::device::barrier_arrive_tx(bar, 1, 3 * 4 * 8 * sizeof(float));
  }
  bar.wait_parity(false);
  (&b[0][0][0])[threadIdx.x] = tile[threadIdx.x];
}

// Rows of 32, 64 or 128 bytes; chunks of 16 bytes exchange their places.
__global__ void swizzle(const __grid_constant__ CUtensorMap in, int bits) {
  __shared__ alignas(1024) char tile[8 * 128];
  __shared__ barrier bar;
  if (threadIdx.x == 0) {
    init(&bar, 1);
    cde::fence_proxy_async_shared_cta();
  }
  __syncthreads();
  int width = 4 << bits;
  if (threadIdx.x == 0) {
    cde::cp_async_bulk_tensor_2d_global_to_shared(tile, &in, 0, 2, bar);
    (void)cuda::device::barrier_arrive_tx(bar, 1, 8 * width * sizeof(float));
  }
  bar.wait_parity(false);
  for (int i = threadIdx.x; i < 8 * width; i += blockDim.x) {
    int at = i * sizeof(float);
    at ^= ((at >> 7) & ((1 << bits) - 1)) << 4;
    (&b[0][0][0])[i] = *(float *)&tile[at];
  }
}

PFN_cuTensorMapEncodeTiled_v12000 encoder() {
  void *function = nullptr;
  cudaDriverEntryPointQueryResult status;
  cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &function, 12000,
                                   cudaEnableDefault, &status);
  return (PFN_cuTensorMapEncodeTiled_v12000)function;
}

struct Request {
  cuuint32_t rank = 2;
  char *base = (char *)a;
  cuuint64_t size[3] = {W, H, D};
  cuuint64_t stride[2] = {W * sizeof(float), H * W * sizeof(float)};
  cuuint32_t box[3] = {8, 8, 1};
  cuuint32_t step[3] = {1, 1, 1};
  CUtensorMapSwizzle swizzle = CU_TENSOR_MAP_SWIZZLE_NONE;

  CUtensorMap map{};
  CUresult result = CUDA_SUCCESS;
  Request &encode() {
    result = encoder()(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, rank, base, size,
                       stride, box, step, CU_TENSOR_MAP_INTERLEAVE_NONE,
                       swizzle, CU_TENSOR_MAP_L2_PROMOTION_NONE,
                       CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    return *this;
  }
};

// Not zero where the tensor is.
float value(int z, int y, int x) {
  bool inside = x >= 0 && x < W && y >= 0 && y < H && z >= 0 && z < D;
  return inside ? 1 + x + 100 * y + 10000 * z : 0;
}

template <class F> int wrong(int n, F expected) {
  cudaDeviceSynchronize();
  int count = 0;
  for (int i = 0; i < n; i++)
    count += (&b[0][0][0])[i] != expected(i);
  return count;
}

int main() {
  for (int z = 0; z < D; z++)
    for (int y = 0; y < H; y++)
      for (int x = 0; x < W; x++)
        a[z][y][x] = value(z, y, x), b[z][y][x] = -1;

  Request in, out;
  in.box[0] = 16, in.box[1] = 10;
  out.base = (char *)b;
  halo<<<dim3(3, 2), 64>>>(in.encode().map, out.encode().map);
  printf("halo: %d wrong\n", wrong(W * H + W, [](int i) {
           int x = i % W, y = i / W;
           return y == H ? -1
                         : value(0, y - 1, x) + value(0, y, x - 1) +
                               value(0, y, x + 1) + value(0, y + 1, x);
         }));

  Request three;
  three.rank = 3, three.box[1] = 4, three.box[2] = 3;
  box<<<1, 96, 96 * sizeof(float)>>>(three.encode().map);
  printf("box: %d wrong\n", wrong(96, [](int i) {
           return value(3 + i / 32, i / 8 % 4 - 1, 16 + i % 8);
         }));

  for (int bits = 1; bits <= 3; bits++) {
    Request s;
    s.box[0] = 4 << bits;
    s.swizzle = (CUtensorMapSwizzle)bits;
    swizzle<<<1, 32>>>(s.encode().map, bits);
    printf("swizzle %d: %d wrong\n", bits, wrong(8 * s.box[0], [&](int i) {
             return value(0, 2 + i / s.box[0], i % s.box[0]);
           }));
  }

  Request bad[7];
  bad[0].rank = 6;
  bad[1].base += 4;
  bad[2].stride[0] += 4;
  bad[3].box[1] = 257;
  bad[4].step[1] = 9;
  bad[5].box[0] = 3;
  bad[6].swizzle = CU_TENSOR_MAP_SWIZZLE_32B, bad[6].box[0] = 12;
  printf("refused:");
  for (Request &r : bad)
    printf(" %d", r.encode().result);
  printf("\n");
}

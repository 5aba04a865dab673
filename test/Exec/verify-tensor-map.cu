// A stencil is compared with the same one on tiles that tensor copies bring,
// two of them at a time: the next is under way while one is computed.
// RUN: split-file %s %t
// RUN: %tessera-verify --seeds=4 %t/plain.cu %t/tiled.cu | FileCheck %s --check-prefix=SAME
// SAME: same: output, exit code and 2 arrays, 4 orders of execution
//
// RUN: not %tessera-verify -DHALO=0 %t/plain.cu %t/tiled.cu 2>&1 | FileCheck %s --check-prefix=HALO
// HALO: 'b'{{.*}} [different]
//
// A producer that waits for nobody is two phases ahead, where the parity is the
// same again.
// RUN: not %tessera-verify -DNOT_EMPTY --seeds=4 %t/plain.cu %t/tiled.cu 2>&1 | FileCheck %s --check-prefix=EMPTY
// EMPTY: error: thread (1,0,0) of block (0,0,0) waits in kernel 'step' for 'full' at byte 8, in whose phase 1 arrival and 0 bytes are missing, and no thread can go on [mbarrier-never-completes]

//--- plain.cu
#define W 44
#define H 37
__managed__ float a[H][W], b[H][W];

__global__ void step() {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= W || y >= H)
    return;
  float sum = 4 * a[y][x];
  if (x > 0)
    sum -= a[y][x - 1];
  if (x < W - 1)
    sum -= a[y][x + 1];
  if (y > 0)
    sum -= a[y - 1][x];
  if (y < H - 1)
    sum -= a[y + 1][x];
  b[y][x] = sum;
}

int main() {
  for (int i = 0; i < H * W; i++)
    a[i / W][i % W] = i % 17 + i % 5 * 0.25f;
  step<<<dim3((W + 15) / 16, (H + 7) / 8), dim3(16, 8)>>>();
  cudaDeviceSynchronize();
}

//--- tiled.cu
#include <cuda/barrier>
#include <cudaTypedefs.h>
#define W 44
#define H 37
#ifndef HALO
#define HALO 1
#endif
namespace cde = cuda::device::experimental;
using barrier = cuda::barrier<cuda::thread_scope_block>;

__managed__ alignas(128) float a[H][W], b[H][W];

constexpr int TX = 16, TY = 8, Down = (H + TY - 1) / TY;

// A block computes a column of tiles.
__global__ void step(const __grid_constant__ CUtensorMap map) {
  // Padded to a multiple of 16 bytes, and each buffer to one of 128.
  struct alignas(128) Buffer {
    float at[TY + 2][TX + 8];
  };
  __shared__ Buffer tile[2];
  __shared__ barrier full[2], empty[2];
  int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * TX + tx;
  bool first = tx == 0 && ty == 0;
  if (first) {
    for (int s = 0; s < 2; s++) {
      init(&full[s], 1);
      init(&empty[s], TX * TY);
    }
    cde::fence_proxy_async_shared_cta();
  }
  __syncthreads();
  auto load = [&](int row) {
    cde::cp_async_bulk_tensor_2d_global_to_shared(
        tile[row % 2].at, &map, blockIdx.x * TX - 4, row * TY - HALO,
        full[row % 2]);
    (void)cuda::device::barrier_arrive_tx(full[row % 2], 1,
                                          sizeof(tile[0].at));
  };
  if (first)
    load(0);
  for (int row = 0; row < Down; row++) {
    int s = row % 2;
    if (first && row + 1 < Down) {
#ifndef NOT_EMPTY
      empty[1 - s].wait_parity((row + 1) / 2 % 2 == 0);
#endif
      load(row + 1);
    }
    full[s].wait_parity(row / 2 % 2);
    float(*t)[TX + 8] = tile[s].at;
    int y = row * TY + ty;
    if (x < W && y < H)
      b[y][x] = 4 * t[ty + 1][tx + 4] - t[ty + 1][tx + 3] - t[ty + 1][tx + 5] -
                t[ty][tx + 4] - t[ty + 2][tx + 4];
    (void)empty[s].arrive();
  }
}

int main() {
  for (int i = 0; i < H * W; i++)
    a[i / W][i % W] = i % 17 + i % 5 * 0.25f;
  void *function = nullptr;
  cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &function, 12000,
                                   cudaEnableDefault);
  CUtensorMap map;
  cuuint64_t size[] = {W, H}, stride[] = {W * sizeof(float)};
  cuuint32_t box[] = {TX + 8, TY + 2}, one[] = {1, 1};
  CUresult result = ((PFN_cuTensorMapEncodeTiled_v12000)function)(
      &map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, a, size, stride, box, one,
      CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE,
      CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  if (result != CUDA_SUCCESS)
    return 1;
  step<<<(W + TX - 1) / TX, dim3(TX, TY)>>>(map);
  cudaDeviceSynchronize();
}

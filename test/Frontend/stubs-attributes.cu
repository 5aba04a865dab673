// The specifiers of CUDA, wherever a program may write them.
// RUN: %clang_cuda -fsyntax-only %s

#ifndef __CUDACC__
#error "__CUDACC__ marks a CUDA compiler"
#endif
#if CUDART_VERSION < 12000
#error "a recent CUDA"
#endif

__device__ float table[16];
__constant__ float coefficients[8];
static __device__ int counter;

__host__ __device__ int twice(int i) { return 2 * i; }
__device__ __forceinline__ int index(int i, int n) { return i % n; }
__device__ __noinline__ int slow(int i) { return i + 1; }

struct __align__(16) Particle {
  float x, y, z, mass;
};

__global__ void __launch_bounds__(256)
    bounded(float *__restrict__ out, const float *__restrict__ in) {
  __shared__ float tile[256];
  extern __shared__ float rest[];
  tile[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
  rest[threadIdx.x] = coefficients[threadIdx.x & 7];
  __syncthreads();
  out[index(twice(threadIdx.x), gridDim.x)] =
      tile[slow(threadIdx.x) % warpSize] + table[threadIdx.x & 15] +
      rest[threadIdx.x];
}

template <typename T, int BLOCK>
__global__ void __launch_bounds__(BLOCK, 2)
    filled(T *out, T value, const __grid_constant__ Particle p) {
  out[blockIdx.y * BLOCK + threadIdx.y] = value + (T)p.mass;
}

void launch(float *out, const float *in, cudaStream_t stream) {
  dim3 grid(4, 2), block(64);
  block.y = 4;
  bounded<<<grid, block, 1024, stream>>>(out, in);
  filled<float, 32><<<8, 32>>>(out, 1.0f, Particle());
  filled<double, 32><<<dim3(8, 1, 1), dim3(32)>>>(nullptr, 1.0, Particle());
}

// Sums of what a kernel writes, for the programs of tune.py: measure.py of
// `tessera --tune` compares what they print.
#ifndef TUNE_CUH
#define TUNE_CUH

#include "harness.cuh"

namespace harness {

struct Sums {
  double Size;             // of floating-point numbers, weighted
  unsigned long long Bits; // of integers, weighted; exact
  unsigned long long Bad;  // infinite, or not a number
};

// Weights differ, so that it shows where elements change places, and those of
// negative numbers, so that it shows where signs do. No terms cancel.
template <typename T>
__global__ void addUp(const T *values, size_t count, Sums *sums) {
  double size = 0;
  unsigned long long bits = 0, bad = 0;
  size_t step = size_t(gridDim.x) * blockDim.x;
  for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < count;
       i += step) {
    T x = values[i];
    if constexpr (std::is_integral_v<T>)
      bits += (unsigned long long)(x) * (2 * i + 1);
    else if (isfinite(x))
      size += double(x > 0 ? x : x / -2) * randomAt(i, 0, 1, 2);
    else
      ++bad;
  }
  atomicAdd(&sums->Size, size);
  atomicAdd(&sums->Bits, bits);
  atomicAdd(&sums->Bad, bad);
}

// An integer is printed such that it is not compared as a number, which may
// differ a little. The order of additions must not show.
template <typename T>
void printSums(const char *name, const T *values, size_t count) {
  Sums *sums, result;
  CHECK(cudaMalloc(&sums, sizeof(*sums)));
  CHECK(cudaMemset(sums, 0, sizeof(*sums)));
  addUp<<<Blocks, Threads>>>(values, count, sums);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(&result, sums, sizeof(*sums), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(sums));
  if (std::is_integral_v<T>)
    printf("%s x%016llx\n", name, result.Bits);
  else
    printf("%s %.7g, not finite: x%llx\n", name, result.Size, result.Bad);
}

// The same arguments for every call; outputs are NaN before.
inline void restoreOutputs(const Problem &problem) {
  for (AnyArray *array : problem.Arrays)
    if (array->isOutput()) {
      array->restore();
      array->poison();
    }
}

} // namespace harness

#endif

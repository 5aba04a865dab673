// Checks and times the versions of one kernel; prepare.py writes the rest of
// the program.
//
//   program check SEED    compares all versions with the reference, on the size
//                         for checks
//   program time ROUNDS [SIZE]
//                         does so for all other sizes, or for one by its
//                         number, then times the versions in turn, each once
//                         in every round
//
// Prints one line of JSON for each size. A sample is the device's time for as
// many calls as take at least half a millisecond.
#ifndef HARNESS_CUH
#define HARNESS_CUH

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#include <functional>
#include <string>
#include <type_traits>
#include <vector>

#define CHECK(call)                                                            \
  do {                                                                         \
    cudaError_t error_ = (call);                                               \
    if (error_ != cudaSuccess) {                                               \
      fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call,            \
              cudaGetErrorString(error_));                                     \
      exit(EXIT_FAILURE);                                                      \
    }                                                                          \
  } while (0)

namespace harness {

enum class Role { In, Out, InOut };

// A hash of the place and the seed; from low to high.
__device__ inline double randomAt(uint64_t i, unsigned seed, double low,
                                  double high) {
  uint64_t x = i * 0x9E3779B97F4A7C15ull + seed * 0xBF58476D1CE4E5B9ull;
  x ^= x >> 31;
  x *= 0x94D049BB133111EBull;
  x ^= x >> 29;
  x *= 0xBF58476D1CE4E5B9ull;
  x ^= x >> 32;
  return low + (high - low) * (double(x >> 11) / 9007199254740992.0);
}

// The same numbers in both, as far as T can hold them; `wide` may be null.
template <typename T, typename Wide>
__global__ void fill(T *narrow, Wide *wide, size_t count, unsigned seed,
                     double low, double high) {
  size_t step = size_t(gridDim.x) * blockDim.x;
  for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < count;
       i += step) {
    T value = T(randomAt(i, seed, low, high));
    narrow[i] = value;
    if (wide)
      wide[i] = Wide(value);
  }
}

struct Difference {
  double square;          // of the difference
  double reference;       // the square of the reference
  unsigned long long bad; // not a number, or infinite where the other is not
};

template <typename T, typename Wide>
__global__ void compare(const T *narrow, const Wide *wide, size_t count,
                        Difference *sum) {
  double square = 0, reference = 0;
  unsigned long long bad = 0;
  size_t step = size_t(gridDim.x) * blockDim.x;
  for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < count;
       i += step) {
    double x = double(narrow[i]), y = double(wide[i]);
    if (!isfinite(x) || !isfinite(y)) {
      bad += !(x == y);
      continue;
    }
    square += (x - y) * (x - y);
    reference += y * y;
  }
  atomicAdd(&sum->square, square);
  atomicAdd(&sum->reference, reference);
  atomicAdd(&sum->bad, bad);
}

template <typename T>
__global__ void countDifferent(const T *a, const T *b, size_t bytes,
                               unsigned long long *sum) {
  const unsigned char *x = (const unsigned char *)a;
  const unsigned char *y = (const unsigned char *)b;
  unsigned long long mine = 0;
  size_t step = size_t(gridDim.x) * blockDim.x;
  for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x;
       i < bytes / sizeof(T); i += step)
    for (size_t k = 0; k < sizeof(T); ++k)
      if (x[i * sizeof(T) + k] != y[i * sizeof(T) + k]) {
        ++mine;
        break;
      }
  atomicAdd(sum, mine);
}

constexpr int Blocks = 1024, Threads = 256;

class AnyArray {
public:
  virtual ~AnyArray() = default;
  virtual void restore() = 0;
  virtual void poison() = 0;
  virtual void keep() = 0;
  virtual double error(bool &bad) const = 0;
  virtual unsigned long long different() const = 0;
  virtual bool isOutput() const = 0;
};

// One argument of the kernels, and of the reference.
template <typename T> class Array : public AnyArray {
public:
  using Wide = std::conditional_t<std::is_same_v<T, float>, double, T>;

  Array(std::vector<AnyArray *> &all, size_t count, Role role, double low,
        double high, unsigned seed)
      : Count(count), What(role), Low(low), High(high),
        Seed(seed + unsigned(all.size())) {
    CHECK(cudaMalloc(&Narrow, bytes()));
    CHECK(cudaMalloc(&Wider, count * sizeof(Wide)));
    if (isOutput())
      CHECK(cudaMalloc(&First, bytes()));
    fill<<<Blocks, Threads>>>(Narrow, Wider, Count, Seed, Low, High);
    CHECK(cudaGetLastError());
    all.push_back(this);
  }
  Array(const Array &) = delete;
  ~Array() {
    CHECK(cudaFree(Narrow));
    CHECK(cudaFree(Wider));
    CHECK(cudaFree(First));
  }

  T *data() const { return Narrow; }
  Wide *wide() const { return Wider; }
  bool isOutput() const override { return What != Role::In; }

  // The reference's values stay.
  void restore() override {
    if (What == Role::Out)
      return;
    fill<<<Blocks, Threads>>>(Narrow, (Wide *)nullptr, Count, Seed, Low, High);
    CHECK(cudaGetLastError());
  }
  void poison() override {
    if (What == Role::Out)
      CHECK(cudaMemset(Narrow, 0xFF, bytes()));
  }
  // For comparison with the next versions.
  void keep() override {
    if (isOutput())
      CHECK(cudaMemcpy(First, Narrow, bytes(), cudaMemcpyDeviceToDevice));
  }
  unsigned long long different() const override {
    if (!isOutput())
      return 0;
    unsigned long long *sum, result;
    CHECK(cudaMalloc(&sum, sizeof(*sum)));
    CHECK(cudaMemset(sum, 0, sizeof(*sum)));
    countDifferent<<<Blocks, Threads>>>(First, Narrow, bytes(), sum);
    CHECK(cudaMemcpy(&result, sum, sizeof(*sum), cudaMemcpyDeviceToHost));
    CHECK(cudaFree(sum));
    return result;
  }
  // The norm of the difference from the reference, relative to that of the
  // reference.
  double error(bool &bad) const override {
    Difference *sum, result;
    CHECK(cudaMalloc(&sum, sizeof(*sum)));
    CHECK(cudaMemset(sum, 0, sizeof(*sum)));
    compare<<<Blocks, Threads>>>(Narrow, Wider, Count, sum);
    CHECK(cudaMemcpy(&result, sum, sizeof(*sum), cudaMemcpyDeviceToHost));
    CHECK(cudaFree(sum));
    bad |= result.bad != 0;
    double norm = std::sqrt(result.reference);
    return std::sqrt(result.square) / (norm > 0 ? norm : 1);
  }

private:
  size_t bytes() const { return Count * sizeof(T); }

  size_t Count;
  Role What;
  double Low, High;
  unsigned Seed;
  T *Narrow = nullptr, *First = nullptr;
  Wide *Wider = nullptr;
};

struct Version {
  std::string Name;
  std::function<void()> Run;
};

// The median, and where it lies with a confidence of 95 %.
struct Median {
  double Value, Low, High;
};

inline Median medianOf(std::vector<double> all) {
  std::sort(all.begin(), all.end());
  size_t n = all.size();
  double value = n % 2 ? all[n / 2] : (all[n / 2 - 1] + all[n / 2]) / 2;
  long low = long(std::floor(n / 2.0 - 0.98 * std::sqrt(double(n))));
  long high = long(std::ceil(n / 2.0 + 0.98 * std::sqrt(double(n))));
  return {value, all[std::max(0l, low)], all[std::min(long(n) - 1, high)]};
}

inline void print(const char *name, const Median &m) {
  printf("\"%s\": [%.9g, %.9g, %.9g]", name, m.Value, m.Low, m.High);
}

class Timer {
public:
  Timer() {
    CHECK(cudaEventCreate(&Begin));
    CHECK(cudaEventCreate(&End));
  }
  ~Timer() {
    cudaEventDestroy(Begin);
    cudaEventDestroy(End);
  }
  // Milliseconds of the device for one of \p times calls.
  double operator()(const std::function<void()> &run, int times) {
    CHECK(cudaEventRecord(Begin));
    for (int i = 0; i < times; ++i)
      run();
    CHECK(cudaEventRecord(End));
    CHECK(cudaEventSynchronize(End));
    float ms;
    CHECK(cudaEventElapsedTime(&ms, Begin, End));
    return ms / times;
  }

private:
  cudaEvent_t Begin, End;
};

class Problem {
public:
  std::vector<AnyArray *> Arrays;
  std::vector<Version> Versions;
  std::function<void()> Reference;
  double Tolerance = 1e-5;
  std::string Size; // as JSON

  // Returns whether all versions are right. With 0 rounds none is timed.
  bool run(int rounds) {
    Reference();
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaGetLastError());
    bool allRight = true;
    printf("{\"size\": {%s}, \"versions\": {", Size.c_str());
    std::vector<std::vector<double>> samples;
    if (rounds == 0)
      samples.resize(Versions.size());
    std::vector<std::string> facts;
    for (size_t v = 0; v < Versions.size(); ++v)
      facts.push_back(check(Versions[v], v == 0, allRight));
    if (rounds > 0)
      samples = time(rounds);
    for (size_t v = 0; v < Versions.size(); ++v) {
      printf("%s\"%s\": {%s", v ? ", " : "", Versions[v].Name.c_str(),
             facts[v].c_str());
      if (rounds > 0) {
        printf(", ");
        print("ms", medianOf(samples[v]));
        std::vector<double> ratios;
        for (size_t r = 0; r < samples[v].size(); ++r)
          ratios.push_back(samples[0][r] / samples[v][r]);
        printf(", ");
        print("speedup", medianOf(ratios));
      }
      printf("}");
    }
    printf("}}\n");
    fflush(stdout);
    return allRight;
  }

private:
  std::string check(const Version &version, bool isFirst, bool &allRight) {
    for (AnyArray *a : Arrays) {
      a->restore();
      a->poison();
    }
    CHECK(cudaDeviceSynchronize());
    version.Run();
    // A block may need more than there is; anything else ends the program.
    cudaError_t launched = cudaGetLastError();
    if (launched != cudaErrorLaunchOutOfResources)
      CHECK(launched);
    CHECK(cudaDeviceSynchronize());
    double error = 0;
    bool bad = launched != cudaSuccess;
    unsigned long long different = 0;
    for (AnyArray *a : Arrays) {
      if (!a->isOutput())
        continue;
      error = std::max(error, a->error(bad));
      if (isFirst)
        a->keep();
      different += a->different();
    }
    bool right = !bad && error <= Tolerance;
    allRight &= right;
    char text[200];
    snprintf(text, sizeof(text),
             "\"right\": %s, \"error\": %.3g, \"different\": %llu",
             right ? "true" : "false", bad ? DBL_MAX : error, different);
    return text;
  }

  std::vector<std::vector<double>> time(int rounds) {
    constexpr double Least = 0.5; // ms of a sample
    Timer timer;
    std::vector<int> calls;
    for (const Version &v : Versions) {
      timer(v.Run, 1);
      double once = timer(v.Run, 1);
      calls.push_back(
          std::min(1000, std::max(1, int(std::ceil(Least / once)))));
      timer(v.Run, calls.back());
    }
    std::vector<std::vector<double>> samples(Versions.size());
    for (int r = 0; r < rounds; ++r)
      for (size_t v = 0; v < Versions.size(); ++v)
        samples[v].push_back(timer(Versions[v].Run, calls[v]));
    return samples;
  }
};

} // namespace harness

#endif

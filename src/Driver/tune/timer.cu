// Times the kernels of the program that it is linked to.
//
// The linker (--wrap) lets every launch come through here. An event before and
// one behind it tell how long it took; what all launches of a kernel with one
// grid and block come to is appended, as a line of JSON, to the file that the
// environment variable TESSERA_TIMES names, when the program ends. The times
// are those of the device, in milliseconds.
#include <cuda_runtime_api.h>
#include <cxxabi.h>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>
#include <string>
#include <tuple>
#include <vector>

namespace {

using Shape = std::tuple<unsigned, unsigned, unsigned>;

Shape shapeOf(dim3 sizes) { return {sizes.x, sizes.y, sizes.z}; }

// The launches of one kernel with one block and grid.
struct Total {
  long launches = 0;
  double milliseconds = 0;
};

struct Pending {
  Total *total;
  cudaEvent_t begin, end;
};

class Times {
public:
  // It lives until the process ends, and is there before any constructor.
  static Times &get() {
    static Times *times = new Times;
    return *times;
  }

  void name(const void *function, const char *symbol) {
    std::lock_guard<std::mutex> lock(mutex);
    symbols[function] = symbol;
  }

  void alias(const void *handle, const void *function) {
    std::lock_guard<std::mutex> lock(mutex);
    functions[handle] = function;
  }

  template <typename Launch>
  cudaError_t time(const void *function, dim3 grid, dim3 block,
                   cudaStream_t stream, Launch launch) {
    std::lock_guard<std::mutex> lock(mutex);
    if (!registered)
      registered = std::atexit([] { get().write(); }) == 0;
    cudaStreamCaptureStatus capturing = cudaStreamCaptureStatusNone;
    Pending timed = {};
    if (!works(cudaStreamIsCapturing(stream, &capturing)) ||
        capturing != cudaStreamCaptureStatusNone || // part of a graph
        !works(cudaEventCreate(&timed.begin)) ||
        !works(cudaEventCreate(&timed.end)) ||
        !works(cudaEventRecord(timed.begin, stream))) {
      ++untimed;
      return launch();
    }
    cudaError_t result = launch();
    if (result == cudaSuccess && works(cudaEventRecord(timed.end, stream))) {
      auto known = functions.find(function);
      timed.total = &totals[{known == functions.end() ? function
                                                      : known->second,
                             shapeOf(block), shapeOf(grid)}];
      pending.push_back(timed);
    }
    if (pending.size() >= 4096)
      collect();
    return result;
  }

  void collectAll() {
    std::lock_guard<std::mutex> lock(mutex);
    collect();
  }

private:
  bool works(cudaError_t error) {
    if (error != cudaSuccess && problem.empty())
      problem = cudaGetErrorString(error);
    return error == cudaSuccess;
  }

  void collect() {
    for (Pending &timed : pending) {
      float milliseconds = 0;
      if (works(cudaEventSynchronize(timed.end)) &&
          works(cudaEventElapsedTime(&milliseconds, timed.begin, timed.end))) {
        ++timed.total->launches;
        timed.total->milliseconds += milliseconds;
      }
      cudaEventDestroy(timed.begin);
      cudaEventDestroy(timed.end);
    }
    pending.clear();
  }

  static std::string quoted(const std::string &text) {
    std::string result = "\"";
    for (char c : text) {
      if (c == '"' || c == '\\')
        result += '\\';
      result += c;
    }
    return result + "\"";
  }

  static std::string list(const Shape &shape) {
    return "[" + std::to_string(std::get<0>(shape)) + ", " +
           std::to_string(std::get<1>(shape)) + ", " +
           std::to_string(std::get<2>(shape)) + "]";
  }

  std::string nameOf(const void *function) const {
    auto symbol = symbols.find(function);
    if (symbol == symbols.end())
      return "";
    int failed = 0;
    char *plain = abi::__cxa_demangle(symbol->second.c_str(), nullptr, nullptr,
                                      &failed);
    std::string name = plain ? plain : symbol->second;
    std::free(plain);
    return name;
  }

  static std::string device() {
    int index = 0, major = 0, minor = 0;
    static cudaDeviceProp properties;
    if (cudaGetDevice(&index) != cudaSuccess ||
        cudaGetDeviceProperties(&properties, index) != cudaSuccess)
      return "null";
    major = properties.major;
    minor = properties.minor;
    return "{\"name\": " + quoted(properties.name) +
           ", \"architecture\": \"sm_" + std::to_string(major * 10 + minor) +
           "\"}";
  }

  void write() {
    std::lock_guard<std::mutex> lock(mutex);
    collect();
    const char *path = std::getenv("TESSERA_TIMES");
    if (!path)
      return;
    std::string text = "{\"device\": " + device() +
                       ", \"untimed\": " + std::to_string(untimed) +
                       ", \"problem\": " + quoted(problem) + ", \"times\": [";
    const char *between = "";
    for (const auto &entry : totals) {
      char time[64];
      std::snprintf(time, sizeof(time), "%.6f", entry.second.milliseconds);
      text += between;
      text += "{\"kernel\": " + quoted(nameOf(std::get<0>(entry.first))) +
              ", \"block\": " + list(std::get<1>(entry.first)) +
              ", \"grid\": " + list(std::get<2>(entry.first)) +
              ", \"launches\": " + std::to_string(entry.second.launches) +
              ", \"ms\": " + time + "}";
      between = ", ";
    }
    text += "]}\n";
    if (std::FILE *file = std::fopen(path, "a")) {
      std::fwrite(text.data(), 1, text.size(), file);
      std::fclose(file);
    }
  }

  std::mutex mutex;
  std::map<const void *, std::string> symbols;     // by function of the host
  std::map<const void *, const void *> functions; // by handle
  std::map<std::tuple<const void *, Shape, Shape>, Total> totals;
  std::vector<Pending> pending;
  std::string problem; // the first
  long untimed = 0;
  bool registered = false;
};

} // namespace

// What nvcc makes of the definition of a kernel, and of a launch. Which of them
// a program calls depends on the version of CUDA: the others are not there.
#define REAL extern "C" __attribute__((weak))

REAL void __real___cudaRegisterFunction(void **, const char *, char *,
                                        const char *, int, void *, void *,
                                        void *, void *, int *);
extern "C" void __wrap___cudaRegisterFunction(void **binary,
                                              const char *function,
                                              char *device, const char *symbol,
                                              int threads, void *a, void *b,
                                              void *c, void *d, int *e) {
  Times::get().name(function, symbol);
  __real___cudaRegisterFunction(binary, function, device, symbol, threads, a,
                                b, c, d, e);
}

REAL cudaError_t __real___cudaGetKernel(void **, const void *);
extern "C" cudaError_t __wrap___cudaGetKernel(void **handle,
                                              const void *function) {
  cudaError_t result = __real___cudaGetKernel(handle, function);
  if (result == cudaSuccess)
    Times::get().alias(*handle, function);
  return result;
}

#define WRAP_LAUNCH(NAME)                                                      \
  REAL cudaError_t __real_##NAME(const void *, dim3, dim3, void **, size_t,    \
                                 cudaStream_t);                                \
  extern "C" cudaError_t __wrap_##NAME(const void *kernel, dim3 grid,          \
                                       dim3 block, void **arguments,           \
                                       size_t bytes, cudaStream_t stream) {    \
    return Times::get().time(kernel, grid, block, stream, [&] {                \
      return __real_##NAME(kernel, grid, block, arguments, bytes, stream);     \
    });                                                                        \
  }
WRAP_LAUNCH(__cudaLaunchKernel)
WRAP_LAUNCH(__cudaLaunchKernel_ptsz)
WRAP_LAUNCH(cudaLaunchKernel)
WRAP_LAUNCH(cudaLaunchKernel_ptsz)
WRAP_LAUNCH(cudaLaunchCooperativeKernel)
WRAP_LAUNCH(cudaLaunchCooperativeKernel_ptsz)

#if CUDART_VERSION >= 11080
#define WRAP_CONFIGURED(NAME)                                                  \
  REAL cudaError_t __real_##NAME(const cudaLaunchConfig_t *, const void *,     \
                                 void **);                                     \
  extern "C" cudaError_t __wrap_##NAME(const cudaLaunchConfig_t *how,          \
                                       const void *kernel,                     \
                                       void **arguments) {                     \
    return Times::get().time(                                                  \
        kernel, how->gridDim, how->blockDim, how->stream,                      \
        [&] { return __real_##NAME(how, kernel, arguments); });                \
  }
WRAP_CONFIGURED(cudaLaunchKernelExC)
WRAP_CONFIGURED(cudaLaunchKernelExC_ptsz)
#endif

// It ends all events.
REAL cudaError_t __real_cudaDeviceReset();
extern "C" cudaError_t __wrap_cudaDeviceReset() {
  Times::get().collectAll();
  return __real_cudaDeviceReset();
}

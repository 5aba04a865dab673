//===- bench.h - What the programs of bench/host share --------------------===//
//
// Values for inputs, a checksum for results, and a stopwatch. Compiled with
// -DTIME, a program also prints the times of its runs and counts its copies.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_BENCH_HOST_BENCH_H
#define TESSERA_BENCH_HOST_BENCH_H

#include <stdio.h>
#include <stdlib.h>
#ifdef TIME
#include <algorithm>
#include <chrono>
#include <vector>
#endif

// How often a program does its work.
#ifndef RUNS
#define RUNS 2
#endif

// Ends the program when a call of a version written by hand fails.
#define CHECK(call)                                                            \
  do {                                                                         \
    cudaError_t status = (call);                                               \
    if (status != cudaSuccess) {                                               \
      fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(status));          \
      exit(EXIT_FAILURE);                                                      \
    }                                                                          \
  } while (0)

/// The \p i-th of some numbers that look random: 0 to 1023.
inline int number(unsigned i) { return i * 2654435761u >> 22; }

/// Reads a byte of each page of \p data, as a host that uses a result does.
inline void use(const void *data, size_t bytes) {
  const char *at = (const char *)data;
  volatile char last = 0;
  for (size_t i = 0; i < bytes; i += 4096)
    last = at[i];
  (void)last;
}

/// A number that depends on each 4 bytes of \p data.
inline unsigned long long checksum(const void *data, size_t bytes) {
  const unsigned *words = (const unsigned *)data;
  unsigned long long sum = 1;
  for (size_t i = 0; i < bytes / sizeof(unsigned); i++)
    sum = sum * 1099511628211ull + words[i];
  return sum;
}

/// Prints what all versions of a program have to agree on.
/// \returns what main returns.
inline int result(bool good, unsigned long long sum) {
  printf("%s %016llx\n", good ? "good" : "BAD", sum);
  return good ? 0 : 1;
}

// The stopwatch: create_context(), then watch_start() and watch_stop() around
// each run; what is between watch_hold() and watch_resume() does not count.
#ifdef TIME
inline std::vector<double> run_times; // in milliseconds
inline double run_time;
inline std::chrono::steady_clock::time_point part_start;
inline size_t copy_calls, bytes_up, bytes_down;

inline void count_copy(size_t bytes, cudaMemcpyKind kind) {
  if (kind == cudaMemcpyHostToDevice)
    bytes_up += bytes;
  else if (kind == cudaMemcpyDeviceToHost)
    bytes_down += bytes;
  else
    return;
  copy_calls++;
}

inline void print_times() {
  std::vector<double> sorted = run_times;
  std::sort(sorted.begin(), sorted.end());
  if (sorted.empty())
    return;
  printf("time %.4f first %.4f runs %zu\n", sorted[sorted.size() / 2],
         run_times[0], run_times.size());
  printf("copies %zu up %zu down %zu\n", copy_calls, bytes_up, bytes_down);
}

inline void create_context() {
  cudaFree(0);
  atexit(print_times);
}

inline void watch_resume() { part_start = std::chrono::steady_clock::now(); }

inline void watch_hold() {
  cudaDeviceSynchronize();
  std::chrono::duration<double, std::milli> part =
      std::chrono::steady_clock::now() - part_start;
  run_time += part.count();
}

inline void watch_start() {
  run_time = 0;
  watch_resume();
}

inline void watch_stop() {
  watch_hold();
  run_times.push_back(run_time);
}

// Wherever the copies come from, they are spelled after this.
#define cudaMemcpy(to, from, bytes, kind)                                      \
  (count_copy(bytes, kind), cudaMemcpy(to, from, bytes, kind))
#define cudaMemcpyAsync(to, from, bytes, kind, ...)                            \
  (count_copy(bytes, kind),                                                    \
   cudaMemcpyAsync(to, from, bytes, kind, ##__VA_ARGS__))
#define cudaMemcpy2D(to, to_pitch, from, from_pitch, width, height, kind)      \
  (count_copy((width) * (height), kind),                                       \
   cudaMemcpy2D(to, to_pitch, from, from_pitch, width, height, kind))
#define cudaMemcpy2DAsync(to, to_pitch, from, from_pitch, width, height, kind, \
                          ...)                                                 \
  (count_copy((width) * (height), kind),                                       \
   cudaMemcpy2DAsync(to, to_pitch, from, from_pitch, width, height, kind,      \
                     ##__VA_ARGS__))
#define cudaMemcpyToSymbol(symbol, from, bytes, ...)                           \
  (count_copy(bytes, cudaMemcpyHostToDevice),                                  \
   cudaMemcpyToSymbol(symbol, from, bytes, ##__VA_ARGS__))
#define cudaMemcpyFromSymbol(to, symbol, bytes, ...)                           \
  (count_copy(bytes, cudaMemcpyDeviceToHost),                                  \
   cudaMemcpyFromSymbol(to, symbol, bytes, ##__VA_ARGS__))
#else
inline void create_context() { cudaFree(0); }
inline void watch_start() {}
inline void watch_hold() {}
inline void watch_resume() {}
inline void watch_stop() {}
#endif

#endif

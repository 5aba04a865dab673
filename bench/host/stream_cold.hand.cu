// stream_cold.cu by hand, in one of three ways.
#include "bench.h"
#include <string.h>
#ifndef N
#define N 4096
#endif
#ifndef PIECES
#define PIECES 16
#endif
#define PAGEABLE 0 // as it is
#define REGISTER 1 // page-locked where it is, in pieces
#define RING 2     // through a few small page-locked buffers
#ifndef HOW
#define HOW PAGEABLE
#endif
#define BLOCK 256
#define STREAMS 3
#define PIECE ((N + PIECES - 1) / PIECES)

static float in[N], out[N];
static float *in_dev, *out_dev;

__global__ void scale(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = 2 * in[i] + 1;
}

#if HOW == PAGEABLE

static void work() {
  CHECK(cudaMemcpy(in_dev, in, sizeof(in), cudaMemcpyHostToDevice));
  scale<<<(N + BLOCK - 1) / BLOCK, BLOCK>>>(in_dev, out_dev, N);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(out, out_dev, sizeof(out), cudaMemcpyDeviceToHost));
}

#else

/// Sends \p n elements through the device, from and to page-locked memory.
static void send(const float *from, float *to, int first, int n,
                 cudaStream_t stream) {
  CHECK(cudaMemcpyAsync(in_dev + first, from, n * sizeof(float),
                        cudaMemcpyHostToDevice, stream));
  scale<<<(n + BLOCK - 1) / BLOCK, BLOCK, 0, stream>>>(in_dev + first,
                                                       out_dev + first, n);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpyAsync(to, out_dev + first, n * sizeof(float),
                        cudaMemcpyDeviceToHost, stream));
}

#if HOW == REGISTER

static void work() {
  cudaStream_t streams[STREAMS];
  for (cudaStream_t &stream : streams)
    CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  CHECK(cudaHostRegister(in, sizeof(in), cudaHostRegisterDefault));
  CHECK(cudaHostRegister(out, sizeof(out), cudaHostRegisterDefault));
  for (int first = 0, piece = 0; first < N; first += PIECE, piece++)
    send(in + first, out + first, first, N - first < PIECE ? N - first : PIECE,
         streams[piece % STREAMS]);
  for (cudaStream_t stream : streams) {
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaStreamDestroy(stream));
  }
  CHECK(cudaHostUnregister(in));
  CHECK(cudaHostUnregister(out));
}

#else

/// One of the buffers, and the piece that is in it.
struct Slot {
  float *in, *out;
  int first = 0, n = 0;
  cudaStream_t stream;
};

/// Waits until the piece is back, and takes it out.
static void empty(Slot &slot) {
  CHECK(cudaStreamSynchronize(slot.stream));
  if (slot.n)
    memcpy(out + slot.first, slot.out, slot.n * sizeof(float));
  slot.n = 0;
}

static void work() {
  Slot slots[STREAMS];
  for (Slot &slot : slots) {
    CHECK(cudaStreamCreateWithFlags(&slot.stream, cudaStreamNonBlocking));
    CHECK(cudaMallocHost(&slot.in, PIECE * sizeof(float)));
    CHECK(cudaMallocHost(&slot.out, PIECE * sizeof(float)));
  }
  int next = 0;
  for (int first = 0; first < N; first += PIECE) {
    Slot &slot = slots[next++ % STREAMS];
    empty(slot);
    slot.first = first;
    slot.n = N - first < PIECE ? N - first : PIECE;
    memcpy(slot.in, in + first, slot.n * sizeof(float));
    send(slot.in, slot.out, first, slot.n, slot.stream);
  }
  for (Slot &slot : slots) {
    empty(slot);
    CHECK(cudaFreeHost(slot.in));
    CHECK(cudaFreeHost(slot.out));
    CHECK(cudaStreamDestroy(slot.stream));
  }
}

#endif
#endif

int main() {
  create_context();
  for (int i = 0; i < N; i++) {
    in[i] = number(i);
    out[i] = 0;
  }
  watch_start();
  CHECK(cudaMalloc(&in_dev, sizeof(in)));
  CHECK(cudaMalloc(&out_dev, sizeof(out)));
  work();
  use(out, sizeof(out));
  CHECK(cudaFree(in_dev));
  CHECK(cudaFree(out_dev));
  watch_stop();
  bool good = true;
  for (int i = 0; i < N; i++)
    good = good && out[i] == 2 * in[i] + 1;
  return result(good, checksum(out, sizeof(out)));
}

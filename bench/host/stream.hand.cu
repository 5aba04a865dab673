// stream.cu by hand: page-locked memory, and pieces in three streams, so that
// copies in, kernels and copies out overlap.
#include "bench.h"
#ifndef N
#define N 4096
#endif
#ifndef PIECES
#define PIECES 16
#endif
#define BLOCK 256
#define STREAMS 3
#define PIECE ((N + PIECES - 1) / PIECES)

__global__ void scale(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = 2 * in[i] + 1;
}

int main() {
  create_context();
  const size_t bytes = N * sizeof(float);
  float *in, *out, *in_dev, *out_dev;
  CHECK(cudaMallocHost(&in, bytes));
  CHECK(cudaMallocHost(&out, bytes));
  CHECK(cudaMalloc(&in_dev, bytes));
  CHECK(cudaMalloc(&out_dev, bytes));
  cudaStream_t streams[STREAMS];
  for (cudaStream_t &stream : streams)
    CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));

  for (int run = 0; run < RUNS; run++) {
    for (int i = 0; i < N; i++)
      in[i] = number(i + run);
    watch_start();
    for (int first = 0, piece = 0; first < N; first += PIECE, piece++) {
      int n = N - first < PIECE ? N - first : PIECE;
      cudaStream_t stream = streams[piece % STREAMS];
      CHECK(cudaMemcpyAsync(in_dev + first, in + first, n * sizeof(float),
                            cudaMemcpyHostToDevice, stream));
      scale<<<(n + BLOCK - 1) / BLOCK, BLOCK, 0, stream>>>(in_dev + first,
                                                           out_dev + first, n);
      CHECK(cudaGetLastError());
      CHECK(cudaMemcpyAsync(out + first, out_dev + first, n * sizeof(float),
                            cudaMemcpyDeviceToHost, stream));
    }
    for (cudaStream_t stream : streams)
      CHECK(cudaStreamSynchronize(stream));
    use(out, bytes);
    watch_stop();
  }
  bool good = true;
  for (int i = 0; i < N; i++)
    good = good && out[i] == 2 * in[i] + 1;
  int status = result(good, checksum(out, bytes));
  for (cudaStream_t stream : streams)
    CHECK(cudaStreamDestroy(stream));
  CHECK(cudaFree(in_dev));
  CHECK(cudaFree(out_dev));
  CHECK(cudaFreeHost(in));
  CHECK(cudaFreeHost(out));
  return status;
}

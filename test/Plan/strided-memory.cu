// Of every second element the memory moves the other ones, too, and of every
// second row what neighbours ask for: 20 bytes for each output here, which take
// about a cycle of a multiprocessor, whatever plan.
// RUN: %tessera -q --cuda-path=none --no-transfers --gpu=h200 --print=plan %s | FileCheck %s
// CHECK: # half_size 32x8x1
// CHECK: interior cycles {{[0-9.]+}} -> 1.{{[0-9]+}}, 0 bytes chosen
__global__ void half_size(const float *in, float *out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height)
    out[y * width + x] =
        0.25f * (in[4 * y * width + 2 * x] + in[4 * y * width + 2 * x + 1] +
                 in[(4 * y + 2) * width + 2 * x] +
                 in[(4 * y + 2) * width + 2 * x + 1]);
}

// Without steps there is nothing between them, also where rows of known length
// lie in one dimension.
// CHECK: # copy 32x8x1
// CHECK: interior cycles {{[0-9.]+}} -> 0.{{[0-9]+}}, 0 bytes chosen
__global__ void copy(const float *in, float *out, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 4096 && y < height - 1)
    out[y * 4096 + x] = in[y * 4096 + x] + in[(y + 1) * 4096 + x];
}

void run(const float *in, float *out, int w, int h) {
  half_size<<<dim3((w + 31) / 32, (h + 7) / 8), dim3(32, 8)>>>(in, out, w, h);
  copy<<<dim3(128, (h + 7) / 8), dim3(32, 8)>>>(in, out, h);
}

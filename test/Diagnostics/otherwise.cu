// Launches choose: a second version is for sizes that the first is not for.
// RUN: %tessera --cuda-path=none --no-transfers %s 2>&1 >/dev/null | FileCheck %s
// CHECK: :[[@LINE+1]]:17: remark: launches that cannot start 'kernel_tiled' start 'kernel_tiled_2': 4y interior [tessera-otherwise]
__global__ void kernel(const float *in, float *out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x > 0 && x < w - 1 && y > 0 && y < h - 1)
    out[y * w + x] = in[y * w + x - 1] + in[y * w + x + 1] +
                     in[(y - 1) * w + x] + in[(y + 1) * w + x];
}

void run(const float *in, float *out, int w, int h) {
  kernel<<<dim3((w + 31) / 32, (h + 7) / 8), dim3(32, 8)>>>(in, out, w, h);
}

// A version without tiles is told by what it has.
// CHECK: :[[@LINE+1]]:17: remark: launches that cannot start 'columns_tiled' start 'columns': registers [tessera-otherwise]
__global__ void columns(const float *img, float *sum, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= w)
    return;
  sum[x] = 0;
  for (int y = 0; y < h; y++)
    sum[x] += img[y * w + x];
}

int main(int argc, char **argv) {
  float *img, *sum;
  cudaMalloc(&img, 4096 * argc * sizeof(float));
  cudaMalloc(&sum, 4096 * argc * sizeof(float));
  columns<<<32 * argc, 128>>>(img, sum, 4096 * argc, argc);
}

// Memory of members is copied in pieces, too, by the function that knows the
// object; rows are as long as another member says.
// RUN: %tessera -q --cuda-path=none --pieces=3 %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify --seeds 4 %s %t.cu -- 50 20
// RUN: %tessera-verify --seeds 2 %s %t.cu -- 1 1
// RUN: %tessera-verify --seeds 2 %s %t.cu -- 17 3
// RUN: %tessera -q --cuda-path=none %s -o %t.default.cu
// RUN: FileCheck %s --check-prefix=DEFAULT --input-file=%t.default.cu
// RUN: %tessera-verify --seeds 2 %s %t.default.cu -- 50 20
// RUN: %tessera -q --cuda-path=none --check %t.cu
#include <stdio.h>
#include <stdlib.h>

struct Image {
  float *in, *out;
  int h, w;
};

__global__ void smooth(const float *in, float *out, int h, int w) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < h && j < w)
    out[i * w + j] = i == h - 1 ? in[i * w + j] : in[(i + 1) * w + j];
}

// DEFAULT: const size_t pieces = image->out_bytes / (8 << 20) + 1;
// CHECK: ((size_t)last * 8 + 1) * image->w <
// CHECK-NEXT: image->in_bytes / sizeof(float)
// CHECK: (size_t)last * 8 * image->w
// CHECK: cudaMemcpyAsync(image->in_dev + begin, image->in + begin,
// CHECK: smooth<<<dim3(grid.x, last - first), dim3(8, 8), 0, compute>>>(
// CHECK-NEXT: image->in_dev, image->out_dev, image->h, image->w, first);
// CHECK: cudaMemcpyAsync(image->out + begin2, image->out_dev + begin2,
double run(Image *image) {
  int n = image->h * image->w;
  cudaMallocManaged(&image->in, n * sizeof(float));
  cudaMallocManaged(&image->out, n * sizeof(float));
  for (int i = 0; i < n; i++)
    image->in[i] = i % 100;
  smooth<<<dim3((image->w + 7) / 8, (image->h + 7) / 8), dim3(8, 8)>>>(
      image->in, image->out, image->h, image->w);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum = sum * 0.75 + image->out[i];
  cudaFree(image->in);
  cudaFree(image->out);
  return sum;
}

int main(int argc, char **argv) {
  Image image;
  image.h = atoi(argv[1]);
  image.w = atoi(argv[2]);
  printf("%.17g\n", run(&image));
}

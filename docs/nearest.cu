// The distance of each point to the nearest other one.
#include <cstdio>
#include <cstdlib>
#define N 1024

#define CHECK(call)                                                            \
  do {                                                                         \
    cudaError_t error = (call);                                                \
    if (error != cudaSuccess) {                                                \
      printf("%s\n", cudaGetErrorString(error));                               \
      exit(EXIT_FAILURE);                                                      \
    }                                                                          \
  } while (0)

__global__ void nearest(const float2 *__restrict__ points,
                        float *__restrict__ distances) {
  int i = blockIdx.x * 128 + threadIdx.x;
  float2 p = points[i];
  float least = 1e30f;
  for (int k = 0; k < N; ++k) {
    float2 q = points[k];
    float x = q.x - p.x, y = q.y - p.y;
    if (k != i)
      least = fminf(least, x * x + y * y);
  }
  distances[i] = sqrtf(least);
}

int main() {
  static float2 points[N];
  static float distances[N];
  for (int i = 0; i < N; ++i)
    points[i] = make_float2(i * 37 % 1009, i * 91 % 1013);
  float2 *d_points;
  float *d_distances;
  CHECK(cudaMalloc(&d_points, sizeof(points)));
  CHECK(cudaMalloc(&d_distances, sizeof(distances)));
  CHECK(cudaMemcpy(d_points, points, sizeof(points), cudaMemcpyHostToDevice));
  nearest<<<N / 128, 128>>>(d_points, d_distances);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(distances, d_distances, sizeof(distances),
                   cudaMemcpyDeviceToHost));
  float sum = 0;
  for (int i = 0; i < N; ++i)
    sum += distances[i];
  printf("mean distance %.4f\n", sum / N);
  CHECK(cudaFree(d_points));
  CHECK(cudaFree(d_distances));
}

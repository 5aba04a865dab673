// Elements that threads keep in registers lie in rows: each access finds its
// own row, in whatever order the kernel names its neighbours.
// RUN: %meaning %s --original --options=--start=1
// RUN: %meaning %s --options=--start=2
// PRINTS: 15658.59 15658.59 10332.01 9052.17
// PRINTS: 20866.62 20866.62 14082.62 11935.92
#include <cstdio>
#include <vector>

#define AT(x, y, z) (((z) * ny + (y)) * nx + (x))
#define PRODUCT(x, y, z) ((z) * ny * nx + (y) * nx + (x))

__global__ void above_first(const float *a, float *b, int nx, int ny, int nz) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = blockIdx.y * blockDim.y + threadIdx.y;
  int k = blockIdx.z * blockDim.z + threadIdx.z;
  if (i > 0 && j > 0 && k > 0 && i < nx - 1 && j < ny - 1 && k < nz - 1)
    b[AT(i, j, k)] = a[AT(i, j, k + 1)] + a[AT(i, j, k - 1)] +
                     a[AT(i, j + 1, k)] + a[AT(i, j - 1, k)] +
                     a[AT(i + 1, j, k)] + a[AT(i - 1, j, k)] + a[AT(i, j, k)];
}

__global__ void products(const float *a, float *b, int nx, int ny, int nz) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = blockIdx.y * blockDim.y + threadIdx.y;
  int k = blockIdx.z * blockDim.z + threadIdx.z;
  if (i > 0 && j > 0 && k > 0 && i < nx - 1 && j < ny - 1 && k < nz - 1)
    b[PRODUCT(i, j, k)] = a[PRODUCT(i, j, k + 1)] + a[PRODUCT(i, j, k - 1)] +
                          a[PRODUCT(i, j + 1, k)] + a[PRODUCT(i, j - 1, k)] +
                          a[PRODUCT(i + 1, j, k)] + a[PRODUCT(i - 1, j, k)] +
                          a[PRODUCT(i, j, k)];
}

// Only along y and z, and two rows away.
__global__ void columns(const float *a, float *b, int nx, int ny, int nz) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = blockIdx.y * blockDim.y + threadIdx.y;
  int k = blockIdx.z * blockDim.z + threadIdx.z;
  if (i < nx && j > 1 && k > 0 && j < ny - 2 && k < nz - 1)
    b[AT(i, j, k)] = a[AT(i, j, k - 1)] * 2 + a[AT(i, j + 2, k)] +
                     a[AT(i, j - 1, k)] - a[AT(i, j, k)] + a[AT(i, j - 2, k)] +
                     a[AT(i, j, k + 1)];
}

// The rows of two planes, the far one first.
__global__ void planes(const double *a, double *b, int nx, int ny, int nz) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = blockIdx.y * blockDim.y + threadIdx.y;
  int k = blockIdx.z * blockDim.z + threadIdx.z;
  if (i >= nx || j < 1 || j >= ny - 1 || k >= nz - 1)
    return;
  b[AT(i, j, k)] = a[AT(i, j + 1, k + 1)] - a[AT(i, j - 1, k + 1)] +
                   a[AT(i, j, k)] + a[AT(i, j + 1, k)] + a[AT(i, j, k + 1)];
}

template <typename T>
static void show(void (*start)(const T *, T *, int, int, int), int nx, int ny,
                 int nz) {
  const int n = nx * ny * nz;
  std::vector<T> h(n);
  for (int i = 0; i < n; i++)
    h[i] = i * 71 % 103 * T(0.01);
  T *a, *b;
  cudaMalloc(&a, n * sizeof(T));
  cudaMalloc(&b, n * sizeof(T));
  cudaMemcpy(a, h.data(), n * sizeof(T), cudaMemcpyHostToDevice);
  cudaMemset(b, 0, n * sizeof(T));
  start(a, b, nx, ny, nz);
  cudaMemcpy(h.data(), b, n * sizeof(T), cudaMemcpyDeviceToHost);
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += h[i] * (i % 11);
  printf("%.7g\n", sum);
  cudaFree(a);
  cudaFree(b);
}

static void start_above(const float *a, float *b, int nx, int ny, int nz) {
  above_first<<<dim3((nx + 15) / 16, (ny + 3) / 4, (nz + 1) / 2),
                dim3(16, 4, 2)>>>(a, b, nx, ny, nz);
}
static void start_products(const float *a, float *b, int nx, int ny, int nz) {
  products<<<dim3((nx + 15) / 16, (ny + 3) / 4, (nz + 1) / 2),
             dim3(16, 4, 2)>>>(a, b, nx, ny, nz);
}
static void start_columns(const float *a, float *b, int nx, int ny, int nz) {
  columns<<<dim3((nx + 15) / 16, (ny + 3) / 4, (nz + 1) / 2), dim3(16, 4, 2)>>>(
      a, b, nx, ny, nz);
}
static void start_planes(const double *a, double *b, int nx, int ny, int nz) {
  planes<<<dim3((nx + 15) / 16, (ny + 3) / 4, (nz + 1) / 2), dim3(16, 4, 2)>>>(
      a, b, nx, ny, nz);
}

int main(int argc, char **argv) {
  for (int more = 0; more < 3; more += 2) {
    const int nx = 18 + more, ny = 13 + more, nz = 7;
    show<float>(start_above, nx, ny, nz);
    show<float>(start_products, nx, ny, nz);
    show<float>(start_columns, nx, ny, nz);
    show<double>(start_planes, nx, ny, nz);
  }
}

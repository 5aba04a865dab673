// Loads that move ahead of the statements that need them, and tiles that are
// filled there, keep the meaning of the names that they are spelled with.
// RUN: %meaning %s --original --options=--start=1
// RUN: %meaning %s --options=--start=2
// PRINTS: 6587.37 6995.61 3273.92 3493.01 8225.92 8743.28 3290.03 3502.03
// PRINTS: 4939.52 5236.68 3286.19 3484.16 2367.216 2514.554 27270.9 28944.85
#include <cstdio>
#include <vector>

#define NEAR(dx, dy) ((y + (dy)) * nx + x + (dx))
#define ELEMENT(dx, dy) a[NEAR(dx, dy)]

__device__ float line[64];
__global__ void fill() { line[threadIdx.x] = threadIdx.x; }

__global__ void row_pointer(const float *a, float *b, int nx, int ny) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x > 0 && y > 0 && x < nx - 1 && y < ny - 1) {
    const float *line = a + y * nx;
    b[y * nx + x] = line[x - 1] + line[x] + line[x + 1] + line[x - nx];
  }
}

__global__ void three_rows(const float *a, float *b, int nx, int ny) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= nx - 1 || y >= ny - 1 || x < 1 || y < 1)
    return;
  float sum = 0;
  const float *above = &a[(y - 1) * nx], *middle = above + nx;
  const float *below = middle + nx;
  sum += above[x] + *(middle + x) - middle[x - 1] + below[x + 1];
  b[y * nx + x] = sum;
}

__global__ void named(const float *a, float *b, int nx, int ny) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= 1 && y >= 1 && x < nx - 1 && y < ny - 1) {
    float s = 0;
    int left = x - 1, right = x + 1;
    s = a[y * nx + left] + a[y * nx + x] + a[y * nx + right];
    const int up = (y - 1) * nx + x;
    b[y * nx + x] = s + a[up] + a[(y + 1) * nx + x];
  }
}

__global__ void inner_offset(const float *a, float *b, int nx, int ny) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int o = nx;
  if (x > 0 && y > 0 && x < nx - 1 && y < ny - 1) {
    int id = y * nx + x;
    float s = a[id] + a[id - o];
    {
      int o = 1;
      s += a[id + o] - a[id - o];
    }
    b[id] = s;
  }
}

__global__ void inner_place(const float *a, float *b, int nx, int ny) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int id = y * nx + x;
  if (x > 0 && y > 0 && x < nx - 1 && y < ny - 1) {
    float s = 0;
    {
      int id = (y + 1) * nx + x;
      s += a[id] + a[id + 1] + a[id - 1];
    }
    {
      int at = id - nx;
      s -= a[at];
    }
    {
      int at = id + 1;
      s += a[at];
    }
    b[id] = s;
  }
}

__global__ void diagonal(const float *a, float *b, int nx, int ny) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x > 0 && y > 0 && x < nx - 1 && y < ny - 1)
    b[y * nx + x] = a[y * nx + x] + a[(y + 1) * nx + x - 1];
}

__global__ void in_macros(const float *a, float *b, int nx, int ny) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x > 0 && y > 0 && x < nx - 1 && y < ny - 1)
    b[NEAR(0, 0)] = ELEMENT(0, 0) + ELEMENT(1, 0) - a[NEAR(-1, 0)] +
                    ELEMENT(0, 1) * a[NEAR(0, -1)];
}

// The counter hides a variable, and a parameter is hidden where the sum is.
__global__ void counters(const float *a, float *b, int nx, int ny) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, rows = ny;
  int y = blockIdx.y * blockDim.y + threadIdx.y, width = nx;
  if (x < nx - 2 && y < rows) {
    int i = y * width + x, nx = 3;
    float s = a[i] * nx;
    for (int i = 0; i < 3; i++)
      s += a[y * width + x + i] * (i + nx);
    b[i] = s;
  }
}

static void start(int which, const float *a, float *b, int nx, int ny) {
  const dim3 grid((nx + 15) / 16, (ny + 7) / 8), block(16, 8);
  if (which == 0)
    row_pointer<<<grid, block>>>(a, b, nx, ny);
  if (which == 1)
    three_rows<<<grid, block>>>(a, b, nx, ny);
  if (which == 2)
    named<<<grid, block>>>(a, b, nx, ny);
  if (which == 3)
    inner_offset<<<grid, block>>>(a, b, nx, ny);
  if (which == 4)
    inner_place<<<grid, block>>>(a, b, nx, ny);
  if (which == 5)
    diagonal<<<grid, block>>>(a, b, nx, ny);
  if (which == 6)
    in_macros<<<grid, block>>>(a, b, nx, ny);
  if (which == 7)
    counters<<<grid, block>>>(a, b, nx, ny);
}

int main() {
  fill<<<1, 64>>>();
  for (int which = 0; which < 8; which++) {
    for (int nx = 36; nx < 40; nx += 2) {
      const int ny = 21, n = nx * ny;
      std::vector<float> h(n);
      for (int i = 0; i < n; i++)
        h[i] = i * 71 % 103 * 0.01f;
      float *a, *b;
      cudaMalloc(&a, n * sizeof(float));
      cudaMalloc(&b, n * sizeof(float));
      cudaMemcpy(a, h.data(), n * sizeof(float), cudaMemcpyHostToDevice);
      cudaMemset(b, 0, n * sizeof(float));
      start(which, a, b, nx, ny);
      cudaMemcpy(h.data(), b, n * sizeof(float), cudaMemcpyDeviceToHost);
      double sum = 0;
      for (int i = 0; i < n; i++)
        sum += h[i] * (i % 11);
      printf("%.7g ", sum);
      cudaFree(a);
      cudaFree(b);
    }
    printf("\n");
  }
}

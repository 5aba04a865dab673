// Arrays of structures are copied by words: neighbouring threads copy
// neighbouring ones, whatever members the kernel wants.
// RUN: %tessera --cuda-path=none --no-transfers -q %s -o %t.h200.cu
// RUN: FileCheck %s --check-prefix=NEW --input-file=%t.h200.cu
// RUN: %tessera --cuda-path=none --no-transfers -q --gpu=tesla-c1060 %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %if nvcc %{ nvcc -std=c++17 -arch=sm_90 -Werror all-warnings -cubin %t.h200.cu -o %t.o %}
// RUN: %if nvcc %{ nvcc -std=c++17 -arch=sm_90 -Werror all-warnings -cubin %t.cu -o %t.o %}
struct Body {
  float3 place;
  float mass;
  float3 speed;
  int id;
};
struct Mixed {
  double first, second;
  int third; // and four bytes of nothing
};
struct alignas(16) Aligned {
  float first, second, third, fourth;
};
struct Short {
  short red, green, blue;
};

// Devices that keep sectors need no tile to read members.
// CHECK-LABEL: void lengths(
// CHECK: __shared__ float3 p_tile[128];
// CHECK: for (unsigned word = threadIdx.x; word < 384; word += 128) {
// CHECK-NEXT: const int x = word / 3;
// CHECK-NEXT: const int p_x = blockIdx.x * 128 + x;
// CHECK-NEXT: if (p_x < n)
// CHECK-NEXT: ((float *)&p_tile[x])[word % 3] = ((const float *)&p[p_x])[word % 3];
// NEW-LABEL: void lengths(
// NEW-NOT: __shared__
__global__ void lengths(const float3 *p, float *r, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    r[i] = p[i].x * p[i].x + p[i].y * p[i].y + p[i].z * p[i].z;
}

// All of an element is written: nothing is loaded.
// NEW-LABEL: void spread(
// NEW-NOT: Stage
// NEW: p_tile[threadIdx.x].x = d;
// NEW: __syncthreads();
// NEW: // Store what this block wrote of p.
// NEW-NEXT: for (unsigned word = threadIdx.x; word < 384; word += 128) {
// NEW: ((float *)&p[p_x])[word % 3] = ((float *)&p_tile[x])[word % 3];
__global__ void spread(float3 *p, float d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    p[i].x = d;
    p[i].y = 2 * d;
    p[i].z = 3 * d;
  }
}

// Members of more than one type are copied as integers, four at once where
// vectors fill an element. Those that are not written keep their values.
// CHECK-LABEL: void move(
// CHECK: ((int *)&b_tile[x])[word % 8] = ((const int *)&b[b_x])[word % 8];
// NEW-LABEL: void move(
// NEW: __shared__ __align__(16) Body b_tile[128];
// NEW: // Stage what this block reads of b.
// NEW-NEXT: #pragma unroll
// NEW-NEXT: for (int word = 0; word < 2; ++word) {
// NEW-NEXT: const unsigned cell_word = threadIdx.x + word * 128;
// NEW-NEXT: const int x = cell_word / 2;
// NEW-NEXT: const int b_x = blockIdx.x * 128 + x;
// NEW-NEXT: if (b_x < n)
// NEW-NEXT: ((int4 *)&b_tile[x])[cell_word % 2] =
// NEW-NEXT: ((const int4 *)&b[b_x])[cell_word % 2];
// NEW: b_tile[threadIdx.x].place.x += dt * b_tile[threadIdx.x].speed.x;
// NEW: ((int4 *)&b[b_x])[cell_word % 2] = ((int4 *)&b_tile[x])[cell_word % 2];
__global__ void move(Body *b, float dt, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    b[i].place.x += dt * b[i].speed.x;
    b[i].place.y += dt * b[i].speed.y;
    b[i].place.z += dt * b[i].speed.z;
    b[i].id = i;
  }
}

// What no member names stays as it is, too.
// CHECK-LABEL: void fill(
// CHECK: // Stage what this block reads of q.
// CHECK: ((long long *)&q_tile[x])[word % 3] =
// CHECK-NEXT: ((const long long *)&q[q_x])[word % 3];
__global__ void fill(Mixed *q, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    q[i].first = i;
    q[i].second = 2 * i;
    q[i].third = -i;
  }
}

// The second member is not written wherever the first is.
// CHECK-LABEL: void some(
// CHECK: // Stage what this block reads of p.
__global__ void some(float3 *p, float d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    p[i].x = d;
    if (i < n - 3)
      p[i].y = 2 * d;
    p[i].z = 3 * d;
  }
}

// Two blocks write parts of one element.
// CHECK-LABEL: void halves(
// CHECK-NOT: __shared__
__global__ void halves(float3 *p, float d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    p[i / 2].x = d;
    p[i].y = d;
    p[i].z = d;
  }
}

// One load is enough for an element, and the compiler uses one.
// CHECK-LABEL: void whole(
// CHECK-NOT: __shared__
__global__ void whole(Aligned *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    a[i].first = 1;
    a[i].second = 2;
    a[i].third = 3;
    a[i].fourth = 4;
  }
}

// CHECK-LABEL: void grey(
// CHECK: ((short *)&s[s_x])[word % 3] = ((short *)&s_tile[x])[word % 3];
__global__ void grey(Short *s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    s[i].red = s[i].green = s[i].blue = i;
}

// The innermost dimension's words; a row ends in the middle of a block.
// NEW-LABEL: void rows(
// NEW: __shared__ float3 g_tile[8][16];
// NEW: for (unsigned word = threadIdx.x; word < 48; word += 16) {
// NEW-NEXT: const int x = word / 3;
// NEW: ((float *)&g[g_y * m + g_x])[word % 3] =
// NEW-NEXT: ((float *)&g_tile[threadIdx.y][x])[word % 3];
__global__ void rows(float3 *g, float d, int n, int m) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && j < m) {
    g[i * m + j].x = d * i;
    g[i * m + j].y = d * j;
    g[i * m + j].z = d;
  }
}

// NEW-LABEL: int main(
// CHECK-LABEL: int main(
int main(int argc, char **) {
  int n = 1000 * argc;
  float3 *p;
  float *r;
  Body *b;
  Mixed *q;
  Aligned *a;
  Short *s;
  cudaMalloc(&p, n * sizeof(float3));
  cudaMalloc(&r, n * sizeof(float));
  cudaMalloc(&b, n * sizeof(Body));
  cudaMalloc(&q, n * sizeof(Mixed));
  cudaMalloc(&a, n * sizeof(Aligned));
  cudaMalloc(&s, n * sizeof(Short));
  lengths<<<(n + 127) / 128, 128>>>(p, r, n);
  spread<<<(n + 127) / 128, 128>>>(p, 2, n);
  move<<<(n + 127) / 128, 128>>>(b, 0.5f, n);
  fill<<<(n + 127) / 128, 128>>>(q, n);
  some<<<(n + 127) / 128, 128>>>(p, 2, n);
  halves<<<(n + 127) / 128, 128>>>(p, 2, n);
  whole<<<(n + 127) / 128, 128>>>(a, n);
  grey<<<(n + 127) / 128, 128>>>(s, n);
  dim3 block(16, 8), grid(3, n / 8);
  rows<<<grid, block>>>(p, 2, n / 40, 40);
  return cudaGetLastError();
}

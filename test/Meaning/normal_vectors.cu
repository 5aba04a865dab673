// Wide reads in the many ways that they are spelled in are those of their
// elements, in the same order, and get the plan of these; not so where threads
// of a warp read neighbours.
// RUN: %tessera --print=normal --cuda-path=none %s > %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify %s %t.cu | FileCheck %s --check-prefix=SAME
// RUN: %tessera --print=plan --cuda-path=none %s 2>&1 | FileCheck %s --check-prefix=PLAN
// RUN: %meaning %s --options=
// RUN: %meaning %s --options=--coarsen=always
// SAME: same: output
// PLAN-LABEL: # pointer
// PLAN:         x/16:a*4 {{.*}} chosen
// PLAN-LABEL: # address
// PLAN:         x/32:a*4 {{.*}} chosen
// PLAN-LABEL: # macro
// PLAN:         x/16:a*4 {{.*}} chosen
// PLAN-LABEL: # cached
// PLAN:         x/16:a*4 {{.*}} chosen
// PLAN-LABEL: # reference
// PLAN:         x/16:a*4 {{.*}} chosen
// PLAN-LABEL: # ahead
// PLAN:         x/16:a*4 {{.*}} chosen
// PLAN-LABEL: # bumped
// PLAN:         /16:a*4 {{.*}} chosen
// PLAN-LABEL: # pairs
// PLAN:         x/32:a*4 {{.*}} chosen
// PRINTS: pointer 10093.500 direct -2554.000 address 51214.250 macro
// PRINTS: 51214.250 cached 51214.250 reference 51214.250 ahead
// PRINTS: -220383121.656 bumped 51214.250 ends 51214.250 pairs 51214.250
// PRINTS: bytes 10151328 neighbours 88595.875 kept 72437.000 moving
// PRINTS: 51214.250 between 82593.000
#include <cstdio>
#include <cstdlib>

#define FETCH4(P) (reinterpret_cast<const float4 *>(&(P))[0])
struct alignas(8) Pair {
  float first, second;
};

// A pointer of another type, and a copy of what it points to.
// CHECK:      void pointer(
// CHECK:        const float *row = a + y * w;
// CHECK:          float v_x = row[4 * x];
// CHECK-NEXT:     float v_y = row[4 * x + 1];
// CHECK-NEXT:     float v_z = row[4 * x + 2];
// CHECK-NEXT:     float v_w = row[4 * x + 3];
// CHECK-NEXT:     sum += v_x * 2 + v_y - v_z * v_w;
__global__ void pointer(const float *a, float *s, int h, int w) {
  int y = blockIdx.x * blockDim.x + threadIdx.x;
  if (y < h) {
    const float4 *row = (const float4 *)(a + y * w);
    float sum = 0;
    for (int x = 0; x < w / 4; ++x) {
      float4 v = row[x];
      sum += v.x * 2 + v.y - v.z * v.w;
    }
    s[y] = sum;
  }
}

// In the place of the read.
// CHECK:      void direct(
// CHECK:          sum += (a + y * w)[2ll * (x / 2)] -
// CHECK-NEXT:            a[y * w + x + 1];
__global__ void direct(const float *a, float *s, int h, int w) {
  int y = blockIdx.x * blockDim.x + threadIdx.x;
  if (y < h) {
    float sum = 0;
    for (int x = 0; x < w; x += 2)
      sum += reinterpret_cast<const float2 *>(a + y * w)[x / 2].x -
             ((const float2 *)&a[y * w + x])->y;
    s[y] = sum;
  }
}

__global__ void address(const float *a, float *s, int h, int w) {
  int y = blockIdx.x * blockDim.x + threadIdx.x;
  if (y < h) {
    float sum = 0;
    for (int x = 0; x < w; x += 2) {
      const float2 v = *(float2 *)&a[y * w + x];
      sum += v.x * v.y;
    }
    s[y] = sum;
  }
}

__global__ void macro(const float *a, float *s, int h, int w) {
  int y = blockIdx.x * blockDim.x + threadIdx.x;
  if (y < h) {
    float sum = 0;
    for (int x = 0; x < w; x += 4) {
      float4 v = FETCH4(a[y * w + x]);
      sum += v.x * v.y + v.z * v.w;
    }
    s[y] = sum;
  }
}

// CHECK:      void cached(
// CHECK:          float v_x = __ldg(&a4[4ll * (y * w_part + x)]);
__global__ void cached(const float *__restrict__ a, float *s, int h, int w) {
  int y = blockIdx.x * blockDim.x + threadIdx.x;
  if (y < h) {
    const float4 *a4 = (const float4 *)a;
    float sum = 0;
    for (int x = 0; x < w / 4; ++x) {
      float4 v = __ldg(&a4[y * (w / 4) + x]);
      float4 u = __ldg(a4 + y * (w / 4) + x);
      sum += v.x * u.y + u.z * v.w;
    }
    s[y] = sum;
  }
}

// CHECK:      void reference(
// CHECK:          sum += a[y * w + x] * a[y * w + x + 1] +
__global__ void reference(const float *a, float *s, int h, int w) {
  int y = blockIdx.x * blockDim.x + threadIdx.x;
  if (y < h) {
    float sum = 0;
    for (int x = 0; x < w; x += 4) {
      const float4 &v = reinterpret_cast<const float4 &>(a[y * w + x]);
      sum += v.x * v.y + v.z * v.w;
    }
    s[y] = sum;
  }
}

// The value of the round before, and parts of it that change.
__global__ void ahead(const float *a, float *s, int h, int w) {
  int y = blockIdx.x * blockDim.x + threadIdx.x;
  if (y < h) {
    const float4 *row = (const float4 *)(a + y * w);
    float4 now, next;
    float sum = 0;
    now = row[0];
    for (int x = 0; x < w / 4; ++x) {
      if (x + 1 < w / 4) {
        next = row[x + 1];
      }
      now.x += sum;
      now.y *= now.x;
      sum += now.x * 0.25f + now.y - now.z * now.w;
      now = next;
    }
    s[y] = sum;
  }
}

__global__ void bumped(const float *a, float *s, int h, int w) {
  int y = blockIdx.x * blockDim.x + threadIdx.x;
  if (y < h) {
    const float4 *p = (const float4 *)(a + y * w);
    int n = w / 4;
    float sum = 0;
    while (n-- > 0) {
      const float4 v = *p++;
      sum += v.x * v.y + v.z * v.w;
    }
    s[y] = sum;
  }
}

// CHECK:      void ends(
// CHECK:        for (const float *p2 = p; p2 < end; p2 += 4) {
// CHECK-NEXT:     sum += p2[0] * p2[1] + p2[2] * p2[3];
__global__ void ends(const float *a, float *s, int h, int w) {
  int y = blockIdx.x * blockDim.x + threadIdx.x;
  if (y < h) {
    const float4 *p = (const float4 *)&a[y * w];
    const float4 *end = p + w / 4;
    float sum = 0;
    for (; p < end; ++p)
      sum += p->x * p->y + (*p).z * p[0].w;
    s[y] = sum;
  }
}

__global__ void pairs(const float *a, float *s, int h, int w) {
  int y = blockIdx.x * blockDim.x + threadIdx.x;
  if (y < h) {
    const Pair *row = reinterpret_cast<const Pair *>(a + y * w);
    float sum = 0;
    for (int x = 0; x < w / 2; ++x) {
      Pair p = row[x];
      sum += p.first * p.second;
    }
    s[y] = sum;
  }
}

// CHECK:      void bytes(
// CHECK:          unsigned char v_x = row[4 * x];
__global__ void bytes(const unsigned char *a, int *s, int h, int w) {
  int y = blockIdx.x * blockDim.x + threadIdx.x;
  if (y < h) {
    const uchar4 *row = (const uchar4 *)(a + y * w);
    int sum = 0;
    for (int x = 0; x < w / 4; ++x) {
      uchar4 v = row[x];
      sum += v.x * 3 + v.y * 5 - v.z + v.w;
    }
    s[y] = sum;
  }
}

// Threads that read neighbours stay as they are.
// CHECK:      void neighbours(
// CHECK:          float4 v = ((const float4 *)(a + y * w))[x];
__global__ void neighbours(const float *a, float *s, int h, int w) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x < w / 4) {
    float sum = 0;
    for (int y = 0; y < h; ++y) {
      float4 v = ((const float4 *)(a + y * w))[x];
      sum += v.x * v.y + v.z * v.w;
    }
    s[x] = sum;
  }
}

// Other bytes than those of the elements, and objects that are handed on.
__device__ float all(float4 v) { return v.x + v.y + v.z + v.w; }
// CHECK:      void kept(
// CHECK:          int4 bits = ((const int4 *)(a + y * w))[x];
__global__ void kept(const float *a, float *s, int h, int w) {
  int y = blockIdx.x * blockDim.x + threadIdx.x;
  if (y < h) {
    float sum = 0;
    for (int x = 0; x < w / 4; ++x) {
      int4 bits = ((const int4 *)(a + y * w))[x];
      float4 v = ((const float4 *)(a + y * w))[x];
      sum += all(v) + __int_as_float(bits.y);
    }
    s[y] = sum;
  }
}

// What is read is written between.
// CHECK:      void between(
// CHECK:          float v_x = a[y * w + x];
// CHECK-NEXT:     float v_y = a[y * w + x + 1];
// CHECK-NEXT:     a[y * w + x + 1] = v_x + v_y;
// CHECK-NEXT:     sum += v_y + a[y * w + x + 1] * 2 + a[y * w + x + 2];
__global__ void between(float *a, float *s, int h, int w) {
  int y = blockIdx.x * blockDim.x + threadIdx.x;
  if (y < h) {
    float sum = 0;
    for (int x = 0; x < w; x += 4) {
      float4 v = *(float4 *)&a[y * w + x];
      const float4 &r = *(const float4 *)&a[y * w + x];
      a[y * w + x + 1] = v.x + v.y;
      sum += v.y + r.y * 2 + r.z;
    }
    s[y] = sum;
  }
}

// An index that moves while a reference to the old place is used.
__global__ void moving(const float *a, float *s, int h, int w) {
  int y = blockIdx.x * blockDim.x + threadIdx.x;
  if (y < h) {
    float sum = 0;
    int x = 0;
    while (x < w) {
      const float4 &v = reinterpret_cast<const float4 &>(a[y * w + x]);
      x += 4;
      sum += v.x * v.y + v.z * v.w;
    }
    s[y] = sum;
  }
}

int main(int argc, char **argv) {
  const int h = argc > 1 ? atoi(argv[1]) : 96, w = argc > 2 ? atoi(argv[2]) : 72;
  float *a, *s;
  unsigned char *b;
  int *t;
  cudaMalloc(&a, h * w * sizeof(float));
  cudaMalloc(&s, h * sizeof(float));
  cudaMalloc(&b, h * w);
  cudaMalloc(&t, h * sizeof(int));
  float *ha = new float[h * w], *hs = new float[h];
  unsigned char *hb = new unsigned char[h * w];
  int *ht = new int[h];
  for (int i = 0; i < h * w; ++i) {
    ha[i] = (i * 13 % 64 - 20) * 0.125f;
    hb[i] = i * 7 % 251;
  }
  cudaMemcpy(a, ha, h * w * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(b, hb, h * w, cudaMemcpyHostToDevice);
  auto print = [&](const char *name) {
    cudaMemcpy(hs, s, h * 4, cudaMemcpyDeviceToHost);
    double sum = 0;
    for (int i = 0; i < h; ++i)
      sum += (i % 11 + 1) * hs[i];
    printf("%s %.3f\n", name, sum);
  };
  pointer<<<(h + 127) / 128, 128>>>(a, s, h, w);
  print("pointer");
  direct<<<(h + 127) / 128, 128>>>(a, s, h, w);
  print("direct");
  address<<<(h + 127) / 128, 128>>>(a, s, h, w);
  print("address");
  macro<<<(h + 127) / 128, 128>>>(a, s, h, w);
  print("macro");
  cached<<<(h + 127) / 128, 128>>>(a, s, h, w);
  print("cached");
  reference<<<(h + 127) / 128, 128>>>(a, s, h, w);
  print("reference");
  ahead<<<(h + 127) / 128, 128>>>(a, s, h, w);
  print("ahead");
  bumped<<<(h + 127) / 128, 128>>>(a, s, h, w);
  print("bumped");
  ends<<<(h + 127) / 128, 128>>>(a, s, h, w);
  print("ends");
  pairs<<<(h + 127) / 128, 128>>>(a, s, h, w);
  print("pairs");
  bytes<<<(h + 127) / 128, 128>>>(b, t, h, w);
  cudaMemcpy(ht, t, h * 4, cudaMemcpyDeviceToHost);
  long sum = 0;
  for (int i = 0; i < h; ++i)
    sum += (i % 11 + 1) * ht[i];
  printf("bytes %ld\n", sum);
  neighbours<<<(h + 127) / 128, 128>>>(a, s, h, w);
  print("neighbours");
  kept<<<(h + 127) / 128, 128>>>(a, s, h, w);
  print("kept");
  moving<<<(h + 127) / 128, 128>>>(a, s, h, w);
  print("moving");
  between<<<(h + 127) / 128, 128>>>(a, s, h, w);
  print("between");
}

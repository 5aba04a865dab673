// Short vectors: members, alignment, make_ functions, dim3.
// RUN: %clang_cuda -fsyntax-only %s

#include <vector_types.h>

static_assert(sizeof(float4) == 16 && alignof(float4) == 16, "");
static_assert(sizeof(float3) == 12 && alignof(float3) == 4, "");
static_assert(sizeof(float2) == 8 && alignof(float2) == 8, "");
static_assert(sizeof(uchar4) == 4 && alignof(uchar4) == 4, "");
static_assert(sizeof(short4) == 8 && alignof(short4) == 8, "");
static_assert(sizeof(double2) == 16 && alignof(double2) == 16, "");
static_assert(sizeof(longlong2) == 16 && alignof(ulonglong2) == 16, "");
static_assert(sizeof(dim3) == 12, "");

__global__ void pack(float4 *out, const float2 *in, uchar4 *bytes) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float2 v = in[i];
  out[i] = make_float4(v.x, v.y, 0.0f, 1.0f);
  bytes[i] = make_uchar4(v.x, v.y, 0, 255);
  int3 position = make_int3(blockIdx.x, blockIdx.y, blockIdx.z);
  uint3 id = threadIdx;
  out[i].w += position.z + id.x + make_double2(1.0, 2.0).y;
  reinterpret_cast<float4 *>(out)[i] = *(const float4 *)&in[2 * i];
}

int volume(dim3 block = dim3()) {
  dim3 copy = block;
  copy.z = 1;
  uint3 plain = copy;
  dim3 braced{8, 8};
  return plain.x * plain.y * plain.z + braced.x;
}

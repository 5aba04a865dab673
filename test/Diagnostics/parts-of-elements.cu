// Warps load whole sectors: where neighbours want one member each, the others
// come along.
// RUN: %tessera --cuda-path=none --no-transfers %s >%t.cu 2>%t.err
// RUN: FileCheck %s --input-file=%t.err
// RUN: grep -c 'bytes of its elements' %t.err | FileCheck %s --check-prefix=COUNT
// RUN: diff %s %t.cu
// COUNT: {{^}}2{{$}}
struct Body {
  float3 at;
  float mass;
  float3 moves;
  int id;
};

// CHECK: :[[@LINE+4]]:10: remark: 'p' not staged: the kernel uses 4 of the 32 bytes of its elements, and warps load 8.00 times as many; members in arrays of their own would not bring the others along [tessera-parts-of-elements]
__global__ void one(const Body *p, float *m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // Nested members, and the same twice.
  m[i] = p[i].at.y + 2 * p[i].at.y;
}

// Half of an element is written.
// CHECK: :[[@LINE+3]]:3: remark: 'b' not staged: the kernel uses 16 of the 32 bytes of its elements, and warps load 2.00 times as many
__global__ void half(Body *b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  b[i].moves.x = b[i].mass;
  b[i].moves.y = b[i].at.z;
}

// Most of it, or all of it.
__global__ void most(const Body *c, float *m, float4 *d) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  m[i] = c[i].at.x + c[i].at.y + c[i].at.z + c[i].moves.x;
  Body copy = c[i + 1];
  d[i].x = d[i].y + d[i].z;
}

int main() {
  Body *p, *b, *c;
  float *m;
  float4 *d;
  cudaMalloc(&p, 1024 * sizeof(Body));
  cudaMalloc(&b, 1024 * sizeof(Body));
  cudaMalloc(&c, 1024 * sizeof(Body));
  cudaMalloc(&d, 1024 * sizeof(float4));
  cudaMalloc(&m, 1024 * sizeof(float));
  one<<<4, 128>>>(p, m);
  half<<<4, 128>>>(b);
  most<<<4, 128>>>(c, m, d);
}

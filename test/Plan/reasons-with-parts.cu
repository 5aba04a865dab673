// A reason names the part of the text that it is about.
// RUN: %tessera --cuda-path=none --no-transfers %s -o %t.cu 2>&1 | FileCheck %s
namespace cooperative_groups {
inline namespace v1 {
struct some_group {};
__device__ void wait(const some_group &group);
} // namespace v1
} // namespace cooperative_groups

__global__ void round(const float *p, float *out, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  int i = (t + 1) % n;
  while (i != t) {
    // CHECK: :[[@LINE+1]]:12: remark: 'p' not staged: the bounds of a loop around the access are not known: 'i = (i + 1) % n' adds no number that is known [tessera-opaque-loop]
    sum += p[i];
    i = (i + 1) % n;
  }
  out[t] = sum;
}

__global__ void grouped(const float *in, float *out) {
  // CHECK: remark: kernel 'grouped' not changed: it calls 'cooperative_groups::wait', whose effects are not known
  cooperative_groups::wait(cooperative_groups::some_group());
  out[threadIdx.x] = in[threadIdx.x];
}

// One store on each way through it: a register would spare none.
// CHECK-NOT: 'z[t]' is accessed in memory each time
__global__ void oneOfTwo(const float *x, const float *y, float *z) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t % 3 == 0)
    z[t] = 2 * x[t] + 3 * y[t];
  else
    z[t] = 3 * x[t] + 2 * y[t];
}

int main() {
  float *a, *b, *c;
  cudaMalloc(&a, 4096 * sizeof(float));
  cudaMalloc(&b, 4096 * sizeof(float));
  cudaMalloc(&c, 4096 * sizeof(float));
  round<<<16, 256>>>(a, b, 4096);
  grouped<<<1, 256>>>(a, b);
  oneOfTwo<<<16, 256>>>(a, b, c);
}

// Phases are a decision of the plan.
// RUN: %tessera --split-phases --cuda-path=none --print=plan -q %s | FileCheck %s
// CHECK:      phase average_phase1 of average
// CHECK-NEXT: phase average_phase2 of average
// CHECK-NEXT: cooperative launch of smooth
// CHECK-NEXT: phase smooth_round of smooth in each round of t
// CHECK-NEXT: cooperative launch of remember
// CHECK-NOT:  {{^}}phase
__global__ void average(float *x, float *p) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  p[i] = x[127 - i];
  x[i] = p[i];
}

__global__ void smooth(float *x, float *p) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int t = 0; t < 100; t++) {
    if (t % 2 == 0)
      p[i] = x[127 - i];
    else
      x[i] = p[127 - i];
    __syncthreads();
  }
}

__global__ void remember(float *x, float *p) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float old = x[i];
  p[i] = old;
  x[i] = old + p[127 - i];
}

int main() {
  float *x, *p;
  cudaMalloc(&x, 128 * sizeof(float));
  cudaMalloc(&p, 128 * sizeof(float));
  average<<<2, 64>>>(x, p);
  smooth<<<2, 64>>>(x, p);
  remember<<<2, 64>>>(x, p);
  cudaFree(x);
  cudaFree(p);
}

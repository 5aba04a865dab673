// What one stream makes and another one uses has to be ordered by an event.
// RUN: %tessera --cuda-path=none %s 2>&1 > /dev/null | FileCheck %s
// RUN: %tessera --cuda-path=none %s -- -DFIXED 2>&1 > /dev/null | FileCheck %s --check-prefix=FIXED --allow-empty
// FIXED-NOT: tessera-unordered-streams
const int N = 1024, BYTES = N * sizeof(float);
__global__ void fill(float *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
__global__ void twice(float *a, float *b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  b[i] = 2 * a[i];
}
__global__ void part(float *a, int from) { a[from + threadIdx.x] = 1; }

#ifdef FIXED
#define THEN(e, s, t)                                                          \
  cudaEventRecord(e, s);                                                       \
  cudaStreamWaitEvent(t, e, 0)
#else
#define THEN(e, s, t)
#endif

int main() {
  float *a, *b, *h;
  cudaStream_t s, t, own;
  cudaEvent_t e;
  cudaStreamCreate(&s);
  cudaStreamCreate(&t);
  cudaStreamCreateWithFlags(&own, cudaStreamNonBlocking);
  cudaEventCreate(&e);
  cudaMallocHost(&h, BYTES);
  cudaMalloc(&a, BYTES);
  cudaMalloc(&b, BYTES);

  cudaMemcpyAsync(a, h, BYTES, cudaMemcpyHostToDevice, s);
  THEN(e, s, t);
  // CHECK: :[[@LINE+1]]:3: warning: 'twice' uses 'a' and is not ordered behind a copy in another stream: let this stream wait for an event behind that [tessera-unordered-streams]
  twice<<<N / 64, 64, 0, t>>>(a, b);
  THEN(e, t, s);
  // CHECK: :[[@LINE+1]]:3: warning: the copy uses 'b' and is not ordered behind 'twice' in another stream{{.*}} [tessera-unordered-streams]
  cudaMemcpyAsync(h, b, BYTES, cudaMemcpyDeviceToHost, s);
  cudaDeviceSynchronize();

  fill<<<N / 64, 64, 0, s>>>(a);
  THEN(e, s, t);
  // CHECK: :[[@LINE+1]]:3: warning: 'twice' uses 'a' and is not ordered behind 'fill'{{.*}} [tessera-unordered-streams]
  twice<<<N / 64, 64, 0, t>>>(a, b);
  cudaDeviceSynchronize();

  fill<<<N / 64, 64, 0, own>>>(a);
#ifdef FIXED
  cudaStreamSynchronize(own);
#endif
  // CHECK: :[[@LINE+1]]:3: warning: the copy uses 'a' and is not ordered behind 'fill'{{.*}} [tessera-unordered-streams]
  cudaMemcpy(h, a, BYTES, cudaMemcpyDeviceToHost);

  // CHECK-NOT: tessera-unordered-streams
  cudaMemcpyAsync(a, h, BYTES, cudaMemcpyHostToDevice, s);
  fill<<<1, 64>>>(b); // the default stream waits for others, and they for it
  twice<<<N / 64, 64>>>(a, b);
  fill<<<N / 64, 64, 0, t>>>(b);
  cudaDeviceSynchronize();
  part<<<1, 64, 0, s>>>(a, 0);
  part<<<1, 64, 0, t>>>(a, 64);
  cudaDeviceSynchronize();
  cudaMemcpyAsync(a, h, BYTES, cudaMemcpyHostToDevice, s);
  cudaMemcpyAsync(h, a, BYTES, cudaMemcpyDeviceToHost, s);
}

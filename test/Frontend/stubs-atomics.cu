// Atomic functions for every type that has them.
// RUN: %clang_cuda -fsyntax-only %s

__global__ void histogram(int *bins, const unsigned char *data, size_t n) {
  for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x)
    atomicAdd(&bins[data[i]], 1);
}

__global__ void all(int *i, unsigned *u, unsigned long long *l, float *f,
                    double *d) {
  __shared__ unsigned ticket;
  atomicAdd(i, 1);
  atomicAdd(u, 1u);
  atomicAdd(l, 1ull);
  atomicAdd(f, 1.0f);
  atomicAdd(d, 1.0);
  atomicSub(i, 1);
  atomicMin(i, 1);
  atomicMax(u, 1u);
  atomicExch(f, 0.0f);
  atomicInc(&ticket, 7);
  atomicDec(&ticket, 7);
  atomicAnd(u, 1u);
  atomicOr(l, 1ull);
  atomicXor(i, 1);
  atomicAdd_block(i, 1);
  atomicAdd_system(f, 1.0f);
  int *bits = (int *)f;
  int old = *bits, expected;
  do {
    expected = old;
    old = atomicCAS(bits, expected,
                    __float_as_int(__int_as_float(expected) + 1.0f));
  } while (old != expected);
}

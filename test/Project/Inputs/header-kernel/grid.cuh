#pragma once
struct Grid {
  int wide, high;
};
__global__ void smooth(const float *in, float *out, Grid g);
template <class T> __global__ void fill(T *x, T with) { x[threadIdx.x] = with; }
static __global__ void clear(float *x) { x[threadIdx.x] = 0; }

#pragma once
#define ROWS 128
void rowSums(const float *a, const float *weights, float *sums);
void scaled(float *a);
#ifdef __CUDACC__
__global__ void windows(const float *a, float *b);
#endif

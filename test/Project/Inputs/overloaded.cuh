#pragma once
__global__ void sum(const float *a, float *b, int n);
__global__ void sum(const double *a, double *b, int n);

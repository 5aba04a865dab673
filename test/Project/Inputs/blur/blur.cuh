#pragma once
__global__ void blur(const float *in, float *out, int n);
__global__ void scale(float *data, float by, int n);

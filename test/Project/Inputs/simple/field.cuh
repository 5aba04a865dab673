#pragma once
#define W 64
#define H 48
extern __global__ float field[H][W];
extern __global__ float next[H][W];

__global__ void smooth(float *to);
__global__ void add(float *to, const float *from);
void step();
float total();

// One step of an iteration between two buffers.
float result[8];

__global__ void step(const float *from, float *to) {
  to[threadIdx.x] = from[threadIdx.x] + 1;
}

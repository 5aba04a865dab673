// One step of the heat of a chip: what its parts dissipate, what flows between
// neighbours, and what the surroundings take. At an edge a cell is its own
// neighbour.
__global__ void heat(const float *temperature, const float *power, float *out,
                     float rate, float rx, float ry, float rz, float ambient,
                     int h, int w) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h)
    return;
  int north = y > 0 ? y - 1 : 0;
  int south = y < h - 1 ? y + 1 : h - 1;
  int west = x > 0 ? x - 1 : 0;
  int east = x < w - 1 ? x + 1 : w - 1;
  float here = temperature[y * w + x];
  out[y * w + x] = here + rate * (power[y * w + x] +
                                  (temperature[south * w + x] +
                                   temperature[north * w + x] - 2.0f * here) *
                                      ry +
                                  (temperature[y * w + east] +
                                   temperature[y * w + west] - 2.0f * here) *
                                      rx +
                                  (ambient - here) * rz);
}

void hotspot(const float *temperature, const float *power, float *out,
             float rate, float rx, float ry, float rz, float ambient, int h,
             int w) {
  dim3 block(16, 16);
  dim3 grid((w + 15) / 16, (h + 15) / 16);
  heat<<<grid, block>>>(temperature, power, out, rate, rx, ry, rz, ambient, h,
                        w);
}

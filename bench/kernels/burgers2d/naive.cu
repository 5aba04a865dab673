// A step of Burgers' equation in two dimensions: two fields that carry each
// other along. The boundary stays.
__global__ void step(const float *u, const float *v, float *u_next,
                     float *v_next, int h, int w, float dt, float dx, float dy,
                     float nu) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || x >= w - 1 || y < 1 || y >= h - 1)
    return;
  int at = y * w + x;
  u_next[at] = u[at] - dt / dx * u[at] * (u[at] - u[at - 1]) -
               dt / dy * v[at] * (u[at] - u[at - w]) +
               nu * dt / (dx * dx) * (u[at + 1] - 2 * u[at] + u[at - 1]) +
               nu * dt / (dy * dy) * (u[at + w] - 2 * u[at] + u[at - w]);
  v_next[at] = v[at] - dt / dx * u[at] * (v[at] - v[at - 1]) -
               dt / dy * v[at] * (v[at] - v[at - w]) +
               nu * dt / (dx * dx) * (v[at + 1] - 2 * v[at] + v[at - 1]) +
               nu * dt / (dy * dy) * (v[at + w] - 2 * v[at] + v[at - w]);
}

void burgers2d(const float *u, const float *v, float *u_next, float *v_next,
               int h, int w, float dt, float dx, float dy, float nu) {
  dim3 block(16, 16);
  dim3 grid((w + 15) / 16, (h + 15) / 16);
  step<<<grid, block>>>(u, v, u_next, v_next, h, w, dt, dx, dy, nu);
}

// One step of charged particles in a magnetic field along z, and falling.
struct Particle {
  float x, y, z, vx, vy, vz, m, q;
};

__global__ void advance(Particle *particles, int n, float step, float field) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float turn = field * particles[i].q / particles[i].m;
    float ax = turn * particles[i].vy;
    float ay = -turn * particles[i].vx;
    particles[i].vx += step * ax;
    particles[i].vy += step * ay;
    particles[i].vz -= step * 9.81f;
    particles[i].x += step * particles[i].vx;
    particles[i].y += step * particles[i].vy;
    particles[i].z += step * particles[i].vz;
  }
}

void particles(float *data, int n, float step, float field) {
  advance<<<(n + 255) / 256, 256>>>((Particle *)data, n, step, field);
}

// The gravity of all bodies at each of them: x, y, z and mass in, acceleration
// out.
__global__ void attract(const float4 *bodies, float4 *accelerations, int n,
                        float softening) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float4 body = bodies[i];
    float ax = 0.0f, ay = 0.0f, az = 0.0f;
    for (int j = 0; j < n; ++j) {
      float4 other = bodies[j];
      float dx = other.x - body.x;
      float dy = other.y - body.y;
      float dz = other.z - body.z;
      float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + softening);
      float pull = other.w * inverse * inverse * inverse;
      ax += pull * dx;
      ay += pull * dy;
      az += pull * dz;
    }
    accelerations[i] = make_float4(ax, ay, az, 0.0f);
  }
}

void nbody(const float4 *bodies, float4 *accelerations, int n,
           float softening) {
  attract<<<(n + 255) / 256, 256>>>(bodies, accelerations, n, softening);
}

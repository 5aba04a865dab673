// One step of the shortest paths between all nodes: those that pass node k. It
// shortens none from or to k.
__global__ void relax(float *distance, int n, int k) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < n && j < n && i != k && j != k)
    distance[i * n + j] =
        fminf(distance[i * n + j], distance[i * n + k] + distance[k * n + j]);
}

void floyd_warshall(float *distance, int n, int k) {
  dim3 block(16, 16);
  dim3 grid((n + 15) / 16, (n + 15) / 16);
  relax<<<grid, block>>>(distance, n, k);
}

"""A file of many small kernels, each of which adds in global memory."""
import sys

for k in range(int(sys.argv[1])):
    print(
        f"""__global__ void add{k}(const float *x, float *sums, int n) {{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int j = {k % 3}; j < n; ++j)
    sums[i] += x[j] * {k + 1};
}}
void start{k}(const float *x, float *sums, int n) {{
  add{k}<<<n / 128, 128>>>(x, sums, n);
}}"""
    )

"""Matrix products that differ in their names and those of their parameters."""
import sys

for k in range(int(sys.argv[1])):
    print(
        f"""__global__ void product{k}(const float *a{k}, const float *b{k},
                          float *c{k}, int n) {{
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && j < n) {{
    float sum = {k}.5f;
    for (int k = 0; k < n; ++k)
      sum += a{k}[i * n + k] * b{k}[k * n + j];
    c{k}[i * n + j] = sum;
  }}
}}
void start{k}(const float *a, const float *b, float *c, int n) {{
  dim3 block(16, 16), grid((n + 15) / 16, (n + 15) / 16);
  product{k}<<<grid, block>>>(a, b, c, n);
}}"""
    )

// Tiles of 64 x 64 numbers. Where the sizes allow it, each thread turns 4 x 4
// numbers in its registers, so that global and shared memory are accessed by 16
// bytes only.
constexpr int Tile = 64, Threads = 256;

__global__ void __launch_bounds__(Threads)
    turnBy4(const float *__restrict__ in, float *__restrict__ out, int width,
            int height) {
  // Row c is column c of the input. Its parts of four numbers are exchanged, so
  // that eight threads meet eight different groups of banks in both directions.
  __shared__ float4 tile[Tile][Tile / 4];
  const int part = threadIdx.x % 16, line = threadIdx.x / 16;
  const int left = blockIdx.x * Tile, top = blockIdx.y * Tile;

  const int x = left + 4 * part, y = top + 4 * line;
  if (x < width && y < height) {
    float4 rows[4];
#pragma unroll
    for (int i = 0; i < 4; ++i)
      rows[i] = *reinterpret_cast<const float4 *>(&in[(y + i) * width + x]);
    const int place = line ^ part;
    tile[4 * part][place] =
        make_float4(rows[0].x, rows[1].x, rows[2].x, rows[3].x);
    tile[4 * part + 1][place] =
        make_float4(rows[0].y, rows[1].y, rows[2].y, rows[3].y);
    tile[4 * part + 2][place] =
        make_float4(rows[0].z, rows[1].z, rows[2].z, rows[3].z);
    tile[4 * part + 3][place] =
        make_float4(rows[0].w, rows[1].w, rows[2].w, rows[3].w);
  }
  __syncthreads();

#pragma unroll
  for (int i = 0; i < 4; ++i) {
    const int column = line + 16 * i;
    if (left + column < width && top + 4 * part < height)
      *reinterpret_cast<float4 *>(
          &out[(left + column) * height + top + 4 * part]) =
          tile[column][part ^ (column / 4)];
  }
}

__global__ void __launch_bounds__(Threads)
    turnSingly(const float *__restrict__ in, float *__restrict__ out, int width,
               int height) {
  __shared__ float tile[Tile][Tile + 1];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const int left = blockIdx.x * Tile, top = blockIdx.y * Tile;

  // All loads are under way before the first number is used.
  float values[Tile / 8][2];
#pragma unroll
  for (int i = 0; i < Tile / 8; ++i)
#pragma unroll
    for (int j = 0; j < 2; ++j) {
      const int x = left + lane + 32 * j, y = top + warp + 8 * i;
      if (x < width && y < height)
        values[i][j] = in[y * width + x];
    }
#pragma unroll
  for (int i = 0; i < Tile / 8; ++i)
#pragma unroll
    for (int j = 0; j < 2; ++j)
      tile[warp + 8 * i][lane + 32 * j] = values[i][j];
  __syncthreads();

#pragma unroll
  for (int i = 0; i < Tile / 8; ++i)
#pragma unroll
    for (int j = 0; j < 2; ++j) {
      const int x = left + warp + 8 * i, y = top + lane + 32 * j;
      if (x < width && y < height)
        out[x * height + y] = tile[lane + 32 * j][warp + 8 * i];
    }
}

void transpose(const float *in, float *out, int width, int height) {
  dim3 grid((width + Tile - 1) / Tile, (height + Tile - 1) / Tile);
  if (width % 4 == 0 && height % 4 == 0)
    turnBy4<<<grid, Threads>>>(in, out, width, height);
  else
    turnSingly<<<grid, Threads>>>(in, out, width, height);
}

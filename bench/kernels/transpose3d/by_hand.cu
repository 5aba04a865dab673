// For each y a transposition of x and z, in tiles of 64 x 64 numbers. Where the
// sizes allow it, each thread turns 4 x 4 numbers in its registers, so that
// global and shared memory are accessed by 16 bytes only. Blocks pass through x
// and z before y, so that those that run together read and write whole rows.
constexpr int Tile = 64, Threads = 256;

struct Place {
  int left, top, y; // of the tile
};

__device__ Place placeOf(int block, int nx, int nz) {
  const int across = (nx + Tile - 1) / Tile, down = (nz + Tile - 1) / Tile;
  return {block % across * Tile, block / across % down * Tile,
          block / across / down};
}

__global__ void __launch_bounds__(Threads)
    exchangeBy4(const float *__restrict__ in, float *__restrict__ out, int nx,
                int ny, int nz) {
  // Row c is column c of the input. Its parts of four numbers are exchanged, so
  // that eight threads meet eight different groups of banks in both directions.
  __shared__ float4 tile[Tile][Tile / 4];
  const int part = threadIdx.x % 16, line = threadIdx.x / 16;
  const Place at = placeOf(blockIdx.x, nx, nz);

  const int x = at.left + 4 * part, z = at.top + 4 * line;
  if (x < nx && z < nz) {
    float4 rows[4];
#pragma unroll
    for (int i = 0; i < 4; ++i)
      rows[i] = *reinterpret_cast<const float4 *>(
          &in[((z + i) * ny + at.y) * nx + x]);
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
    if (at.left + column < nx && at.top + 4 * part < nz)
      *reinterpret_cast<float4 *>(
          &out[((at.left + column) * ny + at.y) * nz + at.top + 4 * part]) =
          tile[column][part ^ (column / 4)];
  }
}

__global__ void __launch_bounds__(Threads)
    exchangeSingly(const float *__restrict__ in, float *__restrict__ out,
                   int nx, int ny, int nz) {
  __shared__ float tile[Tile][Tile + 1];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const Place at = placeOf(blockIdx.x, nx, nz);

  // All loads are under way before the first number is used.
  float values[Tile / 8][2];
#pragma unroll
  for (int i = 0; i < Tile / 8; ++i)
#pragma unroll
    for (int j = 0; j < 2; ++j) {
      const int x = at.left + lane + 32 * j, z = at.top + warp + 8 * i;
      if (x < nx && z < nz)
        values[i][j] = in[(z * ny + at.y) * nx + x];
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
      const int x = at.left + warp + 8 * i, z = at.top + lane + 32 * j;
      if (x < nx && z < nz)
        out[(x * ny + at.y) * nz + z] = tile[lane + 32 * j][warp + 8 * i];
    }
}

void transpose3d(const float *in, float *out, int nx, int ny, int nz) {
  const int blocks =
      (nx + Tile - 1) / Tile * ((nz + Tile - 1) / Tile) * ny;
  if (nx % 4 == 0 && nz % 4 == 0)
    exchangeBy4<<<blocks, Threads>>>(in, out, nx, ny, nz);
  else
    exchangeSingly<<<blocks, Threads>>>(in, out, nx, ny, nz);
}

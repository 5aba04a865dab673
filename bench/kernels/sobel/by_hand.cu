// Lane by lane a warp has words of four neighbouring pixels, and slides down 16
// rows. Rows need not begin at a word: words are read and written where they
// lie, and shifted with the help of the neighbours' words.
//
// Sums are made of two pixels at once, as 16-bit numbers in one integer.
constexpr int Threads = 256, Rows = 16;
constexpr unsigned Everyone = 0xFFFFFFFFu;

// Lanes that have words to write; those on both sides read only. The next word
// is needed for shifts, and for the last pixel of what has been shifted.
template <bool Aligned> constexpr int Words = Aligned ? 30 : 29;

// What a row adds to the gradient at x and x + 2, and at x + 1 and x + 3.
struct Line {
  int difference[2]; // of the pixels on the right and left
  int sum[2];        // of the left pixel, twice the middle and the right one
};

// The lower word of both, shifted.
__device__ __forceinline__ unsigned shifted(unsigned low, unsigned high,
                                            int bits) {
  return ((unsigned long long)high << 32 | low) >> bits;
}

template <bool Aligned>
__device__ __forceinline__ Line lineOf(unsigned word, int skew) {
  if (!Aligned)
    word = shifted(word, __shfl_down_sync(Everyone, word, 1), 8 * skew);
  const unsigned even = word & 0x00FF00FFu, odd = word >> 8 & 0x00FF00FFu;
  const unsigned left = shifted(__shfl_up_sync(Everyone, odd, 1), odd, 16);
  const unsigned right =
      shifted(even, __shfl_down_sync(Everyone, even, 1), 16);
  const int both = even + odd;
  return {{int(odd - left), int(right - even)},
          {int(left + even + both), int(odd + right + both)}};
}

// With it both halves are not negative.
constexpr int Positive = 0x04000400;

// The lower half of x as the lowest bits of a number.
__device__ __forceinline__ float numberOf(unsigned x) {
  return __uint_as_float(0x4B000000u | x) - (8388608.0f + 1024.0f);
}

// In its lowest byte: the root is rounded down in the sum. It is of a number
// that lies between integers, so that no inexact root reaches an integer.
__device__ __forceinline__ unsigned magnitudeOf(float gx, float gy) {
  const float square = gx * gx + (gy * gy + 0.5f);
  const float sum = square * rsqrtf(square) + 8388607.5f;
  return __float_as_uint(fminf(sum, 8388608.0f + 255.0f));
}

// Of the words at x and of the rows from `top` on. Where all that is read and
// written is `Inside` the image's border, nothing needs to be tested.
template <bool Aligned, bool Inside>
__device__ __forceinline__ void slideDown(const unsigned char *__restrict__ in,
                                          unsigned char *__restrict__ out,
                                          int width, int height, int x,
                                          int top) {
  const int lane = threadIdx.x % 32;
  const int count = width * height, whole = count / 4;
  const unsigned *words = reinterpret_cast<const unsigned *>(in);

  // The last word may be part of one.
  unsigned tail = 0;
  if (!Aligned && !Inside && top + Rows >= height - 1)
    for (int i = 4 * whole; i < count; ++i)
      tail |= unsigned(in[i]) << 8 * (i % 4);

  unsigned read[Rows + 2];
#pragma unroll
  for (int r = 0; r < Rows + 2; ++r) {
    const int y = Inside ? top - 1 + r : min(top - 1 + r, height - 1);
    const int i = (y * width + x) >> 2;
    if (Inside)
      read[r] = words[i];
    else
      read[r] = i < 0 ? 0 : i < whole ? words[i] : tail;
  }

  Line line[3];
  const auto skewOf = [&](int y) { return Aligned ? 0 : y * width & 3; };
  line[0] = lineOf<Aligned>(read[0], skewOf(top - 1));
  line[1] = lineOf<Aligned>(read[1], skewOf(top));
#pragma unroll
  for (int r = 0; r < Rows; ++r) {
    const int y = top + r, skew = skewOf(y);
    const Line &above = line[r % 3], &at = line[(r + 1) % 3];
    Line &below = line[(r + 2) % 3];
    below = lineOf<Aligned>(read[r + 2],
                            skewOf(Inside ? y + 1 : min(y + 1, height - 1)));
    unsigned result[4];
#pragma unroll
    for (int p = 0; p < 2; ++p) {
      const unsigned gx = above.difference[p] + below.difference[p] +
                          2 * at.difference[p] + Positive;
      const unsigned gy = below.sum[p] - above.sum[p] + Positive;
      result[p] = magnitudeOf(numberOf(gx & 0xFFFF), numberOf(gy & 0xFFFF));
      result[p + 2] = magnitudeOf(numberOf(gx >> 16), numberOf(gy >> 16));
    }
    unsigned four = (result[0] & 0xFF) | (result[1] & 0xFF) << 8 |
                    (result[2] & 0xFF) << 16 | result[3] << 24;
    // The word of the image that begins up to three pixels before x.
    if (!Aligned)
      four = shifted(__shfl_up_sync(Everyone, four, 1), four, 32 - 8 * skew);
    const int first = x - skew;
    if ((Inside || y < height - 1) && lane >= 1 && lane <= Words<Aligned>) {
      unsigned char *to = &out[y * width + first];
      if (Inside || (first >= 1 && first + 3 < width - 1)) {
        *reinterpret_cast<unsigned *>(to) = four;
      } else {
        for (int b = 0; b < 4; ++b)
          if (first + b >= 1 && first + b < width - 1)
            to[b] = four >> 8 * b;
      }
    }
  }
}

template <bool Aligned>
__global__ void __launch_bounds__(Threads)
    gradientOfWords(const unsigned char *__restrict__ in,
                    unsigned char *__restrict__ out, int width, int height) {
  constexpr int Pixels = 4 * Words<Aligned>;
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int left = blockIdx.x * (Threads / 32) * Pixels;
  const int right = left + Threads / 32 * Pixels; // of the block
  const int top = 1 + blockIdx.y * Rows;
  const int x = left + warp * Pixels + 4 * (lane - 1);
  // There is a row below those that are read, for words beyond their ends.
  if (left >= 4 && right < width - 1 && top + Rows < height - 1)
    slideDown<Aligned, true>(in, out, width, height, x, top);
  else
    slideDown<Aligned, false>(in, out, width, height, x, top);
}

void sobel(const unsigned char *in, unsigned char *out, int width, int height) {
  if (width < 3 || height < 3)
    return;
  const bool isAligned = width % 4 == 0;
  const int perBlock = Threads / 32 * (isAligned ? Words<true> : Words<false>);
  // With the words that begin before the image's last pixels.
  const int words = width / 4 + 2;
  dim3 grid((words + perBlock - 1) / perBlock, (height - 2 + Rows - 1) / Rows);
  if (isAligned)
    gradientOfWords<true><<<grid, Threads>>>(in, out, width, height);
  else
    gradientOfWords<false><<<grid, Threads>>>(in, out, width, height);
}

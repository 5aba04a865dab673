//===- narrow.h - Numbers of 16 bits with a fraction ----------------------===//
//
// Each operation is done in `float`, or in `double` where that would round
// twice, and rounded once, to the nearest, to even where two are.
//
//===----------------------------------------------------------------------===//
#pragma once
#include <math.h>
#include <string.h>

namespace tessera_run {

inline unsigned bitsOf(float X) {
  unsigned Bits;
  memcpy(&Bits, &X, sizeof Bits);
  return Bits;
}
inline float ofBits(unsigned Bits) {
  float X;
  memcpy(&X, &Bits, sizeof X);
  return X;
}

/// IEEE 754 binary16: 5 bits of exponent, 10 of fraction.
struct Half {
  static float wide(unsigned short Bits) {
    const float Sign = Bits & 0x8000 ? -1.0f : 1.0f;
    const unsigned Exponent = Bits >> 10 & 31, Fraction = Bits & 1023;
    if (Exponent == 31)
      return ofBits((Bits & 0x8000u) << 16 | 0x7f800000u | Fraction << 13);
    if (Exponent == 0)
      return Sign * ldexpf(float(Fraction), -24);
    return Sign * ldexpf(float(1024 + Fraction), int(Exponent) - 25);
  }
  static unsigned short narrow(double X) {
    const unsigned short Sign = signbit(X) ? 0x8000 : 0;
    const double Size = fabs(X);
    if (X != X)
      return 0x7fff;
    if (Size >= 65520) // the half way to what would come next
      return Sign | 0x7c00;
    if (Size < ldexp(1, -14))
      return Sign | (unsigned short)rint(ldexp(Size, 24));
    int Exponent;
    const double Fraction = frexp(Size, &Exponent);               // from 0.5 on
    const unsigned Rounded = (unsigned)rint(ldexp(Fraction, 11)); // of 1024
    return Sign | (unsigned short)(((Exponent + 13) << 10) + Rounded);
  }
};

/// bfloat16: the upper half of a `float`.
struct Brain {
  static float wide(unsigned short Bits) {
    return ofBits(unsigned(Bits) << 16);
  }
  static unsigned short narrow(double X) {
    if (X != X)
      return 0x7fff;
    // What is lost on the way to float must not look like a half.
    float Near = float(X);
    unsigned Bits = bitsOf(Near);
    if (Near != X && !isinf(Near) && (Bits & 1) == 0)
      Bits = fabs(double(Near)) > fabs(X) ? Bits - 1 : Bits + 1;
    Bits += 0x7fff + (Bits >> 16 & 1);
    return Bits >> 16;
  }
};

} // namespace tessera_run

/// The class \p T, its vector \p T2, and what CUDA has for them. \p FORMAT is
/// one of those above; \p F and \p I the name in functions' names: `half`, `h`.
#define TESSERA_RUN_NARROW(T, T2, FORMAT, NAME)                                \
  struct __align__(2) T {                                                      \
    unsigned short __Bits;                                                     \
    T() = default;                                                             \
    T(float X) : __Bits(tessera_run::FORMAT::narrow(X)) {}                     \
    T(double X) : __Bits(tessera_run::FORMAT::narrow(X)) {}                    \
    T(int X) : __Bits(tessera_run::FORMAT::narrow(X)) {}                       \
    T(unsigned X) : __Bits(tessera_run::FORMAT::narrow(X)) {}                  \
    operator float() const { return tessera_run::FORMAT::wide(__Bits); }       \
    T &operator+=(const T &Y) { return *this = T(float(*this) + float(Y)); }   \
    T &operator-=(const T &Y) { return *this = T(float(*this) - float(Y)); }   \
    T &operator*=(const T &Y) { return *this = T(float(*this) * float(Y)); }   \
    T &operator/=(const T &Y) { return *this = T(float(*this) / float(Y)); }   \
  };                                                                           \
  struct __align__(4) T2 {                                                     \
    T x, y;                                                                    \
    T2() = default;                                                            \
    T2(const T &X, const T &Y) : x(X), y(Y) {}                                 \
  };                                                                           \
  inline T operator+(const T &X, const T &Y) {                                 \
    return T(float(X) + float(Y));                                             \
  }                                                                            \
  inline T operator-(const T &X, const T &Y) {                                 \
    return T(float(X) - float(Y));                                             \
  }                                                                            \
  inline T operator*(const T &X, const T &Y) {                                 \
    return T(float(X) * float(Y));                                             \
  }                                                                            \
  inline T operator/(const T &X, const T &Y) {                                 \
    return T(float(X) / float(Y));                                             \
  }                                                                            \
  inline T operator-(const T &X) { return T(-float(X)); }                      \
  inline bool operator==(const T &X, const T &Y) {                             \
    return float(X) == float(Y);                                               \
  }                                                                            \
  inline bool operator!=(const T &X, const T &Y) {                             \
    return float(X) != float(Y);                                               \
  }                                                                            \
  inline bool operator<(const T &X, const T &Y) {                              \
    return float(X) < float(Y);                                                \
  }                                                                            \
  inline bool operator<=(const T &X, const T &Y) {                             \
    return float(X) <= float(Y);                                               \
  }                                                                            \
  inline bool operator>(const T &X, const T &Y) {                              \
    return float(X) > float(Y);                                                \
  }                                                                            \
  inline bool operator>=(const T &X, const T &Y) {                             \
    return float(X) >= float(Y);                                               \
  }                                                                            \
  inline T2 operator+(const T2 &X, const T2 &Y) {                              \
    return T2(X.x + Y.x, X.y + Y.y);                                           \
  }                                                                            \
  inline T2 operator-(const T2 &X, const T2 &Y) {                              \
    return T2(X.x - Y.x, X.y - Y.y);                                           \
  }                                                                            \
  inline T2 operator*(const T2 &X, const T2 &Y) {                              \
    return T2(X.x * Y.x, X.y * Y.y);                                           \
  }                                                                            \
  inline T2 operator/(const T2 &X, const T2 &Y) {                              \
    return T2(X.x / Y.x, X.y / Y.y);                                           \
  }                                                                            \
  inline T __hadd(T X, T Y) { return X + Y; }                                  \
  inline T __hsub(T X, T Y) { return X - Y; }                                  \
  inline T __hmul(T X, T Y) { return X * Y; }                                  \
  inline T __hdiv(T X, T Y) { return X / Y; }                                  \
  inline T2 __hadd2(T2 X, T2 Y) { return X + Y; }                              \
  inline T2 __hsub2(T2 X, T2 Y) { return X - Y; }                              \
  inline T2 __hmul2(T2 X, T2 Y) { return X * Y; }                              \
  inline T2 __h2div(T2 X, T2 Y) { return X / Y; }                              \
  inline T __hneg(T X) { return -X; }                                          \
  inline T __hmax(T X, T Y) { return T(fmaxf(X, Y)); }                         \
  inline T __hmin(T X, T Y) { return T(fminf(X, Y)); }                         \
  inline bool __hlt(T X, T Y) { return X < Y; }                                \
  inline bool __hgt(T X, T Y) { return X > Y; }                                \
  inline bool __heq(T X, T Y) { return X == Y; }                               \
  inline T __hfma(T X, T Y, T Z) {                                             \
    return T(fma(double(float(X)), double(float(Y)), double(float(Z))));       \
  }                                                                            \
  inline T2 __hfma2(T2 X, T2 Y, T2 Z) {                                        \
    return T2(__hfma(X.x, Y.x, Z.x), __hfma(X.y, Y.y, Z.y));                   \
  }                                                                            \
  inline T hexp(T X) { return T(exp(double(float(X)))); }                      \
  inline T hlog(T X) { return T(log(double(float(X)))); }                      \
  inline T hsqrt(T X) { return T(sqrt(double(float(X)))); }                    \
  inline T hrsqrt(T X) { return T(1 / sqrt(double(float(X)))); }               \
  inline T hrcp(T X) { return T(1 / double(float(X))); }                       \
  inline T __float2##NAME(float X) { return T(X); }                            \
  inline T __float2##NAME##_rn(float X) { return T(X); }                       \
  inline T __double2##NAME(double X) { return T(X); }                          \
  inline T __int2##NAME##_rn(int X) { return T(X); }                           \
  inline T2 __float2##NAME##2_rn(float X) { return T2(T(X), T(X)); }           \
  inline T2 __floats2##NAME##2_rn(float X, float Y) { return T2(T(X), T(Y)); } \
  inline float __##NAME##2float(T X) { return X; }                             \
  inline int __##NAME##2int_rn(T X) { return int(rintf(X)); }                  \
  inline unsigned short __##NAME##_as_ushort(T X) { return X.__Bits; }         \
  inline T __ushort_as_##NAME(unsigned short Bits) {                           \
    T X;                                                                       \
    X.__Bits = Bits;                                                           \
    return X;                                                                  \
  }                                                                            \
  inline T2 __halves2##NAME##2(T X, T Y) { return T2(X, Y); }                  \
  inline float __low2float(T2 X) { return X.x; }                               \
  inline float __high2float(T2 X) { return X.y; }                              \
  inline T __low2##NAME(T2 X) { return X.x; }                                  \
  inline T __high2##NAME(T2 X) { return X.y; }                                 \
  inline T __ldg(const T *P) { return *P; }                                    \
  inline T2 __ldg(const T2 *P) { return *P; }

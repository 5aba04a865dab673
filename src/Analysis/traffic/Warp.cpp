//===- Warp.cpp - What the lanes of a warp access together ----------------===//
#include "tessera/Analysis/Warp.h"

namespace tessera {

/// The factors of the thread ids in \p P, if it is affine in them: the usual
/// case, and much faster.
static std::optional<std::array<int64_t, 3>> factorsOf(const Polynomial &P) {
  if (!isAffineOver(P, ThreadDims))
    return std::nullopt;
  std::array<int64_t, 3> Factors;
  for (unsigned D = 0; D < 3; ++D)
    Factors[D] = P.coefficient({ThreadDims[D]});
  return Factors;
}

std::vector<unsigned> axesOfLaneBits(const std::array<int64_t, 2> &Warp) {
  std::vector<unsigned> Axes;
  std::array<int64_t, 2> Reached = {1, 1};
  unsigned Axis = 0;
  while (Reached != Warp) {
    if (Reached[Axis] == Warp[Axis])
      Axis = 1 - Axis;
    Axes.push_back(Axis);
    Reached[Axis] *= 2;
    Axis = 1 - Axis;
  }
  return Axes;
}

/// Where thread number \p Thread of a block of \p Width threads along x is, if
/// its warps have the sizes \p Warp.
static std::array<int64_t, 2> placeOf(int64_t Thread, int64_t Width,
                                      const std::array<int64_t, 2> &Warp) {
  const int64_t Number = Thread / WarpSize, Across = Width / Warp[0];
  std::array<int64_t, 2> Place = {0, 0}, Bit = {1, 1};
  int64_t Lane = Thread % WarpSize;
  for (unsigned Axis : axesOfLaneBits(Warp)) {
    Place[Axis] += Lane % 2 * Bit[Axis];
    Bit[Axis] *= 2;
    Lane /= 2;
  }
  return {Number % Across * Warp[0] + Place[0],
          Number / Across * Warp[1] + Place[1]};
}

std::optional<std::vector<LaneValues>>
evaluateInWarps(const Polynomial &P, const LaunchShape &Shape,
                const std::map<std::string, int64_t> &Fixed) {
  std::optional<int64_t> Threads = Shape.threads();
  if (!Threads)
    return std::nullopt;
  // What is left depends on the thread alone.
  Polynomial Lane = specialise(P, Shape).substitute(
      [&](llvm::StringRef Symbol) -> std::optional<Polynomial> {
        if (isThreadDim(Symbol))
          return std::nullopt;
        auto It = Fixed.find(Symbol.str());
        return Polynomial(It == Fixed.end() ? 0 : It->second);
      });
  std::optional<std::array<int64_t, 3>> Factors = factorsOf(Lane);
  std::vector<LaneValues> Warps;
  for (int64_t Thread = 0; Thread < *Threads; ++Thread) {
    if (Thread % WarpSize == 0)
      Warps.emplace_back();
    int64_t X = Thread % *Shape.Block[0];
    int64_t Y = Thread / *Shape.Block[0] % *Shape.Block[1];
    int64_t Z = Thread / *Shape.Block[0] / *Shape.Block[1];
    if (Shape.Warp)
      std::tie(X, Y) =
          std::tuple_cat(placeOf(Thread, *Shape.Block[0], *Shape.Warp));
    if (Factors) {
      Warps.back().push_back(Lane.constantTerm() + (*Factors)[0] * X +
                             (*Factors)[1] * Y + (*Factors)[2] * Z);
      continue;
    }
    std::map<std::string, int64_t> Id = {{"tx", X}, {"ty", Y}, {"tz", Z}};
    Warps.back().push_back(Lane.substitute([&](llvm::StringRef Symbol) {
                                 return std::optional(
                                     Polynomial(Id.at(Symbol.str())));
                               })
                               .constantTerm());
  }
  return Warps;
}

} // namespace tessera

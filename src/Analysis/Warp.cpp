//===- Warp.cpp - What the lanes of a warp access together ----------------===//
#include "tessera/Analysis/Warp.h"

namespace tessera {

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
  std::vector<LaneValues> Warps;
  for (int64_t Thread = 0; Thread < *Threads; ++Thread) {
    if (Thread % WarpSize == 0)
      Warps.emplace_back();
    std::map<std::string, int64_t> Id = {
        {"tx", Thread % *Shape.Block[0]},
        {"ty", Thread / *Shape.Block[0] % *Shape.Block[1]},
        {"tz", Thread / *Shape.Block[0] / *Shape.Block[1]}};
    Warps.back().push_back(Lane.substitute([&](llvm::StringRef Symbol) {
                                 return std::optional(
                                     Polynomial(Id.at(Symbol.str())));
                               })
                               .constantTerm());
  }
  return Warps;
}

} // namespace tessera

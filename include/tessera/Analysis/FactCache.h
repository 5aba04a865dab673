//===- FactCache.h - Facts that are asked for again -----------------------===//
//
// The planner compares many candidates, and most of them share staging points:
// what isl has found out about one is kept, failures included. A cache belongs
// to one KernelSpace, whose shape no longer changes; it never changes a result.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_ANALYSIS_FACTCACHE_H
#define TESSERA_ANALYSIS_FACTCACHE_H

#include "tessera/Analysis/Frequency.h"
#include "tessera/Polyhedral/Guarded.h"
#include <variant>

namespace tessera {

/// The outcome of a computation, a value or an error, to be had many times.
template <typename T> class Outcome {
public:
  explicit Outcome(llvm::Expected<T> Result) : Kept(keep(std::move(Result))) {}

  llvm::Expected<T> get() const {
    if (const T *Value = std::get_if<T>(&Kept))
      return *Value;
    if (const Diagnostic *Why = std::get_if<Diagnostic>(&Kept))
      return llvm::make_error<Reject>(*Why);
    return llvm::make_error<IslGaveUp>(std::get<GaveUp>(Kept).Why);
  }

private:
  struct GaveUp {
    std::string Why;
  };
  using Storage = std::variant<T, Diagnostic, GaveUp>;

  static Storage keep(llvm::Expected<T> Result) {
    if (Result)
      return std::move(*Result);
    Storage Kept{GaveUp{}};
    llvm::handleAllErrors(
        Result.takeError(), [&](const Reject &R) { Kept = R.diagnostic(); },
        [&](const IslGaveUp &G) { Kept = GaveUp{G.message()}; });
    return Kept;
  }

  Storage Kept;
};

/// Outcomes by what they were computed from.
template <typename Key, typename T> class Memo {
public:
  /// The outcome for \p K, from \p Compute when it is asked for first.
  template <typename F> llvm::Expected<T> get(const Key &K, F &&Compute) {
    auto It = Known.find(K);
    if (It == Known.end())
      It = Known.emplace(K, Outcome<T>(Compute())).first;
    return It->second.get();
  }

private:
  std::map<Key, Outcome<T>> Known;
};

class FactCache {
public:
  using Coordinates = std::map<AccessId, std::vector<Polynomial>>;
  using Loops = std::vector<StepLoop>;
  using Accesses = std::vector<AccessId>;

  std::map<ArrayId, ArrayCoordinates> ByArray;
  // Cheap parts of a key first.
  Memo<std::tuple<ArrayId, Loops, Coordinates>, std::vector<Footprint>>
      Footprints;
  Memo<std::tuple<Loops, Accesses, Coordinates>, Footprint> Parts;
  Memo<std::tuple<Loops, Accesses, Coordinates>, ReuseKind> Reuse;
  Memo<std::tuple<ArrayId, Loops, Accesses>, Count> AfterRegisters;
  // Successful ones only: an isl exception passes through.
  using Guards = std::vector<GuardUse>;
  std::map<std::tuple<Loops, std::vector<LoopId>, Guards, bool>,
           std::optional<StepInstances>>
      Instances;
  std::map<
      std::tuple<std::vector<LoopId>, Guards, std::vector<LoopId>, DimNames>,
      std::optional<AccessDomain>>
      Domains;
};

} // namespace tessera

#endif

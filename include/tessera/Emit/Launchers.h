//===- Launchers.h - Functions that start versions of instances -----------===//
#ifndef TESSERA_EMIT_LAUNCHERS_H
#define TESSERA_EMIT_LAUNCHERS_H

#include "tessera/Emit/Edits.h"
#include "tessera/Model/Program.h"
#include "tessera/Plan/TilePlan.h"
#include <map>

namespace tessera {

/// Functions that start the versions of instances of a kernel template, for
/// launches whose text starts several:
///
///   template <typename T>
///   static void launch_k(dim3 grid, dim3 block, const T *a, int n) {
///     if constexpr (std::is_same<T, float>::value) {
///       const bool tiles_fit = n >= 64;
///       (tiles_fit ? k_tiled<T> : k<T>)<<<grid, block>>>(a, n);
///     } else {
///       k<T><<<grid, block>>>(a, n);
///     }
///   }
class Launchers {
public:
  /// Lets launches of \p K, an instance, start the first of \p Versions whose
  /// test is true.
  void add(const Program &P, const KernelModel &K,
           llvm::ArrayRef<std::pair<const LaunchChoice *, const KernelPlan *>>
               Versions);
  /// The functions, behind their kernels, and the calls.
  std::vector<TextEdit> edits(const Program &P) const;

private:
  struct Launcher {
    std::string Name;
    unsigned Operands = 2; ///< grid, block, bytes, stream
    /// The tests of instances, and what is done for these.
    std::vector<std::pair<std::vector<std::string>, std::string>> Branches;
  };
  std::map<unsigned, Launcher> ByDefinition; ///< where the template begins
};

} // namespace tessera

#endif

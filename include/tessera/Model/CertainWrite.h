//===- CertainWrite.h - What host code writes whatever happens ------------===//
#ifndef TESSERA_MODEL_CERTAINWRITE_H
#define TESSERA_MODEL_CERTAINWRITE_H

#include "tessera/Model/SharedVariable.h"

namespace tessera {

/// `for (int i = First; i <= Last; i += Step)`; with a negative step, down to
/// `Last`. No round leaves it early.
struct HostRounds {
  std::string Counter; ///< a symbol
  Polynomial First, Last;
  int64_t Step = 1;
};

/// The bytes from `Begin` to `Begin + Length` of a shared variable, which a
/// statement writes in each round of some loops of its own, for example
///
///   for (int i = 0; i < n; i++)        Loops = { i, 0, n - 1, 1 }
///     a[i] = 0;                        Begin = 4*i, Length = 4
///
/// Symbols other than the counters are variables that do not change.
struct CertainWrite {
  SharedVarId Variable;
  std::vector<HostRounds> Loops; ///< from the outside
  Polynomial Begin, Length;
  /// The bytes of another variable at the same place get the same values:
  /// `a[i] = b[i] = x`. Callees aside, the statement writes neither once more.
  std::optional<SharedVarId> EqualTo = {};
};

} // namespace tessera

#endif

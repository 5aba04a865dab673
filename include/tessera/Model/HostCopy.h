//===- HostCopy.h - Copies that the program makes itself ------------------===//
#ifndef TESSERA_MODEL_HOSTCOPY_H
#define TESSERA_MODEL_HOSTCOPY_H

#include "tessera/Model/SharedVariable.h"

namespace tessera {

/// A call `cudaMemcpy(To, From, Bytes, kind)`.
struct HostCopy {
  std::string ToText, FromText; ///< the arguments as spelled
  /// Why the call cannot be moved or removed, if so; then nothing below is
  /// known.
  std::string Obstacle;
  /// Whole variables, from their first byte on.
  SharedVarId To, From;
  /// The same number wherever the variables in it are visible.
  Polynomial Bytes;
  SourceRange Call;
  /// `From, Bytes` in it; empty if a macro hides them.
  SourceRange Data = {};
  /// What the statement names is declared before this byte.
  unsigned DeclaredBefore = 0;
  bool Declares = false;        ///< it begins with a declaration
  bool LeavesOnFailure = false; ///< then control does not go on behind it
  /// What stands for the statement where the copy is not made: its result is
  /// used elsewhere, too. Empty if nothing has to.
  std::string Instead;
  bool Fixed = false; ///< it can be removed, but not moved, for that reason
};

} // namespace tessera

#endif

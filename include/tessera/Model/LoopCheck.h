//===- LoopCheck.h - Tests that may end a loop of launches ----------------===//
#ifndef TESSERA_MODEL_LOOPCHECK_H
#define TESSERA_MODEL_LOOPCHECK_H

#include "tessera/Polyhedral/Polynomial.h"
#include "tessera/Support/Ids.h"
#include "tessera/Support/SourceRange.h"
#include <string>
#include <vector>

namespace tessera {

/// A loop in which the host looks at one element of a shared variable and may
/// leave, and which launches kernels:
///
///   for (int k = 0; k < n; k++) {
///     float pivot = a[k][k];
///     if (fabsf(pivot) < TINY)
///       return failed(k);
///     scale<<<g, b>>>(a, k, pivot);
///   }
struct LoopCheck {
  SourceRange Loop;   ///< the whole statement
  SourceRange Value;  ///< `float pivot = a[k][k];`
  SourceRange Branch; ///< the `if`, as a whole
  SourceRange Exit;   ///< what it runs
  std::string Name;   ///< `pivot`
  std::string Type;   ///< `float`
  SharedVarId Array;
  std::string Element;                ///< `a[k][k]`
  std::vector<Polynomial> Subscripts; ///< symbols as in LaunchLoop
  std::string Counter;
  bool DeclaresCounter = false; ///< the loop does
  bool ExitUsesCounter = false;

  std::string Test;               ///< `fabsf(pivot) < TINY`
  std::vector<SourceRange> Named; ///< bytes of `Test` that name the variable
  /// What the test names means the same from this byte on.
  unsigned TestKnownFrom = 0;

  std::vector<LaunchId> Launches; ///< of a round, in order
  unsigned Behind = 0;            ///< the first of them behind `Value`
  /// An argument that is the variable, and of its type.
  struct Use {
    LaunchId Launch;
    unsigned Argument = 0;
  };
  std::vector<Use> Uses;

  /// Why the test cannot be made on the device, as far as the text tells; then
  /// what is above may be incomplete.
  std::string Obstacle;
};

} // namespace tessera

#endif

//===- KernelDeclaration.h - Where a kernel is declared -------------------===//
#ifndef TESSERA_MODEL_KERNELDECLARATION_H
#define TESSERA_MODEL_KERNELDECLARATION_H

#include "tessera/Support/SourceRange.h"
#include <string>
#include <vector>

namespace tessera {

/// A declaration of a kernel without its body.
struct KernelDeclaration {
  SourceRange Source; ///< from the first specifier to the `;`, included
  SourceRange NameRange;
  SourceRange ParameterList; ///< between the parentheses
  bool IsFriend = false;     ///< a class makes the kernel its friend
  bool operator==(const KernelDeclaration &) const = default;
};

/// What another function needs to be declared wherever a kernel is.
struct KernelScope {
  /// Its declarations in the file before its definition, and those that make
  /// it a friend of a class, in order.
  std::vector<KernelDeclaration> Declarations;
  /// One of the former is not among them: another file has it, or a macro makes
  /// its name.
  bool ElsewhereToo = false;
  /// What a declaration of its own has around it, outermost first: `namespace
  /// app`, `extern "C"`.
  std::vector<std::string> Around;
  /// In its definition, the qualifier of its name: `app::`. Empty if it has
  /// none.
  SourceRange Qualifier;
  /// In its definition, `= 1` behind parameters.
  std::vector<SourceRange> DefaultArguments;
  bool operator==(const KernelScope &) const = default;
};

} // namespace tessera

#endif

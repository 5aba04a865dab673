//===- SharedSpecifiers.h - `__global__` and `__managed__` of variables ---===//
#ifndef TESSERA_FRONTEND_VARIABLES_SHAREDSPECIFIERS_H
#define TESSERA_FRONTEND_VARIABLES_SHAREDSPECIFIERS_H

#include "source/PreprocessorFacts.h"
#include "clang/AST/Decl.h"
#include <optional>

namespace tessera {

/// The specifier that makes a variable one of both sides; places are offsets of
/// the parsed file.
struct SharedSpecifier {
  /// The word, or the call of the macro that expands to it.
  SourceRange Where;
  /// Of a call that expands to more than the word: what stands between the
  /// words. `#define SHARED(T, n) __global__ T n[64]`, `SHARED(float, a)`:
  /// "" and `float a[64]`.
  std::vector<std::string> Around;
  /// The call defines a function, too.
  bool HasFunction = false;
  /// The call has the `;` that ends the variable's declaration.
  bool EndsDeclaration = false;
};

/// Where \p V is declared `__global__` in the simple memory model; nothing if
/// it is not, or in another file.
std::optional<SharedSpecifier>
simpleModelSpecifier(const clang::VarDecl *V, const clang::SourceManager &SM,
                     const PreprocessorFacts &Facts);
/// Where it is declared `__managed__`.
std::optional<SharedSpecifier> managedSpecifier(const clang::VarDecl *V,
                                                const clang::SourceManager &SM,
                                                const PreprocessorFacts &Facts);

} // namespace tessera

#endif

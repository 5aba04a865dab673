//===- Directives.h - What the source says to this tool -------------------===//
//
//   // tessera: assume n % 128 == 0; off(B)
//   __global__ void k(const float *A, float *B, int n) { .. }
//
// `#pragma tessera assume n % 128 == 0` means the same. A directive is about
// what follows it, about what its line has before it, or about the kernel that
// it stands in.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_FRONTEND_SOURCE_DIRECTIVES_H
#define TESSERA_FRONTEND_SOURCE_DIRECTIVES_H

#include "tessera/Model/Program.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <optional>

namespace tessera {

struct FrontendContext;

/// One directive, not yet bound to anything.
struct Directive {
  enum class Kind {
    Off,     ///< what it is about is left alone; with names: these arrays
    On,      ///< ends what Off begins
    OffFile, ///< nothing in the file is changed
    Shared,  ///< these arrays are staged wherever it is possible
    Coarsen,
    AllowReassociation,
    Assume,  ///< a condition on parameters
    NoAlias, ///< of these arrays, or of all
    Aligned, ///< of one array, to `Bytes`
    Block,   ///< there are launches with blocks of `Sizes`
  };
  Kind K = Kind::Off;
  std::string Text; ///< as written
  std::vector<std::string> Names;
  std::string Condition;
  SeveralOutputs Outputs = SeveralOutputs::Never;
  int64_t Bytes = 0;
  std::array<int64_t, 3> Sizes = {1, 1, 1};
};

/// Reads what stands behind `tessera:`, of which `;` separates the directives.
///
/// \returns an error that says what is understood.
llvm::Expected<std::vector<Directive>> parseDirectives(llvm::StringRef Text);

/// Reads comparisons that `&&` joins, and adds them to \p Into.
///
/// \param Value of a name.
/// \returns an error that says what is wrong.
llvm::Error parseAssumption(
    llvm::StringRef Condition,
    llvm::function_ref<llvm::Expected<Polynomial>(llvm::StringRef)> Value,
    Assumptions &Into);

/// Does what the directives of the file ask of kernels, launches, variables and
/// the program's own copies, when all of these are known.
///
/// \returns BadDirective for each that is wrong.
std::vector<Diagnostic> applyDirectives(FrontendContext &C);

/// The value of a macro that stands for an integer constant.
std::optional<int64_t> macroValue(FrontendContext &C, const std::string &Name);

} // namespace tessera

#endif

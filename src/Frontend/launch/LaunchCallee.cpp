//===- LaunchCallee.cpp - Where launches name their kernel ----------------===//
//
// A version of a kernel is declared beside it. What finds the kernel finds the
// version, unless one of these does it for the kernel alone:
//
//   #define KERNEL app::mul       using app::mul;
//   KERNEL<<<g, b>>>(x);          mul<<<g, b>>>(x);
//
//===----------------------------------------------------------------------===//
#include "launch/LaunchCallee.h"
#include "tessera/Support/Words.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/StringSet.h"

using namespace clang;

namespace tessera {

/// Functions at file scope that nvcc knows everywhere and our declarations
/// lack: without a toolkit, programs may have variables of these names.
static bool isNvccs(llvm::StringRef Name) {
  static const llvm::StringSet<> Names = {"all",
                                          "any",
                                          "ballot",
                                          "dadd",
                                          "dmul",
                                          "double2int",
                                          "double2ll",
                                          "double2uint",
                                          "double2ull",
                                          "dsub",
                                          "fdivide",
                                          "float2double",
                                          "int2double",
                                          "ll2double",
                                          "norm",
                                          "normf",
                                          "rnorm",
                                          "rnorm4d",
                                          "rnorm4df",
                                          "rnormf",
                                          "uint2double",
                                          "ull2double",
                                          "syncthreads_and",
                                          "syncthreads_or",
                                          "syncthreads_count"};
  return Names.contains(Name);
}

bool isOverloaded(const CUDAKernelCallExpr *Launch) {
  const auto *Use =
      dyn_cast<DeclRefExpr>(Launch->getCallee()->IgnoreParenImpCasts());
  const FunctionDecl *Kernel = Launch->getDirectCallee();
  return (Use && Use->hadMultipleCandidates()) ||
         (Kernel && Kernel->getIdentifier() &&
          Kernel->getDeclContext()->getRedeclContext()->isTranslationUnit() &&
          isNvccs(Kernel->getName()));
}

bool isCallee(const FrontendContext &C, const DeclRefExpr *Name,
              const FunctionDecl &Kernel) {
  std::optional<SourceRange> Range = C.exactRange(Name->getSourceRange());
  return Range && namesFunction(C.text(*Range), Kernel.getName()) &&
         !isa<UsingShadowDecl>(Name->getFoundDecl());
}

std::optional<SourceRange> calleeOf(const FrontendContext &C,
                                    const CUDAKernelCallExpr *Launch,
                                    const FunctionDecl &Kernel) {
  const auto *Use =
      dyn_cast<DeclRefExpr>(Launch->getCallee()->IgnoreParenImpCasts());
  std::optional<SourceRange> Range =
      C.exactRange(Launch->getCallee()->getSourceRange());
  if (!Use || !Range || !isCallee(C, Use, Kernel))
    return std::nullopt;
  if (llvm::any_of(Launch->arguments(), [](const Expr *E) {
        return isa<CXXDefaultArgExpr>(E); // a pointer to a function has none
      }))
    return std::nullopt;
  return Range;
}

} // namespace tessera

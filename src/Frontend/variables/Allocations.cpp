//===- Allocations.cpp - Calls that allocate CUDA memory ------------------===//
#include "tessera/Frontend/Allocations.h"

#include "clang/AST/Expr.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace tessera {

static bool isAllocation(const FunctionDecl &F) {
  return F.getIdentifier() &&
         llvm::StringSwitch<bool>(F.getName())
             .Cases({"cudaMalloc", "cudaMallocAsync", "cudaMallocHost",
                     "cudaMallocManaged", "cudaMallocPitch", "cudaHostAlloc"},
                    true)
             .Default(false);
}

/// The parameter that a call within \p S fills.
static const ParmVarDecl *filledParameter(const Stmt *S) {
  if (!S)
    return nullptr;
  const auto *Call = dyn_cast<CallExpr>(S);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  if (Callee && isAllocation(*Callee) && Call->getNumArgs() > 0)
    if (const auto *Use =
            dyn_cast<DeclRefExpr>(Call->getArg(0)->IgnoreParenCasts()))
      if (const auto *Parameter = dyn_cast<ParmVarDecl>(Use->getDecl()))
        return Parameter;
  for (const Stmt *Child : S->children())
    if (const ParmVarDecl *Parameter = filledParameter(Child))
      return Parameter;
  return nullptr;
}

static unsigned usesOf(const ParmVarDecl *Parameter, const Stmt *S) {
  const auto *Use = dyn_cast_or_null<DeclRefExpr>(S);
  unsigned Count = Use && Use->getDecl() == Parameter;
  if (S)
    for (const Stmt *Child : S->children())
      Count += usesOf(Parameter, Child);
  return Count;
}

std::optional<unsigned> allocatedArgument(const FunctionDecl &F) {
  if (isAllocation(F))
    return 0;
  const ParmVarDecl *Parameter = filledParameter(F.getBody());
  if (Parameter && usesOf(Parameter, F.getBody()) == 1)
    return Parameter->getFunctionScopeIndex();
  return std::nullopt;
}

} // namespace tessera

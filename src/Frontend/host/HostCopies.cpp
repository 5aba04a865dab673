//===- HostCopies.cpp - Copies and fills that the user asks CUDA for ------===//
//
// The direction of a copy says which of its arguments are memory of the host:
// there shared memory is the host's copy, elsewhere the device's. A fill, and a
// copy that leaves the direction to CUDA, use the device's.
//
//===----------------------------------------------------------------------===//
#include "host/HostEffects.h"
#include "values/HostConstants.h"
#include "variables/PointerRoots.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace tessera {

namespace {
/// Where a function of the CUDA library has its arguments; -1: nowhere.
struct CopyArguments {
  int To, From, Bytes, Direction, Stream;
};
} // namespace

static std::optional<CopyArguments> copyArguments(llvm::StringRef Name) {
  return llvm::StringSwitch<std::optional<CopyArguments>>(Name)
      .Case("cudaMemset", CopyArguments{0, -1, 2, -1, -1})
      .Case("cudaMemsetAsync", CopyArguments{0, -1, 2, -1, 3})
      .Case("cudaMemset2D", CopyArguments{0, -1, -1, -1, -1})
      .Case("cudaMemcpy", CopyArguments{0, 1, 2, 3, -1})
      .Case("cudaMemcpyAsync", CopyArguments{0, 1, 2, 3, 4})
      .Case("cudaMemcpy2D", CopyArguments{0, 2, -1, 6, -1})
      .Case("cudaMemcpyToSymbol", CopyArguments{-1, 1, -1, 4, -1})
      .Case("cudaMemcpyFromSymbol", CopyArguments{0, -1, -1, 4, -1})
      .Default(std::nullopt);
}

/// Whether \p E, a pointer, and the \p Bytes behind it are all the memory of a
/// shared variable, whichever of those that exchange their memory it has.
bool HostEffects::isWhole(const Expr *E, const Expr *Bytes) const {
  const ValueDecl *V = declarationOf(E->IgnoreParenCasts());
  std::optional<HostValue> Size =
      F ? HostConstants(C.AST, F->getBody()).size(Bytes) : std::nullopt;
  if (!V || !Size || Size->Divisor != 1)
    return false;
  if (const auto *Array = dyn_cast<VarDecl>(V))
    if (auto Shared = C.SharedVariables.find(Array->getCanonicalDecl());
        Shared != C.SharedVariables.end())
      return Size->Numerator.constant() ==
             C.Result.Host.variable(Shared->second).bytes();
  std::optional<SharedVarId> Id = C.held(V);
  if (!Id)
    return false;
  RootSet All = withExchanged({{MemoryRoot::Kind::Variable, Id->Index}});
  return llvm::all_of(All, [&](const MemoryRoot &R) {
    const std::optional<HostValue> &Each =
        C.Result.Host.Variables[R.Index].Pointer->Size;
    return Each && Each->Divisor == 1 && Each->Numerator == Size->Numerator;
  });
}

/// A copy or fill by a function of the CUDA library, if what it does is known.
bool HostEffects::copyCall(const CallExpr *E) {
  llvm::StringRef Name = E->getDirectCallee()->getName();
  std::optional<CopyArguments> At = copyArguments(Name);
  int Count = E->getNumArgs();
  if (!At || std::max({At->To, At->From, At->Bytes, At->Direction}) >= Count)
    return false;
  auto Constant = [&](int I) -> std::optional<int64_t> {
    Expr::EvalResult Known;
    if (!E->getArg(I)->EvaluateAsInt(Known, C.AST))
      return std::nullopt;
    return Known.Val.getInt().getSExtValue();
  };
  bool OwnStream =
      At->Stream >= 0 && At->Stream < Count &&
      !E->getArg(At->Stream)
           ->isNullPointerConstant(C.AST, Expr::NPC_ValueDependentIsNull);
  std::optional<int64_t> Direction =
      At->Direction < 0 ? 3 /*on the device*/ : Constant(At->Direction);
  if (C.OwnCopies && At->Stream >= 0)
    return false; // it takes effect at some later time
  if (OwnStream || !Direction || *Direction < 0 || *Direction > 4)
    return false;
  Result.CallsAway = true;
  bool ToDevice = *Direction != 0 && *Direction != 2;
  bool FromDevice = *Direction >= 2;
  for (int I = 0; I < Count; ++I) {
    bool Target = I == At->To, Device = Target ? ToDevice : FromDevice;
    if (!Target && I != At->From)
      value(E->getArg(I));
    else if (!Device)
      argument(E->getArg(I), Target ? MemoryEffect{false, true, ""}
                                    : MemoryEffect{true, false, ""});
    else
      handOn(E->getArg(I), {false, false, "", !Target, Target},
             Target && !InCondition && At->Bytes >= 0 &&
                 isWhole(E->getArg(I), E->getArg(At->Bytes)));
  }
  return true;
}

} // namespace tessera

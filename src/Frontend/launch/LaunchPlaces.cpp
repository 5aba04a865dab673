//===- LaunchPlaces.cpp - Where launches and their parts stand ------------===//
#include "launch/LaunchPlaces.h"
#include "effects/Repeatable.h"
#include "launch/BehindLaunches.h"
#include "source/Semicolons.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/ParentMapContext.h"

using namespace clang;

namespace tessera {

std::optional<SourceRange> rangeOf(const FrontendContext &C, const Expr *E) {
  if (isa<CXXDefaultArgExpr>(E))
    return std::nullopt;
  std::optional<SourceRange> Range = C.exactRange(E->getSourceRange());
  while (!Range) { // a macro's body may have parentheses around it
    const Expr *Inner = E->IgnoreImplicit();
    if (const auto *Make = dyn_cast<CXXConstructExpr>(Inner);
        Make && !isa<CXXTemporaryObjectExpr>(Make) && Make->getNumArgs() > 0 &&
        Make->getParenOrBraceRange().isInvalid())
      Inner = Make->getArg(0)->IgnoreImplicit();
    if (const auto *Parens = dyn_cast<ParenExpr>(Inner))
      Inner = Parens->getSubExpr();
    if (Inner == E)
      return std::nullopt;
    E = Inner;
    Range = C.exactRange(E->getSourceRange());
  }
  return Range;
}

std::string textOf(const FrontendContext &C, const Expr *E) {
  std::optional<SourceRange> Range = rangeOf(C, E);
  return Range ? C.text(*Range).str() : "";
}

bool isHidden(const FrontendContext &C,
              llvm::ArrayRef<const Expr *> Configuration) {
  return llvm::any_of(Configuration, [&](const Expr *E) {
    return !isa<CXXDefaultArgExpr>(E) && !rangeOf(C, E);
  });
}

llvm::ArrayRef<const Expr *> configurationOf(const CUDAKernelCallExpr &E) {
  const CallExpr &Call = *E.getConfig();
  // The device's function gets kernel and parameters before.
  const FunctionDecl *F = Call.getDirectCallee();
  const bool OnDevice =
      F && F->getIdentifier() && F->getName() == "cudaLaunchDevice";
  return llvm::ArrayRef(Call.getArgs(), Call.getNumArgs())
      .drop_front(OnDevice ? 2 : 0);
}

/// Whether \p E calls nothing; making a `dim3` is no call.
static bool callsNothing(const FrontendContext &C, const Expr *E) {
  E = E->IgnoreImplicit()->IgnoreParens();
  if (const auto *Cast = dyn_cast<CXXFunctionalCastExpr>(E))
    return callsNothing(C, Cast->getSubExpr());
  if (const auto *Make = dyn_cast<CXXConstructExpr>(E))
    return llvm::all_of(Make->arguments(), [&](const Expr *Argument) {
      return isa<CXXDefaultArgExpr>(Argument) || callsNothing(C, Argument);
    });
  return !E->HasSideEffects(C.AST);
}

bool isRepeatableText(const FrontendContext &C, const Expr *E) {
  return callsNothing(C, E) && isRepeatable(E, C.AST);
}

SourceRange statementOf(const FrontendContext &C, const Expr *E) {
  const Stmt *Inner = E;
  while (true) {
    DynTypedNodeList Parents = C.AST.getParents(*Inner);
    const Stmt *Parent = Parents.empty() ? nullptr : Parents[0].get<Stmt>();
    if (Parent && isa<ExprWithCleanups, ParenExpr, ImplicitCastExpr>(Parent)) {
      Inner = Parent;
      continue;
    }
    break;
  }
  if (E->getBeginLoc().isMacroID() || !standsInBlock(C, Inner))
    return {};
  std::optional<SourceRange> Range = C.parsedRange(E->getSourceRange());
  if (!Range)
    return {};
  std::optional<unsigned> End = behindSemicolon(C, Range->End);
  return End ? C.toUser(SourceRange{Range->Begin, *End}) : SourceRange{};
}

} // namespace tessera

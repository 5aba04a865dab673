//===- AtomicCalls.cpp - Calls of CUDA's atomic functions -----------------===//
#include "kernel/KernelBuilder.h"
#include "source/TypeText.h"
#include "values/ValueRange.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace tessera {

/// Not so of the program's own functions, whatever they are called.
static bool isOfCuda(const FunctionDecl *Callee, const SourceManager &SM) {
  return SM.isInSystemHeader(SM.getExpansionLoc(Callee->getLocation()));
}

/// What a call of \p Callee does; nothing if it is none of CUDA's functions, or
/// one whose calls have an order that matters.
static std::optional<AtomicUpdate> updateOf(const FunctionDecl *Callee,
                                            const ASTContext &AST) {
  llvm::StringRef Name = Callee->getName();
  AtomicUpdate Result;
  Result.SystemWide = Name.consume_back("_system");
  Name.consume_back("_block");
  using enum AtomicUpdate::Kind;
  auto Known = llvm::StringSwitch<std::optional<AtomicUpdate::Kind>>(Name)
                   .Case("atomicAdd", Add)
                   .Case("atomicSub", Subtract)
                   .Case("atomicMin", Min)
                   .Case("atomicMax", Max)
                   .Case("atomicAnd", And)
                   .Case("atomicOr", Or)
                   .Case("atomicXor", Xor)
                   .Default(std::nullopt);
  if (!Known || Callee->getNumParams() != 2 ||
      !isOfCuda(Callee, AST.getSourceManager()))
    return std::nullopt;
  QualType Type = Callee->getParamDecl(1)->getType().getUnqualifiedType();
  QualType To = Callee->getParamDecl(0)->getType()->getPointeeType();
  if (!Type->isArithmeticType() || Type->isHalfType() ||
      !AST.hasSameUnqualifiedType(Type, To))
    return std::nullopt;
  Result.K = *Known;
  Result.Type = typeText(Type, AST);
  Result.Floating = Type->isFloatingType();
  Result.Signed = Type->isSignedIntegerType();
  Result.Bytes = AST.getTypeSizeInChars(Type).getQuantity();
  return Result;
}

/// See AtomicUpdate::Converts.
static bool converts(const Expr *Value, const AtomicUpdate &U,
                     const ASTContext &AST) {
  QualType From = Value->IgnoreParenImpCasts()->getType();
  if (typeText(From.getUnqualifiedType(), AST) == U.Type)
    return false;
  bool Picks = U.K == AtomicUpdate::Kind::Min || U.K == AtomicUpdate::Kind::Max;
  return Picks || U.Floating || !From->isIntegerType() ||
         AST.getTypeSizeInChars(From).getQuantity() > int64_t(U.Bytes);
}

/// See AtomicUpdate::ByThread.
static bool isByThread(const KernelParts::Pointer &P) {
  auto Mentions = [](const std::optional<Polynomial> &Subscript) {
    return Subscript &&
           llvm::any_of(llvm::ArrayRef{"tx", "ty", "tz"}, [&](const char *Id) {
             return Subscript->mentions(Id);
           });
  };
  return llvm::any_of(P.Subscripts, Mentions);
}

/// The name of the array in the pointer \p E, in the places that are written
/// out; null if there is a cast.
static const Expr *nameIn(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (isa<DeclRefExpr, MemberExpr>(E))
    return E;
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E))
    return nameIn(Subscript->getBase());
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return Unary->getOpcode() == UO_AddrOf || Unary->getOpcode() == UO_Deref
               ? nameIn(Unary->getSubExpr())
               : nullptr;
  if (const auto *Sum = dyn_cast<BinaryOperator>(E); Sum && Sum->isAdditiveOp())
    return nameIn(Sum->getLHS()->getType()->isIntegerType() ? Sum->getRHS()
                                                            : Sum->getLHS());
  return nullptr;
}

/// The values of the subscripts in the pointer \p E to an element of an array
/// with one dimension, added up.
static ValueRange subscriptIn(const Expr *E, const ASTContext &AST,
                              const std::set<const VarDecl *> &Mutated) {
  E = E->IgnoreParenImpCasts();
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return subscriptIn(Unary->getSubExpr(), AST, Mutated);
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E))
    return subscriptIn(Subscript->getBase(), AST, Mutated) +
           rangeOf(Subscript->getIdx(), AST, Mutated);
  const auto *Sum = dyn_cast<BinaryOperator>(E);
  if (!Sum)
    return {0, 0};
  const Expr *Base = Sum->getLHS(), *By = Sum->getRHS();
  if (Base->getType()->isIntegerType())
    std::swap(Base, By);
  ValueRange Distance = rangeOf(By, AST, Mutated);
  if (Sum->getOpcode() == BO_Sub)
    Distance = -Distance;
  return subscriptIn(Base, AST, Mutated) + Distance;
}

bool KernelBuilder::atomicCall(const CallExpr *E) {
  const FunctionDecl *Callee = E->getDirectCallee();
  if (!Callee->getIdentifier() || !Callee->getName().starts_with("atomic") ||
      E->getNumArgs() == 0)
    return false;
  const Expr *Target = E->getArg(0);
  std::optional<Pointer> P = pointer(Target);
  if (!P)
    if (const auto *Unary = dyn_cast<UnaryOperator>(Target->IgnoreParens());
        Unary && Unary->getOpcode() == UO_AddrOf &&
        !Unary->getSubExpr()->getType()->isArrayType())
      P = element(Unary->getSubExpr()); // a scalar in memory
  if (!P)
    return false;
  P->Subscripts.push_back(std::exchange(P->Offset, Polynomial(0)));
  const ArrayInfo &Array = K.array(P->Array);
  AccessInfo A;
  A.K = AccessInfo::Kind::Atomic;
  A.Array = P->Array;
  if (isOfCuda(Callee, C.AST.getSourceManager())) // it has one element
    A.Subscripts = knownSubscripts(*P);
  A.Loops = Loops;
  A.Guards = Guards;
  A.Conditional = Conditional;
  A.Replaceable = false;
  if (std::optional<SourceRange> Range =
          C.parsedRange(Target->getSourceRange()))
    A.Source = C.toUser(*Range);
  A.Update = updateOf(Callee, C.AST);
  const Expr *Name = nameIn(Target);
  const auto *Use = dyn_cast_or_null<DeclRefExpr>(Name);
  const auto *V = Use ? dyn_cast<VarDecl>(Use->getDecl()) : nullptr;
  bool Named =
      Name && (!Use || (V && !Aliases.count(V) && !References.count(V)));
  if (A.Update) {
    A.Update->ResultUsed = Discarded != E;
    A.Update->ByThread = isByThread(*P);
    A.Update->Converts = converts(E->getArg(1), *A.Update, C.AST);
    if (Named && Array.Extents.size() == 1)
      A.Update->LastSubscript =
          subscriptIn(Target, C.AST, Mutated).lastSubscript();
    A.Replaceable = Named && Frames.empty();
  }
  bool HasHoles = A.Replaceable;
  unsigned Id = K.Accesses.size();
  K.HasAtomic = true;
  A.Order = nextOrder();
  K.Accesses.push_back(std::move(A));
  if (HasHoles) { // before those inside them
    const Piece Call{Piece::Kind::Access, "", Id, {}};
    auto IsWritten = [&](const Expr *Part) {
      std::optional<SourceRange> Whole = C.exactRange(E->getSourceRange());
      std::optional<SourceRange> Exact = C.exactRange(Part->getSourceRange());
      return Whole && Exact && Whole->contains(*Exact);
    };
    // A macro that has it all is written out.
    if (IsWritten(Name) && IsWritten(E->getArg(1)))
      addHole(E->getSourceRange(), Call);
    else if (!addExpanded(E->getSourceRange(), Call, /*Hidden=*/true))
      hide(Call);
    addHole(Name->getSourceRange(), {Piece::Kind::Operand, "array", Id, {}});
    addHole(E->getArg(1)->getSourceRange(),
            {Piece::Kind::Operand, "value", Id, {}});
  }
  visitSubscripts(Target);
  for (unsigned I = 1; I < E->getNumArgs(); ++I)
    expression(E->getArg(I), Mode::Read);
  return true;
}

/// What is loaded may stand in any cache, or on the chip. What is stored goes
/// where the program says.
bool KernelBuilder::hintedCall(const CallExpr *E) {
  const FunctionDecl *Callee = E->getDirectCallee();
  const llvm::StringRef Loads[] = {"__ldg", "__ldca", "__ldcg", "__ldcs"};
  const llvm::StringRef Stores[] = {"__stwb", "__stcg", "__stcs", "__stwt"};
  if (!Callee->getIdentifier() || !isOfCuda(Callee, C.AST.getSourceManager()))
    return false;
  const bool IsLoad =
      E->getNumArgs() == 1 && llvm::is_contained(Loads, Callee->getName());
  const bool IsStore =
      E->getNumArgs() == 2 && llvm::is_contained(Stores, Callee->getName());
  if (!IsLoad && !IsStore)
    return false;
  const Expr *At = E->getArg(0);
  const bool IsMember = !pointer(At);
  const auto *Unary = dyn_cast<UnaryOperator>(At->IgnoreParenImpCasts());
  if (IsMember && (!Unary || Unary->getOpcode() != UO_AddrOf))
    return false;
  const size_t Before = K.Accesses.size();
  const Mode M = IsLoad ? Mode::Read : Mode::Write;
  if (IsMember)
    expression(Unary->getSubExpr(), M);
  else
    access(At, M, E);
  if (IsLoad && !IsMember && K.Accesses.size() > Before)
    addHole(
        At->getSourceRange(),
        {Piece::Kind::Operand, "address", unsigned(K.Accesses.size() - 1), {}});
  // The call stays, and the element of a member with it.
  if (IsStore || IsMember)
    for (AccessInfo &A : llvm::MutableArrayRef(K.Accesses).drop_front(Before))
      A.Replaceable = false;
  if (IsStore)
    expression(E->getArg(1), Mode::Read);
  return true;
}

} // namespace tessera

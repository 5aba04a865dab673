//===- AccessBuilder.cpp - Accesses of elements, and their holes ----------===//
#include "kernel/KernelBuilder.h"
#include "kernel/UnknownParts.h"
#include "source/OtherMacros.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace tessera {

/// Whether \p Type is a texture that is a variable of the file: what fetches
/// read through it stays as it is while the kernel runs.
static bool isTextureReference(QualType Type) {
  const CXXRecordDecl *Class = Type->getAsCXXRecordDecl();
  return Class && Class->hasDefinition() &&
         llvm::any_of(Class->bases(), [](const CXXBaseSpecifier &Base) {
           const CXXRecordDecl *Of = Base.getType()->getAsCXXRecordDecl();
           return Of && Of->getName() == "textureReference";
         });
}

void KernelBuilder::use(const DeclRefExpr *E, Mode M) {
  Taken.insert(E);
  const auto *V = dyn_cast<VarDecl>(E->getDecl());
  if (!V || (M == Mode::Read && isTextureReference(V->getType())))
    return;
  if (References.count(V))
    return access(E, M);
  bool Filled = fillIn(E);
  if (!namesMemory(V)) {
    if (V->getType()->getAsCXXRecordDecl() &&
        V->getType()->getAsCXXRecordDecl()->isLambda())
      unsupported(E->getBeginLoc(), "it hands a lambda on");
    if (Filled)
      return;
    if (V->isLocalVarDeclOrParm() && !Frames.empty()) {
      Frames.back().Plain = false;
      if (F->getBody() && V->getParentFunctionOrMethod() == F)
        K.Scalars[scalar(V).Index].Hidden = true;
    } else if (V->isLocalVarDeclOrParm())
      addHole(E->getSourceRange(),
              {Piece::Kind::Scalar, V->getNameAsString(), scalar(V).Index, {}});
    return;
  }
  if (!V->getType()->isPointerType() && !V->getType()->isArrayType()) {
    access(E, M); // a scalar in memory
    return;
  }
  auto Alias = Aliases.find(V);
  ArrayId Whole = Alias != Aliases.end() ? Alias->second.Array : array(V);
  // The array as a whole goes somewhere we do not follow.
  escape(Whole, E);
}

void KernelBuilder::visitSubscripts(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E)) {
    visitSubscripts(Subscript->getBase());
    expression(Subscript->getIdx(), Mode::Read);
  } else if (const auto *Unary = dyn_cast<UnaryOperator>(E);
             Unary && (Unary->getOpcode() == UO_Deref ||
                       Unary->getOpcode() == UO_AddrOf)) {
    visitSubscripts(Unary->getSubExpr());
  } else if (const auto *Cast = dyn_cast<ExplicitCastExpr>(E)) {
    visitSubscripts(Cast->getSubExpr());
  } else if (const auto *List = dyn_cast<InitListExpr>(E);
             List && List->getNumInits() == 1) {
    visitSubscripts(List->getInit(0));
  } else if (const auto *Sum = dyn_cast<BinaryOperator>(E)) {
    bool Left = Sum->getLHS()->getType()->isPointerType() ||
                Sum->getLHS()->getType()->isArrayType();
    visitSubscripts(Left ? Sum->getLHS() : Sum->getRHS());
    expression(Left ? Sum->getRHS() : Sum->getLHS(), Mode::Read);
  } else {
    const auto *Use = dyn_cast<DeclRefExpr>(E);
    Taken.insert(Use);
    if (fillIn(E))
      return;
    const auto *V = Use ? dyn_cast<VarDecl>(Use->getDecl()) : nullptr;
    if (V && Aliases.count(V) && Frames.empty())
      addHole(E->getSourceRange(),
              {Piece::Kind::Scalar, V->getNameAsString(), scalar(V).Index, {}});
  }
}

/// Whether a subscript of \p E is computed with more than 32 bits.
static bool hasWideSubscript(const Expr *E, const ASTContext &AST) {
  E = E->IgnoreParenImpCasts();
  auto IsWide = [&](const Expr *Index) {
    return AST.getTypeSize(Index->IgnoreParenImpCasts()->getType()) > 32;
  };
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E))
    return IsWide(Subscript->getIdx()) ||
           hasWideSubscript(Subscript->getBase(), AST);
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return hasWideSubscript(Unary->getSubExpr(), AST);
  if (const auto *Sum = dyn_cast<BinaryOperator>(E);
      Sum && Sum->isAdditiveOp()) {
    bool Left = Sum->getLHS()->getType()->isPointerType();
    return IsWide(Left ? Sum->getRHS() : Sum->getLHS()) ||
           hasWideSubscript(Left ? Sum->getLHS() : Sum->getRHS(), AST);
  }
  return false;
}

const Expr *KernelBuilder::privateObject(const Expr *E) const {
  E = E->IgnoreParenImpCasts();
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E)) {
    const Expr *Base = Subscript->getBase()->IgnoreParenImpCasts();
    return Base->getType()->isArrayType() ? privateObject(Base) : nullptr;
  }
  const auto *Member = dyn_cast<MemberExpr>(E);
  if (!Member)
    return nullptr;
  const Expr *Base = Member->getBase()->IgnoreParenImpCasts();
  if (isa<CXXThisExpr>(Base))
    return !Frames.empty() && Frames.back().This ? Base : nullptr;
  const auto *Use = dyn_cast<DeclRefExpr>(Base);
  const auto *V = Use ? dyn_cast<VarDecl>(Use->getDecl()) : nullptr;
  if (!V || Member->isArrow())
    return Member->isArrow() ? nullptr : privateObject(Base);
  bool Own = V->isLocalVarDeclOrParm() && !V->isStaticLocal() &&
             !V->hasAttr<CUDASharedAttr>() && V->getType()->isRecordType();
  return Own ? Base : nullptr;
}

/// The member, an array, that \p E is an element of; null if it is none, or if
/// it may stand for more elements than it has.
static const MemberExpr *arrayMember(const Expr *E) {
  E = E->IgnoreParens();
  bool Subscripted = false;
  while (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E)) {
    E = Subscript->getBase()->IgnoreParenImpCasts();
    Subscripted = true;
  }
  const auto *Array =
      dyn_cast<ConstantArrayType>(E->getType()->getUnqualifiedDesugaredType());
  return Subscripted && Array && Array->getSize().ugt(1)
             ? dyn_cast<MemberExpr>(E)
             : nullptr;
}

/// The bytes \p Part of \p E, or all of it, in the array that it is an element
/// of; none if some subscript is not constant.
static std::pair<unsigned, unsigned>
partInArray(const ASTContext &AST, const Expr *E,
            std::pair<unsigned, unsigned> Part) {
  unsigned First = Part.first, End = Part.second;
  if (End == 0)
    End = AST.getTypeSizeInChars(E->getType()).getQuantity();
  const unsigned Bytes = End - First;
  E = E->IgnoreParens();
  while (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E)) {
    auto Index = Subscript->getIdx()->getIntegerConstantExpr(AST);
    if (!Index)
      return {};
    First += Index->getExtValue() *
             AST.getTypeSizeInChars(Subscript->getType()).getQuantity();
    E = Subscript->getBase()->IgnoreParenImpCasts();
  }
  return {First, First + Bytes};
}

/// \param E the element, or what points to it if \p By is a member of it
/// or a call that loads it.
void KernelBuilder::access(const Expr *E, Mode M, const Expr *By) {
  const auto *Arrow = dyn_cast_or_null<MemberExpr>(By);
  const auto Bytes = std::exchange(Part, {});
  const bool Overwritten = std::exchange(Overwrites, false);
  const bool ConstMatters = SeesConst;
  llvm::SaveAndRestore Inside(SeesConst, false);
  visitSubscripts(E);
  if (const Expr *Private = By ? nullptr : privateObject(E)) {
    if (const auto *Use = dyn_cast<DeclRefExpr>(Private);
        Use && M != Mode::Read)
      Mutated.insert(cast<VarDecl>(Use->getDecl()));
    return isa<DeclRefExpr>(Private) ? expression(Private, Mode::Read) : void();
  }
  std::optional<Pointer> P = By ? pointer(E) : element(E);
  if (By && P)
    P->Subscripts.push_back(P->Offset);
  if (const MemberExpr *Member = P ? nullptr : arrayMember(E)) {
    llvm::SaveAndRestore OfMember(Part, partInArray(C.AST, E, Bytes));
    llvm::SaveAndRestore Sees(SeesConst, ConstMatters);
    llvm::SaveAndRestore Sets(
        Overwrites, Part.second > 0 && (Overwritten || M == Mode::Write));
    return expression(Member, M == Mode::Write ? Mode::Update : M);
  }
  if (!P) {
    const UnknownPart Of = unknownPlaceOf(C, E, Scope, Mutated);
    unsupported(E->getBeginLoc(),
                "it uses a pointer that is not followed" +
                    (Of.K == UnknownPart::Kind::None ? "" : ": " + Of.why()));
    return;
  }
  AccessInfo A;
  A.Array = P->Array;
  A.K = M == Mode::Read     ? AccessInfo::Kind::Read
        : M == Mode::Write  ? AccessInfo::Kind::Write
        : M == Mode::Update ? AccessInfo::Kind::Update
        : M == Mode::Atomic ? AccessInfo::Kind::Atomic
                            : AccessInfo::Kind::AddressTaken;
  if (A.K == AccessInfo::Kind::Atomic)
    K.HasAtomic = true;
  // A reference to a part of an element: the rest keeps its value.
  const int64_t ElementBytes = K.array(A.Array).ElementBytes;
  const QualType Type = By ? E->getType()->getPointeeType() : E->getType();
  const int64_t Size = Type->isDependentType() || Type->isIncompleteType()
                           ? ElementBytes
                           : C.AST.getTypeSizeInChars(Type).getQuantity();
  if (A.K == AccessInfo::Kind::Write && Size < ElementBytes)
    A.K = AccessInfo::Kind::Update;
  if (Type.isVolatileQualified()) // by another pointer
    K.Arrays[A.Array.Index].Volatile = true;
  if (P->Subscripts.empty() && !Type->isArrayType())
    P->Subscripts.push_back(Polynomial(0));
  A.Subscripts = knownSubscripts(*P);
  A.Loops = Loops;
  A.Guards = Guards;
  A.Conditional = Conditional;
  A.Unknown = A.Subscripts.empty() ? unknownPlaceOf(C, E, Scope, Mutated)
              : Conditional        ? ConditionalBy
                                   : UnknownPart{};
  if (A.Subscripts.empty() && A.Unknown.K == UnknownPart::Kind::None)
    A.Unknown = partAt(C, UnknownPart::Kind::Other, E);
  A.Waits = Waits;
  for (const GuardUse &G : Guards)
    A.Waits = std::max(A.Waits, K.guard(G.Guard).Waits);
  const clang::SourceRange Place =
      Arrow ? clang::SourceRange(E->getBeginLoc(), Arrow->getOperatorLoc())
      : By  ? By->getSourceRange()
            : E->getSourceRange();
  if (std::optional<SourceRange> Range = C.parsedRange(Place))
    A.Source = C.toUser(*Range);
  unsigned Id = K.Accesses.size();
  std::optional<SourceRange> Exact = C.exactRange(Place);
  A.Wide = hasWideSubscript(E, C.AST);
  if (Size == ElementBytes)
    std::tie(A.FirstByte, A.EndByte) = Bytes;
  A.OverwritesPart =
      A.K == AccessInfo::Kind::Update && (Overwritten || M == Mode::Write);
  // What a reference to be written to stands for stays in its declaration.
  if (!By && isa<DeclRefExpr>(E->IgnoreParens()) && Frames.empty() &&
      References.count(
          cast<VarDecl>(cast<DeclRefExpr>(E->IgnoreParens())->getDecl())))
    A.Replaceable = false;
  // Tiles and registers are not `const`.
  A.Replaceable &= !(ConstMatters && K.array(A.Array).PointeeConst);
  // A macro argument that is used twice is spelled once.
  if (Exact)
    for (const Hole &H : Holes)
      if (H.Parsed == *Exact && H.P.K == Piece::Kind::Access) {
        const AccessInfo &Same = K.Accesses[H.P.Id];
        if (Same.Array == A.Array && Same.Subscripts == A.Subscripts &&
            Same.K == A.K) {
          addExpanded(Place, H.P, /*Hidden=*/false);
          return;
        }
        A.Replaceable = false;
      }
  A.Order = nextOrder();
  K.Accesses.push_back(std::move(A));
  addHole(Place, {Piece::Kind::Access, Arrow ? "." : "", Id, {}});
  if (const auto *Use = dyn_cast<DeclRefExpr>(E->IgnoreParens());
      Use && !By && !Frames.empty() &&
      References.count(cast<VarDecl>(Use->getDecl())))
    fillIn(Use);
}

/// Whether \p E is nothing but the name of a constant at file scope.
static bool isNamedConstant(const Expr *E) {
  const auto *Use = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
  const auto *V = Use ? dyn_cast<VarDecl>(Use->getDecl()) : nullptr;
  return V && V->getType().isConstQualified() && V->hasInit() &&
         V->getDeclContext()->getRedeclContext()->isTranslationUnit() &&
         !Use->hasQualifier();
}

/// Remembers the name of a size, if \p E is one.
void KernelBuilder::noteSize(const Expr *E) {
  bool InMacro = E->getBeginLoc().isMacroID();
  bool Named = isNamedConstant(E) || isa<SubstNonTypeTemplateParmExpr>(E);
  if ((!InMacro && !Named) || !E->getType()->isIntegerType())
    return;
  std::optional<SourceRange> Range = C.exactRange(E->getSourceRange());
  if (!Range)
    return;
  std::string Name = C.text(*Range).str();
  if (InMacro && (!C.Facts.Macros.count(Name) || usesChangedMacro(C, Name)))
    return;
  std::optional<llvm::APSInt> Value = E->getIntegerConstantExpr(C.AST);
  if (!Value || !Value->isRepresentableByInt64())
    return;
  auto [It, New] = K.SizeNames.try_emplace(Value->getExtValue(), Name);
  if (!New && It->second != Name)
    It->second.clear();
}

void KernelBuilder::noteSizes(const VarDecl *V) {
  const TypeSourceInfo *Info = V->getTypeSourceInfo();
  if (!Info)
    return;
  TypeLoc Loc = Info->getTypeLoc();
  while (auto Array = Loc.getAs<ArrayTypeLoc>()) {
    if (const Expr *Size = Array.getSizeExpr())
      noteSize(Size);
    Loc = Array.getElementLoc();
  }
}

} // namespace tessera

//===- ReadObjects.cpp - Objects of Clang's, their members and copies -----===//
//
// Those that have nothing but numbers and pointers are understood.
//
//===----------------------------------------------------------------------===//
#include "reading/Reader.h"
#include "source/TypeText.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace tessera {

using ir::ExprPtr;
using Op = ir::Expr::Op;

/// Whether \p T is a number, or a pointer to numbers.
static bool isMember(QualType T) {
  if (T->isPointerType())
    return isMember(T->getPointeeType()) &&
           !T->getPointeeType()->isPointerType() &&
           !T->getPointeeType().isVolatileQualified();
  return T->isArithmeticType();
}

ir::Type KernelReader::record(QualType T) {
  ir::Type Result{ir::Type::Kind::Record,
                  uint64_t(C.AST.getTypeSizeInChars(T).getQuantity())};
  const auto *Class = T->getAsCXXRecordDecl();
  if (!Class || Class->isUnion() || !Class->isTriviallyCopyable() ||
      !Class->isStandardLayout() || Class->getNumBases() != 0)
    return Result;
  std::vector<ir::Type::Field> Fields;
  for (const FieldDecl *Field : Class->fields()) {
    const QualType Each = Field->getType().getCanonicalType();
    if (Field->isBitField() || Field->isMutable() || !Field->getIdentifier() ||
        Each.hasQualifiers() || !isMember(Each))
      return Result;
    Fields.push_back(
        {Field->getNameAsString(), typeText(Each, C.AST), type(Each)});
  }
  Result.Fields = std::move(Fields);
  Result.Blank = Class->hasTrivialDefaultConstructor();
  const size_t Count = Result.Fields.size();
  if (Count < 2 || Result.Fields[0].Ty->isPointer() ||
      !llvm::all_of(
          Result.Fields,
          [&](const auto &Field) { return Field.Ty == Result.Fields[0].Ty; }))
    return Result;
  if (Count * Result.Fields[0].Ty->Bytes == Result.Bytes)
    Result.Element = Result.Fields[0].Ty;
  return Result;
}

/// The object that \p E is, or is a copy of, without changing it.
static const Expr *objectOf(const Expr *E) {
  while (true) {
    if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(E))
      E = Temporary->getSubExpr();
    else if (const auto *Cast = dyn_cast<ImplicitCastExpr>(E);
             Cast && Cast->getCastKind() == CK_NoOp)
      E = Cast->getSubExpr();
    else
      return E;
  }
}

bool isNoValue(const Expr *Init) {
  const auto *Make = dyn_cast<CXXConstructExpr>(Init);
  return Make && Make->getConstructor()->isDefaultConstructor() &&
         Make->getConstructor()->isTrivial() &&
         !Make->requiresZeroInitialization() && Make->getType()->isRecordType();
}

std::shared_ptr<ir::Expr> KernelReader::memberOfThis(const FieldDecl *Field) {
  auto Object = std::make_shared<ir::Expr>();
  Object->O = Op::Name;
  Object->Ty = K.Others[*This].Ty;
  Object->Word = K.Others[*This].Name;
  Object->Scalar = *This;
  Object->IsLocal = true;
  auto Result = std::make_shared<ir::Expr>();
  Result->O = Op::Member;
  Result->Ty = type(Field->getType());
  Result->Word = Field->getNameAsString();
  Result->Args = {std::move(Object)};
  return Result;
}

std::shared_ptr<ir::Expr> KernelReader::member(const MemberExpr *E) {
  if (!isa<FieldDecl>(E->getMemberDecl()) || E->getType()->isReferenceType() ||
      E->getType().isVolatileQualified())
    return opaque(E);
  const Expr *Base = objectOf(E->getBase());
  if (isa<CXXThisExpr>(Base->IgnoreParenImpCasts()) && This) {
    const auto *Field = llvm::cast<FieldDecl>(E->getMemberDecl());
    return Field->getAccess() == AS_public ? memberOfThis(Field) : opaque(E);
  }
  if (isa<CXXThisExpr>(Base->IgnoreParenImpCasts()) && Members) {
    const ExprPtr Of = memberOf(Base, E->getMemberDecl()->getName());
    return Of ? std::make_shared<ir::Expr>(*Of) : opaque(E);
  }
  auto Result = node(Op::Member, E);
  Result->Word = E->getMemberDecl()->getNameAsString();
  if (E->isArrow()) {
    auto Object = std::make_shared<ir::Expr>();
    Object->O = Op::Element;
    Object->Ty = type(Base->getType()->getPointeeType());
    if (!Object->Ty->isVector())
      return opaque(E);
    Object->Args = {expr(Base)};
    Result->Args = {std::move(Object)};
    return Result;
  }
  const auto *Of = dyn_cast<DeclRefExpr>(Base->IgnoreParenImpCasts());
  if (const auto *P = Of ? dyn_cast<ParmVarDecl>(Of->getDecl()) : nullptr;
      P && !P->getType()->isReferenceType()) {
    Result->Pure = P->getDeclContext() == F && !Changed.count(P);
    auto Object = std::make_shared<ir::Expr>(*expr(Base));
    Object->Pure = Result->Pure;
    Result->Args = {std::move(Object)};
    return Result;
  }
  if (!type(Base->getType())->isPlain())
    return opaque(E);
  ExprPtr Object = expr(Base);
  if (!(Object->O == Op::Name && Object->IsLocal) &&
      !(Object->Ty->isVector() &&
        (Object->O == Op::Element || (Object->O == Op::Call && Object->Pure))))
    return opaque(E);
  Result->Args = {std::move(Object)};
  return Result;
}

bool hasMembersOf(const DecompositionDecl *V) {
  return !V->getType()->isReferenceType() && V->getType()->isRecordType() &&
         llvm::all_of(V->bindings(), [](const BindingDecl *Part) {
           return isa_and_nonnull<MemberExpr>(Part->getBinding());
         });
}

/// `x` of `auto [x, y] = place;` is a member of an object without a name.
std::shared_ptr<ir::Expr> KernelReader::binding(const DeclRefExpr *E,
                                                const BindingDecl *Part) {
  const auto *V = dyn_cast<DecompositionDecl>(Part->getDecomposedDecl());
  const std::optional<ir::VarId> Id = V ? otherOf(V) : std::nullopt;
  if (!Id || !hasMembersOf(V) || !K.Others[*Id].Ty->isPlain())
    return opaque(E);
  auto Object = std::make_shared<ir::Expr>();
  Object->O = Op::Name;
  Object->Ty = K.Others[*Id].Ty;
  Object->Word = K.Others[*Id].Name;
  Object->Scalar = *Id;
  Object->IsLocal = true;
  auto Result = node(Op::Member, E);
  Result->Word = llvm::cast<MemberExpr>(Part->getBinding())
                     ->getMemberDecl()
                     ->getNameAsString();
  Result->Args = {std::move(Object)};
  return Result;
}

/// The member \p Name of what \p Init makes; null if it is not given a value
/// of its own.
static const Expr *initOf(const Expr *Init, llvm::StringRef Name) {
  Init = objectOf(Init->IgnoreParens());
  if (const auto *Cleanups = dyn_cast<ExprWithCleanups>(Init))
    return initOf(Cleanups->getSubExpr(), Name);
  if (const auto *Cast = dyn_cast<CXXFunctionalCastExpr>(Init))
    return initOf(Cast->getSubExpr(), Name);
  if (const auto *Literal = dyn_cast<CompoundLiteralExpr>(Init))
    return initOf(Literal->getInitializer(), Name);
  if (const auto *List = dyn_cast<InitListExpr>(Init)) {
    const auto *Class = List->getType()->getAsCXXRecordDecl();
    if (!Class || (List->isSemanticForm() == false && List->getSemanticForm()))
      return Class ? initOf(List->getSemanticForm(), Name) : nullptr;
    for (const FieldDecl *Field : Class->fields())
      if (Field->getName() == Name)
        return Field->getFieldIndex() < List->getNumInits()
                   ? List->getInit(Field->getFieldIndex())
                   : nullptr;
    return nullptr;
  }
  const auto *Make = dyn_cast<CXXConstructExpr>(Init);
  const FunctionDecl *Body = nullptr;
  if (!Make || !Make->getConstructor()->hasBody(Body) ||
      !llvm::cast<CompoundStmt>(Body->getBody())->body_empty())
    return nullptr;
  for (const CXXCtorInitializer *Each :
       llvm::cast<CXXConstructorDecl>(Body)->inits()) {
    if (!Each->isMemberInitializer() || Each->getMember()->getName() != Name)
      continue;
    if (isa<CXXDefaultInitExpr>(Each->getInit()))
      return Each->getInit();
    const auto *Of =
        dyn_cast<DeclRefExpr>(Each->getInit()->IgnoreParenImpCasts());
    const auto *P = Of ? dyn_cast<ParmVarDecl>(Of->getDecl()) : nullptr;
    return P && P->getDeclContext() == Body &&
                   P->getType().getNonReferenceType().getCanonicalType() ==
                       Each->getMember()->getType().getCanonicalType() &&
                   P->getFunctionScopeIndex() < Make->getNumArgs()
               ? Make->getArg(P->getFunctionScopeIndex())
               : nullptr;
  }
  return nullptr;
}

/// Whether \p E is made of numbers and of variables that nothing changes.
static bool isFixedValue(const Expr *E, const VariableSet &Changed) {
  E = E->IgnoreParenImpCasts();
  if (const auto *Use = dyn_cast<DeclRefExpr>(E)) {
    const auto *V = dyn_cast<VarDecl>(Use->getDecl());
    return V && V->isLocalVarDeclOrParm() && !Changed.count(V) &&
           !V->getType()->isReferenceType() && !V->getType()->isRecordType();
  }
  if (isa<IntegerLiteral, FloatingLiteral>(E) || builtinSymbol(E))
    return true;
  if (const auto *Member = dyn_cast<MemberExpr>(E)) {
    const auto *Of =
        dyn_cast<DeclRefExpr>(Member->getBase()->IgnoreParenImpCasts());
    const auto *P = Of ? dyn_cast<ParmVarDecl>(Of->getDecl()) : nullptr;
    return P && !Changed.count(P) && !P->getType()->isReferenceType() &&
           isa<FieldDecl>(Member->getMemberDecl()) && !Member->isArrow();
  }
  const auto *Binary = dyn_cast<BinaryOperator>(E);
  return Binary && (Binary->isAdditiveOp() || Binary->getOpcode() == BO_Mul) &&
         isFixedValue(Binary->getLHS(), Changed) &&
         isFixedValue(Binary->getRHS(), Changed);
}

static bool isPlain(const CXXRecordDecl *Class) {
  return Class && Class->isTriviallyCopyable() && Class->isStandardLayout() &&
         Class->getNumBases() == 0 && !Class->isUnion() &&
         llvm::none_of(Class->fields(),
                       [](const FieldDecl *F) { return F->isMutable(); });
}

/// Whether \p Init, of an object of \p Class, does nothing but give all members
/// such values.
static bool isFixedInit(const Expr *Init, const CXXRecordDecl *Class,
                        const VariableSet &Changed) {
  if (isNoValue(Init))
    return true;
  const auto *Make = dyn_cast<CXXConstructExpr>(objectOf(Init->IgnoreParens()));
  if (Make && Class->field_empty())
    return Make->getConstructor()->isTrivial();
  if (Make && !llvm::all_of(Make->arguments(), [&](const Expr *Arg) {
        return isFixedValue(Arg, Changed);
      }))
    return false;
  return llvm::all_of(Class->fields(), [&](const FieldDecl *Field) {
    const Expr *Each = initOf(Init, Field->getName());
    return Each && isFixedValue(Each, Changed);
  });
}

bool KernelReader::isFixed(const VarDecl *V) {
  const auto *Class = V->getType()->getAsCXXRecordDecl();
  return isPlain(Class) && V->isLocalVarDecl() && !V->isStaticLocal() &&
         !V->hasAttrs() && !V->getType().isVolatileQualified() &&
         !Changed.count(V) &&
         (!V->getInit() || isFixedInit(V->getInit(), Class, Changed));
}

ExprPtr KernelReader::memberOf(const Expr *E, llvm::StringRef Name) {
  const Expr *Object = objectOf(E->IgnoreParens());
  const auto *Class = Object->getType()->getAsCXXRecordDecl();
  if (!Class && Object->getType()->isPointerType())
    Class = Object->getType()->getPointeeType()->getAsCXXRecordDecl();
  if (!Class)
    return nullptr;
  const FieldDecl *Field = nullptr;
  for (const FieldDecl *Each : Class->fields())
    if (Each->getName() == Name)
      Field = Each;
  const QualType Type = Field ? Field->getType() : QualType();
  if (!Field || Field->isBitField() || Field->isMutable() ||
      Type.isVolatileQualified() ||
      !(Type->isArithmeticType() || Type->isPointerType()))
    return nullptr;
  if (isa<CXXThisExpr>(Object->IgnoreParenImpCasts())) {
    if (This && Field->getAccess() == AS_public)
      return memberOfThis(Field);
    if (!Members)
      return nullptr;
    auto [At, New] = Members->try_emplace(Name.str(), K.Scalars.size());
    if (New) {
      ir::Scalar S;
      S.Name = S.Stem = Name.str();
      S.Ty = type(Type);
      S.Type = typeText(Type.getUnqualifiedType(), C.AST);
      K.Scalars.push_back(std::move(S));
    }
    return ir::scalar(At->second, K.Scalars[At->second].Ty);
  }
  const auto *Use = dyn_cast<DeclRefExpr>(Object->IgnoreParenImpCasts());
  const auto *V = Use ? dyn_cast<VarDecl>(Use->getDecl()) : nullptr;
  if (const auto *P = dyn_cast_or_null<ParmVarDecl>(V)) {
    if (P->getDeclContext() != F || P->getType()->isReferenceType() ||
        Changed.count(P))
      return nullptr;
    auto Result = std::make_shared<ir::Expr>();
    Result->O = Op::Member;
    Result->Ty = type(Type);
    Result->Word = Name.str();
    Result->Pure = true;
    auto Of = std::make_shared<ir::Expr>(*expr(Object));
    Of->Pure = true;
    Result->Args = {std::move(Of)};
    return Result;
  }
  const Expr *Given =
      V && isFixed(V) && V->getInit() ? initOf(V->getInit(), Name) : nullptr;
  const bool IsSum = Given && isa<BinaryOperator>(Given->IgnoreParenImpCasts());
  if (V && otherOf(V) && !V->isStaticLocal() && !V->hasAttrs() &&
      type(V->getType())->isPlain() && Field->getAccess() == AS_public &&
      (!Given || IsSum)) {
    auto Result = std::make_shared<ir::Expr>();
    Result->O = Op::Member;
    Result->Ty = type(Type);
    Result->Word = Name.str();
    Result->Args = {expr(Object)};
    return Result;
  }
  if (V)
    return Given ? ir::unwritten(expr(Given)) : nullptr;
  const Expr *Init = isPlain(Class) && isFixedInit(Object, Class, Changed)
                         ? initOf(Object, Name)
                         : nullptr;
  return Init ? expr(Init) : nullptr;
}

/// `v[i]` and `v.at(i)`: its arguments, what the function asks of v, and v.
std::shared_ptr<ir::Expr> KernelReader::calledMember(const CallExpr *E) {
  const auto *Callee = dyn_cast_or_null<CXXMethodDecl>(E->getDirectCallee());
  const auto *Call = dyn_cast<CXXMemberCallExpr>(E);
  if (!Callee || Callee->isStatic() || (!Call && E->getNumArgs() == 0))
    return opaque(E);
  const Expr *Object = Call ? Call->getImplicitObjectArgument() : E->getArg(0);
  const std::optional<unsigned> Function = function(Callee);
  if (!Function)
    return opaque(E);
  const ir::Function Of = K.Functions[*Function];
  auto Result = node(Op::Call, E);
  Result->Function = Function;
  for (auto [Arg, P] : llvm::zip(llvm::drop_begin(E->arguments(), Call ? 0 : 1),
                                 Callee->parameters()))
    Result->Args.push_back(argument(Arg, P, Of));
  for (const std::string &Name : Of.Members) {
    ExprPtr Value = memberOf(Object, Name);
    if (!Value)
      return opaque(E);
    Result->Args.push_back(std::move(Value));
  }
  const Expr *Base = objectOf(Object->IgnoreParens())->IgnoreParenImpCasts();
  const auto *Use = dyn_cast<DeclRefExpr>(Base);
  if (!Callee->isConst()) {
    const ExprPtr Of = Use ? expr(Use) : nullptr;
    if (!Of || Of->O != Op::Name || !Of->IsLocal ||
        K.Others[Of->Scalar].IsParameter)
      return opaque(E);
    Result->Args.push_back(Of);
    return Result;
  }
  if (Use && otherOf(Use->getDecl()))
    Result->Args.push_back(expr(Use));
  else if (!Use && !isa<CXXThisExpr>(Base) &&
           !isFixedInit(Base, Base->getType()->getAsCXXRecordDecl(), Changed))
    return opaque(E);
  return Result;
}

/// What a member without a value of its own has; null if that is not known.
static ExprPtr zero(ir::Types &Of, ir::TypePtr Ty) {
  if (Ty->isPointer())
    return nullptr;
  if (Ty->isInteger())
    return ir::number(0, Ty);
  auto Result = std::make_shared<ir::Expr>();
  Result->O = Op::Cast;
  Result->Ty = Ty;
  Result->Implicit = true;
  Result->Args = {ir::number(0, Of.get({ir::Type::Kind::Int, 4, true}))};
  return Result;
}

/// The values of all members of what \p E makes: `{x, y}`, `Place(x, y)`,
/// `make_int2(x, y)`. Null for others.
std::shared_ptr<ir::Expr> KernelReader::made(const Expr *E) {
  if (!E->isPRValue() || !E->getType()->isRecordType())
    return nullptr;
  const ir::TypePtr Ty = type(E->getType());
  if (!Ty->isPlain())
    return nullptr;
  const auto *Class = E->getType()->getAsCXXRecordDecl();
  const auto *Conversion = dyn_cast<CXXFunctionalCastExpr>(E);
  const auto *Construct = dyn_cast<CXXConstructExpr>(
      objectOf(Conversion ? Conversion->getSubExpr() : E));
  const auto *Call = dyn_cast<CallExpr>(E);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  const bool IsMaker =
      Callee && Callee->getIdentifier() && Class->getIdentifier() &&
      Callee->getName() == ("make_" + Class->getName()).str() &&
      C.SM.isInSystemHeader(Callee->getLocation()) &&
      Call->getNumArgs() == Ty->Fields.size();
  if (!IsMaker &&
      !isa<InitListExpr, CXXFunctionalCastExpr, CXXConstructExpr>(E))
    return nullptr;
  // What a constructor is given and does not hand on once must have no effect.
  if (Construct && (Construct->getConstructor()->isCopyOrMoveConstructor() ||
                    llvm::any_of(Construct->arguments(), [&](const Expr *Arg) {
                      return Arg->HasSideEffects(C.AST);
                    })))
    return nullptr;
  auto Result = node(Op::Make, E);
  Result->Word = typeText(E->getType().getUnqualifiedType(), C.AST);
  for (auto [I, Field] : llvm::enumerate(Ty->Fields)) {
    const Expr *Init = IsMaker ? Call->getArg(I) : initOf(E, Field.Name);
    ExprPtr Value = !Init                              ? nullptr
                    : isa<ImplicitValueInitExpr>(Init) ? zero(*K.Of, Field.Ty)
                    : isa<CXXDefaultInitExpr>(Init) ? ir::unwritten(expr(Init))
                                                    : expr(Init);
    if (!Value || Value->O == Op::Opaque || Value->Ty != Field.Ty)
      return nullptr;
    Result->Args.push_back(std::move(Value));
  }
  return Result;
}

/// A copy is the object, in another place.
std::shared_ptr<ir::Expr> KernelReader::copied(const CXXConstructExpr *E) {
  if (ExprPtr Made = groupMadeFor(E)) {
    auto Result = node(Op::Cast, E);
    Result->Implicit = true;
    Result->Args = {std::move(Made)};
    return Result;
  }
  if (!E->getConstructor()->isCopyOrMoveConstructor() ||
      !E->getConstructor()->isTrivial() || E->getNumArgs() != 1 ||
      !type(E->getType())->isPlain())
    return opaque(E);
  const Expr *Of = objectOf(E->getArg(0));
  if (const auto *Pick = dyn_cast<ConditionalOperator>(Of->IgnoreParens())) {
    auto Result = node(Op::Select, E);
    Result->Args = {expr(Pick->getCond()), expr(Pick->getTrueExpr()),
                    expr(Pick->getFalseExpr())};
    spell(*Result, Pick);
    return Result;
  }
  const auto *Use = dyn_cast<DeclRefExpr>(Of->IgnoreParens());
  const auto *P = Use ? dyn_cast<ParmVarDecl>(Use->getDecl()) : nullptr;
  auto Object = std::make_shared<ir::Expr>(*expr(Of));
  Object->Pure |= P && P->getDeclContext() == F && !Changed.count(P) &&
                  !P->getType()->isReferenceType();
  auto Result = node(Op::Cast, E);
  Result->Implicit = true;
  Result->Args = {std::move(Object)};
  return Result;
}

std::shared_ptr<ir::Expr> KernelReader::assigned(const CXXOperatorCallExpr *E) {
  const auto *Sets = dyn_cast_or_null<CXXMethodDecl>(E->getDirectCallee());
  if (!Sets || E->getOperator() != OO_Equal || !Sets->isTrivial() ||
      !(Sets->isCopyAssignmentOperator() || Sets->isMoveAssignmentOperator()) ||
      !type(E->getType())->isPlain() ||
      E->getArg(0)->getType().isVolatileQualified())
    return opaque(E);
  auto Result = node(Op::Assign, E);
  Result->Word = "=";
  Result->Args = {expr(E->getArg(0)), expr(objectOf(E->getArg(1)))};
  return Result;
}

/// `reinterpret_cast<float4 &>(a[i])` as `*(float4 *)&a[i]`.
std::shared_ptr<ir::Expr> KernelReader::reinterpreted(const CastExpr *E) {
  ExprPtr Of = expr(E->getSubExpr());
  if (!type(E->getType())->isVector() || Of->O != Op::Element ||
      E->getType().isVolatileQualified() ||
      E->getSubExpr()->getType().isVolatileQualified())
    return opaque(E);
  auto PointerTo = [&](QualType T) { return type(C.AST.getPointerType(T)); };
  auto Address = std::make_shared<ir::Expr>();
  Address->O = Op::Address;
  Address->Ty = PointerTo(E->getSubExpr()->getType());
  Address->Args = {std::move(Of)};
  auto Cast = std::make_shared<ir::Expr>();
  Cast->O = Op::Cast;
  Cast->Ty = PointerTo(E->getType());
  Cast->Word = typeText(C.AST.getPointerType(E->getType()), C.AST);
  Cast->Args = {std::move(Address)};
  auto Result = node(Op::Element, E);
  Result->Args = {std::move(Cast)};
  return Result;
}

} // namespace tessera

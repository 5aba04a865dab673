//===- ReadCalls.cpp - Functions whose body can stand in the kernel -------===//
#include "reading/Reader.h"
#include "source/ArchDependence.h"
#include "source/TypeText.h"
#include "tessera/Kernel/Spell.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace tessera {

/// Whether the text of \p Callee, in the body of \p Kernel, has all names that
/// it has where it stands.
static bool sharesNames(const FunctionDecl *Callee,
                        const FunctionDecl *Kernel) {
  auto Around = [](const FunctionDecl *F) {
    return F->getDeclContext()->getPrimaryContext();
  };
  return Around(Callee) == Around(Kernel);
}

/// Whether \p Callee is a function of a plain object.
static bool isOfObject(const FunctionDecl *Callee) {
  const auto *Method = dyn_cast<CXXMethodDecl>(Callee);
  if (!Method || Method->isStatic() || Method->isVirtual() ||
      isa<CXXConstructorDecl, CXXDestructorDecl>(Method) ||
      isLambdaCallOperator(Callee))
    return false;
  const CXXRecordDecl *Class = Method->getParent();
  return Class->isTriviallyCopyable() && Class->isStandardLayout() &&
         Class->getNumBases() == 0 && !Class->isUnion() && !Class->isLambda();
}

/// The same, of one that cannot change it.
static bool asksObject(const FunctionDecl *Callee) {
  return isOfObject(Callee) && llvm::cast<CXXMethodDecl>(Callee)->isConst();
}

/// Whether \p Callee is a function of the device's that nothing but its text
/// tells of.
static bool canBeRead(const FunctionDecl *Callee) {
  return Callee->hasAttr<CUDADeviceAttr>() &&
         !Callee->hasAttr<CUDAGlobalAttr>() &&
         !Callee->hasAttr<NoInlineAttr>() && !Callee->isVariadic() &&
         (!isa<CXXMethodDecl>(Callee) ||
          llvm::cast<CXXMethodDecl>(Callee)->isStatic() ||
          isLambdaCallOperator(Callee) || isOfObject(Callee)) &&
         !Callee->isDependentContext() &&
         !Callee->getReturnType()->isReferenceType();
}

/// Whether facts of a kernel with \p Of in it are better ones: those of a
/// function that returns an expression are known without, but for conditions,
/// divisions, and for what it reads.
static bool isWorthReading(const ir::Function &Of) {
  using Kind = ir::Stmt::Kind;
  using Op = ir::Expr::Op;
  const bool IsExpression =
      Of.Body->Body.size() == 1 && Of.Body->Body[0]->K == Kind::Return;
  bool Worth =
      llvm::any_of(Of.Parameters, [](const auto &P) { return P.IsObject; });
  Worth |= !Of.Members.empty() ||
           (Of.Result && (Of.Result->isPointer() || Of.Result->isPlain()));
  bool Reads = false, Divides = false;
  ir::walk(Of.Body, [&](const ir::Stmt &S) {
    Worth |= S.isLoop();
    return true;
  });
  ir::eachExpr(Of.Body, [&](const ir::ExprPtr &E) {
    ir::walk(E, [&](const ir::Expr &Each) {
      Reads |= Each.O == Op::Element;
      Divides |= Each.Ty->isInteger() &&
                 (Each.is(Op::Binary, "/") || Each.is(Op::Binary, "%") ||
                  Each.is(Op::Binary, ">>"));
      Worth |= Each.O == Op::Builtin ||
               (!IsExpression &&
                ((Each.O == Op::Assign && Each.Args[0]->O == Op::Element) ||
                 (Each.O == Op::Call && !Each.Pure)));
      return true;
    });
  });
  const bool IsCondition = Of.Result && Of.Result->K == ir::Type::Kind::Bool;
  return Worth || Reads || (IsExpression && (IsCondition || Divides));
}

/// Whether everything in \p Of, whose variables are those from
/// \p FirstScalar and \p FirstOther on, is understood, and is spelled as the
/// user did.
bool KernelReader::keepsMeaning(const ir::Function &Of, size_t FirstScalar,
                                size_t FirstOther) const {
  bool Known = true;
  auto IsOwn = [&](ir::VarId Object) {
    const ir::Object &O = K.Others[Object];
    return Object >= FirstOther && O.Ty->isPlain() && !O.Type.empty() &&
           !O.Escapes;
  };
  auto IsReference = [&](ir::VarId Object) {
    return Object < FirstOther && ElementNames.count(Object);
  };
  ir::walk(Of.Body, [&](const ir::Stmt &S) {
    Known &= S.K != ir::Stmt::Kind::Opaque;
    for (const ir::Local &L : S.Locals)
      Known &= L.Scalar || (L.Other && !L.IsReference && IsOwn(*L.Other) &&
                            S.Locals.size() == 1);
    return true;
  });
  ir::eachExpr(Of.Body, [&](const ir::ExprPtr &E) {
    ir::walk(E, [&](const ir::Expr &Each) {
      // Objects that it is given by value, whose members it reads.
      if (Each.is(ir::Expr::Op::Member) && Each.Args[0]->IsLocal &&
          llvm::any_of(Of.Parameters, [&](const auto &P) {
            return P.IsObject && P.Id == Each.Args[0]->Scalar;
          }))
        return false;
      // Those of the kernel that a lambda knows.
      if (Of.IsLambda && Each.is(ir::Expr::Op::Member) &&
          Each.Args[0]->IsLocal && Each.Args[0]->Pure &&
          K.Others[Each.Args[0]->Scalar].IsParameter)
        return false;
      Known &=
          !(Each.O == ir::Expr::Op::Name && Each.IsLocal &&
            !IsOwn(Each.Scalar) && !(Of.IsLambda && IsReference(Each.Scalar)));
      if (Each.O == ir::Expr::Op::Assign &&
          Each.Args[0]->O == ir::Expr::Op::Member) {
        const ir::Expr &Object = *Each.Args[0]->Args[0];
        Known &=
            Object.IsLocal && (IsOwn(Object.Scalar) ||
                               llvm::any_of(Of.Parameters, [&](const auto &P) {
                                 return P.IsReference && P.Id == Object.Scalar;
                               }));
      }
      return true;
    });
  });
  for (size_t V = FirstScalar; V != K.Scalars.size(); ++V)
    Known &= !K.Scalars[V].Escapes;
  if (!Known)
    return false;
  ir::Kernel Alone;
  Alone.Scalars = K.Scalars;
  Alone.Others = K.Others;
  // A lambda knows all that the kernel declares before it.
  for (size_t V = 0; V != Alone.Scalars.size(); ++V)
    Alone.Scalars[V].IsParameter =
        Of.IsLambda && V < FirstScalar && !OfFunctions.count(V);
  for (ir::VarId V = 0; V != Alone.Others.size(); ++V)
    Alone.Others[V].IsParameter =
        Of.IsLambda && (K.Others[V].IsParameter || IsReference(V));
  for (const ir::Function::Parameter &P : Of.Parameters)
    (P.IsObject ? Alone.Others[P.Id].IsParameter
                : Alone.Scalars[P.Id].IsParameter) = true;
  Alone.Body = Of.Body;
  std::optional<std::vector<ir::Piece>> Text = ir::spell(Alone, C.buffer());
  if (!Text || Of.Body->Text.empty())
    return false;
  const SourceRange Whole = {Of.Body->Text.front().Bytes.Begin,
                             Of.Body->Text.back().Bytes.End};
  return ir::textOf(*Text, C.buffer()) == C.text(Whole);
}

/// \p E as it is spelled where the names around it are others; null if that is
/// not known.
static ir::ExprPtr far(const ir::ExprPtr &E) {
  using Op = ir::Expr::Op;
  bool Known = true;
  ir::ExprPtr Result = ir::rewritten(E, [&](const ir::ExprPtr &Each) {
    if (Each->O == Op::Name && Each->Far == Each->Word) // a literal, say
      return ir::ExprPtr();
    const bool IsName =
        (Each->O == Op::Name && !Each->IsLocal) || Each->O == Op::Call;
    if (!IsName && Each->O != Op::Number && Each->O != Op::Cast &&
        Each->O != Op::Make)
      return ir::ExprPtr();
    auto New = std::make_shared<ir::Expr>(*Each);
    if (IsName) {
      Known &= !Each->Far.empty();
      New->Word = Each->Far;
    }
    if (!Each->Implicit)
      New->Text = {};
    return ir::ExprPtr(New);
  });
  return Known ? Result : nullptr;
}

static ir::StmtPtr readFar(const ir::StmtPtr &S) {
  if (!S)
    return S;
  auto Result = std::make_shared<ir::Stmt>(*S);
  for (ir::StmtPtr &Child : Result->Body)
    if (Child && !(Child = readFar(Child)))
      return nullptr;
  for (ir::ExprPtr &E : Result->Exprs)
    if (E && !(E = far(E)))
      return nullptr;
  for (ir::Local &L : Result->Locals)
    if (L.Init && !(L.Init = far(L.Init)))
      return nullptr;
  if (S->K == ir::Stmt::Kind::Declare) // of a type by its name there
    Result->Text.clear();
  return Result;
}

/// A name that means \p D all over the file.
void KernelReader::nameFar(const ValueDecl *D, ir::Expr &Into) const {
  const auto *Function = dyn_cast<FunctionDecl>(D);
  if (Function &&
      (Function->isTemplateInstantiation() || !Function->getIdentifier()))
    return;
  bool IsNamed = D->getIdentifier() && D->getAccess() != AS_private &&
                 D->getAccess() != AS_protected &&
                 !D->getDeclContext()->isFunctionOrMethod();
  for (const DeclContext *In = D->getDeclContext(); In && IsNamed;
       In = In->getParent())
    if (const auto *Named = dyn_cast<NamedDecl>(In))
      IsNamed = Named->getIdentifier() &&
                !isa<ClassTemplateSpecializationDecl>(Named) &&
                Named->getAccess() != AS_private &&
                Named->getAccess() != AS_protected;
  if (!IsNamed)
    return;
  auto IsOutermost = [](const Decl *Of) {
    return Of->getDeclContext()->getRedeclContext()->isTranslationUnit();
  };
  Into.Far = (IsOutermost(D) && IsOutermost(F) ? "" : "::") +
             D->getQualifiedNameAsString();
}

/// Whether \p P may change the object that it refers to.
static bool changesObject(const ParmVarDecl *P) {
  return P->getType()->isLValueReferenceType() &&
         P->getType()->getPointeeType()->isRecordType() &&
         !P->getType()->getPointeeType().isConstQualified();
}

ir::ExprPtr KernelReader::argument(const Expr *E, const ParmVarDecl *P,
                                   const ir::Function &Of) {
  const auto *AddressOf = dyn_cast<UnaryOperator>(E->IgnoreParenImpCasts());
  const std::optional<ir::VarId> Pointer = scalarOf(P);
  if (Pointer && Of.Pointees.count(*Pointer) && AddressOf &&
      AddressOf->getOpcode() == UO_AddrOf)
    if (const auto *To =
            dyn_cast<DeclRefExpr>(AddressOf->getSubExpr()->IgnoreParens()))
      if (std::optional<ir::VarId> V = scalarOf(To->getDecl());
          V &&
          !llvm::cast<VarDecl>(To->getDecl())->getType()->isReferenceType()) {
        auto Result = node(ir::Expr::Op::Assign, E);
        Result->Word = "&";
        Result->Args = {ir::scalar(*V, K.Scalars[*V].Ty)};
        spell(*Result, E);
        return Result;
      }
  if (!References.count(P))
    return operand(E);
  while (true)
    if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(E))
      E = Temporary->getSubExpr();
    else if (const auto *Cast = dyn_cast<ImplicitCastExpr>(E);
             Cast && Cast->getCastKind() == CK_NoOp)
      E = Cast->getSubExpr();
    else
      break;
  if (P->getType().getNonReferenceType().isConstQualified())
    return expr(E); // its value, which the function does not change
  ir::ExprPtr To = expr(E);
  if (changesObject(P) && To->O == ir::Expr::Op::Name && To->IsLocal &&
      !K.Others[To->Scalar].IsParameter)
    return To;
  if (To->O != ir::Expr::Op::Scalar) {
    escape(E);
    return opaque(E);
  }
  auto Result = std::make_shared<ir::Expr>(*To);
  Result->O = ir::Expr::Op::Assign;
  Result->Word = "&";
  Result->Args = {To};
  return Result;
}

/// The parameters of \p F, pointers to numbers, whose one element is all that
/// it uses.
static std::set<ir::VarId> pointeesIn(const ir::Function &F,
                                      const ir::Kernel &K) {
  using Op = ir::Expr::Op;
  std::set<ir::VarId> Result;
  for (const ir::Function::Parameter &P : F.Parameters)
    if (!P.IsObject && K.Scalars[P.Id].Ty->isPointer() &&
        K.Scalars[P.Id].Ty->Element->isArithmetic() &&
        !K.Scalars[P.Id].Ty->Volatile)
      Result.insert(P.Id);
  std::map<ir::VarId, int> Others;
  ir::eachExpr(F.Body, [&](const ir::ExprPtr &E) {
    ir::walk(E, [&](const ir::Expr &Each) {
      if (Each.O == Op::Scalar)
        ++Others[Each.Scalar];
      if (Each.O == Op::Element && Each.Args.size() == 1)
        if (const ir::Expr &Of = ir::shown(*Each.Args[0]); Of.O == Op::Scalar)
          --Others[Of.Scalar];
      return true;
    });
  });
  for (const auto &[V, Count] : Others)
    if (Count != 0)
      Result.erase(V);
  return Result;
}

/// Whether \p P is an object of numbers and pointers, or refers to one.
bool KernelReader::isObject(const ParmVarDecl *P) {
  const QualType T = P->getType().getNonReferenceType();
  return T->isRecordType() && type(T)->isPlain() && !T.isVolatileQualified() &&
         (P->getType()->isLValueReferenceType() ||
          !P->getType()->isReferenceType());
}

/// Whether \p S may write memory, where an object may be that it knows by a
/// reference.
static bool mayWrite(const ir::StmtPtr &S) {
  bool Writes = false;
  ir::eachExpr(S, [&](const ir::ExprPtr &E) {
    ir::walk(E, [&](const ir::Expr &Each) {
      Writes |= (Each.O == ir::Expr::Op::Assign &&
                 Each.Args[0]->O == ir::Expr::Op::Element) ||
                (Each.O == ir::Expr::Op::Call && !Each.Pure);
      return !Writes;
    });
  });
  return Writes;
}

/// Another object, which stands for what \p Callee is called for; nothing if
/// that is none of numbers and pointers.
std::optional<ir::VarId> KernelReader::thisOf(const FunctionDecl *Callee) {
  ir::Object O;
  O.Name = "this";
  O.Ty = type(C.AST.getCanonicalTagType(
      llvm::cast<CXXMethodDecl>(Callee)->getParent()));
  if (!O.Ty->isPlain())
    return std::nullopt;
  K.Others.push_back(std::move(O));
  return K.Others.size() - 1;
}

std::optional<ir::Function>
KernelReader::readFunction(const FunctionDecl *Callee) {
  const auto *Body = dyn_cast<CompoundStmt>(Callee->getBody());
  for (const ParmVarDecl *P : Callee->parameters())
    if (P->getType()->isLValueReferenceType())
      References.insert(P);
  if (!Body || !canBeRead(Callee) || Body->getBeginLoc().isMacroID() ||
      Body->getEndLoc().isMacroID() || hasLabels(Body) ||
      !llvm::all_of(Callee->parameters(), [&](const auto *P) {
        return (isScalar(P) || isObject(P)) && P->getIdentifier();
      }))
    return std::nullopt;
  std::optional<SourceRange> Range = C.parsedRange(Body->getSourceRange());
  if (!Range || hasDirectives(C, *Range) || dependsOnArch(C, Callee))
    return std::nullopt;
  const size_t FirstScalar = K.Scalars.size(), FirstOther = K.Others.size();
  ir::Function Result;
  Result.IsLambda = isLambdaCallOperator(Callee);
  for (const ParmVarDecl *P : Callee->parameters()) {
    const std::optional<ir::VarId> Scalar = scalarOf(P);
    Result.Parameters.push_back(
        {Scalar ? *Scalar : *otherOf(P), !Scalar, changesObject(P)});
    if (!Scalar) {
      K.Others.back().IsParameter = false;
      continue;
    }
    K.Scalars.back().IsParameter = false;
    if (References.count(P))
      (P->getType().getNonReferenceType().isConstQualified()
           ? Result.Aliases
           : Result.References)
          .insert(*Scalar);
  }
  Result.Result = type(Callee->getReturnType());
  if (Callee->getReturnType()->isRecordType() && !Result.Result->isPlain())
    return std::nullopt;
  Result.ResultType =
      typeText(Callee->getReturnType().getUnqualifiedType(), C.AST);
  unsigned Cursor = Range->Begin;
  const bool WasBroken = std::exchange(Broken, false);
  std::map<std::string, ir::VarId> Own;
  auto *const Outer =
      std::exchange(Members, asksObject(Callee) ? &Own : nullptr);
  const auto OuterThis = std::exchange(
      This, isOfObject(Callee) && !Members ? thisOf(Callee) : std::nullopt);
  if (This)
    Result.Parameters.push_back({*This, true, true});
  Result.Body = stmt(Body, Cursor);
  Members = Outer;
  This = OuterThis;
  for (const auto &[Name, V] : Own) {
    Result.Members.push_back(Name);
    Result.Parameters.push_back({V});
  }
  Result.Pointees = pointeesIn(Result, K);
  const bool KnowsObjects =
      llvm::any_of(Callee->parameters(), [&](const ParmVarDecl *P) {
        return isObject(P) && P->getType()->isReferenceType() &&
               !changesObject(P);
      });
  const bool Changes = llvm::any_of(
      Result.Parameters, [](const auto &P) { return P.IsReference; });
  if (KnowsObjects &&
      (mayWrite(Result.Body) || !Result.References.empty() || Changes))
    return std::nullopt;
  for (size_t V = FirstScalar; V != K.Scalars.size(); ++V)
    OfFunctions.insert(V);
  if (std::exchange(Broken, WasBroken) ||
      !keepsMeaning(Result, FirstScalar, FirstOther) ||
      (!Result.IsLambda && !isWorthReading(Result)))
    return std::nullopt;
  if (!Result.IsLambda &&
      (!sharesNames(Callee, F) || Callee->isTemplateInstantiation())) {
    Result.Body = readFar(Result.Body);
    if (!Result.Body)
      return std::nullopt;
  }
  // In the kernel its variables hide nothing.
  for (size_t V = FirstScalar; V != K.Scalars.size(); ++V) {
    const std::string &Name = K.Scalars[V].Name;
    if (!F->getDeclContext()
             ->getRedeclContext()
             ->lookup(&C.AST.Idents.get(Name))
             .empty() ||
        !C.AST.getTranslationUnitDecl()
             ->lookup(&C.AST.Idents.get(Name))
             .empty())
      K.Own.insert(Name);
  }
  return Result;
}

std::optional<unsigned> KernelReader::function(const FunctionDecl *Callee) {
  const FunctionDecl *Definition = nullptr;
  if (!Callee->hasBody(Definition) || !C.offset(Definition->getLocation()))
    return std::nullopt;
  auto [At, New] = Functions.try_emplace(Definition, std::nullopt);
  if (!New) // known, or one that calls itself
    return At->second;
  std::optional<ir::Function> Read = readFunction(Definition);
  if (!Read)
    return std::nullopt;
  K.Functions.push_back(std::move(*Read));
  return Functions[Definition] = unsigned(K.Functions.size()) - 1;
}

} // namespace tessera

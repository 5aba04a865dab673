//===- CalleeFacts.cpp - Small questions about called functions -----------===//
#include "kernel/calls/CalleeFacts.h"
#include "FrontendContext.h"
#include "effects/Evaluation.h"
#include "kernel/calls/GroupCalls.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace tessera {

bool ordersMemory(const FunctionDecl *Callee) {
  if (!Callee->getIdentifier())
    return false;
  llvm::StringRef Name = Callee->getName();
  return Name.starts_with("__syncthreads") || Name == "__syncwarp" ||
         Name.starts_with("__threadfence");
}

bool isWarpOperation(const FunctionDecl *Callee) {
  if (!Callee->getIdentifier())
    return false;
  llvm::StringRef Name = Callee->getName();
  if (isOfGroup(Callee))
    return exchangesInGroup(Callee);
  static const char *const Starts[] = {"__shfl",   "__ballot",     "__any",
                                       "__all",    "__activemask", "__match_",
                                       "__reduce_"};
  return llvm::any_of(
      Starts, [&](const char *Start) { return Name.starts_with(Start); });
}

/// Not so for what has no second one: barriers, pipelines, atomic variables.
static bool isCopyable(const CXXRecordDecl *Class) {
  if (Class->needsImplicitCopyConstructor())
    return !Class->defaultedCopyConstructorIsDeleted();
  return llvm::any_of(Class->ctors(), [](const CXXConstructorDecl *Made) {
    return Made->isCopyConstructor() && !Made->isDeleted();
  });
}

/// Whether a function of the system's that gets only values does no more than
/// compute one. The run-time library waits for others, and so does what has no
/// result.
static bool computesValue(const FunctionDecl *F) {
  if (F->getBuiltinID() != 0)
    return true;
  if (const auto *Method = dyn_cast<CXXMethodDecl>(F);
      Method && !Method->isStatic())
    return isCopyable(Method->getParent());
  llvm::StringRef Name = F->getIdentifier() ? F->getName() : "";
  if (!F->getReturnType()->isVoidType())
    return !Name.starts_with("cuda");
  return F->isNoReturn() || Name.starts_with("surf") || Name == "__trap" ||
         Name == "__brkpt" || Name == "__prof_trigger";
}

/// Whether the function \p F of the system's gets an object of the program's,
/// whose functions it may call.
static bool getsObject(const SourceManager &SM, const FunctionDecl *F) {
  auto IsOurs = [&](QualType Type) {
    const CXXRecordDecl *Class = Type->getAsCXXRecordDecl();
    return Class && !SM.isInSystemHeader(Class->getLocation());
  };
  if (const TemplateArgumentList *Given = F->getTemplateSpecializationArgs())
    for (const TemplateArgument &Argument : Given->asArray())
      if (Argument.getKind() == TemplateArgument::Type &&
          IsOurs(Argument.getAsType()))
        return true;
  return llvm::any_of(F->parameters(), [&](const ParmVarDecl *P) {
    return IsOurs(P->getType());
  });
}

/// Whether \p V is a function's own, and anew in each call.
static bool isPrivate(const VarDecl *V) {
  return V->hasLocalStorage() && !V->hasAttr<CUDASharedAttr>();
}

namespace {

class PurityChecker : public DynamicRecursiveASTVisitor {
public:
  explicit PurityChecker(const SourceManager &SM) : SM(SM) {}

  bool isPure(const FunctionDecl *F) {
    if (ordersMemory(F) || isWarpOperation(F) || isOfGroup(F))
      return false;
    if (const auto *Method = dyn_cast<CXXMethodDecl>(F);
        Method && Method->isVirtual())
      return false;
    for (const ParmVarDecl *P : F->parameters())
      if (P->getType()->isPointerType() || P->getType()->isReferenceType())
        return false;
    const FunctionDecl *Definition = nullptr;
    if (!F->hasBody(Definition) ||
        !SM.isInMainFile(SM.getExpansionLoc(Definition->getLocation())))
      return computesValue(F) && !getsObject(SM, F) &&
             (SM.isInSystemHeader(F->getLocation()) || F->getBuiltinID() != 0);
    if (Open.insert(Definition).second) { // else the other calls decide
      if (const auto *Made = dyn_cast<CXXConstructorDecl>(Definition))
        for (const CXXCtorInitializer *Init : Made->inits())
          TraverseStmt(Init->getInit());
      TraverseStmt(Definition->getBody());
      Open.erase(Definition);
    }
    return Pure;
  }

  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    if (const auto *V = dyn_cast<VarDecl>(E->getDecl()))
      Pure &= isPrivate(V) || V->isConstexpr() ||
              V->getType().isConstQualified() || builtinSymbol(E).has_value();
    return Pure;
  }
  bool VisitArraySubscriptExpr(ArraySubscriptExpr *) override {
    return Pure = false;
  }
  bool VisitUnaryOperator(UnaryOperator *E) override {
    return Pure &= E->getOpcode() != UO_Deref;
  }
  bool VisitMemberExpr(MemberExpr *E) override {
    bool OfOthers =
        E->isArrow() && !isa<CXXThisExpr>(E->getBase()->IgnoreParenImpCasts());
    const auto *V = dyn_cast<VarDecl>(E->getMemberDecl()); // static
    return Pure &= !OfOthers &&
                   !E->getMemberDecl()->getType()->isReferenceType() &&
                   (!V || V->getType().isConstQualified());
  }
  bool VisitCallExpr(CallExpr *E) override {
    const FunctionDecl *F = E->getDirectCallee();
    return Pure &= F && !isa<CUDAKernelCallExpr>(E) && isPure(F);
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *E) override {
    const CXXConstructorDecl *Made = E->getConstructor();
    return Pure &= Made->isTrivial() || isPure(Made);
  }
  bool VisitVarDecl(VarDecl *V) override {
    const CXXRecordDecl *Class =
        V->getType()->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
    if (Class && Class->hasDefinition() && !Class->hasTrivialDestructor())
      Pure &= Class->getDestructor() && isPure(Class->getDestructor());
    return Pure;
  }
  bool VisitCXXDefaultArgExpr(CXXDefaultArgExpr *E) override {
    return TraverseStmt(E->getExpr());
  }
  bool VisitCXXDefaultInitExpr(CXXDefaultInitExpr *E) override {
    return TraverseStmt(E->getExpr());
  }
  bool VisitBinaryOperator(BinaryOperator *E) override {
    return Pure &= !E->isPtrMemOp();
  }
  bool VisitStmt(Stmt *S) override {
    return Pure &=
           isEvaluationKnown(S->getStmtClass()) &&
           !isa<AsmStmt, CXXNewExpr, CXXDeleteExpr, CXXThrowExpr, AtomicExpr,
                CXXBindTemporaryExpr, CXXInheritedCtorInitExpr>(S);
  }

private:
  const SourceManager &SM;
  std::set<const FunctionDecl *> Open;
  bool Pure = true;
};

/// Finds a use of threadIdx or blockIdx.
class IndexFinder : public DynamicRecursiveASTVisitor {
public:
  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    const ValueDecl *D = E->getDecl();
    if (const auto *F = dyn_cast<FunctionDecl>(D))
      return look(F);
    if (D->getDeclContext()->isTranslationUnit() && D->getIdentifier())
      Found |= D->getName() == "threadIdx" || D->getName() == "blockIdx";
    return !Found;
  }
  bool VisitMemberExpr(MemberExpr *E) override {
    if (const auto *F = dyn_cast<FunctionDecl>(E->getMemberDecl()))
      return look(F);
    return true;
  }
  bool look(const FunctionDecl *F) {
    const FunctionDecl *Definition = nullptr;
    if (F->hasBody(Definition) && Seen.insert(Definition).second)
      TraverseStmt(Definition->getBody());
    return !Found;
  }
  bool Found = false;

private:
  std::set<const FunctionDecl *> Seen;
};

/// Finds members of this object that are used for more than their value.
class SelfWatcher : public DynamicRecursiveASTVisitor {
public:
  bool VisitImplicitCastExpr(ImplicitCastExpr *E) override {
    if (E->getCastKind() == CK_LValueToRValue)
      Plain.insert(E->getSubExpr()->IgnoreParens());
    return true;
  }
  bool VisitMemberExpr(MemberExpr *E) override {
    const Expr *Base = E->getBase()->IgnoreParenImpCasts();
    if (isa<CXXThisExpr>(Base))
      Objects.insert(Base);
    if (Plain.count(E))
      Plain.insert(Base);
    else
      Other |= isa<FieldDecl>(E->getMemberDecl());
    // What a function says of itself, `const`, need not be true.
    const auto *F = dyn_cast<CXXMethodDecl>(E->getMemberDecl());
    if (F && !F->isStatic())
      Other |= !F->isConst() || look(F);
    return true;
  }
  /// \returns whether \p F is seen, and changes its object.
  bool look(const CXXMethodDecl *F) {
    const FunctionDecl *Definition = nullptr;
    if (F->hasBody(Definition) && Seen.insert(Definition).second)
      TraverseStmt(Definition->getBody());
    return Other || !Definition;
  }
  bool VisitCXXThisExpr(CXXThisExpr *E) override {
    Other |= !Objects.count(E);
    return true;
  }
  bool Other = false;

private:
  std::set<const Expr *> Plain, Objects;
  std::set<const FunctionDecl *> Seen;
};

/// Finds text that depends on where it stands.
class ScopeWatcher : public DynamicRecursiveASTVisitor {
public:
  ScopeWatcher(const FunctionDecl *Self, const std::set<std::string> &Names)
      : Self(Self), Names(Names) {}

  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    const ValueDecl *D = E->getDecl();
    if (D->getParentFunctionOrMethod() == Self)
      return true;
    return note(!D->getDeclContext()->getRedeclContext()->isTranslationUnit() ||
                Names.count(D->getNameAsString()));
  }
  bool VisitExplicitCastExpr(ExplicitCastExpr *E) override {
    return note(!isa<BuiltinType>(E->getTypeAsWritten().getTypePtr()));
  }
  bool VisitMemberExpr(MemberExpr *E) override {
    return note(!isa<FieldDecl>(E->getMemberDecl()));
  }
  bool
  VisitSubstNonTypeTemplateParmExpr(SubstNonTypeTemplateParmExpr *) override {
    return note(true);
  }
  bool VisitUnaryExprOrTypeTraitExpr(UnaryExprOrTypeTraitExpr *) override {
    return note(true);
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *) override { return note(true); }
  bool VisitLambdaExpr(LambdaExpr *) override { return note(true); }
  bool VisitStmtExpr(StmtExpr *) override { return note(true); }
  bool Bound = false;

private:
  bool note(bool B) {
    Bound |= B;
    return !Bound;
  }
  const FunctionDecl *Self;
  const std::set<std::string> &Names;
};

} // namespace

bool isPureFunction(const SourceManager &SM, const FunctionDecl *F) {
  return PurityChecker(SM).isPure(F);
}

bool isRepeatable(const SourceManager &SM, const Expr *E,
                  const std::set<const Expr *> &Known) {
  if (E->getType().isVolatileQualified())
    return false;
  if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(E))
    return isRepeatable(SM, Default->getExpr(), Known);
  if (const auto *Binary = dyn_cast<BinaryOperator>(E);
      Binary && Binary->isAssignmentOp())
    return false;
  if (const auto *Unary = dyn_cast<UnaryOperator>(E);
      Unary && Unary->isIncrementDecrementOp())
    return false;
  const auto *Make = dyn_cast<CXXConstructExpr>(E);
  if (Make && !Make->getConstructor()->isTrivial() &&
      !isPureFunction(SM, Make->getConstructor()))
    return false;
  if (const auto *Call = dyn_cast<CallExpr>(E); Call && !Known.count(E))
    if (const FunctionDecl *F = Call->getDirectCallee();
        !F || isa<CXXMethodDecl>(F) || !isPureFunction(SM, F))
      return false;
  if (!isa<BinaryOperator, UnaryOperator, CallExpr, CXXConstructExpr, CastExpr,
           DeclRefExpr, MemberExpr, ArraySubscriptExpr, ParenExpr, ConstantExpr,
           AbstractConditionalOperator, OpaqueValueExpr, CXXThisExpr,
           UnaryExprOrTypeTraitExpr, SubstNonTypeTemplateParmExpr,
           MaterializeTemporaryExpr, ExprWithCleanups, InitListExpr,
           IntegerLiteral, FloatingLiteral, CharacterLiteral, StringLiteral,
           CXXBoolLiteralExpr, CXXNullPtrLiteralExpr, CXXScalarValueInitExpr,
           ImplicitValueInitExpr, PseudoObjectExpr, MSPropertyRefExpr,
           SizeOfPackExpr>(E))
    return false;
  return llvm::all_of(E->children(), [&](const Stmt *Child) {
    const auto *Inner = dyn_cast_or_null<Expr>(Child);
    return !Child || (Inner && isRepeatable(SM, Inner, Known));
  });
}

bool changesItself(const FunctionDecl *F) {
  const FunctionDecl *Definition = nullptr;
  if (!F->hasBody(Definition))
    return true;
  SelfWatcher Watch;
  Watch.TraverseStmt(Definition->getBody());
  return Watch.Other;
}

bool usesIndices(const FunctionDecl *F) {
  IndexFinder Find;
  Find.look(F);
  return Find.Found;
}

bool meansTheSameElsewhere(const FunctionDecl *F,
                           const std::set<std::string> &Names) {
  ScopeWatcher Watch(F, Names);
  Watch.TraverseStmt(F->getBody());
  bool MustBeUsed =
      F->getFormalLinkage() == Linkage::Internal || F->isInAnonymousNamespace();
  return !Watch.Bound && !MustBeUsed;
}

unsigned countOwnNames(const FunctionDecl *F) {
  struct Counter : DynamicRecursiveASTVisitor {
    const FunctionDecl *F;
    unsigned Count = 0;
    explicit Counter(const FunctionDecl *F) : F(F) {}
    bool VisitDeclRefExpr(DeclRefExpr *E) override {
      Count += isa<VarDecl>(E->getDecl()) &&
               E->getDecl()->getParentFunctionOrMethod() == F;
      return true;
    }
    bool VisitCXXThisExpr(CXXThisExpr *) override { return ++Count; }
  };
  Counter Names(F);
  Names.TraverseStmt(F->getBody());
  return Names.Count;
}

std::set<std::string> declaredNames(const FunctionDecl *F) {
  struct Finder : DynamicRecursiveASTVisitor {
    std::set<std::string> Names;
    bool VisitVarDecl(VarDecl *V) override {
      Names.insert(V->getNameAsString());
      return true;
    }
  };
  Finder Find;
  Find.TraverseDecl(const_cast<FunctionDecl *>(F));
  return Find.Names;
}

std::string nameInCode(const FunctionDecl *Callee) {
  PrintingPolicy Policy = Callee->getASTContext().getPrintingPolicy();
  Policy.SuppressInlineNamespace =
      llvm::to_underlying(PrintingPolicy::SuppressInlineNamespaceMode::All);
  std::string Name;
  llvm::raw_string_ostream OS(Name);
  Callee->printQualifiedName(OS, Policy);
  return Name;
}

} // namespace tessera

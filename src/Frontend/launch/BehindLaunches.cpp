//===- BehindLaunches.cpp - What a statement does behind its launches -----===//
#include "launch/BehindLaunches.h"
#include "calls/Callbacks.h"
#include "effects/Evaluation.h"
#include "effects/StatementFacts.h"
#include "kernel/calls/DeviceOutput.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/ParentMapContext.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"

using namespace clang;

namespace tessera {
namespace {

/// Looks for anything that may use memory of kernels, or that leaves the
/// statement it is a part of. Pointers that come from what was looked at point
/// to nothing else.
class UseFinder : public DynamicRecursiveASTVisitor {
public:
  explicit UseFinder(const FrontendContext &C) : C(C) {}

  bool Found = false;

  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    if (const auto *V = dyn_cast<VarDecl>(E->getDecl()))
      return Known.count(V) || isHarmless(*V) || found();
    if (const auto *F = dyn_cast<FunctionDecl>(E->getDecl()))
      return Callees.count(E) || isOfSystem(F) || found();
    return isa<EnumConstantDecl>(E->getDecl()) || found();
  }
  bool VisitMemberExpr(MemberExpr *E) override {
    const auto *V = dyn_cast<VarDecl>(E->getMemberDecl());
    return !V || isHarmless(*V) || found();
  }
  bool VisitVarDecl(VarDecl *V) override {
    if (!V->isStaticLocal())
      Known.insert(V);
    return destroys(V->getType());
  }
  bool VisitCastExpr(CastExpr *E) override {
    return E->getCastKind() != CK_IntegralToPointer || found();
  }
  bool TraverseCUDAKernelCallExpr(CUDAKernelCallExpr *E) override {
    for (Expr *Size : E->getConfig()->arguments())
      if (!TraverseStmt(Size))
        return false;
    return llvm::all_of(E->arguments(), [&](Expr *Argument) {
      return isa<DeclRefExpr>(Argument->IgnoreParenImpCasts()) ||
             TraverseStmt(Argument);
    });
  }
  bool VisitCallExpr(CallExpr *E) override {
    const FunctionDecl *Callee = E->getDirectCallee();
    if (!Callee)
      return found();
    Callees.insert(E->getCallee()->IgnoreParenImpCasts());
    return runs(*Callee) && (isHarmless(E->getCallReturnType(C.AST)) ||
                             returnsText(*Callee) || found());
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *E) override {
    return runs(*E->getConstructor()) && destroys(E->getType());
  }
  bool VisitCXXDefaultArgExpr(CXXDefaultArgExpr *E) override {
    return TraverseStmt(E->getExpr());
  }
  bool VisitCXXDefaultInitExpr(CXXDefaultInitExpr *E) override {
    return TraverseStmt(E->getExpr());
  }
  bool VisitReturnStmt(ReturnStmt *) override { return InCallee || found(); }
  bool VisitBreakStmt(BreakStmt *) override { return InCallee || found(); }
  bool VisitContinueStmt(ContinueStmt *) override {
    return InCallee || found();
  }
  bool VisitGotoStmt(GotoStmt *) override { return found(); }
  bool VisitIndirectGotoStmt(IndirectGotoStmt *) override { return found(); }
  bool VisitAsmStmt(AsmStmt *) override { return found(); }
  bool VisitCXXThisExpr(CXXThisExpr *) override { return found(); }
  bool VisitCXXThrowExpr(CXXThrowExpr *) override { return found(); }
  bool VisitCXXNewExpr(CXXNewExpr *) override { return found(); }
  bool VisitCXXDeleteExpr(CXXDeleteExpr *) override { return found(); }
  bool VisitCoroutineSuspendExpr(CoroutineSuspendExpr *) override {
    return found();
  }
  bool TraverseLambdaExpr(LambdaExpr *) override { return found(); }
  bool TraverseBlockExpr(BlockExpr *) override { return found(); }

  /// Whether the end of the life of an object of \p Type does no harm.
  bool destroys(QualType Type) {
    const CXXRecordDecl *Class =
        C.AST.getBaseElementType(Type)->getAsCXXRecordDecl();
    if (!Class || !Class->hasDefinition() || Class->hasTrivialDestructor())
      return true;
    const CXXDestructorDecl *D = Class->getDestructor();
    return D && runs(*D);
  }

private:
  bool found() {
    Found = true;
    return false;
  }

  bool isOfSystem(const Decl *D) const {
    return C.SM.isInSystemHeader(C.SM.getExpansionLoc(D->getLocation())) ||
           (isa<FunctionDecl>(D) && cast<FunctionDecl>(D)->getBuiltinID());
  }

  /// Whether values of \p Type lead to no memory of kernels.
  bool isHarmless(QualType Type) const {
    Type = C.AST.getBaseElementType(Type.getCanonicalType());
    if (Type->isPointerType() || Type->isReferenceType()) {
      const auto *To = Type->getPointeeType()->getAsRecordDecl();
      return To && isOfSystem(To) &&
             (!To->isCompleteDefinition() || To->getName() == "_IO_FILE" ||
              To->getName() == "basic_ostream");
    }
    if (const RecordDecl *Class = Type->getAsRecordDecl()) {
      const auto *Derived = dyn_cast<CXXRecordDecl>(Class);
      return Class->isCompleteDefinition() &&
             (!Derived || Derived->getNumBases() == 0) &&
             llvm::all_of(Class->fields(), [&](const FieldDecl *Field) {
               return isHarmless(Field->getType());
             });
    }
    return Type->isArithmeticType() || Type->isEnumeralType() ||
           Type->isVoidType() || Type->isNullPtrType();
  }

  bool isHarmless(const VarDecl &V) const {
    if (C.SharedVariables.count(V.getCanonicalDecl()) ||
        V.hasAttr<CUDADeviceAttr>() || V.hasAttr<CUDAConstantAttr>() ||
        V.hasAttr<HIPManagedAttr>())
      return false;
    if (isOfSystem(&V))
      return true;
    const bool Elsewhere = V.hasGlobalStorage() && !V.hasDefinition() &&
                           !V.isStaticLocal() &&
                           !V.getType().isConstQualified();
    return !Elsewhere && isHarmless(V.getType());
  }

  /// Whether the pointer that \p Callee returns is to a text of its own.
  bool returnsText(const FunctionDecl &Callee) const {
    return isOfSystem(&Callee) && Callee.getIdentifier() &&
           (Callee.getName().starts_with("cudaGetError") ||
            Callee.getName() == "strerror" || Callee.getName() == "getenv");
  }

  /// Looks at what a call of \p Callee runs.
  bool runs(const FunctionDecl &Callee) {
    const auto *Method = dyn_cast<CXXMethodDecl>(&Callee);
    if (Callee.isTrivial())
      return true;
    if (isOfSystem(&Callee))
      return C.CalledBack->of(&Callee).empty() || found();
    const FunctionDecl *Body = nullptr;
    if ((Method && Method->isVirtual()) || !Callee.hasBody(Body))
      return found();
    if (!Done.insert(Body).second)
      return true;
    for (const ParmVarDecl *P : Body->parameters())
      Known.insert(P);
    const bool Saved = std::exchange(InCallee, true);
    if (const auto *Made = dyn_cast<CXXConstructorDecl>(Body))
      for (const CXXCtorInitializer *Member : Made->inits())
        if (Member->getInit() && !TraverseStmt(Member->getInit()))
          return false;
    const bool Harmless = TraverseStmt(Body->getBody());
    InCallee = Saved;
    return Harmless;
  }

  const FrontendContext &C;
  bool InCallee = false;
  std::set<const VarDecl *> Known; ///< their values were looked at
  std::set<const Expr *> Callees;
  std::set<const FunctionDecl *> Done;
};

bool mayUse(const FrontendContext &C, const Stmt *S) {
  UseFinder Find(C);
  Find.TraverseStmt(const_cast<Stmt *>(S));
  return Find.Found;
}

/// Whether \p S waits for all kernels before it may do so.
bool waitsFirst(const FrontendContext &C, const Stmt *S) {
  if (const auto *Block = dyn_cast<CompoundStmt>(S))
    return !Block->body_empty() && waitsFirst(C, Block->body_front());
  if (const auto *Loop = dyn_cast<DoStmt>(S))
    return waitsFirst(C, Loop->getBody());
  if (const auto *If = dyn_cast<IfStmt>(S)) {
    if (If->getInit() || If->getConditionVariable())
      return waitsFirst(C, *If->child_begin());
    return waitsFirst(C, If->getCond());
  }
  if (const auto *Declares = dyn_cast<DeclStmt>(S)) {
    const auto *V = dyn_cast<VarDecl>(*Declares->decl_begin());
    return V && V->getInit() && waitsFirst(C, V->getInit());
  }
  const auto *E = dyn_cast<Expr>(S);
  if (!E)
    return false;
  E = E->IgnoreParenCasts();
  if (const auto *Whole = dyn_cast<ExprWithCleanups>(E))
    return waitsFirst(C, Whole->getSubExpr());
  if (const auto *Operator = dyn_cast<UnaryOperator>(E))
    return waitsFirst(C, Operator->getSubExpr());
  if (const auto *Choice = dyn_cast<AbstractConditionalOperator>(E))
    return waitsFirst(C, Choice->getCond());
  if (const auto *Operator = dyn_cast<BinaryOperator>(E)) {
    const Expr *Left = Operator->getLHS(), *Right = Operator->getRHS();
    if (waitsFirst(C, Left))
      return Operator->isCommaOp() || Operator->isLogicalOp() ||
             !mayUse(C, Right);
    return !Operator->isLogicalOp() && waitsFirst(C, Right) && !mayUse(C, Left);
  }
  const auto *Call = dyn_cast<CallExpr>(E);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  if (!Callee)
    return false;
  if (Callee->getIdentifier() &&
      (Callee->getName() == "cudaDeviceSynchronize" ||
       Callee->getName() == "cudaThreadSynchronize"))
    return true;
  return !isa<CXXMemberCallExpr, CXXOperatorCallExpr>(Call) &&
         llvm::any_of(
             Call->arguments(),
             [&](const Expr *Argument) { return waitsFirst(C, Argument); }) &&
         llvm::all_of(Call->arguments(), [&](const Expr *Argument) {
           return waitsFirst(C, Argument) || !mayUse(C, Argument);
         });
}

/// Whether the end of the life of a temporary object in \p S may do so.
bool endsWithUse(const FrontendContext &C, const Stmt *S) {
  UseFinder Ends(C);
  struct Finder : DynamicRecursiveASTVisitor {
    explicit Finder(UseFinder &Ends) : Ends(Ends) {}
    bool VisitCXXBindTemporaryExpr(CXXBindTemporaryExpr *E) override {
      return Ends.destroys(E->getType());
    }
    UseFinder &Ends;
  } Find(Ends);
  Find.TraverseStmt(const_cast<Stmt *>(S));
  return Ends.Found;
}

/// Whether what is declared together with \p V, but behind it, may do so.
bool followsIn(const FrontendContext &C, const VarDecl *V) {
  DynTypedNodeList Parents = C.AST.getParents(*V);
  const auto *All = Parents.empty() ? nullptr : Parents[0].get<DeclStmt>();
  if (!All || V->getType()->isReferenceType())
    return true;
  auto Next = std::find(All->decl_begin(), All->decl_end(), V);
  return std::any_of(Next + 1, All->decl_end(), [&](const Decl *D) {
    const auto *Other = dyn_cast<VarDecl>(D);
    return Other && Other->getInit() && mayUse(C, Other->getInit());
  });
}

/// Whether what \p Parent does behind its part \p Node may use memory.
bool followsIn(const FrontendContext &C, const Stmt *Parent, const Stmt *Node) {
  auto Uses = [&](const Stmt *S) { return S && mayUse(C, S); };
  if (const auto *Operator = dyn_cast<BinaryOperator>(Parent);
      Operator && (Operator->isCommaOp() || Operator->isLogicalOp()))
    return Node == Operator->getLHS() && Uses(Operator->getRHS());
  if (const auto *Choice = dyn_cast<AbstractConditionalOperator>(Parent))
    return Node != Choice->getTrueExpr() && Node != Choice->getFalseExpr() &&
           Uses(Parent);
  if (const auto *If = dyn_cast<IfStmt>(Parent))
    return Node != If->getThen() && Node != If->getElse() && Uses(Parent);
  if (const auto *Loop = dyn_cast<DoStmt>(Parent)) {
    Expr::EvalResult Again;
    const bool Once =
        Loop->getCond()->EvaluateAsInt(Again, C.AST) && Again.Val.getInt() == 0;
    return !(Once && Node == Loop->getBody()) && Uses(Parent);
  }
  if (isa<DeclStmt>(Parent))
    return false; // see above
  if (const auto *Block = dyn_cast<CompoundStmt>(Parent)) {
    bool Behind = false;
    for (const Stmt *S : Block->body()) {
      UseFinder Ends(C);
      if (const auto *Declares = dyn_cast<DeclStmt>(S))
        for (const Decl *D : Declares->decls())
          if (const auto *V = dyn_cast<VarDecl>(D))
            Ends.destroys(V->getType());
      if (Ends.Found || (Behind && Uses(S)))
        return true;
      Behind |= S == Node;
    }
    return false;
  }
  if (isa<ExprWithCleanups>(Parent))
    return endsWithUse(C, Parent);
  // A cast takes a value that was looked at.
  return !isa<ParenExpr, ConstantExpr, CastExpr, StmtExpr, AttributedStmt>(
             Parent) &&
         Uses(Parent);
}

/// What statements do first.
enum class Behind { Nothing, Waits, Uses };

/// Whether \p Statements wait for all kernels, or use memory before that.
template <typename Range>
Behind firstIn(const FrontendContext &C, Range &&Statements) {
  for (const Stmt *S : Statements)
    if (waitsFirst(C, S))
      return Behind::Waits;
    else if (mayUse(C, S))
      return Behind::Uses;
  return Behind::Nothing;
}

/// Whether \p Parent waits for all kernels behind its part \p Node, and uses
/// no memory before that.
bool waitsIn(const FrontendContext &C, const Stmt *Parent, const Stmt *Node) {
  if (const auto *Operator = dyn_cast<BinaryOperator>(Parent))
    return Operator->isCommaOp() && Node == Operator->getLHS() &&
           waitsFirst(C, Operator->getRHS());
  const auto *Block = dyn_cast<CompoundStmt>(Parent);
  if (!Block)
    return false;
  return firstIn(C, llvm::make_range(std::next(llvm::find(Block->body(), Node)),
                                     Block->body_end())) == Behind::Waits;
}

bool isFollowed(const FrontendContext &C, const Stmt *Launch,
                const Stmt *Whole) {
  if (!standsInBlock(C, Whole))
    return true;
  for (const Stmt *Node = Launch; Node != Whole;) {
    DynTypedNodeList Parents = C.AST.getParents(*Node);
    if (const auto *V =
            Parents.size() == 1 ? Parents[0].get<VarDecl>() : nullptr) {
      if (followsIn(C, V))
        return true;
      Parents = C.AST.getParents(*V);
    }
    const Stmt *Parent = Parents.size() == 1 ? Parents[0].get<Stmt>() : nullptr;
    if (!Parent) // it stands elsewhere, or is not followed
      return mayUse(C, Whole) || !isa<OMPExecutableDirective>(Whole);
    if (waitsIn(C, Parent, Node))
      return false;
    if (followsIn(C, Parent, Node))
      return true;
    Node = Parent;
  }
  return false;
}

} // namespace

bool standsInBlock(const FrontendContext &C, const Stmt *S) {
  const bool Labelled = isa<LabelStmt, SwitchCase>(S);
  DynTypedNodeList Parents = C.AST.getParents(*S);
  const Stmt *Parent = Parents.size() == 1 ? Parents[0].get<Stmt>() : nullptr;
  if (!Parent) // the body of a function, or a part of a declaration
    return !isa<Expr>(S);
  if (isa<CXXTryStmt, CXXCatchStmt>(Parent))
    return true;
  if (isa<LabelStmt, SwitchCase>(Parent))
    return standsInBlock(C, Parent);
  if (isa<DeclStmt>(Parent))
    return false; // see above
  if (const auto *Block = dyn_cast<CompoundStmt>(Parent)) {
    // The value of the last one is that of the block.
    DynTypedNodeList Above = C.AST.getParents(*Block);
    return S != Block->body_back() || Above.size() != 1 ||
           !Above[0].get<StmtExpr>();
  }
  if (Labelled)
    return false;
  if (const auto *If = dyn_cast<IfStmt>(Parent))
    return S == If->getThen() || S == If->getElse();
  if (const auto *Loop = dyn_cast<ForStmt>(Parent))
    return S == Loop->getBody();
  if (const auto *Loop = dyn_cast<WhileStmt>(Parent))
    return S == Loop->getBody();
  if (const auto *Loop = dyn_cast<DoStmt>(Parent))
    return S == Loop->getBody();
  if (const auto *Loop = dyn_cast<CXXForRangeStmt>(Parent))
    return S == Loop->getBody();
  return false;
}

void noteFollowed(FrontendContext &C, llvm::ArrayRef<const Stmt *> Statements) {
  struct Finder : DynamicRecursiveASTVisitor {
    std::vector<const CUDAKernelCallExpr *> All;
    bool VisitCUDAKernelCallExpr(CUDAKernelCallExpr *E) override {
      All.push_back(E);
      return true;
    }
    bool VisitCXXDefaultArgExpr(CXXDefaultArgExpr *E) override {
      return TraverseStmt(E->getExpr());
    }
    bool VisitCXXDefaultInitExpr(CXXDefaultInitExpr *E) override {
      return TraverseStmt(E->getExpr());
    }
  };
  for (size_t I = 0; I < Statements.size(); ++I) {
    const Stmt *S = Statements[I];
    const bool Uses = firstIn(C, Statements.drop_front(I + 1)) == Behind::Uses;
    Finder Find;
    Find.TraverseStmt(const_cast<Stmt *>(S));
    for (const CUDAKernelCallExpr *E : Find.All)
      if (auto Found = C.Launches.find(E); Found != C.Launches.end()) {
        LaunchModel &L = C.Result.Launches[Found->second.Index];
        // What is printed before it, in the same statement, counts as well.
        const bool Prints = C.Result.kernel(L.Kernel).MayPrint;
        L.Followed |=
            Uses || isFollowed(C, E, S) || (Prints && mayPrintOnHost(S, C.SM));
      }
  }
}

} // namespace tessera

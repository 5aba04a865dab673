//===- FragileNames.cpp - What only code that may go uses -----------------===//
#include "host/FragileNames.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/ParentMapContext.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace tessera {
namespace {

/// Whether calls of \p F, or arguments of them, have no place in a program
/// without managed memory.
bool mayGo(const FunctionDecl *F) {
  return F && F->getIdentifier() &&
         llvm::StringSwitch<bool>(F->getName())
             .Cases({"cudaMallocManaged", "cudaMemAdvise", "cudaMemAdvise_v2",
                     "cudaMemPrefetchAsync", "cudaMemPrefetchAsync_v2",
                     "cudaStreamAttachMemAsync"},
                    true)
             .Default(false);
}

/// Whether compilers warn of \p D where nothing uses it.
bool isPrivate(const ValueDecl *D) {
  if (const auto *V = dyn_cast<VarDecl>(D))
    return V->isLocalVarDeclOrParm() || !V->isExternallyVisible();
  return isa<FunctionDecl>(D) && !D->isExternallyVisible();
}

/// The names in some code.
class NameFinder : public DynamicRecursiveASTVisitor {
public:
  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    Found.push_back(E);
    return true;
  }
  std::vector<const DeclRefExpr *> Found;
};

class FragileFinder : public DynamicRecursiveASTVisitor {
public:
  bool VisitCallExpr(CallExpr *E) override {
    if (mayGo(E->getDirectCallee()))
      for (Expr *Argument : E->arguments())
        InFragile.TraverseStmt(Argument);
    return true;
  }
  /// The header of a loop of launches may go.
  bool VisitForStmt(ForStmt *Loop) override {
    for (Stmt *Part : {Loop->getInit(), static_cast<Stmt *>(Loop->getCond()),
                       static_cast<Stmt *>(Loop->getInc())})
      if (Part && launches(Loop->getBody()))
        InFragile.TraverseStmt(Part);
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    Uses[E->getDecl()->getCanonicalDecl()].push_back(E);
    return true;
  }
  bool VisitDeclStmt(DeclStmt *S) override {
    for (const Decl *D : S->decls())
      Statements[D] = S;
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *E) override {
    if (E->getOpcode() != BO_Assign)
      return true;
    const Expr *Place = E->getLHS()->IgnoreParens();
    while (const auto *Member = dyn_cast<MemberExpr>(Place)) {
      if (Member->isArrow())
        return true;
      Place = Member->getBase()->IgnoreParens();
    }
    if (const auto *Use = dyn_cast<DeclRefExpr>(Place))
      Written.insert(Use);
    return true;
  }

  /// Whether all that the body of a loop does is a launch.
  static bool launches(const Stmt *Body) {
    while (const auto *Block = dyn_cast_or_null<CompoundStmt>(Body)) {
      if (Block->size() != 1)
        return false;
      Body = Block->body_front();
    }
    const auto *Launch = dyn_cast_or_null<Expr>(Body);
    return Launch && isa<CUDAKernelCallExpr>(Launch->IgnoreImplicit());
  }

  NameFinder InFragile;
  std::map<const Decl *, std::vector<const DeclRefExpr *>> Uses;
  std::map<const Decl *, const DeclStmt *> Statements;
  std::set<const DeclRefExpr *> Written;
};

class FragileCollector {
public:
  FragileCollector(FrontendContext &C, const FragileFinder &Found)
      : C(C), Found(Found) {}

  void collect() {
    for (const DeclRefExpr *Use : Found.InFragile.Found)
      add(Use->getDecl());
    for (size_t I = 0; I < Order.size(); ++I)
      describe(Order[I]);
  }

private:
  void add(const ValueDecl *D) {
    if (isPrivate(D) && C.offset(D->getLocation()) &&
        !D->getDeclContext()->isDependentContext() &&
        Seen.insert(D->getCanonicalDecl()).second)
      Order.push_back(D);
  }

  void describe(const ValueDecl *D) {
    FragileName Result;
    Result.Name = D->getNameAsString();
    Result.Declared = C.place(D->getLocation());
    if (auto All = Found.Uses.find(D->getCanonicalDecl());
        All != Found.Uses.end())
      for (const DeclRefExpr *Use : All->second)
        if (C.offset(Use->getLocation()))
          Result.Uses.push_back({placeOf(Use), Found.Written.count(Use) > 0});
    if (declaration(D, Result))
      if (const Expr *Init = cast<VarDecl>(D)->getInit()) {
        NameFinder Inside;
        Inside.TraverseStmt(const_cast<Expr *>(Init));
        for (const DeclRefExpr *Use : Inside.Found)
          add(Use->getDecl());
      }
    C.Result.Host.FragileNames.push_back(std::move(Result));
  }

  /// Where \p Use is written: as an argument of a macro, too.
  SourcePlace placeOf(const DeclRefExpr *Use) const {
    if (std::optional<SourceRange> Exact = C.exactRange(Use->getSourceRange()))
      return C.toUser(Exact->Begin);
    return C.place(Use->getLocation());
  }

  /// Whether something declares \p D and does nothing else; tells \p Into.
  bool declaration(const ValueDecl *D, FragileName &Into) {
    const auto *V = dyn_cast<VarDecl>(D);
    auto At = Found.Statements.find(D);
    if (!V || At == Found.Statements.end() || V->isStaticLocal() ||
        V->getType()->isReferenceType())
      return false;
    DynTypedNodeList Parents = C.AST.getParents(*At->second);
    const bool InBlock = !Parents.empty() && Parents[0].get<CompoundStmt>();
    const auto *Class = V->getType()->getAsCXXRecordDecl();
    const bool IsPlain =
        !Class || (Class->hasTrivialDestructor() && Class->isAggregate());
    std::optional<SourceRange> Whole =
        C.exactRange(At->second->getSourceRange());
    if (!InBlock || !IsPlain || !Whole ||
        (V->getInit() && V->getInit()->HasSideEffects(C.AST)))
      return false;
    Into.Statement = C.toUser(*Whole);
    Into.Declaration = Into.Statement;
    return At->second->isSingleDecl() || oneOfSeveral(V, At->second, Into);
  }

  /// The same of \p V, one of the variables that \p Group declares.
  bool oneOfSeveral(const VarDecl *V, const DeclStmt *Group,
                    FragileName &Into) {
    Into.Declaration = {};
    if (!V->getType()->isArithmeticType())
      return false;
    std::optional<unsigned> Begin;
    for (const Decl *D : Group->decls()) {
      std::optional<SourceRange> Own =
          C.exactRange({D->getLocation(), D->getEndLoc()});
      if (!Own)
        return false;
      // Behind a comma it may begin with `*`.
      const unsigned First = Begin.value_or(Own->Begin);
      const llvm::StringRef After = C.buffer().drop_front(Own->End).ltrim();
      if (!After.starts_with(",") && !After.starts_with(";"))
        return false;
      Begin = After.drop_front().ltrim().data() - C.buffer().data();
      Into.Group.push_back(C.toUser({First, Own->End}));
      if (D == V)
        Into.Declaration = Into.Group.back();
    }
    return true;
  }

  FrontendContext &C;
  const FragileFinder &Found;
  std::set<const Decl *> Seen;
  std::vector<const ValueDecl *> Order;
};

} // namespace

void collectFragileNames(FrontendContext &C) {
  FragileFinder Find;
  for (Decl *D : C.mainFileDecls())
    Find.TraverseDecl(D);
  if (!Find.InFragile.Found.empty())
    FragileCollector(C, Find).collect();
}

} // namespace tessera

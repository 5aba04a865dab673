//===- NamesInCalls.cpp - What only calls that may go use -----------------===//
#include "NamesInCalls.h"
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

class Finder : public DynamicRecursiveASTVisitor {
public:
  bool VisitCallExpr(CallExpr *E) override {
    if (mayGo(E->getDirectCallee()))
      for (Expr *Argument : E->arguments())
        InCalls.TraverseStmt(Argument);
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    Uses[E->getDecl()->getCanonicalDecl()].push_back(E);
    return true;
  }
  bool VisitDeclStmt(DeclStmt *S) override {
    if (S->isSingleDecl())
      Statements[S->getSingleDecl()] = S;
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

  NameFinder InCalls;
  std::map<const Decl *, std::vector<const DeclRefExpr *>> Uses;
  std::map<const Decl *, const DeclStmt *> Statements;
  std::set<const DeclRefExpr *> Written;
};

class Collector {
public:
  Collector(FrontendContext &C, const Finder &Found) : C(C), Found(Found) {}

  void collect() {
    for (const DeclRefExpr *Use : Found.InCalls.Found)
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
    NameInCalls Result;
    Result.Name = D->getNameAsString();
    if (auto All = Found.Uses.find(D->getCanonicalDecl());
        All != Found.Uses.end())
      for (const DeclRefExpr *Use : All->second)
        if (C.offset(Use->getLocation()))
          Result.Uses.push_back({placeOf(Use), Found.Written.count(Use) > 0});
    if (const DeclStmt *S = removable(D)) {
      Result.Declaration = C.toUser(*C.exactRange(S->getSourceRange()));
      if (const Expr *Init = cast<VarDecl>(D)->getInit()) {
        NameFinder Inside;
        Inside.TraverseStmt(const_cast<Expr *>(Init));
        for (const DeclRefExpr *Use : Inside.Found)
          add(Use->getDecl());
      }
    }
    C.Result.Host.NamesInCalls.push_back(std::move(Result));
  }

  /// Where \p Use is written: as an argument of a macro, too.
  SourcePlace placeOf(const DeclRefExpr *Use) const {
    if (std::optional<SourceRange> Exact = C.exactRange(Use->getSourceRange()))
      return C.toUser(Exact->Begin);
    return C.place(Use->getLocation());
  }

  /// The statement that declares \p D alone, and does nothing else.
  const DeclStmt *removable(const ValueDecl *D) const {
    const auto *V = dyn_cast<VarDecl>(D);
    auto At = Found.Statements.find(D);
    if (!V || At == Found.Statements.end() || V->isStaticLocal() ||
        V->getType()->isReferenceType() ||
        !C.exactRange(At->second->getSourceRange()))
      return nullptr;
    DynTypedNodeList Parents = C.AST.getParents(*At->second);
    const bool InBlock = !Parents.empty() && Parents[0].get<CompoundStmt>();
    const auto *Class = V->getType()->getAsCXXRecordDecl();
    const bool IsPlain =
        !Class || (Class->hasTrivialDestructor() && Class->isAggregate());
    return InBlock && IsPlain &&
                   !(V->getInit() && V->getInit()->HasSideEffects(C.AST))
               ? At->second
               : nullptr;
  }

  FrontendContext &C;
  const Finder &Found;
  std::set<const Decl *> Seen;
  std::vector<const ValueDecl *> Order;
};

} // namespace

void collectNamesInCalls(FrontendContext &C) {
  Finder Find;
  for (Decl *D : C.mainFileDecls())
    Find.TraverseDecl(D);
  if (!Find.InCalls.Found.empty())
    Collector(C, Find).collect();
}

} // namespace tessera

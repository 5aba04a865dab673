//===- FragileNames.cpp - What only code that may go uses -----------------===//
#include "FragileNames.h"
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

class Collector {
public:
  Collector(FrontendContext &C, const Finder &Found) : C(C), Found(Found) {}

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
    if (std::optional<SourceRange> Removed = removable(D)) {
      Result.Declaration = C.toUser(*Removed);
      if (const Expr *Init = cast<VarDecl>(D)->getInit()) {
        NameFinder Inside;
        Inside.TraverseStmt(const_cast<Expr *>(Init));
        for (const DeclRefExpr *Use : Inside.Found)
          add(Use->getDecl());
      }
    }
    C.Result.Host.FragileNames.push_back(std::move(Result));
  }

  /// Where \p Use is written: as an argument of a macro, too.
  SourcePlace placeOf(const DeclRefExpr *Use) const {
    if (std::optional<SourceRange> Exact = C.exactRange(Use->getSourceRange()))
      return C.toUser(Exact->Begin);
    return C.place(Use->getLocation());
  }

  /// What declares \p D and does nothing else.
  std::optional<SourceRange> removable(const ValueDecl *D) {
    const auto *V = dyn_cast<VarDecl>(D);
    auto At = Found.Statements.find(D);
    if (!V || At == Found.Statements.end() || V->isStaticLocal() ||
        V->getType()->isReferenceType())
      return std::nullopt;
    DynTypedNodeList Parents = C.AST.getParents(*At->second);
    const bool InBlock = !Parents.empty() && Parents[0].get<CompoundStmt>();
    const auto *Class = V->getType()->getAsCXXRecordDecl();
    const bool IsPlain =
        !Class || (Class->hasTrivialDestructor() && Class->isAggregate());
    if (!InBlock || !IsPlain ||
        (V->getInit() && V->getInit()->HasSideEffects(C.AST)))
      return std::nullopt;
    return At->second->isSingleDecl()
               ? C.exactRange(At->second->getSourceRange())
               : oneOfSeveral(V, At->second);
  }

  /// \p V, of which \p Group declares several, and a comma; of one alone.
  std::optional<SourceRange> oneOfSeveral(const VarDecl *V,
                                          const DeclStmt *Group) {
    std::optional<SourceRange> Own =
        C.exactRange({V->getLocation(), V->getEndLoc()});
    if (!V->getType()->isArithmeticType() || !Own)
      return std::nullopt;
    const llvm::StringRef After = C.buffer().drop_front(Own->End).ltrim();
    const llvm::StringRef Before = C.buffer().take_front(Own->Begin).rtrim();
    const bool Last = After.starts_with(";") && Before.ends_with(",");
    // The last one takes the comma that the one before takes, too.
    if ((!Last && !After.starts_with(",")) ||
        Shortened.insert({Group, Last}).first->second != Last)
      return std::nullopt;
    if (Last)
      Own->Begin = Before.size() - 1;
    else
      Own->End = After.drop_front().ltrim().data() - C.buffer().data();
    return Own;
  }

  FrontendContext &C;
  const Finder &Found;
  std::set<const Decl *> Seen;
  std::map<const DeclStmt *, bool> Shortened; ///< whether at its end
  std::vector<const ValueDecl *> Order;
};

} // namespace

void collectFragileNames(FrontendContext &C) {
  Finder Find;
  for (Decl *D : C.mainFileDecls())
    Find.TraverseDecl(D);
  if (!Find.InFragile.Found.empty())
    Collector(C, Find).collect();
}

} // namespace tessera

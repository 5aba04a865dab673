//===- MemberValues.cpp - What a launch passes in an object ---------------===//
#include "launch/MemberValues.h"
#include "tessera/Frontend/Allocations.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace tessera {
namespace {

class MemberWatcher : public DynamicRecursiveASTVisitor {
public:
  MemberWatcher(const VarDecl *V, const std::vector<std::string> &Path)
      : V(V), Path(Path) {}

  bool VisitVarDecl(VarDecl *D) override {
    if (D == V && D->getInit())
      initialise(D->getInit(), 0);
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *E) override {
    std::vector<std::string> Names;
    if (!E->isAssignmentOp() || !uses(E->getLHS(), &Names))
      return true;
    if (Names == Path && E->getOpcode() == BO_Assign)
      add({E->getRHS(), false});
    else if (Names.size() <= Path.size() &&
             std::equal(Names.begin(), Names.end(), Path.begin()))
      Other = true; // an object around it, or the member by an operation
    return true;
  }
  bool VisitImplicitCastExpr(ImplicitCastExpr *E) override {
    if (E->getCastKind() == CK_LValueToRValue)
      uses(E->getSubExpr(), nullptr);
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *E) override {
    if (E->getNumArgs() == 1 &&
        E->getConstructor()->isCopyOrMoveConstructor() &&
        E->getConstructor()->isTrivial())
      uses(E->getArg(0), nullptr);
    return true;
  }
  bool VisitCallExpr(CallExpr *E) override {
    const FunctionDecl *Callee = E->getDirectCallee();
    std::optional<unsigned> New =
        Callee ? allocatedArgument(*Callee) : std::nullopt;
    if (!New || *New >= E->getNumArgs())
      return true;
    std::vector<std::string> Names;
    const auto *Address =
        dyn_cast<UnaryOperator>(E->getArg(*New)->IgnoreParenCasts());
    if (!Address || Address->getOpcode() != UO_AddrOf ||
        !uses(Address->getSubExpr(), &Names))
      return true;
    if (Names == Path)
      add({nullptr, true});
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    Other |= E->getDecl() == V && !Followed.count(E);
    return true;
  }

  MemberValue result() const {
    return Other || Found != 1 ? MemberValue{} : Value;
  }

private:
  void add(MemberValue New) {
    Value = New;
    ++Found;
  }

  /// Whether \p E is the variable or a member of it, and which.
  bool uses(const Expr *E, std::vector<std::string> *Names) {
    E = E->IgnoreParenNoopCasts(V->getASTContext());
    if (const auto *Member = dyn_cast<MemberExpr>(E)) {
      if (Member->isArrow() || !uses(Member->getBase(), Names))
        return false;
      if (Names)
        Names->push_back(Member->getMemberDecl()->getNameAsString());
      return true;
    }
    const auto *Use = dyn_cast<DeclRefExpr>(E);
    if (!Use || Use->getDecl() != V)
      return false;
    Followed.insert(Use);
    return true;
  }

  /// The value of the member Path[Depth..] in the initialiser \p E.
  void initialise(const Expr *E, size_t Depth) {
    E = E->IgnoreImplicit();
    if (Depth == Path.size())
      return add({E, false});
    if (const auto *Make = dyn_cast<CXXConstructExpr>(E)) {
      bool Empty =
          Make->getNumArgs() == 0 && Make->getConstructor()->isTrivial();
      Other |= !Empty;
      return;
    }
    const auto *List = dyn_cast<InitListExpr>(E);
    const RecordDecl *Class = E->getType()->getAsRecordDecl();
    if (!List || !Class || Class->isUnion()) {
      Other = true;
      return;
    }
    if (List->isSyntacticForm() && List->getSemanticForm())
      List = List->getSemanticForm();
    for (const FieldDecl *Field : Class->fields())
      if (Field->getNameAsString() == Path[Depth] &&
          Field->getFieldIndex() < List->getNumInits()) {
        const Expr *Init = List->getInit(Field->getFieldIndex());
        if (!isa<ImplicitValueInitExpr>(Init))
          initialise(Init, Depth + 1);
        return;
      }
    Other = true;
  }

  const VarDecl *V;
  const std::vector<std::string> &Path;
  std::set<const Expr *> Followed;
  MemberValue Value;
  unsigned Found = 0;
  bool Other = false;
};

} // namespace

MemberValue valueOfMember(const VarDecl *V,
                          const std::vector<std::string> &Path,
                          const Stmt *Body) {
  if (!V->isLocalVarDecl() || V->isStaticLocal() || !Body)
    return {};
  MemberWatcher Watch(V, Path);
  Watch.TraverseStmt(const_cast<Stmt *>(Body));
  return Watch.result();
}

} // namespace tessera

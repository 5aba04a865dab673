//===- PassedPointers.cpp - Managed memory used through parameters --------===//
#include "variables/PassedPointers.h"
#include "effects/Changes.h"
#include "variables/PointerRoots.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace tessera {
namespace {

/// What happens to the memory behind parameters, and who passes it on.
class PassedFinder : public DynamicRecursiveASTVisitor {
public:
  bool VisitArraySubscriptExpr(ArraySubscriptExpr *E) override {
    note(OnHost, E->getBase());
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *E) override {
    if (E->getOpcode() == UO_Deref)
      note(OnHost, E->getSubExpr());
    return true;
  }
  bool VisitCUDAKernelCallExpr(CUDAKernelCallExpr *E) override {
    for (const Expr *Argument : E->arguments())
      note(OnDevice, Argument);
    return true;
  }
  bool VisitCallExpr(CallExpr *E) override {
    if (isa<CUDAKernelCallExpr>(E))
      return true;
    const FunctionDecl *Callee = E->getDirectCallee(), *Definition = nullptr;
    if (Callee && Callee->hasBody(Definition)) {
      Calls[Definition].push_back(E);
      Callees.insert(E->getCallee()->IgnoreParenImpCasts());
      unsigned Count =
          std::min(E->getNumArgs(), unsigned(Definition->getNumParams()));
      for (unsigned I = 0; I < Count; ++I)
        if (const ParmVarDecl *From = parameter(E->getArg(I)))
          PassedOn.insert({From, Definition->getParamDecl(I)});
    } else if (Callee && Callee->getIdentifier() &&
               !Callee->getName().starts_with("cuda")) {
      for (const Expr *Argument : E->arguments())
        note(OnHost, Argument);
    }
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    if (const auto *F = dyn_cast<FunctionDecl>(E->getDecl()))
      Uses.push_back({E, F});
    return true;
  }
  bool VisitFunctionDecl(FunctionDecl *F) override {
    if (F->doesThisDeclarationHaveABody())
      Functions.push_back(F);
    return true;
  }

  /// Parameters that a function hands to others are used as these are.
  void passOn() {
    for (std::set<const ParmVarDecl *> *Used : {&OnHost, &OnDevice})
      for (bool Changed = true; std::exchange(Changed, false);)
        for (auto [From, To] : PassedOn)
          Changed |= Used->count(To) && Used->insert(From).second;
  }
  bool hasAddressTaken(const FunctionDecl *F) const {
    return llvm::any_of(Uses, [&](auto &Use) {
      return Use.second->getCanonicalDecl() == F->getCanonicalDecl() &&
             !Callees.count(Use.first);
    });
  }

  std::vector<const FunctionDecl *> Functions;
  std::map<const FunctionDecl *, std::vector<const CallExpr *>> Calls;
  std::set<const ParmVarDecl *> OnHost, OnDevice;

private:
  static const ParmVarDecl *parameter(const Expr *E) {
    const Expr *Base =
        E->getType()->isPointerType() ? PointerRoots::base(E) : nullptr;
    return dyn_cast_or_null<ParmVarDecl>(declarationOf(Base));
  }
  static void note(std::set<const ParmVarDecl *> &Into, const Expr *E) {
    if (const ParmVarDecl *P = parameter(E))
      Into.insert(P);
  }

  std::set<std::pair<const ParmVarDecl *, const ParmVarDecl *>> PassedOn;
  std::vector<std::pair<const Expr *, const FunctionDecl *>> Uses;
  std::set<const Expr *> Callees;
};

class PassedCollector {
public:
  PassedCollector(FrontendContext &C, const PassedFinder &Found)
      : C(C), Found(Found) {}

  void collect() {
    for (const FunctionDecl *F : Found.Functions)
      if (isCandidate(F))
        for (const ParmVarDecl *P : F->parameters())
          if (isCandidate(P, F))
            Candidates.insert(P);
    while (const ParmVarDecl *Other = passedOtherMemory())
      Candidates.erase(Other);
    for (const FunctionDecl *F : Found.Functions)
      for (const ParmVarDecl *P : F->parameters())
        if (Candidates.count(P))
          add(P, F);
  }

private:
  /// Whether all its declarations and calls can get more parameters.
  bool isCandidate(const FunctionDecl *F) const {
    return !isa<CXXMethodDecl>(F) && !F->isMain() && !F->isVariadic() &&
           !F->isOverloadedOperator() && !F->isDependentContext() &&
           !F->isTemplateInstantiation() && !F->hasAttr<CUDAGlobalAttr>() &&
           !F->hasAttr<CUDADeviceAttr>() && !F->getPreviousDecl() &&
           F->getMostRecentDecl() == F && C.offset(F->getLocation()) &&
           Found.Calls.count(F) && !Found.hasAddressTaken(F);
  }

  bool isCandidate(const ParmVarDecl *P, const FunctionDecl *F) const {
    std::set<const VarDecl *> Mutated;
    Mutated = changedIn(F->getBody());
    return Found.OnHost.count(P) && Found.OnDevice.count(P) &&
           P->getType()->isPointerType() && !P->getName().empty() &&
           !P->hasDefaultArg() && !Mutated.count(P) &&
           C.exactRange(P->getSourceRange());
  }

  /// The pointer that \p Argument is, if the memory behind it has no other name
  /// where \p P has one.
  const VarDecl *passed(const Expr *Argument, const ParmVarDecl *P) const {
    const auto *V = dyn_cast_or_null<VarDecl>(
        declarationOf(Argument->IgnoreParenImpCasts()));
    const auto *Parameter = dyn_cast_or_null<ParmVarDecl>(V);
    bool Local = V && V->isLocalVarDecl() && C.held(V) &&
                 !C.ExchangedWith.count(C.held(V)->Index);
    bool Same = V && C.AST.hasSameType(V->getType().getUnqualifiedType(),
                                       P->getType().getUnqualifiedType());
    return Same && (Local || (Parameter && Candidates.count(Parameter))) &&
                   C.exactRange(Argument->getSourceRange())
               ? V
               : nullptr;
  }

  /// A candidate to which some call passes anything else; null if none.
  const ParmVarDecl *passedOtherMemory() const {
    for (const ParmVarDecl *P : Candidates) {
      const auto *F = cast<FunctionDecl>(P->getDeclContext());
      for (const CallExpr *Call : Found.Calls.at(F))
        if (!passed(Call->getArg(P->getFunctionScopeIndex()), P))
          return P;
    }
    return nullptr;
  }

  /// A local pointer whose memory \p P stands for; null if there is none.
  const VarDecl *memoryOf(const ParmVarDecl *P,
                          std::set<const ParmVarDecl *> &Seen) const {
    if (!Seen.insert(P).second)
      return nullptr;
    const auto *F = cast<FunctionDecl>(P->getDeclContext());
    for (const CallExpr *Call : Found.Calls.at(F)) {
      const VarDecl *V = passed(Call->getArg(P->getFunctionScopeIndex()), P);
      const auto *Outer = dyn_cast<ParmVarDecl>(V);
      if (const VarDecl *Memory = Outer ? memoryOf(Outer, Seen) : V)
        return Memory;
    }
    return nullptr;
  }

  void add(const ParmVarDecl *P, const FunctionDecl *F) {
    std::set<const ParmVarDecl *> Seen;
    const VarDecl *Memory = memoryOf(P, Seen);
    if (!Memory)
      return;
    SharedVariable S = C.Result.Host.variable(*C.held(Memory));
    unsigned Name = *C.offset(P->getLocation());
    unsigned End = C.exactRange(P->getSourceRange())->End;
    S.Name = P->getNameAsString();
    S.NameRange =
        C.toUser(SourceRange{Name, Name + unsigned(P->getName().size())});
    S.Declaration = C.toUser(SourceRange{End, End});
    S.TopLevel = C.place(F->getBeginLoc());
    S.Pointer.emplace();
    S.Pointer->IsParameter = true;
    C.Pointers[P] = {unsigned(C.Result.Host.Variables.size())};
    C.Result.Host.Variables.push_back(std::move(S));
  }

  FrontendContext &C;
  const PassedFinder &Found;
  std::set<const ParmVarDecl *> Candidates;
};

} // namespace

void collectPassedPointers(FrontendContext &C) {
  PassedFinder Find;
  for (Decl *D : C.mainFileDecls())
    Find.TraverseDecl(D);
  Find.passOn();
  PassedCollector(C, Find).collect();
}

} // namespace tessera

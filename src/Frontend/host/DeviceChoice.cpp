//===- DeviceChoice.cpp - Which device a program uses ---------------------===//
//
// Memory that cudaMalloc makes belongs to the device that is current then, and
// managed memory to all of them: where another device is chosen in between, a
// copy on one device does not stand for it.
//
//===----------------------------------------------------------------------===//
#include "host/DeviceChoice.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace tessera {
namespace {

/// Whether \p F makes another device the current one of its thread.
bool choosesDevice(const FunctionDecl *F) {
  return F->getIdentifier() &&
         llvm::StringSwitch<bool>(F->getName())
             .Cases({"cudaSetDevice", "cudaInitDevice", "cudaGLSetGLDevice",
                     "cuCtxCreate", "cuCtxCreate_v2", "cuCtxCreate_v3",
                     "cuCtxCreate_v4", "cuCtxSetCurrent", "cuCtxPushCurrent",
                     "cuCtxPushCurrent_v2", "cuCtxPopCurrent",
                     "cuCtxPopCurrent_v2"},
                    true)
             .Default(false);
}

/// What one function does, its lambdas included.
struct Conduct {
  std::vector<const Expr *> Choices; ///< calls of the library
  /// Calls and constructions of functions of the program.
  std::vector<std::pair<const Expr *, const FunctionDecl *>> Calls;
  std::string Unseen; ///< it chooses where that is not followed
};

class DeviceFinder : public DynamicRecursiveASTVisitor {
public:
  explicit DeviceFinder(FrontendContext &C) : C(C) {
    ShouldVisitImplicitCode = true;
    ShouldVisitTemplateInstantiations = true;
  }

  bool TraverseDecl(Decl *D) override {
    const auto *F = dyn_cast_or_null<FunctionDecl>(D);
    if (!F)
      return DynamicRecursiveASTVisitor::TraverseDecl(D);
    if (C.SM.isInSystemHeader(C.SM.getExpansionLoc(F->getLocation())))
      return true;
    const FunctionDecl *Outer =
        std::exchange(Function, Lambdas ? Function : F->getCanonicalDecl());
    bool Result = DynamicRecursiveASTVisitor::TraverseDecl(D);
    Function = Outer;
    return Result;
  }
  bool TraverseLambdaExpr(LambdaExpr *E) override {
    ++Lambdas;
    bool Result = DynamicRecursiveASTVisitor::TraverseLambdaExpr(E);
    --Lambdas;
    return Result;
  }

  bool VisitCallExpr(CallExpr *E) override {
    const FunctionDecl *Callee = E->getDirectCallee();
    if (!Callee)
      return true;
    Callees.insert(E->getCallee()->IgnoreParenImpCasts());
    if (choosesDevice(Callee))
      choice(E, Callee);
    else
      here().Calls.emplace_back(E, Callee->getCanonicalDecl());
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *E) override {
    here().Calls.emplace_back(E, E->getConstructor()->getCanonicalDecl());
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    if (const auto *F = dyn_cast<FunctionDecl>(E->getDecl());
        F && !Callees.count(E))
      Taken.insert(F->getCanonicalDecl());
    return true;
  }
  bool VisitOMPExecutableDirective(OMPExecutableDirective *) override {
    HasThreads = true;
    return true;
  }
  bool VisitVarDecl(VarDecl *V) override {
    const QualType Type = V->getType();
    if (V->hasGlobalStorage() && V->isThisDeclarationADefinition() &&
        !V->hasAttr<CUDADeviceAttr>() && !V->hasAttr<CUDAConstantAttr>() &&
        !V->hasAttr<CUDASharedAttr>() && !Type->isDependentType() &&
        !Type->isIncompleteType() && Type->isConstantSizeType() &&
        !C.SharedVariables.count(V->getCanonicalDecl()))
      StaticBytes += C.AST.getTypeSizeInChars(Type).getQuantity();
    return true;
  }

  std::map<const FunctionDecl *, Conduct> Functions;
  std::set<const FunctionDecl *> Taken; ///< used other than by calls
  bool HasThreads = false;
  bool OnlyFirst = true; ///< the device with number 0 is the only one
  int64_t StaticBytes = 0;

private:
  Conduct &here() { return Functions[Function]; }

  void choice(const CallExpr *E, const FunctionDecl *Callee) {
    here().Choices.push_back(E);
    Expr::EvalResult Number;
    const bool IsFirst = Callee->getName() == "cudaSetDevice" &&
                         E->getNumArgs() == 1 &&
                         !E->getArg(0)->isValueDependent() &&
                         E->getArg(0)->EvaluateAsInt(Number, C.AST) &&
                         Number.Val.getInt().isZero();
    OnlyFirst &= IsFirst;
    if (Lambdas)
      here().Unseen = "a lambda may choose another device";
  }

  FrontendContext &C;
  const FunctionDecl *Function = nullptr; ///< null: at file scope
  unsigned Lambdas = 0;
  std::set<const Expr *> Callees;
};

/// Whether calls of \p F are not all seen.
bool isCalledUnseen(const FunctionDecl *F,
                    const std::set<const FunctionDecl *> &Taken) {
  const auto *Method = dyn_cast<CXXMethodDecl>(F);
  return Taken.count(F) || isa<CXXDestructorDecl>(F) ||
         (Method && Method->isVirtual());
}

} // namespace

void collectDeviceChoices(FrontendContext &C) {
  DeviceFinder Find(C);
  for (Decl *D : programDecls(C.AST))
    if (!C.SM.isInSystemHeader(C.SM.getExpansionLoc(D->getLocation())))
      Find.TraverseDecl(D);
  HostModel &H = C.Result.Host;
  H.StaticBytes = Find.StaticBytes;
  std::set<const FunctionDecl *> Choosing;
  for (const auto &[F, Does] : Find.Functions)
    for (const Expr *Choice : Does.Choices)
      if (choosesDevice(cast<CallExpr>(Choice)->getDirectCallee()))
        Choosing.insert(F);
  bool Uses = llvm::any_of(Find.Taken, choosesDevice);
  if (Find.OnlyFirst && !Uses)
    return;
  if (Uses)
    H.UnseenChoice = "another device may be chosen through a pointer";
  for (bool Again = true; std::exchange(Again, false);)
    for (const auto &[F, Does] : Find.Functions)
      for (const auto &[At, Callee] : Does.Calls)
        if (Choosing.count(Callee))
          Again |= Choosing.insert(F).second;
  bool HasMain = false;
  for (const FunctionDecl *F : Choosing) {
    const Conduct &Does = Find.Functions[F];
    if (!F)
      continue; // before main
    if (!Does.Unseen.empty())
      H.UnseenChoice = Does.Unseen;
    if (isCalledUnseen(F, Find.Taken))
      H.UnseenChoice = "'" + F->getNameAsString() +
                       "', which may choose another device, may be called "
                       "unseen";
  }
  for (const auto &[F, Does] : Find.Functions) {
    if (!F || !F->isMain())
      continue;
    HasMain = true;
    for (const Expr *Choice : Does.Choices)
      H.DeviceChoices.push_back(C.place(Choice->getBeginLoc()));
    for (const auto &[At, Callee] : Does.Calls)
      if (Choosing.count(Callee))
        H.DeviceChoices.push_back(C.place(At->getBeginLoc()));
  }
  if (!HasMain && !Choosing.empty())
    H.UnseenChoice = "another device may be chosen between calls";
  if (Find.HasThreads)
    H.UnseenChoice = "each thread chooses a device of its own";
}

} // namespace tessera

//===- SharedLaunches.cpp - Texts that start several instances ------------===//
//
//   template <typename T> void run(const T *a, T *b, int n) {
//     copy<T><<<n / 256, 256>>>(a, b);   // copy<float>, copy<double>
//   }
//
//===----------------------------------------------------------------------===//
#include "launch/SharedLaunches.h"
#include "launch/LaunchPlaces.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace tessera {

namespace {

/// Looks for variables that may change.
class VariableFinder : public DynamicRecursiveASTVisitor {
public:
  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    const auto *V = dyn_cast<VarDecl>(E->getDecl());
    Found |= V && (V->getType()->isReferenceType() ||
                   !V->getType().isConstQualified());
    return true;
  }
  bool VisitMemberExpr(MemberExpr *E) override {
    Found |= E->isArrow();
    return true;
  }
  bool Found = false;
};

} // namespace

/// Whether \p Launch may become a call, which evaluates its operands and
/// arguments in any order: a launch has the operands first.
static bool keepsOrder(const FrontendContext &C,
                       const CUDAKernelCallExpr &Launch) {
  const bool Changes = llvm::any_of(Launch.arguments(), [&](const Expr *E) {
    return E->HasSideEffects(C.AST);
  });
  return llvm::all_of(configurationOf(Launch), [&](const Expr *E) {
    if (isa<CXXDefaultArgExpr>(E))
      return true;
    VariableFinder Variables;
    Variables.TraverseStmt(const_cast<Expr *>(E));
    return isRepeatableText(C, E) && !(Changes && Variables.Found);
  });
}

std::optional<LaunchAsCall> asCall(const FrontendContext &C,
                                   const CUDAKernelCallExpr &Launch,
                                   const LaunchModel &L) {
  const FunctionDecl *Kernel = Launch.getDirectCallee();
  const KernelModel &K = C.Result.kernel(L.Kernel);
  if (!Kernel || !Kernel->getTemplateSpecializationArgs() || L.Overloaded ||
      L.Callee.size() == 0 || L.Configuration.size() == 0 ||
      K.DeclaredEarlier || !keepsOrder(C, Launch) ||
      !K.Scope.Declarations.empty() || L.Source.Begin < K.Definition.End ||
      !C.AST.getLangOpts().CPlusPlus17)
    return std::nullopt;
  const llvm::StringRef Source = C.Result.Source;
  const bool HasNames = llvm::all_of(
      K.Parameters, [](const ParameterInfo &P) { return !P.Name.empty(); });
  if (!HasNames || !K.CanHandOn || // or what a host function cannot have
      Source.slice(K.ParameterList.Begin, K.ParameterList.End)
          .contains("__grid_constant__"))
    return std::nullopt;
  LaunchAsCall Call;
  const llvm::StringRef Name =
      Source.slice(L.Callee.Begin, L.Callee.End)
          .take_until([](char Ch) { return Ch == '<'; })
          .rtrim();
  Call.Name.End = L.Callee.Begin + Name.size();
  Call.Name.Begin = Call.Name.End - K.Name.size();
  Call.Opening = {L.Callee.End, L.Configuration.Begin};
  const size_t Parenthesis = Source.find('(', L.Configuration.End);
  if (!Name.ends_with(K.Name) || Parenthesis >= L.Source.End ||
      Source.slice(Call.Opening.Begin, Call.Opening.End).trim() != "<<<" ||
      Source.slice(L.Configuration.End, Parenthesis).trim() != ">>>")
    return std::nullopt;
  Call.Closing = {L.Configuration.End, unsigned(Parenthesis + 1)};
  Call.Operands = llvm::count_if(configurationOf(Launch), [](const Expr *E) {
    return !isa<CXXDefaultArgExpr>(E);
  });
  Call.HasArguments = Launch.getNumArgs() > 0;
  return Call;
}

void keepSharedCalls(std::vector<LaunchModel> &Launches) {
  std::map<SourceRange, std::vector<LaunchModel *>> ByText;
  for (LaunchModel &L : Launches)
    ByText[L.Source].push_back(&L);
  for (auto &[Text, Of] : ByText)
    if (!llvm::all_of(Of, [&](const LaunchModel *L) {
          return L->Fixed && L->AsCall && *L->AsCall == *Of.front()->AsCall;
        }))
      for (LaunchModel *L : Of)
        L->AsCall.reset();
}

} // namespace tessera

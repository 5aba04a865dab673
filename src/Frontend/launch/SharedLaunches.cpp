//===- SharedLaunches.cpp - Texts that start several instances ------------===//
//
//   template <typename T> void run(const T *a, T *b, int n) {
//     copy<T><<<n / 256, 256>>>(a, b);   // copy<float>, copy<double>
//   }
//
//===----------------------------------------------------------------------===//
#include "launch/SharedLaunches.h"
#include "kernel/KernelParts.h"
#include "launch/LaunchPlaces.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace tessera {

/// What \p Callee has between its `<` and `>`, by comma: `T`, `16` of
/// `k<T, 16>`. Nothing if these are not clear.
static std::vector<std::string> argumentsOf(llvm::StringRef Callee) {
  std::vector<std::string> Arguments;
  Callee = Callee.drop_until([](char C) { return C == '<'; }).rtrim();
  if (!Callee.consume_front("<") || !Callee.consume_back(">"))
    return Arguments;
  int Depth = 0;
  size_t From = 0;
  for (size_t At = 0; At <= Callee.size(); ++At) {
    const char C = At < Callee.size() ? Callee[At] : ',';
    Depth += llvm::StringRef("<([{").contains(C);
    Depth -= llvm::StringRef(">)]}").contains(C);
    if (Depth < 0)
      return {};
    if (C == ',' && Depth == 0) {
      Arguments.push_back(Callee.slice(From, At).trim().str());
      From = At + 1;
    }
  }
  if (Depth != 0)
    return {};
  return Arguments;
}

std::optional<LaunchBranch> branchOf(const FrontendContext &C,
                                     const CUDAKernelCallExpr &Launch,
                                     const LaunchModel &L) {
  const FunctionDecl *Kernel = Launch.getDirectCallee();
  const TemplateArgumentList *Arguments =
      Kernel ? Kernel->getTemplateSpecializationArgs() : nullptr;
  const SourceRange Statement = statementInText(C, &Launch);
  if (!Arguments || L.Callee.size() == 0 || Statement.size() == 0 ||
      L.Configuration.size() == 0 || !C.AST.getLangOpts().CPlusPlus17)
    return std::nullopt;
  const std::vector<std::string> Texts = argumentsOf(
      llvm::StringRef(C.Result.Source).slice(L.Callee.Begin, L.Callee.End));
  if (Texts.size() != Arguments->size()) // some are deduced
    return std::nullopt;
  LaunchBranch Branch = {"", Statement, L.Callee, L.Configuration};
  for (unsigned I = 0; I < Texts.size(); ++I) {
    const TemplateArgument &Is = Arguments->get(I);
    std::string Printed;
    llvm::raw_string_ostream OS(Printed);
    Is.print(C.AST.getPrintingPolicy(), OS, /*IncludeType=*/false);
    if (Printed == Texts[I])
      continue; // in all instances
    const bool IsNumber = Is.getKind() == TemplateArgument::Integral;
    const bool IsName = llvm::all_of(
        Texts[I], [](char Ch) { return llvm::isAlnum(Ch) || Ch == '_'; });
    const std::string Test = testArgument(
        IsNumber && !IsName ? "(" + Texts[I] + ")" : Texts[I], Is, C.AST);
    if (Test.empty())
      return std::nullopt;
    Branch.Test += (Branch.Test.empty() ? "" : " && ") + Test;
  }
  return Branch.Test.empty() ? std::nullopt : std::optional(Branch);
}

void keepClearBranches(std::vector<LaunchModel> &Launches) {
  std::map<SourceRange, std::vector<LaunchModel *>> ByText;
  for (LaunchModel &L : Launches)
    if (L.Fixed)
      ByText[L.Source].push_back(&L);
    else
      L.Branch.reset();
  for (auto &[Text, Of] : ByText) {
    auto Confuses = [&](const LaunchModel *A, const LaunchModel *B) {
      if (!A->Branch || !B->Branch)
        return true;
      LaunchModel Same = *B;
      Same.Function = A->Function;
      return (A->Kernel == B->Kernel || A->Branch->Test == B->Branch->Test) &&
             Same != *A;
    };
    const bool Clear = llvm::all_of(Of, [&](const LaunchModel *A) {
      return llvm::none_of(
          Of, [&](const LaunchModel *B) { return Confuses(A, B); });
    });
    if (!Clear)
      for (LaunchModel *L : Of)
        L->Branch.reset();
  }
}

} // namespace tessera

//===- KernelSummary.cpp - One kernel in a table --------------------------===//
#include "tessera/Driver/KernelSummary.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

namespace tessera {

/// The outcome that \p D tells of. Its first argument is an array or one of its
/// elements, `a[i]`; anything else is about the kernel.
static Outcome &outcomeOf(const Diagnostic &D, std::vector<Outcome> &All) {
  llvm::StringRef Name;
  if (!D.Arguments.empty())
    Name = llvm::StringRef(D.Arguments.front()).split('[').first;
  for (Outcome &O : llvm::drop_begin(All))
    if (O.Array == Name)
      return O;
  return All.front();
}

static void addOnce(std::vector<std::string> &Names, llvm::StringRef Name) {
  if (!llvm::is_contained(Names, Name))
    Names.push_back(Name.str());
}

/// The number that is the argument \p Index of \p D; 0 if it is none.
static int64_t number(const Diagnostic &D, size_t Index) {
  int64_t Value = 0;
  return llvm::StringRef(D.Arguments[Index]).getAsInteger(10, Value) ? 0
                                                                     : Value;
}

/// How many times faster the chosen plans are, by what they were chosen for.
static std::optional<double> decidedGain(const PlanDecision &D) {
  std::optional<double> Most;
  for (const ShapeDecision &Shape : D.Shapes)
    for (const Candidate &C : Shape.Considered) {
      auto [Before, After] = C.Cycles.value_or(std::pair(C.Before, C.After));
      if (C.Verdict.empty() && Before > 0 && After > 0)
        Most = std::max(Most.value_or(0), Before / After);
    }
  return Most;
}

KernelSummary summarise(const Program &P, const PlanDecision &D,
                        llvm::ArrayRef<Diagnostic> Messages) {
  const KernelModel &K = P.kernel(D.Kernel);
  KernelSummary Result;
  Result.Name = K.Name + K.TemplateArguments;
  Result.Where = K.NamePlace;
  Result.Launches = P.launchesOf(D.Kernel).size();
  Result.Changed = llvm::any_of(
      plansOf(D), [](const KernelPlan *Plan) { return !Plan->empty(); });
  Result.Gain = decidedGain(D);
  Result.Outcomes.emplace_back();
  for (const ArrayInfo &A : K.Arrays) {
    Result.Outcomes.emplace_back();
    Result.Outcomes.back().Array = A.Name;
  }
  std::map<std::string, unsigned> Outputs; // by axis
  for (const Diagnostic &M : Messages) {
    Outcome &O = outcomeOf(M, Result.Outcomes);
    if (level(M.Kind) == DiagLevel::Missed)
      addOnce(O.Missed, identity(M.Kind));
    if (level(M.Kind) != DiagLevel::Remark)
      continue;
    addOnce(O.Done, identity(M.Kind));
    if (M.Kind == DiagKind::Staged || M.Kind == DiagKind::StagedStore)
      O.TileBytes = std::max(O.TileBytes, number(M, 1));
    if (M.Kind == DiagKind::Coarsened) {
      unsigned &Factor = Outputs[M.Arguments[2]];
      Factor = std::max<unsigned>(Factor, number(M, 1));
    }
  }
  for (const auto &[Axis, Factor] : Outputs)
    Result.Outcomes.front().Outputs *= Factor;
  return Result;
}

} // namespace tessera

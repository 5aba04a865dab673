//===- LoopText.cpp - How often the text of loops is run ------------------===//
#include "costs/LoopText.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

/// Steps of a strip that compilers unroll; and rounds of a loop, known to them,
/// that they do.
constexpr double UnrolledSteps = 8, MostUnrolled = 64;

static double roundsOfText(LoopId Id, const KernelPlan *Plan) {
  if (Plan)
    for (const StagePoint &Point : Plan->Points)
      if (Point.Loop == Id)
        return std::min(double(Point.Steps), UnrolledSteps);
  return UnrolledRounds;
}

std::pair<double, double> roundsAndRepeats(const KernelModel &K,
                                           const KernelPlan *Plan,
                                           const AccessCosts &Costs) {
  double MostRounds = 1, MostRepeats = 1;
  for (const AccessInfo &A : K.Accesses) {
    double Rounds = 1, Repeats = 1;
    for (LoopId L : A.Loops) {
      const double Trip = Costs.rounds({L});
      if (K.loop(L).Distance.constant() && Trip <= MostUnrolled)
        continue;
      Rounds *= Trip;
      Repeats *= std::max(1.0, Trip / roundsOfText(L, Plan));
    }
    MostRounds = std::max(MostRounds, Rounds);
    MostRepeats = std::max(MostRepeats, Repeats);
  }
  return {MostRounds, MostRepeats};
}

double cutRounds(const KernelModel &K, const KernelPlan *Plan,
                 const AccessCosts &Costs) {
  double Most = 0;
  if (Plan)
    for (const StagePoint &Point : Plan->Points)
      if (Point.Loop && Point.Steps > 1 && !Point.Divides && !Point.Unroll)
        for (const AccessInfo &A : K.Accesses)
          if (auto At = llvm::find(A.Loops, *Point.Loop); At != A.Loops.end())
            Most = std::max(Most, Costs.rounds({A.Loops.begin(), At + 1}));
  return Most;
}

/// Those of \p When whose side \p Counts.
static int64_t
comparisons(const Condition &When,
            llvm::function_ref<bool(const Polynomial &)> Counts) {
  int64_t Number = 0;
  for (const Condition &Operand : When.Operands)
    Number += comparisons(Operand, Counts);
  const bool IsOne =
      When.K == Condition::Kind::NonNegative || When.K == Condition::Kind::Zero;
  return Number + (IsOne && Counts(When.Value));
}

/// Those of \p G around \p A, see ownComparisons.
static int64_t ownComparisons(const KernelModel &K, const KernelPlan &Plan,
                              const AccessInfo &A, const GuardUse &G) {
  if (Plan.Interior && llvm::is_contained(Plan.Interior->Holds, G))
    return 0;
  return comparisons(K.guard(G.Guard).When, [&](const Polynomial &P) {
    return llvm::any_of(Plan.Coarsen,
                        [&](const Coarsening &C) {
                          return P.mentions(std::string("t") + "xyz"[C.Axis]);
                        }) &&
           llvm::any_of(A.Loops,
                        [&](LoopId L) { return P.mentions(K.loop(L).Symbol); });
  });
}

int64_t ownComparisons(const KernelModel &K, const KernelPlan *Plan,
                       const AccessInfo &A) {
  int64_t Number = 0;
  if (Plan)
    for (const GuardUse &G : A.Guards)
      Number += ownComparisons(K, *Plan, A, G);
  return Number;
}

double ownComparisons(const KernelModel &K, const KernelPlan *Plan,
                      const AccessCosts &Costs) {
  std::map<GuardId, double> Own;
  if (Plan)
    for (const AccessInfo &A : K.Accesses)
      for (const GuardUse &G : A.Guards) {
        double &Most = Own[G.Guard];
        Most = std::max(Most, Costs.rounds(A.Loops) *
                                  double(ownComparisons(K, *Plan, A, G)));
      }
  double Sum = 0;
  for (const auto &[Guard, Number] : Own)
    Sum += Number;
  return Sum;
}

} // namespace tessera

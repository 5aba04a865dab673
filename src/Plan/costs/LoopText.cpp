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

} // namespace tessera

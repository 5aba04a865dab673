//===- FuseLoops.cpp - Launch loops become one launch ---------------------===//
#include "steps/FuseLoops.h"
#include "steps/FirstStep.h"
#include "tessera/Emit/FusionEdits.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

llvm::Expected<std::optional<Translation>>
fuseLoops(const Program &P, const Options &Opts,
          std::vector<Diagnostic> &Messages) {
  const FusePlan Plan = planFusion(P);
  Messages = Plan.Messages;
  if (Plan.Loops.empty())
    return std::nullopt;
  llvm::Expected<FirstStep> Step =
      FirstStep::take(P, collectFusionEdits(P, Plan));
  if (!Step)
    return Step.takeError();
  Options Rest = Opts;
  Rest.FuseLoops = false;
  Rest.SplitPhases.reset();
  std::optional<Translation> Result =
      Step->translated(Rest, DiagKind::LaunchesFused,
                       DiagKind::LaunchesNotFused, 2, "one launch", Messages);
  if (!Result)
    return std::nullopt;
  std::string Printed;
  llvm::raw_string_ostream OS(Printed);
  print(OS, Plan, P);
  Step->finish(*Result, Messages, Opts, Printed);
  return Result;
}

} // namespace tessera

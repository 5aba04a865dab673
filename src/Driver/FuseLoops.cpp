//===- FuseLoops.cpp - Launch loops become one launch ---------------------===//
#include "FuseLoops.h"
#include "FirstStep.h"
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
  llvm::Expected<Translation> Result = translate(P.File, Step->Text, Rest);
  if (!Result) {
    const std::string Why = toString(Result.takeError());
    for (Diagnostic &D : Messages)
      if (D.Kind == DiagKind::LaunchesFused)
        D = {DiagKind::LaunchesNotFused,
             D.Where,
             {D.Arguments[0], D.Arguments[1],
              "one launch is no program: " + Why}};
    return std::nullopt;
  }
  std::string Printed;
  llvm::raw_string_ostream OS(Printed);
  print(OS, Plan, P);
  Step->finish(*Result, Messages, Opts, Printed);
  return std::move(*Result);
}

} // namespace tessera

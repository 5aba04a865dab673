//===- SplitPhases.cpp - Kernels become several launches ------------------===//
#include "steps/SplitPhases.h"
#include "steps/FirstStep.h"
#include "tessera/Emit/PhaseEdits.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

/// Whether \p D only says that a function of ours starts a kernel.
static bool isOfLaunchFunction(const Diagnostic &D, const PhasePlan &Plan,
                               const Program &P) {
  bool Means = D.Kind == DiagKind::NoVisibleLaunch ||
               D.Kind == DiagKind::AddressEscapes ||
               D.Kind == DiagKind::OpaqueCall;
  return Means && llvm::any_of(Plan.Kernels, [&](const SplitKernel &Split) {
           return P.kernel(Split.Kernel).Name == D.Arguments.front();
         });
}

llvm::Expected<std::optional<Translation>>
splitPhases(const Program &P, const Options &Opts,
            std::vector<Diagnostic> &Messages) {
  llvm::Expected<DeviceModel> Device =
      findDevice(Opts.Gpu, Opts.DeviceDirectory);
  if (!Device) { // said where tiles are planned
    llvm::consumeError(Device.takeError());
    return std::nullopt;
  }
  PhasePlan Plan =
      planPhases(P, Opts.KernelPattern, *Device, *Opts.SplitPhases);
  Messages = Plan.Messages;
  if (Plan.Kernels.empty())
    return std::nullopt;
  std::set<std::string> Names;
  for (const SplitKernel &Split : Plan.Kernels)
    Names.insert(P.kernel(Split.Kernel).Name);
  llvm::Expected<FirstStep> Step =
      FirstStep::take(P, collectPhaseEdits(P, Plan));
  if (!Step)
    return Step.takeError();
  Options Rest = Opts;
  Rest.SplitPhases.reset();
  if (!Rest.KernelPattern.empty()) // the phases have other names
    for (const SplitKernel &Split : Plan.Kernels)
      for (const KernelPhase &Phase : Split.Phases)
        Rest.KernelPattern += "|^" + Phase.Name + "$";
  std::optional<Translation> Result =
      Step->translated(Rest, DiagKind::PhasesSplit, DiagKind::PhasesNotSplit, 1,
                       "the program of phases", Messages);
  if (!Result)
    return std::nullopt;
  llvm::erase_if(Result->Messages, [&](const Diagnostic &D) {
    return isOfLaunchFunction(D, Plan, P);
  });
  std::string Printed;
  llvm::raw_string_ostream OS(Printed);
  print(OS, Plan, P);
  Step->finish(*Result, Messages, Opts, Printed);
  Result->Names.Kernels.merge(Names);
  return Result;
}

} // namespace tessera

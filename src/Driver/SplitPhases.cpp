//===- SplitPhases.cpp - Kernels become several launches ------------------===//
#include "SplitPhases.h"
#include "tessera/Driver/Messages.h"
#include "tessera/Emit/Format.h"
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
  std::vector<TextEdit> Edits = collectPhaseEdits(P, Plan);
  llvm::Expected<EditedText> Edited = applyEdits(P.Source, Edits);
  if (!Edited)
    return reject(DiagKind::InternalError, SourcePlace::nowhere(),
                  toString(Edited.takeError()));
  const std::string Text = formatNewText(P.File, P.Source, *Edited);
  Options Rest = Opts;
  Rest.SplitPhases.reset();
  if (!Rest.KernelPattern.empty()) // the phases have other names
    for (const SplitKernel &Split : Plan.Kernels)
      for (const KernelPhase &Phase : Split.Phases)
        Rest.KernelPattern += "|^" + Phase.Name + "$";
  llvm::Expected<Translation> Result = translate(P.File, Text, Rest);
  if (!Result) {
    std::string Why = toString(Result.takeError());
    for (Diagnostic &D : Messages)
      if (D.Kind == DiagKind::PhasesSplit)
        D = {DiagKind::PhasesNotSplit,
             D.Where,
             {D.Arguments.front(), "the phases are no program: " + Why}};
    return std::nullopt;
  }
  // What is said of new text has no place in the user's.
  for (const Diagnostic &D : Result->Messages)
    if (isOfLaunchFunction(D, Plan, P))
      continue;
    else if (!D.Where.isKnown())
      Messages.push_back(D);
    else if (std::optional<unsigned> Origin =
                 originOf(P.Source, Edits, Text, D.Where.Offset))
      Messages.push_back({D.Kind, {*Origin}, D.Arguments});
  arrange(Messages);
  Result->Messages = Messages;
  Result->Names.Kernels.merge(Names);
  Result->Changed = true;
  std::string Printed;
  llvm::raw_string_ostream OS(Printed);
  if (Opts.Print == PrintStage::Plan)
    print(OS, Plan, P);
  if (Opts.Print == PrintStage::Edits)
    print(OS, Edits, P.Source);
  Result->Text.insert(0, Printed);
  return std::move(*Result);
}

} // namespace tessera

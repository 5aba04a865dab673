//===- Pipeline.cpp - One file, from text to text -------------------------===//
//
// The table of contents: each step is a function from values to values.
//
//===----------------------------------------------------------------------===//
#include "tessera/Driver/Pipeline.h"
#include "messages/PlanMessages.h"
#include "project/ProjectIndex.h"
#include "report/CollectReport.h"
#include "steps/AsWritten.h"
#include "steps/FirstStep.h"
#include "steps/FuseLoops.h"
#include "steps/Instances.h"
#include "steps/LeaveWrong.h"
#include "steps/PrintStages.h"
#include "steps/RewriteKernel.h"
#include "steps/SplitPhases.h"
#include "steps/StartElsewhere.h"
#include "steps/TranslateAlone.h"
#include "steps/Untouched.h"
#include "tessera/Analysis/ConstantMemory.h"
#include "tessera/Driver/Messages.h"
#include "tessera/Driver/Report.h"
#include "tessera/Emit/CheckEdits.h"
#include "tessera/Emit/CopyEdits.h"
#include "tessera/Emit/HostEdits.h"
#include "tessera/Emit/KernelEdits.h"
#include "tessera/Emit/SettingsCheck.h"
#include "tessera/Plan/AllowShared.h"
#include "tessera/Plan/DeferChecks.h"
#include "tessera/Plan/FuseLaunches.h"
#include "tessera/Plan/HostMistakes.h"
#include "tessera/Plan/PlaceConstants.h"
#include "tessera/Plan/PlanGraphs.h"
#include "tessera/Plan/PlanPieces.h"
#include "tessera/Plan/PlanSpread.h"
#include "tessera/Plan/PlanStreams.h"
#include "tessera/Plan/Planner.h"
#include "tessera/Plan/Versions.h"
#include "tessera/Transform/MergeVersions.h"
#include "tessera/Transform/Transforms.h"
#include "llvm/Support/MemoryBuffer.h"

namespace tessera {

/// What the planner is to know of the command line.
static llvm::Expected<PlannerOptions> plannerOptions(const Options &Opts) {
  PlannerOptions Result;
  const std::string Flags = architectureToPlanFor(Opts.Architectures);
  llvm::Expected<DeviceModel> Device =
      Opts.Gpu.empty() && !Flags.empty()
          ? nearestDevice(Flags, Opts.DeviceDirectory)
          : findDevice(Opts.Gpu, Opts.DeviceDirectory);
  if (!Device)
    return reject(DiagKind::BadOption, SourcePlace::nowhere(),
                  "--gpu: " + toString(Device.takeError()));
  Result.Device = std::move(*Device);
  Result.ForcedArrays = Opts.ForcedArrays;
  Result.KernelPattern = Opts.KernelPattern;
  Result.AllowReassociation = Opts.AllowReassociation;
  Result.Outputs = Opts.Coarsen;
  Result.KeepLaunches = Opts.AllGpus || Opts.Pieces.value_or(1) > 1;
  Result.Forced = Opts.Plan;
  if (Opts.Plan || Opts.PlanFile.empty())
    return Result;
  auto Buffer = llvm::MemoryBuffer::getFile(Opts.PlanFile);
  if (!Buffer)
    return reject(DiagKind::CannotRead, SourcePlace::nowhere(), Opts.PlanFile,
                  Buffer.getError().message());
  llvm::Expected<PlanRequest> Plan = readPlan((*Buffer)->getBuffer());
  if (!Plan)
    return reject(DiagKind::BadPlan, SourcePlace::nowhere(),
                  Opts.PlanFile + ":" + toString(Plan.takeError()));
  Result.Forced = std::move(*Plan);
  return Result;
}

/// Places the transfers and overlaps them with launches.
static llvm::Expected<TransferPlan>
decideTransfers(const Program &P, const std::vector<PlanDecision> &Decisions,
                const DeviceModel &Device, const Options &Opts,
                std::vector<Diagnostic> &Messages) {
  PinningThreshold Pin;
  Pin.DeviceAlone = !Opts.AllGpus; // each has a part
  if (Opts.AllGpus || Opts.Pieces) // managed memory is not cut
    Pin.ManagedBytes = std::numeric_limits<int64_t>::max();
  TransferPlan Plan = planTransfers(P, Pin);
  if (!Plan.Errors.empty())
    return llvm::make_error<Reject>(Plan.Errors.front());
  if (Opts.AllGpus)
    if (std::optional<Diagnostic> Why = planSpread(P, Decisions, Plan))
      Messages.push_back(*Why);
  if (Plan.Spread)
    return Plan;
  planPieces(P, Decisions, Plan, Opts.Pieces);
  if (Opts.Graphs)
    planGraphs(P, Decisions, Plan, Messages);
  planStreamLoops(P, planFusion(P), Decisions, Device, Plan, Messages);
  planStreams(P, Decisions, Device, Plan, Messages);
  return Plan;
}

/// \p P with the copies that it makes itself.
static llvm::Expected<Program> readCopies(const Program &P,
                                          const Options &Opts) {
  FrontendOptions Own = Opts.Frontend;
  Own.OwnCopies = true;
  return readProgram(P.File, P.Source, Own);
}

/// Warns of copies that could be made once: those that --improve-copies moves.
static llvm::Error warnOfCopies(const Program &P, const Options &Opts,
                                const std::vector<PlanDecision> &Decisions,
                                const DeviceModel &Device,
                                std::vector<Diagnostic> &Messages) {
  llvm::Expected<Program> Copying = readCopies(P, Opts);
  if (!Copying)
    return Copying.takeError();
  CopyPlan Plan =
      improveCopies(*Copying, !P.Host.Variables.empty(), Decisions, Device);
  for (Diagnostic &D : Plan.Messages)
    if (D.Kind == DiagKind::CopyHoisted || D.Kind == DiagKind::CopySunk)
      Messages.push_back({DiagKind::CopyInLoop, D.Where, D.Arguments});
  return llvm::Error::success();
}

/// What becomes of kernels and of the host.
struct Decided {
  std::vector<PlanDecision> Kernels;
  InstancePlan Instances;
  TransferPlan Transfers;
  std::vector<OwnConstant> Constants;
};

/// The kernels of \p Decisions with other grids or blocks whose launches would
/// save more time in pieces if these stayed.
static std::set<KernelId> changedIfKept(const Program &P,
                                        std::vector<PlanDecision> Decisions,
                                        const DeviceModel &Device,
                                        const Options &Opts) {
  std::set<KernelId> Changed, Cut;
  for (PlanDecision &D : Decisions)
    for (ShapeDecision &S : D.Shapes)
      if (S.Plan && (!S.Plan->Coarsen.empty() || S.Plan->Relaunch ||
                     S.Plan->Persistent)) {
        Changed.insert(D.Kernel);
        S.Plan.reset();
        S.Otherwise.clear();
      }
  if (Changed.empty())
    return Cut;
  std::vector<Diagnostic> Unused;
  llvm::Expected<TransferPlan> Placed =
      decideTransfers(P, Decisions, Device, Opts, Unused);
  if (!Placed) {
    llvm::consumeError(Placed.takeError()); // the caller has it, too
    return Cut;
  }
  for (const PieceLoop &Loop : Placed->Pieces)
    if (Opts.Pieces || piecesSaveMore(P, Loop, Decisions, Device))
      if (KernelId Kernel = P.launch(Loop.Launch).Kernel; Changed.count(Kernel))
        Cut.insert(Kernel);
  return Cut;
}

/// Decides both. Where copies turn out not to be plain, variables are decided
/// again without constant memory.
///
/// \param Named is \p P, as it is read to find variables for that.
static llvm::Expected<Decided> decide(const Program &P, const Program &Named,
                                      PlannerOptions Planner,
                                      const Options &Opts,
                                      std::vector<Diagnostic> &Messages) {
  std::set<SharedVarId> Constants;
  if (Opts.Tiles && Opts.Transfers) {
    auto Chosen = chooseConstants(Named, Planner, Messages);
    if (!Chosen)
      return Chosen.takeError();
    Constants = std::move(*Chosen);
  }
  while (true) {
    Decided Result;
    std::vector<Diagnostic> New;
    if (Opts.Tiles) {
      auto Tiles = Constants.empty()
                       ? planTiles(P, Planner)
                       : planTiles(withConstants(P, Named, Constants), Planner);
      if (!Tiles)
        return Tiles.takeError();
      Result.Kernels = std::move(*Tiles);
      Result.Instances = planInstances(P, Planner.Device, Result.Kernels);
    }
    if (Opts.Transfers) {
      llvm::Expected<TransferPlan> Placed =
          decideTransfers(P, Result.Kernels, Planner.Device, Opts, New);
      if (!Placed)
        return Placed.takeError();
      Result.Transfers = std::move(*Placed);
      if (std::set<KernelId> Cut =
              changedIfKept(P, Result.Kernels, Planner.Device, Opts);
          !Cut.empty() && !Planner.Forced) {
        Planner.Kept.insert(Cut.begin(), Cut.end());
        continue;
      }
    }
    size_t Wanted = Constants.size();
    if (&Named == &P)
      placeConstants(P, Constants, Result.Transfers);
    else
      Result.Constants = placeOwnConstants(Named, Constants, Result.Transfers);
    if (Constants.size() < Wanted)
      continue;
    for (PlanDecision &D : Result.Kernels)
      for (SharedVarId Id : Constants)
        if (!parametersFor(Named, D.Kernel, Id).Always.empty() ||
            usesByName(Named, D.Kernel, Id))
          D.Constants.push_back(Named.Host.variable(Id).Name);
    llvm::append_range(Messages, New);
    return Result;
  }
}

/// Plans and makes all changes of \p P but for those of \ref deferChecks, of
/// kernels that are not in \p Left.
static llvm::Expected<Translation>
rewriteRest(const Program &P, const Options &Opts, const LeftKernels &Left) {
  Translation Result = untouched(P);
  llvm::raw_string_ostream OS(Result.Text);
  if (Opts.Transfers && !P.Host.Errors.empty())
    return llvm::make_error<Reject>(P.Host.Errors.front());
  llvm::Expected<PlannerOptions> Planner = plannerOptions(Opts);
  if (!Planner)
    return Planner.takeError();
  llvm::append_range(Result.Messages, findHostMistakes(P, Planner->Device));
  std::optional<Program> Copying;
  if (Opts.ImproveCopies) {
    llvm::Expected<Program> Read = readCopies(P, Opts);
    if (!Read)
      return Read.takeError();
    Copying = std::move(*Read);
    leave(*Copying, Left);
  }
  // Where memory is shared, too, transfers are placed around copies: they stay.
  const bool Shares = !P.Host.Variables.empty();
  llvm::Expected<Decided> Plan = decide(P, Copying && !Shares ? *Copying : P,
                                        *Planner, Opts, Result.Messages);
  if (!Plan)
    return Plan.takeError();
  std::vector<PlanDecision> &Decisions = Plan->Kernels;
  for (const PlanDecision &D : Decisions)
    if (D.WantsTiles)
      Result.WantTiles.insert(P.kernel(D.Kernel).Name);
  if (!Result.WantTiles.empty())
    return Result;
  TransferPlan &Transfers = Plan->Transfers;
  preferVersion(Decisions, Opts.Start);
  nameMergedVersions(P, Decisions);
  allowSharedMemory(P, Decisions, Transfers);
  std::vector<TextEdit> Edits = declareConstants(P, Plan->Constants);
  std::vector<TextEdit> OfKernels;
  std::vector<KernelPlan> Plans;
  std::set<std::string> Names;
  Launchers Starters;
  Result.Sites = tuneSites(P, Decisions);
  Result.VersionsForOthers = versionsForOthers(P, Decisions);
  if (reportNeedsData(Opts.Report))
    Result.Data = collectReport(
        P, Decisions, Opts.Transfers ? &Transfers : nullptr, Planner->Device);
  if (Opts.Print == PrintStage::Plan)
    printDecisions(OS, P, Decisions);
  if (Opts.Print == PrintStage::Candidates) {
    printCandidates(OS, Result.Sites);
    return Result;
  }
  std::vector<MessagesOf> Messages;
  for (const PlanDecision &D : Decisions) {
    const size_t Others = Result.Messages.size();
    llvm::append_range(Result.Messages, D.Messages);
    llvm::append_range(
        OfKernels, rewriteKernel(P, D, Decisions, Plan->Instances, Transfers,
                                 Names, Starters, Plans, Result.Messages));
    Result.Kernels.push_back(
        summarise(P, D, llvm::ArrayRef(Result.Messages).drop_front(Others)));
    Messages.push_back({D.Kernel, Others, Result.Messages.size()});
  }
  nameInstances(P, Messages, Result.Messages);
  llvm::append_range(OfKernels, Starters.edits(P));
  if (Opts.Tiles)
    llvm::append_range(OfKernels, startElsewhere(P, Names, Result.Messages));
  if (Opts.Transfers && Opts.Print == PrintStage::Plan)
    print(OS, Transfers, P);
  llvm::append_range(Edits, collectHostEdits(P, Transfers));
  if (Copying) {
    CopyPlan Copies = improveCopies(*Copying, Shares, Decisions,
                                    Planner->Device, Plan->Constants);
    llvm::append_range(Edits, collectCopyEdits(*Copying, Copies));
    llvm::append_range(Edits, collectHostEdits(*Copying, Copies.Overlap));
    llvm::append_range(Result.Messages, Copies.Messages);
    const ReportCopies Changed = {*Copying, Copies};
    if (Result.Data)
      Result.Data->Host = reportHost(P, &Transfers, &Changed);
  } else if (copiesInLoops(P))
    if (llvm::Error Failed =
            warnOfCopies(P, Opts, Decisions, Planner->Device, Result.Messages))
      return std::move(Failed);
  // Tests of launches read what copies before these bring.
  llvm::append_range(Edits, OfKernels);
  if (Opts.Transfers) {
    startInPieces(P, Transfers, Edits);
    startOnGpus(P, Transfers, Edits);
    llvm::append_range(Result.Messages, describe(Transfers, P));
  }
  const std::vector<TextEdit> Headers = includeHeaders(P, Plans);
  Edits.insert(Edits.begin(), Headers.begin(), Headers.end());
  if (!Edits.empty())
    llvm::append_range(Edits, checkSettings(P));
  Result.InlineChanges = inlineChanges(P, Edits);
  if (Opts.Print == PrintStage::Edits)
    print(OS, Edits, P.Source);
  if (Opts.Print != PrintStage::None && Opts.Print != PrintStage::Source)
    return Result;

  arrange(Result.Messages);
  Result.Changed = !Edits.empty();
  llvm::Expected<CheckedText> New = checkedText(P, Edits, Plans, Opts);
  if (!New)
    return New.takeError();
  Result.Text = std::move(New->Text);
  Result.Lines = std::move(New->Lines);
  Result.Versions = std::move(New->Versions);
  return Result;
}

/// Plans and makes all changes of \p P but for those of \ref deferChecks.
static llvm::Expected<Translation> rewrite(const Program &P,
                                           const Options &Opts) {
  return withoutWrongKernels(P, [&](const Program &Rest, const auto &Left) {
    return rewriteRest(Rest, Opts, Left);
  });
}

/// Lets the device make the tests of \p Plan, and translates what that gives.
/// Nothing if that is no program; then \p Plan says so.
static llvm::Expected<std::optional<Translation>>
deferChecks(const Program &P, CheckPlan &Plan, const Options &Opts) {
  llvm::Expected<FirstStep> Step =
      FirstStep::take(P, collectCheckEdits(P, Plan));
  if (!Step)
    return Step.takeError();
  llvm::Expected<Program> Deferred =
      readProgram(P.File, Step->Text, Opts.Frontend);
  // All threads read the same element, which needs no tile.
  Options Own = Opts;
  for (const DeferredCheck &D : Plan.Checks) {
    Own.ForcedArrays.emplace_back(D.Pointer, false);
    for (const DeferredCheck::Reader &R : D.Readers)
      Own.ForcedArrays.emplace_back(R.Pointer, false);
  }
  llvm::Expected<Translation> Result =
      Deferred ? rewrite(*Deferred, Own) : Deferred.takeError();
  if (!Result) {
    std::string Why = toString(Result.takeError());
    for (Diagnostic &D : Plan.Messages)
      if (D.Kind == DiagKind::CheckDeferred) {
        D.Kind = DiagKind::CheckNotDeferred;
        D.Arguments.back() = "a kernel cannot make the test: " + Why;
      }
    return std::nullopt;
  }
  if (!Result->WantTiles.empty())
    return std::move(*Result);
  std::string Printed;
  llvm::raw_string_ostream OS(Printed);
  print(OS, Plan, P);
  Step->finish(*Result, Plan.Messages, Opts, Printed);
  return std::move(*Result);
}

/// Makes all changes of \p P.
static llvm::Expected<Translation> change(const Program &P,
                                          const Options &Opts) {
  std::vector<Diagnostic> Loops;
  if (Opts.Transfers && Opts.FuseLoops) {
    llvm::Expected<std::optional<Translation>> Fused =
        fuseLoops(P, Opts, Loops);
    if (!Fused)
      return Fused.takeError();
    if (*Fused)
      return std::move(**Fused);
  }
  CheckPlan Checks;
  if (Opts.Transfers)
    Checks = planChecks(P);
  if (!Checks.Checks.empty()) {
    llvm::Expected<std::optional<Translation>> Deferred =
        deferChecks(P, Checks, Opts);
    if (!Deferred)
      return Deferred.takeError();
    if (*Deferred) {
      llvm::append_range((*Deferred)->Messages, Loops);
      return std::move(**Deferred);
    }
  }
  llvm::Expected<Translation> Result = rewrite(P, Opts);
  if (Result)
    for (const auto *More : {&Loops, &Checks.Messages})
      llvm::append_range(Result->Messages, *More);
  return Result;
}

static llvm::Expected<Translation> translateOnce(llvm::StringRef File,
                                                 llvm::StringRef Source,
                                                 const Options &Opts) {
  llvm::Expected<Program> P = readProgram(File, Source, Opts.Frontend);
  if (!P)
    return P.takeError();
  std::vector<Diagnostic> Phases;
  if (Opts.SplitPhases && !P->SwitchedOff) {
    llvm::Expected<std::optional<Translation>> Split =
        splitAsWritten(*P, Opts, Phases);
    if (!Split)
      return Split.takeError();
    if (*Split) {
      (*Split)->Functions = functionsOf(*P);
      return std::move(**Split);
    }
  }
  Translation Printed = untouched(*P);
  llvm::raw_string_ostream OS(Printed.Text);
  switch (Opts.Print) {
  case PrintStage::Model:
    printModel(OS, *P);
    return Printed;
  case PrintStage::Tree:
    printTrees(OS, *P);
    return Printed;
  case PrintStage::Normal:
    printNormalForm(OS, *P);
    return Printed;
  case PrintStage::Facts:
    printFacts(OS, *P);
    return Printed;
  case PrintStage::Index:
    OS << toJson(ProjectIndex{{indexOf(*P, Opts)}});
    return Printed;
  case PrintStage::Managed: {
    llvm::Expected<TracedText> Managed = toManagedSpelling(*P);
    if (!Managed)
      return Managed.takeError();
    Printed.Text = std::move(Managed->Text);
    return Printed;
  }
  case PrintStage::RoundTrip: {
    llvm::Expected<std::string> Text = spellTrees(*P);
    if (!Text)
      return Text.takeError();
    Printed.Text = std::move(*Text);
    return Printed;
  }
  default:
    break;
  }

  if (P->SwitchedOff) {
    if (Opts.Print == PrintStage::None || Opts.Print == PrintStage::Source)
      Printed.Text = P->Source;
    return Printed;
  }
  llvm::Expected<Translation> Result = change(*P, Opts);
  if (!Result || !Result->WantTiles.empty())
    return Result;
  Result->Functions = functionsOf(*P);
  llvm::Expected<std::vector<Diagnostic>> Mistakes = mistakesOf(*P, Opts);
  if (!Mistakes)
    return Mistakes.takeError();
  llvm::append_range(Result->Messages, *Mistakes);
  llvm::append_range(Result->Messages, Phases);
  llvm::append_range(Result->Messages, keptTilesOf(*P, Result->Messages));
  arrange(Result->Messages);
  return Result;
}

llvm::Expected<Translation> translateAlone(llvm::StringRef File,
                                           llvm::StringRef Source,
                                           const Options &Given) {
  Options Opts = Given;
  Opts.Frontend.Normal = Opts.Print != PrintStage::RoundTrip;
  Opts.Frontend.Trace =
      Opts.Print == PrintStage::None || Opts.Print == PrintStage::Source;
  while (true) {
    llvm::Expected<Translation> Result = translateOnce(File, Source, Opts);
    if (!Result || Result->WantTiles.empty())
      return Result;
    Opts.Frontend.KeepTiles.merge(Result->WantTiles);
  }
}

} // namespace tessera

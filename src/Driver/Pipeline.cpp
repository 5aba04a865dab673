//===- Pipeline.cpp - One file, from text to text -------------------------===//
//
// The table of contents: each step is a function from values to values.
//
//===----------------------------------------------------------------------===//
#include "tessera/Driver/Pipeline.h"
#include "CheckOutput.h"
#include "tessera/Analysis/Facts.h"
#include "tessera/Emit/CopyEdits.h"
#include "tessera/Emit/Format.h"
#include "tessera/Emit/HostEdits.h"
#include "tessera/Emit/KernelEdits.h"
#include "tessera/Emit/PrintTree.h"
#include "tessera/Emit/SettingsCheck.h"
#include "tessera/Model/KernelTree.h"
#include "tessera/Plan/FuseLaunches.h"
#include "tessera/Plan/PlanGraphs.h"
#include "tessera/Plan/PlanPieces.h"
#include "tessera/Plan/PlanSpread.h"
#include "tessera/Plan/PlanStreams.h"
#include "tessera/Plan/Planner.h"
#include "tessera/Polyhedral/Guarded.h"
#include "tessera/Transform/Transforms.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"

namespace tessera {

static void printModel(llvm::raw_ostream &OS, const Program &P) {
  for (const KernelModel &K : P.Kernels)
    OS << K;
  for (const LaunchModel &L : P.Launches)
    OS << L;
  OS << P.Host;
}

static void printTrees(llvm::raw_ostream &OS, const Program &P) {
  for (const KernelModel &K : P.Kernels) {
    OS << "kernel " << K.Name << "\n";
    if (K.Body)
      print(OS, *K.Body);
  }
}

/// The program with every kernel spelled from its tree: the same bytes.
static llvm::Expected<std::string> spellTrees(const Program &P) {
  std::vector<TextEdit> Edits;
  for (const KernelModel &K : P.Kernels)
    if (K.Body && K.Refusals.empty())
      Edits.push_back({*K.Body->Source,
                       printBody(*K.Body, inferIndentation(*K.Body)).Text,
                       K.Name});
  llvm::Expected<EditedText> Edited = applyEdits(P.Source, Edits);
  if (!Edited)
    return Edited.takeError();
  return std::move(Edited->Text);
}

/// The facts about every kernel, once for each shape of its launches.
static void printFacts(llvm::raw_ostream &OS, const Program &P) {
  for (unsigned I = 0; I < P.Kernels.size(); ++I) {
    std::vector<LaunchShape> Seen;
    for (const LaunchModel *L : P.launchesOf({I})) {
      LaunchShape Shape = shapeOf(*L, P.Kernels[I]);
      if (llvm::is_contained(Seen, Shape))
        continue;
      Seen.push_back(Shape);
      IslContext Context;
      print(OS, computeFacts({Context, P.Kernels[I], std::move(Shape)}),
            P.Kernels[I]);
    }
  }
}

static KnownNames namesOf(const Program &P) {
  KnownNames Names;
  for (const KernelModel &K : P.Kernels) {
    Names.Kernels.insert(K.Name);
    for (const ArrayInfo &A : K.Arrays)
      Names.Arrays.insert(A.Name);
  }
  return Names;
}

/// What the planner is to know of the command line.
static llvm::Expected<PlannerOptions> plannerOptions(const Options &Opts) {
  PlannerOptions Result;
  llvm::Expected<DeviceModel> Device =
      findDevice(Opts.Gpu, Opts.DeviceDirectory);
  if (!Device)
    return reject(DiagKind::BadOption, SourcePlace::nowhere(),
                  "--gpu: " + toString(Device.takeError()));
  Result.Device = std::move(*Device);
  Result.ForcedArrays = Opts.ForcedArrays;
  Result.KernelPattern = Opts.KernelPattern;
  if (Opts.PlanFile.empty())
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
  FusePlan Fusion = planFusion(P, Decisions);
  Program Fused = withFusedLoops(P, Fusion);
  TransferPlan Plan = planTransfers(Fused);
  if (!Plan.Errors.empty())
    return llvm::make_error<Reject>(Plan.Errors.front());
  addFusion(P, Fusion, Plan);
  llvm::append_range(Messages, Fusion.Messages);
  if (Opts.AllGpus)
    if (std::optional<Diagnostic> Why = planSpread(Fused, Decisions, Plan))
      Messages.push_back(*Why);
  if (Plan.Spread)
    return Plan;
  planPieces(Fused, Decisions, Plan, Opts.Pieces);
  if (Opts.Graphs)
    planGraphs(Fused, Decisions, Plan, Messages);
  planStreamLoops(Fused, Fusion, Decisions, Device, Plan, Messages);
  planStreams(Fused, Decisions, Device, Plan, Messages);
  return Plan;
}

/// What was staged, as remarks.
static void reportStages(const KernelModel &K, const KernelPlan &Plan,
                         std::vector<Diagnostic> &Messages) {
  for (const StagePoint &Point : Plan.Points)
    for (const TileStage &T : Point.Tiles) {
      const ArrayInfo &A = K.array(T.Array);
      std::string Bytes = "a run-time number of";
      if (std::optional<int64_t> Known = T.bytes(A.ElementBytes).constant())
        Bytes = std::to_string(*Known);
      const AccessInfo &First = K.access(T.Redirected.front().Access);
      Messages.push_back(
          {DiagKind::Staged, {First.Source.Begin}, {A.Name, Bytes}});
    }
}

/// What \p Plan asks of \p Kernel; null if nothing.
static KernelTransfers *transfersOf(TransferPlan &Plan, KernelId Kernel) {
  for (KernelTransfers &K : Plan.Kernels)
    if (K.Kernel == Kernel)
      return &K;
  return nullptr;
}

/// The edits that the plans of one kernel lead to. What they do of
/// \p Transfers is taken out of it.
static std::vector<TextEdit> rewriteKernel(const Program &P,
                                           const PlanDecision &Decision,
                                           TransferPlan &Transfers,
                                           std::set<std::string> &Names,
                                           std::vector<KernelPlan> &Plans,
                                           std::vector<Diagnostic> &Messages) {
  const KernelModel &K = P.kernel(Decision.Kernel);
  std::vector<RewrittenKernel> Versions;
  for (const ShapeDecision &Shape : Decision.Shapes) {
    if (!Shape.Plan || Shape.Plan->empty())
      continue;
    Versions.push_back({*Shape.Plan, applyPlan(K, *Shape.Plan)});
    Plans.push_back(*Shape.Plan);
    reportStages(K, *Shape.Plan, Messages);
  }
  if (Versions.empty())
    return {};
  if (K.ProductSum)
    Messages.push_back(
        {DiagKind::ContractionMayDiffer, *K.ProductSum, {K.Name}});
  KernelTransfers *Mine = transfersOf(Transfers, Decision.Kernel);
  std::vector<TextEdit> Edits =
      editKernel(P, Decision.Kernel, Versions, Mine, Names);
  if (Mine && replacesKernel(K, Versions)) {
    Mine->Prologue.clear();
    Mine->Offset.reset();
  }
  return Edits;
}

/// Adds what becomes of the copies that \p P makes itself. Where it also
/// shares memory they stay: there transfers are placed around them.
static llvm::Error improve(const Program &P, const Options &Opts,
                           std::vector<TextEdit> &Edits,
                           std::vector<Diagnostic> &Messages) {
  FrontendOptions Own = Opts.Frontend;
  Own.OwnCopies = true;
  llvm::Expected<Program> Copying = readProgram(P.File, P.Source, Own);
  if (!Copying)
    return Copying.takeError();
  CopyPlan Plan = improveCopies(*Copying, !P.Host.Variables.empty());
  llvm::append_range(Edits, collectCopyEdits(*Copying, Plan));
  llvm::append_range(Messages, Plan.Messages);
  return llvm::Error::success();
}

llvm::Expected<Translation>
translate(llvm::StringRef File, llvm::StringRef Source, const Options &Opts) {
  Translation Result;
  llvm::raw_string_ostream OS(Result.Text);

  llvm::Expected<Program> P = readProgram(File, Source, Opts.Frontend);
  if (!P)
    return P.takeError();
  Result.Messages = P->Warnings;
  Result.Dependencies = P->Dependencies;
  Result.Names = namesOf(*P);
  if (Opts.Print == PrintStage::Model || Opts.Print == PrintStage::Tree) {
    Opts.Print == PrintStage::Model ? printModel(OS, *P) : printTrees(OS, *P);
    return Result;
  }

  if (Opts.Print == PrintStage::Facts) {
    printFacts(OS, *P);
    return Result;
  }
  if (Opts.Print == PrintStage::Managed ||
      Opts.Print == PrintStage::RoundTrip) {
    llvm::Expected<std::string> Text = Opts.Print == PrintStage::Managed
                                           ? toManagedSpelling(*P)
                                           : spellTrees(*P);
    if (!Text)
      return Text.takeError();
    Result.Text = std::move(*Text);
    return Result;
  }

  if (Opts.Transfers && !P->Host.Errors.empty())
    return llvm::make_error<Reject>(P->Host.Errors.front());
  llvm::Expected<PlannerOptions> Planner = plannerOptions(Opts);
  if (!Planner)
    return Planner.takeError();
  std::vector<PlanDecision> Decisions;
  if (Opts.Tiles) {
    llvm::Expected<std::vector<PlanDecision>> Decided = planTiles(*P, *Planner);
    if (!Decided)
      return Decided.takeError();
    Decisions = std::move(*Decided);
  }
  TransferPlan Transfers;
  if (Opts.Transfers) {
    llvm::Expected<TransferPlan> Placed =
        decideTransfers(*P, Decisions, Planner->Device, Opts, Result.Messages);
    if (!Placed)
      return Placed.takeError();
    Transfers = std::move(*Placed);
  }
  std::vector<TextEdit> Edits;
  std::vector<KernelPlan> Plans;
  std::set<std::string> Names;
  if (Opts.Print == PrintStage::Plan)
    printDecisions(OS, *P, Decisions);
  for (const PlanDecision &D : Decisions) {
    llvm::append_range(Result.Messages, D.Messages);
    llvm::append_range(
        Edits, rewriteKernel(*P, D, Transfers, Names, Plans, Result.Messages));
  }
  if (Opts.Transfers) {
    if (Opts.Print == PrintStage::Plan)
      print(OS, Transfers, *P);
    llvm::append_range(Edits, collectHostEdits(*P, Transfers));
    startInPieces(*P, Transfers, Edits);
    startOnGpus(*P, Transfers, Edits);
    llvm::append_range(Result.Messages, describe(Transfers, *P));
  }
  if (Opts.ImproveCopies)
    if (llvm::Error Failed = improve(*P, Opts, Edits, Result.Messages))
      return std::move(Failed);
  if (!Edits.empty())
    llvm::append_range(Edits, checkSettings(*P));
  if (Opts.Print == PrintStage::Edits)
    print(OS, Edits, P->Source);
  if (Opts.Print != PrintStage::None && Opts.Print != PrintStage::Source)
    return Result;

  llvm::sort(Result.Messages, [](const auto &A, const auto &B) {
    return std::tuple(A.Where, A.Kind, A.Arguments) <
           std::tuple(B.Where, B.Kind, B.Arguments);
  });
  // Several block shapes say the same.
  Result.Messages.erase(
      std::unique(Result.Messages.begin(), Result.Messages.end()),
      Result.Messages.end());
  Result.Changed = !Edits.empty();
  llvm::Expected<EditedText> Edited = applyEdits(Source, Edits);
  if (!Edited)
    return reject(DiagKind::InternalError, SourcePlace::nowhere(),
                  toString(Edited.takeError()));
  std::string Text = formatNewText(File, Source, *Edited);
  if (Result.Changed)
    if (llvm::Error Wrong = checkOutput(File, Text, Opts.Frontend, Plans))
      return reject(DiagKind::InternalError, SourcePlace::nowhere(),
                    "the rewritten text did not pass its check: " +
                        toString(std::move(Wrong)));
  Result.Text = std::move(Text);
  return Result;
}

} // namespace tessera

//===- ReportKernels.cpp - Kernels in reports -----------------------------===//
#include "report/CollectReport.h"
#include "tessera/Analysis/TouchedCells.h"
#include "tessera/Driver/Tune.h"
#include "tessera/Polyhedral/Guarded.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

namespace {

/// How far the box of the next block is from that of this one in a dimension.
std::optional<Polynomial> distanceOfBlocks(const Polynomial &Origin) {
  for (char Axis : {'x', 'y', 'z'}) {
    if (int64_t Step = Origin.coefficient({std::string("b") + Axis}))
      return Polynomial(Step);
    if (int64_t Step = Origin.coefficient({std::string("O") + Axis}))
      return Step * Polynomial::symbol(std::string("B") + Axis);
  }
  return std::nullopt;
}

/// What one kernel does in launches of one shape.
class ShapeReport {
public:
  ShapeReport(const Program &P, const PlanDecision *Decision,
              const ShapeDecision *Shape, const LaunchModel &Launch,
              const DeviceModel &Device)
      : P(P), K(P.kernel(Launch.Kernel)), Decision(Decision), Shape(Shape),
        Launch(Launch), Device(Device) {}

  ReportShape build() && {
    Result.Block = Launch.Block;
    Result.Grid = Launch.Grid;
    if (Shape)
      plans();
    IslContext Context;
    const KernelSpace Space{Context, K, shapeOf(Launch, K)};
    const KernelFacts Facts = computeFacts(Space);
    for (const ArrayFacts &A : Facts.Arrays)
      noteWritten(A);
    for (const ArrayFacts &A : Facts.Arrays)
      Result.Arrays.push_back(array(Space, A));
    return std::move(Result);
  }

private:
  void plans() {
    Result.Considered = Shape->Considered;
    for (const KernelPlan *Plan : Shape->plans()) {
      ReportPlan Own;
      Own.Name = Plan->Name.empty() ? K.Name : Plan->Name;
      Own.What = planInShort(toRequest(K, *Plan));
      Own.Block = Plan->newBlock();
      Own.Tiles = reportTiles(K, *Plan, Device.Banks);
      Own.Called = Plan->Called;
      for (const LaunchChoice &Choice : Plan->Launches)
        Own.Starts.push_back(start(Choice));
      // What updates on copies take is known in the units of tiles only.
      if (!Plan->empty() && Plan->Copies.empty() && !Plan->Persistent)
        Own.Estimate = estimate(Plan);
      Result.Plans.push_back(std::move(Own));
    }
    Result.Before = estimate(nullptr);
  }

  std::optional<BlockEstimate> estimate(const KernelPlan *Plan) const {
    return estimateBlock(P, Launch.Kernel, Launch.Block, Plan, Device);
  }

  ReportStart start(const LaunchChoice &Choice) const {
    const LaunchModel &L = P.launch(Choice.Launch);
    return {L.isElsewhere() ? SourcePlace::nowhere()
                            : SourcePlace{L.Source.Begin},
            Choice.Test, Choice.Grid};
  }

  /// Where what the block writes begins is where its own elements begin.
  void noteWritten(const ArrayFacts &A) {
    if (A.Writes)
      for (const PointFacts &Point : A.Points)
        for (const TileFacts &T : Point.Tiles)
          for (const Box::Dim &D : T.Part.Enclosing.Dims)
            OwnBegin.insert(
                {withoutConstant(D.Origin), D.Origin.constantTerm()});
  }

  static Polynomial withoutConstant(const Polynomial &Value) {
    return Value - Polynomial(Value.constantTerm());
  }

  std::optional<std::pair<int64_t, int64_t>> halo(const Box::Dim &D) const {
    const std::optional<Polynomial> Distance = distanceOfBlocks(D.Origin);
    if (!Distance || D.Stride != 1)
      return std::nullopt;
    const std::optional<int64_t> Both = (D.Extent - *Distance).constant();
    if (!Both || *Both < 0)
      return std::nullopt;
    auto Own = OwnBegin.find(withoutConstant(D.Origin));
    const int64_t Begin = Own == OwnBegin.end() ? 0 : Own->second;
    const int64_t Before =
        std::clamp<int64_t>(Begin - D.Origin.constantTerm(), 0, *Both);
    return std::pair(Before, *Both - Before);
  }

  ReportArray array(const KernelSpace &Space, const ArrayFacts &A) const {
    ReportArray Result;
    Result.Info = K.array(A.Array);
    Result.Facts = A;
    Result.Facts.Points.clear();
    Result.Goes = places(A.Array);
    for (unsigned I = 0; I < K.Accesses.size(); ++I)
      if (K.Accesses[I].Array == A.Array)
        Result.Accesses.push_back(access(A, {I}));
    for (const PointFacts &Point : A.Points) {
      const std::string At = pointName(Point.Point);
      for (const Diagnostic &D : Point.Refusals)
        Result.Refusals.push_back({At, D});
      for (const TileFacts &T : Point.Tiles)
        Result.Footprints.push_back(footprint(Space, At, T));
    }
    return Result;
  }

  ReportAccess access(const ArrayFacts &A, AccessId Id) const {
    ReportAccess Result;
    Result.Id = Id;
    Result.Where = {K.access(Id).Source.Begin};
    Result.K = K.access(Id).K;
    if (auto At = A.Coordinates.Coordinates.find(Id);
        At != A.Coordinates.Coordinates.end())
      Result.Coordinates = At->second;
    if (auto At = A.Requests.find(Id); At != A.Requests.end())
      Result.Requests = At->second;
    return Result;
  }

  ReportFootprint footprint(const KernelSpace &Space, const std::string &At,
                            const TileFacts &T) const {
    ReportFootprint Result;
    Result.At = At;
    Result.Accesses = T.Part.Accesses;
    Result.Enclosing = T.Part.Enclosing;
    for (const Box::Dim &D : T.Part.Enclosing.Dims)
      Result.Halo.push_back(halo(D));
    Result.Cells =
        touchedCells(Space, T.Part).value_or(std::vector<std::string>());
    Result.May = T.Part.May;
    Result.Frequency = T.Frequency;
    Result.Reuse = T.Reuse;
    return Result;
  }

  std::string pointName(const StagingPoint &Point) const {
    std::string Text;
    for (const StepLoop &L : Point.Loops) {
      Text += (Text.empty() ? "" : ", ") + K.loop(L.Loop).Symbol;
      if (L.Tile != 1)
        Text += " by " + std::to_string(L.Tile);
    }
    return Text.empty() ? "kernel start" : Text;
  }

  /// Where the first plan has the array.
  std::vector<std::string> places(ArrayId Array) const {
    std::vector<std::string> Goes;
    if (Shape && Shape->Plan) {
      const KernelPlan &Plan = *Shape->Plan;
      auto IsOf = [&](const auto &Part) { return Part.Array == Array; };
      if (llvm::any_of(Plan.Points, [&](const StagePoint &Point) {
            return llvm::any_of(Point.Tiles, IsOf);
          }))
        Goes.push_back("tile");
      if (llvm::any_of(Plan.Registers, IsOf))
        Goes.push_back("register");
      if (llvm::any_of(Plan.Copies, IsOf))
        Goes.push_back("private copy");
    }
    if (K.array(Array).Constant ||
        (Decision &&
         llvm::is_contained(Decision->Constants, K.array(Array).Name)))
      Goes.push_back("constant");
    if (Goes.empty())
      Goes.push_back("global");
    return Goes;
  }

  const Program &P;
  const KernelModel &K;
  const PlanDecision *Decision;
  const ShapeDecision *Shape;
  const LaunchModel &Launch;
  const DeviceModel &Device;
  std::map<Polynomial, int64_t> OwnBegin; ///< of a dimension, by its rest
  ReportShape Result;
};

const PlanDecision *decisionOf(const std::vector<PlanDecision> &Decisions,
                               KernelId Kernel) {
  auto Found = llvm::find_if(
      Decisions, [&](const PlanDecision &D) { return D.Kernel == Kernel; });
  return Found == Decisions.end() ? nullptr : &*Found;
}

/// \copydoc ReportKernel::Uses
std::vector<std::string> usesOf(const KernelModel &K) {
  const bool Constant =
      llvm::any_of(K.Arrays, [](const ArrayInfo &A) { return A.Constant; });
  std::vector<std::string> Uses;
  for (auto [Has, What] : {std::pair(K.HasShared, "shared memory"),
                           {Constant, "constant memory"},
                           {K.HasBarrier, "barriers"},
                           {K.HasAtomic, "atomic updates"},
                           {K.HasWarpOperation, "warp operations"}})
    if (Has)
      Uses.push_back(What);
  return Uses;
}

ReportKernel reportKernel(const Program &P, KernelId Kernel,
                          const PlanDecision *Decision,
                          const DeviceModel &Device) {
  const KernelModel &K = P.kernel(Kernel);
  ReportKernel Result;
  Result.Name = K.Name;
  Result.TemplateArguments = K.TemplateArguments;
  Result.Where = K.NamePlace;
  Result.Begin = {K.Definition.Begin};
  Result.End = {K.Definition.End - 1}; // its last byte
  Result.Refusals = K.Refusals;
  Result.Uses = usesOf(K);
  if (Decision) {
    Result.Constants = Decision->Constants;
    Result.Changed = !Decision->Constants.empty() ||
                     llvm::any_of(plansOf(*Decision),
                                  [](auto *Plan) { return !Plan->empty(); });
  }
  for (const LaunchModel *L : P.launchesOf(Kernel)) {
    if (!L->isElsewhere())
      Result.Launches.push_back({{L->Source.Begin}, *L});
    if (llvm::any_of(Result.Shapes,
                     [&](const ReportShape &S) { return S.Block == L->Block; }))
      continue;
    const ShapeDecision *Shape = nullptr;
    if (Decision)
      for (const ShapeDecision &S : Decision->Shapes)
        if (S.Block == L->Block)
          Shape = &S;
    Result.Shapes.push_back(
        ShapeReport(P, Decision, Shape, *L, Device).build());
  }
  return Result;
}

} // namespace

ReportData collectReport(const Program &P,
                         const std::vector<PlanDecision> &Decisions,
                         const TransferPlan *Transfers,
                         const DeviceModel &Device) {
  ReportData Result;
  Result.Device = Device;
  for (unsigned I = 0; I < P.Kernels.size(); ++I)
    if (!P.Kernels[I].Elsewhere)
      Result.Kernels.push_back(
          reportKernel(P, {I}, decisionOf(Decisions, {I}), Device));
  Result.Host = reportHost(P, Transfers);
  return Result;
}

void movePlaces(ReportData &Data,
                llvm::function_ref<void(SourcePlace &)> Move) {
  for (ReportKernel &K : Data.Kernels) {
    for (SourcePlace *Place : {&K.Where, &K.Begin, &K.End})
      Move(*Place);
    for (Diagnostic &D : K.Refusals)
      Move(D.Where);
    for (auto &[Place, Launch] : K.Launches)
      Move(Place);
    for (ReportShape &S : K.Shapes) {
      for (ReportArray &A : S.Arrays) {
        for (ReportAccess &Access : A.Accesses)
          Move(Access.Where);
        for (auto &[At, D] : A.Refusals)
          Move(D.Where);
      }
      for (ReportPlan &Plan : S.Plans) {
        for (ReportTile &T : Plan.Tiles)
          for (ReportTileUse &Use : T.Uses)
            Move(Use.Where);
        for (ReportStart &Start : Plan.Starts)
          Move(Start.Where);
      }
    }
  }
  for (ReportVariable &V : Data.Host.Variables)
    Move(V.Where);
  for (auto &[Begin, End] : Data.Host.Loops) {
    Move(Begin);
    Move(End);
  }
  for (ReportEvent &E : Data.Host.Before)
    Move(E.Where);
  if (Data.Host.After)
    for (ReportEvent &E : *Data.Host.After)
      Move(E.Where);
}

} // namespace tessera

//===- WhyNot.cpp - Why an array has no tile ------------------------------===//
#include "ShapePlanner.h"
#include "tessera/Analysis/Uniformity.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"

namespace tessera {

/// One message for every array that could be staged and is not.
void ShapePlanner::explain() {
  std::set<ArrayId> Staged;
  if (Result.Plan)
    for (const StagePoint &Point : Result.Plan->Points)
      for (const TileStage &T : Point.Tiles)
        Staged.insert(T.Array);
  for (ArrayId Array : Arrays)
    if (!Staged.count(Array))
      Messages.push_back(whyNot(Array));
}

Diagnostic ShapePlanner::whyNot(ArrayId Array) {
  const std::string &Name = K.array(Array).Name;
  SourcePlace Where = firstUse(Array);
  if (TooHard.count(Array))
    return {DiagKind::TooComplex, Where, {Name}};
  ArrayCoordinates Coordinates = coordinatesOf(Space, Array);
  if (Coordinates.Coordinates.empty()) {
    bool Opaque = llvm::any_of(Coordinates.Unknown, [&](AccessId Id) {
      const AccessInfo &A = K.access(Id);
      return !A.Subscripts.empty() ||
             llvm::any_of(A.Loops, [&](LoopId L) { return K.loop(L).Opaque; });
    });
    return {Opaque ? DiagKind::OpaqueLoop : DiagKind::NonAffine, Where, {Name}};
  }
  StagingPoint Start;
  std::vector<AccessId> All;
  for (const auto &[Id, C] : Coordinates.Coordinates)
    All.push_back(Id);
  llvm::Expected<ReuseKind> Reuse =
      classifyReuse(Space, Coordinates, Start, All);
  if (!Reuse) {
    llvm::consumeError(Reuse.takeError());
    return {DiagKind::TooComplex, Where, {Name}};
  }
  if (!Reuse->InterThread)
    return {Reuse->Private ? DiagKind::PrivateReuse : DiagKind::NoReuse,
            Where,
            {Name}};
  // The best that any candidate promised.
  double Gain = 0;
  std::optional<DiagKind> Obstacle;
  for (const Candidate &C : Result.Considered)
    for (const StageRequest &S : C.Request.Stages)
      for (const TileRequest &T : S.Tiles)
        if (T.Array == Name && C.After > 0)
          Gain = std::max(Gain, C.Before / C.After);
  if (Gain == 0)
    Gain = bestGain(Coordinates, Obstacle);
  if (Gain == 0)
    return {Obstacle.value_or(DiagKind::NoReuse), Where, {Name}};
  std::string Text;
  llvm::raw_string_ostream(Text) << llvm::format("%.2f", Gain);
  std::string Threshold;
  llvm::raw_string_ostream(Threshold) << llvm::format("%.2f", WorthwhileGain);
  return {DiagKind::DoesNotPay, Where, {Name, Text, Threshold}};
}

/// The gain of the array alone, at the best staging point; 0 if there is
/// none.
double ShapePlanner::bestGain(const ArrayCoordinates &Coordinates,
                              std::optional<DiagKind> &Obstacle) {
  double Gain = 0;
  std::vector<StageRequest> Points = {{"", 0, {}}};
  for (unsigned I = 0; I < K.Loops.size(); ++I) {
    if (K.Loops[I].Opaque)
      continue;
    if (dependenceOf(Space, LoopId{I}) != Dependence::Uniform) {
      Obstacle = DiagKind::DivergentBarrier;
      continue;
    }
    for (int64_t Steps : stripLengths(K.Loops[I]))
      Points.push_back({K.Loops[I].Symbol, Steps, {}});
  }
  for (const StageRequest &Stage : Points) {
    std::optional<StagingPoint> Point = stagingPoint(Stage);
    if (!Point)
      continue;
    auto Groups = computeFootprints(Space, Coordinates, *Point);
    if (!Groups) {
      llvm::consumeError(Groups.takeError());
      Obstacle = Obstacle.value_or(DiagKind::NoBoundedBox);
      continue;
    }
    for (const Footprint &F : *Groups)
      if (auto Cost = costs(Coordinates, *Point, F))
        Gain = std::max(Gain, Cost->Before / Cost->After);
  }
  return Gain;
}

} // namespace tessera

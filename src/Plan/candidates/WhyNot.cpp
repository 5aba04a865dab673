//===- WhyNot.cpp - Why an array has no tile ------------------------------===//
#include "candidates/ShapePlanner.h"
#include "costs/SmallLaunches.h"
#include "costs/WindowTiles.h"
#include "tessera/Analysis/Coalescing.h"
#include "tessera/Analysis/StagingLegality.h"
#include "tessera/Analysis/Uniformity.h"
#include "tessera/Support/IntegerRanges.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"

namespace tessera {

static std::string twoDigits(double Value) {
  std::string Digits;
  llvm::raw_string_ostream(Digits) << llvm::format("%.2f", Value);
  return Digits;
}

static Diagnostic doesNotPay(SourcePlace Where, const std::string &Name,
                             double Gain) {
  return {DiagKind::DoesNotPay,
          Where,
          {Name, twoDigits(Gain), twoDigits(WorthwhileGain)}};
}

/// What all known accesses of an array share in the whole kernel.
llvm::Expected<ReuseKind>
ShapePlanner::reuseInKernel(const ArrayCoordinates &Coordinates) const {
  std::vector<AccessId> All;
  for (const auto &[Id, C] : Coordinates.Coordinates)
    All.push_back(Id);
  return classifyReuse(Space, Coordinates, {}, All);
}

/// Finds the arrays no part of which gains at any staging point: threads share
/// no element, and warps find theirs side by side.
void ShapePlanner::findHopeless() {
  std::vector<ArrayId> All = Arrays;
  llvm::append_range(All, Written);
  for (ArrayId Array : All) {
    ArrayCoordinates Coordinates = coordinatesOf(Space, Array);
    if (forcedPlace(K.array(Array).Name) == true ||
        llvm::any_of(Coordinates.Coordinates, [&](const auto &Access) {
          return Costs.global().isScattered(Coordinates, Access.first);
        }))
      continue;
    // Written arrays have tiles for the order of accesses only.
    bool Shares = false;
    if (!isWritten(K, Array)) {
      llvm::Expected<ReuseKind> Reuse = reuseInKernel(Coordinates);
      Shares = !Reuse || Reuse->InterThread;
      llvm::consumeError(Reuse.takeError());
    }
    if (!Shares)
      Hopeless.insert(Array);
  }
}

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
  for (unsigned I = 0; I < K.Arrays.size(); ++I) {
    if (!isWritten(K, {I}) || Staged.count({I}) ||
        K.Arrays[I].ElementBytes > Opts.Device.SharedOptIn ||
        (K.Arrays[I].K != ArrayInfo::Kind::Parameter &&
         K.Arrays[I].K != ArrayInfo::Kind::Global))
      continue;
    if (std::optional<Diagnostic> Scattered = notCoalesced({I}))
      Messages.push_back(*Scattered);
    else if (std::optional<Diagnostic> Parts = partsOfElements({I}))
      Messages.push_back(*Parts);
    else if (isRead({I}))
      llvm::append_range(Messages, whyNotWritten({I}));
  }
}

/// What the accesses to \p Array that \p Matters says share in a block; nothing
/// where there are none, or some are not known.
std::optional<ReuseKind> ShapePlanner::reuseOf(
    ArrayId Array, llvm::function_ref<bool(const AccessInfo &)> Matters) const {
  ArrayCoordinates Coordinates = coordinatesOf(Space, Array);
  std::vector<AccessId> Some;
  for (const auto &[Id, C] : Coordinates.Coordinates)
    if (Matters(K.access(Id)))
      Some.push_back(Id);
  if (!Coordinates.Unknown.empty() || Some.empty())
    return std::nullopt;
  llvm::Expected<ReuseKind> Reuse = classifyReuse(Space, Coordinates, {}, Some);
  if (!Reuse) {
    llvm::consumeError(Reuse.takeError());
    return std::nullopt;
  }
  return *Reuse;
}

/// Why \p Array, which the kernel reads and writes, has no tile. That writes
/// keep one from it is true, but no reason where threads share no read.
std::vector<Diagnostic> ShapePlanner::whyNotWritten(ArrayId Array) const {
  std::vector<Diagnostic> Why;
  llvm::cantFail(takeRejects(checkReadOnly(P, Kernel, Array), Why),
                 "legality only rejects");
  if (Why.empty() || Why.front().Kind != DiagKind::WrittenInScope)
    return Why;
  std::optional<ReuseKind> Reuse =
      reuseOf(Array, [](const AccessInfo &A) { return A.reads(); });
  if (Reuse && !Reuse->InterThread)
    Why = {noReuse(Array, *Reuse)};
  return Why;
}

Diagnostic ShapePlanner::noReuse(ArrayId Array, ReuseKind Reuse) const {
  if (Reuse.Private)
    return {DiagKind::PrivateReuse, firstUse(Array), {K.array(Array).Name}};
  return {DiagKind::NoReuse, firstUse(Array), {K.array(Array).Name}};
}

/// A message if warps that access \p Array ask for many sectors.
std::optional<Diagnostic> ShapePlanner::notCoalesced(ArrayId Array) const {
  constexpr double Many = 3; // short rows that begin inside a sector: 2
  ArrayCoordinates Coordinates = coordinatesOf(Space, Array);
  for (const auto &[Id, C] : Coordinates.Coordinates)
    if (double Times = Costs.global().scatter(Coordinates, Id, /*Whole=*/true);
        Times >= Many)
      return Diagnostic{DiagKind::NotCoalesced,
                        {K.access(Id).Source.Begin},
                        {K.array(Array).Name, twoDigits(Times),
                         "neither a tile nor another order of threads gains "
                         "enough"}};
  return std::nullopt;
}

/// A message if the members of \p Array that the kernel uses are few of the
/// bytes that come with them.
std::optional<Diagnostic> ShapePlanner::partsOfElements(ArrayId Array) const {
  constexpr double Many = 2;
  IntegerRanges Used, Loaded; // bytes of an element, which begins a sector
  for (const AccessInfo &A : K.Accesses) {
    if (A.Array != Array)
      continue;
    if (A.EndByte == 0)
      return std::nullopt;
    Used.add(A.FirstByte, A.EndByte);
  }
  const unsigned Bytes = K.array(Array).ElementBytes;
  for (auto [First, End] : Used)
    Loaded.add(First / SectorBytes * SectorBytes,
               (End + SectorBytes - 1) / SectorBytes * SectorBytes);
  // Neighbours share a sector.
  double Times = double(std::min<int64_t>(Bytes, Loaded.size())) / Used.size();
  if (Used.empty() || Times < Many)
    return std::nullopt;
  return Diagnostic{DiagKind::PartsOfElements,
                    firstUse(Array),
                    {K.array(Array).Name, std::to_string(Used.size()),
                     std::to_string(Bytes), twoDigits(Times)}};
}

/// Whether threads or blocks begin or end the loop \p L apart: some of them
/// wait in a strip for the others. Measured on an H100: products of a
/// triangular matrix 0.96 to 1.00, where the estimate is 0.83.
static bool isUneven(const LoopInfo &L) {
  auto OfBlocks = [](const Polynomial &Bound) {
    return llvm::any_of(Bound.terms(), [](const auto &Term) {
      return llvm::any_of(Term.first, isBlockSymbol);
    });
  };
  return L.hasOwnBounds() || OfBlocks(L.Lower) || OfBlocks(L.Upper);
}

/// Whether each round of the loop of \p Point reads arrays that have no tile
/// there: it waits for memory as before. Measured on an H200: products in
/// blocks of 32 x 32 with one of two matrices in tiles, 0.94 to 1.01.
static bool readsOthers(const KernelModel &K, const StagePoint &Point) {
  return llvm::any_of(K.Accesses, [&](const AccessInfo &A) {
    const ArrayInfo::Kind Kind = K.array(A.Array).K;
    return A.reads() && !A.Loops.empty() && A.Loops.back() == *Point.Loop &&
           (Kind == ArrayInfo::Kind::Parameter ||
            Kind == ArrayInfo::Kind::Global) &&
           llvm::none_of(Point.Tiles, [&](const TileStage &Tile) {
             return Tile.Array == A.Array;
           });
  });
}

/// Whether the tiles of \p Point are there from the start and have too few
/// cells for its barrier. Measured on an H200: four coefficients, 0.90.
static bool hasFewCells(const StagePoint &Point) {
  if (Point.Loop)
    return false;
  int64_t Cells = 0;
  for (const TileStage &Tile : Point.Tiles) {
    const std::optional<int64_t> Known = Tile.bytes(1).constant();
    if (!Known)
      return false;
    Cells += *Known;
  }
  return Cells < LeastUses;
}

static std::set<ArrayId> stagedBy(const KernelPlan &Plan) {
  std::set<ArrayId> Staged;
  for (const StagePoint &Point : Plan.Points)
    for (const TileStage &Tile : Point.Tiles)
      Staged.insert(Tile.Array);
  return Staged;
}

/// Why a block with \p Plan, whose tiles cost less, is not faster: its units
/// are much busier.
std::optional<Diagnostic> ShapePlanner::tooSlow(const KernelPlan &Plan) {
  if (!Opts.Device.hasRates() || !Space.Shape.threads())
    return std::nullopt;
  const bool Windows = holdsWindows(Space, Plan);
  double Least = 0.8;
  bool Waits = false, Strips = false;
  for (const StagePoint &Point : Plan.Points) {
    Strips |= Point.Loop.has_value();
    if (Point.Loop && isUneven(K.loop(*Point.Loop)))
      Least = 0.85;
    Waits |= Point.Loop ? readsOthers(K, Point) : hasFewCells(Point);
  }
  // All strips at once, as large as they are together, are no faster.
  const auto Slow = SlowStrips.find(stagedBy(Plan));
  if (!Strips && Slow != SlowStrips.end())
    return Slow->second;
  for (const StagePoint &Point : Plan.Points)
    if (Point.copiesOut() || (!Point.Loop && !Windows && !Waits))
      return std::nullopt;
  if (Waits)
    Least = 0.97;
  double Gain = 0;
  if (Windows) {
    Least = WorthwhileGain;
    Gain = gainOfWindows(launched(), Costs.global(), Opts.Device, Plan);
  } else {
    Gain = cycles(nullptr) / cycles(&Plan);
  }
  if (Gain >= Least)
    return std::nullopt;
  const Diagnostic Why = {DiagKind::DoesNotPay,
                          K.NamePlace,
                          {"", twoDigits(Gain), twoDigits(Least)}};
  if (Strips && Waits)
    SlowStrips.emplace(stagedBy(Plan), Why);
  return Why;
}

/// Why the accesses \p Unknown to array \p Name are not known.
static Diagnostic whyUnknown(const KernelModel &K, const std::string &Name,
                             llvm::ArrayRef<AccessId> Unknown,
                             SourcePlace Where) {
  for (AccessId Id : Unknown) {
    const AccessInfo &A = K.access(Id);
    const LoopInfo *Opaque = nullptr;
    for (LoopId L : A.Loops)
      if (!Opaque && K.loop(L).Opaque)
        Opaque = &K.loop(L);
    // In a loop that is not known its counter is no reason of its own.
    if (Opaque || !A.Subscripts.empty())
      return {DiagKind::OpaqueLoop,
              {A.Source.Begin},
              {Name, Opaque ? because(Opaque->Unknown) : ""}};
  }
  if (Unknown.empty())
    return {DiagKind::NonAffine, Where, {Name, ""}};
  const AccessInfo &First = K.access(Unknown.front());
  return {DiagKind::NonAffine,
          {First.Source.Begin},
          {Name, because(First.Unknown)}};
}

Diagnostic ShapePlanner::whyNot(ArrayId Array) {
  const std::string &Name = K.array(Array).Name;
  SourcePlace Where = firstUse(Array);
  if (TooHard.count(Array))
    return {DiagKind::TooComplex, Where, {Name}};
  ArrayCoordinates Coordinates = coordinatesOf(Space, Array);
  if (Coordinates.Coordinates.empty())
    return whyUnknown(K, Name, Coordinates.Unknown, Where);
  llvm::Expected<ReuseKind> Reuse = reuseInKernel(Coordinates);
  if (!Reuse) {
    llvm::consumeError(Reuse.takeError());
    return {DiagKind::TooComplex, Where, {Name}};
  }
  if (std::optional<Diagnostic> Scattered = notCoalesced(Array);
      Scattered && !Reuse->InterThread)
    return *Scattered;
  if (std::optional<Diagnostic> Parts = partsOfElements(Array);
      Parts && !Reuse->InterThread)
    return *Parts;
  // What is said of all accesses has to be known of all.
  if (!Reuse->InterThread && !Coordinates.Unknown.empty())
    return whyUnknown(K, Name, Coordinates.Unknown, Where);
  if (!Reuse->InterThread)
    return noReuse(Array, *Reuse);
  for (const auto &[Id, C] : Coordinates.Coordinates)
    if (const AccessInfo &A = K.access(Id); !A.Replaceable)
      return {A.Function.empty() ? DiagKind::AccessInMacro
                                 : DiagKind::AccessInFunction,
              {A.Source.Begin},
              {Name, A.Function}};
  if (const Candidate *Best = bestWith(Array)) {
    double Gain = Best->Before / Best->After;
    if (Gain < WorthwhileGain)
      return doesNotPay(Where, Name, Gain);
    if (!Best->Obstacle)
      return {DiagKind::OtherTiles, Where, {Name}};
    Diagnostic Why = *Best->Obstacle;
    // The name of the kernel is no place of an obstacle.
    if (Why.Where == K.NamePlace)
      Why.Where = Where;
    Why.Arguments.front() = Name;
    return Why;
  }
  const Diagnostic *OfOther = nullptr;
  for (const Candidate &C : Result.Considered)
    if (!OfOther && hasTileOf(C, Array))
      OfOther = obstacleOfOther(C, Array);
  std::optional<DiagKind> Obstacle;
  double Gain = bestGain(Coordinates, Obstacle);
  if (Gain == 0 && !Obstacle)
    return noReuse(Array, {});
  if (Gain == 0)
    return {*Obstacle, Where, {Name}};
  if (Gain < WorthwhileGain || !OfOther)
    return doesNotPay(Where, Name, Gain);
  return *OfOther;
}

bool ShapePlanner::hasTileOf(const Candidate &C, ArrayId Array) const {
  return llvm::any_of(C.Accesses,
                      [&](AccessId Id) { return K.access(Id).Array == Array; });
}

bool isOfOneArray(DiagKind Kind) {
  switch (Kind) {
  case DiagKind::ConditionalAccess:
  case DiagKind::NoBoundedBox:
  case DiagKind::SharedWrites:
  case DiagKind::WrittenInScope:
  case DiagKind::MayAlias:
  case DiagKind::MayBePublished:
    return true;
  default:
    return false;
  }
}

/// What keeps a candidate with a tile of \p Array from being made, and is about
/// another of its arrays. Null if there is nothing like that.
const Diagnostic *ShapePlanner::obstacleOfOther(const Candidate &C,
                                                ArrayId Array) const {
  const bool IsOther = C.Obstacle && isOfOneArray(C.Obstacle->Kind) &&
                       C.Obstacle->Arguments.front() != K.array(Array).Name;
  return IsOther ? &*C.Obstacle : nullptr;
}

/// The candidate with a tile of \p Array that gains most, but rather one that
/// is legal where warps are few than one that is not. What only another array
/// keeps from being made says nothing about this one.
const Candidate *ShapePlanner::bestWith(ArrayId Array) const {
  const Candidate *Best = nullptr, *Waits = nullptr;
  // A tile that is too large is no obstacle to others.
  auto IsTooLarge = [](const Candidate &C) {
    return C.Obstacle && (C.Obstacle->Kind == DiagKind::NoBoundedBox ||
                          C.Obstacle->Kind == DiagKind::SharedMemoryLimit);
  };
  for (const Candidate &C : Result.Considered) {
    if (!hasTileOf(C, Array) || obstacleOfOther(C, Array))
      continue;
    if (Best && IsTooLarge(*Best) != IsTooLarge(C)) {
      if (IsTooLarge(*Best))
        Best = &C;
    } else if (!Best || C.Before * Best->After > Best->Before * C.After)
      Best = &C;
    if (C.Obstacle && C.Obstacle->Kind == DiagKind::FewWarps)
      Waits = &C;
  }
  return Waits && Best->Obstacle ? Waits : Best;
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
    if (!llvm::all_of(Point->Loops,
                      [&](const StepLoop &L) { return mayStage(L.Loop); })) {
      Obstacle = DiagKind::DivergentBarrier;
      continue;
    }
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

//===- Facts.cpp - All that is known about a kernel -----------------------===//
#include "tessera/Analysis/Facts.h"
#include "tessera/Polyhedral/Guarded.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"

namespace tessera {

std::string stripSymbol(const KernelModel &Kernel, LoopId Loop) {
  auto isUsed = [&](const std::string &Name) {
    return Kernel.Identifiers.count(Name) ||
           llvm::any_of(Kernel.Loops,
                        [&](const LoopInfo &L) { return L.Symbol == Name; });
  };
  const std::string &Base = Kernel.loop(Loop).Symbol;
  unsigned Number = 0;
  while (isUsed(Base + std::to_string(Number)))
    ++Number;
  return Base + std::to_string(Number);
}

/// How often \p Loop runs, if that is a constant.
static std::optional<int64_t> tripCount(const KernelSpace &Space, LoopId Loop) {
  std::optional<LoopBounds> B = boundsOf(Space, Loop);
  std::optional<int64_t> Range;
  if (B && !B->Longer)
    Range = (B->End - B->First).constant();
  if (!Range)
    return std::nullopt;
  return (*Range + B->Step + (B->Step > 0 ? -1 : 1)) / B->Step;
}

std::vector<StagingPoint> stagingPoints(const KernelSpace &Space,
                                        const ArrayCoordinates &Array,
                                        const std::vector<int64_t> &Strips) {
  std::vector<StagingPoint> Points = {{}};
  std::set<std::vector<LoopId>> Seen;
  for (const auto &[Id, Coordinates] : Array.Coordinates) {
    StagingPoint Inside;
    std::vector<LoopId> Path;
    for (LoopId L : Space.Kernel.access(Id).Loops) {
      Path.push_back(L);
      if (dependenceOf(Space, L) != Dependence::Uniform)
        break;
      bool New = Seen.insert(Path).second;
      std::optional<int64_t> Trip = tripCount(Space, L);
      for (int64_t Strip : Strips) {
        if ((Trip && *Trip <= Strip) || Space.Kernel.loop(L).Stride)
          continue;
        StagingPoint Cut = Inside;
        Cut.Loops.push_back({L, Strip, stripSymbol(Space.Kernel, L)});
        if (New)
          Points.push_back(std::move(Cut));
      }
      Inside.Loops.push_back({L, 1, ""});
      if (New)
        Points.push_back(Inside);
    }
  }
  return Points;
}

llvm::Error asReject(llvm::Error Err, SourcePlace Where, llvm::StringRef Name) {
  return llvm::handleErrors(std::move(Err), [&](const IslGaveUp &) {
    return reject(DiagKind::TooComplex, Where, Name.str());
  });
}

/// Where messages about \p Array point: its first access.
static SourcePlace placeOf(const KernelSpace &Space,
                           const ArrayCoordinates &Array) {
  if (Array.Coordinates.empty())
    return Space.Kernel.NamePlace;
  AccessId First = Array.Coordinates.begin()->first;
  return {Space.Kernel.access(First).Source.Begin};
}

static llvm::Expected<std::vector<TileFacts>>
tilesAt(const KernelSpace &Space, const ArrayCoordinates &Array,
        const StagingPoint &Point) {
  llvm::Expected<std::vector<Footprint>> Parts =
      computeFootprints(Space, Array, Point);
  if (!Parts)
    return Parts.takeError();
  std::vector<TileFacts> Tiles;
  for (Footprint &Part : *Parts) {
    llvm::Expected<AccessFrequency> Frequency =
        computeFrequency(Space, Point, Part);
    if (!Frequency)
      return Frequency.takeError();
    llvm::Expected<ReuseKind> Reuse =
        classifyReuse(Space, Array, Point, Part.Accesses);
    if (!Reuse)
      return Reuse.takeError();
    Tiles.push_back({std::move(Part), std::move(*Frequency), *Reuse});
  }
  return Tiles;
}

PointFacts factsAt(const KernelSpace &Space, const ArrayCoordinates &Array,
                   const StagingPoint &Point) {
  PointFacts Result{Point, {}, {}};
  llvm::Expected<std::vector<TileFacts>> Tiles = tilesAt(Space, Array, Point);
  if (Tiles) {
    Result.Tiles = std::move(*Tiles);
    return Result;
  }
  llvm::Error Rest =
      takeRejects(asReject(Tiles.takeError(), placeOf(Space, Array),
                           Space.Kernel.array(Array.Array).Name),
                  Result.Refusals);
  // Nothing else can go wrong in the functions above.
  llvm::cantFail(std::move(Rest));
  return Result;
}

static ArrayFacts factsOf(const KernelSpace &Space, ArrayId Array,
                          const std::vector<int64_t> &Strips) {
  ArrayFacts Result;
  Result.Array = Array;
  for (const AccessInfo &A : Space.Kernel.Accesses)
    if (A.Array == Array) {
      Result.Reads |= A.reads();
      Result.Writes |= A.writes();
      Result.Atomic |= A.K == AccessInfo::Kind::Atomic;
      Result.Escapes |=
          A.K == AccessInfo::Kind::AddressTaken && !A.OnlyCompared;
    }
  Result.Coordinates = coordinatesOf(Space, Array);
  for (const auto &[Id, C] : Result.Coordinates.Coordinates)
    if (std::optional<Coalescing> Requests =
            coalescingOf(Space, Result.Coordinates, Id))
      Result.Requests[Id] = *Requests;
  for (const StagingPoint &Point :
       stagingPoints(Space, Result.Coordinates, Strips))
    Result.Points.push_back(factsAt(Space, Result.Coordinates, Point));
  return Result;
}

KernelFacts computeFacts(const KernelSpace &Space,
                         const std::vector<int64_t> &Strips) {
  KernelFacts Result;
  Result.Kernel = Space.Kernel.Name;
  Result.Shape = Space.Shape;
  for (unsigned I = 0; I < Space.Kernel.Loops.size(); ++I)
    Result.Loops.push_back(dependenceOf(Space, LoopId{I}));
  for (const GuardInfo &Guard : Space.Kernel.Guards)
    Result.Guards.push_back(dependenceOf(Space, Guard.When));
  for (unsigned I = 0; I < Space.Kernel.Arrays.size(); ++I) {
    ArrayInfo::Kind K = Space.Kernel.Arrays[I].K;
    if (K == ArrayInfo::Kind::Parameter || K == ArrayInfo::Kind::Global)
      Result.Arrays.push_back(factsOf(Space, ArrayId{I}, Strips));
  }
  return Result;
}

} // namespace tessera

//===- TouchedSectors.cpp - What a block touches of aligned rows ----------===//
#include "costs/TouchedSectors.h"
#include "costs/Neighbours.h"
#include "tessera/Analysis/Coalescing.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

namespace {

/// A row of an array, and a sector in it; as many subscripts as are looked at.
using Sector = std::array<int64_t, 4>;

/// A subscript: `Steps[0] * tx + Steps[1] * ty + Steps[2] * tz + Rest`.
struct ThreadForm {
  std::array<int64_t, 3> Steps;
  Polynomial Rest;
};

} // namespace

static std::optional<ThreadForm> inThreads(const Polynomial &P) {
  ThreadForm Result{{}, P};
  for (unsigned Axis = 0; Axis < 3; ++Axis) {
    const auto Form = linearIn(Result.Rest, std::string("t") + "xyz"[Axis]);
    const auto Step = Form ? Form->Coefficient.constant() : std::nullopt;
    if (!Step)
      return std::nullopt;
    Result.Steps[Axis] = *Step;
    Result.Rest = Form->Rest;
  }
  return Result;
}

/// Adds the sectors that threads of \p Shape touch at \p At, whose symbols
/// stand for multiples of a sector; cells have \p Bytes.
static bool addSectors(const std::vector<Polynomial> &At, int64_t Bytes,
                       const LaunchShape &Shape, std::vector<Sector> &Into) {
  std::vector<std::array<int64_t, 3>> Steps;
  Sector Offsets = {};
  if (At.empty() || At.size() > Offsets.size())
    return false;
  for (size_t D = 0; D < At.size(); ++D) {
    const auto Form = inThreads(At[D]);
    if (!Form)
      return false;
    Steps.push_back(Form->Steps);
    Offsets[D] = Form->Rest.constantTerm();
  }
  std::array<int64_t, 3> T;
  for (T[2] = 0; T[2] < Shape.Block[2].value_or(1); ++T[2])
    for (T[1] = 0; T[1] < Shape.Block[1].value_or(1); ++T[1])
      for (T[0] = 0; T[0] < Shape.Block[0].value_or(1); ++T[0]) {
        Sector Cell = Offsets;
        for (size_t D = 0; D < Steps.size(); ++D)
          for (unsigned Axis = 0; Axis < 3; ++Axis)
            Cell[D] += Steps[D][Axis] * T[Axis];
        int64_t &X = Cell[Steps.size() - 1];
        X = llvm::divideFloorSigned(X * Bytes, SectorBytes);
        if (Into.empty() || Into.back() != Cell)
          Into.push_back(Cell);
      }
  return true;
}

std::optional<double> touchedBytes(const KernelModel &K,
                                   const LaunchShape &Shape,
                                   const ArrayCoordinates &Array) {
  if (!Array.Unknown.empty())
    return std::nullopt;
  size_t Sectors = 0;
  for (const bool Writes : {false, true}) {
    std::vector<std::vector<AccessId>> Groups; // of neighbours
    for (const auto &[Id, At] : Array.Coordinates) {
      const AccessInfo &A = K.access(Id);
      if (!(Writes ? A.writes() : A.reads()))
        continue;
      for (const Polynomial &P : At)
        if (llvm::any_of(A.Loops, [&](LoopId L) {
              return P.mentions(K.loop(L).Symbol);
            }))
          return std::nullopt;
      auto Group = llvm::find_if(Groups, [&](const auto &Ids) {
        return sameLinear(Array.Coordinates.at(Ids.front()), At);
      });
      if (Group == Groups.end())
        Group = Groups.emplace(Group);
      Group->push_back(Id);
    }
    for (const std::vector<AccessId> &Group : Groups) {
      std::vector<Sector> Touched;
      for (AccessId Id : Group)
        if (!addSectors(Array.Coordinates.at(Id),
                        K.array(Array.Array).ElementBytes, Shape, Touched))
          return std::nullopt;
      llvm::sort(Touched);
      Sectors += std::unique(Touched.begin(), Touched.end()) - Touched.begin();
    }
  }
  return double(Sectors * SectorBytes);
}

} // namespace tessera

//===- Frequency.cpp - How often elements are accessed --------------------===//
#include "tessera/Analysis/Frequency.h"
#include "tessera/Analysis/FactCache.h"
#include "tessera/Polyhedral/Box.h"
#include "tessera/Polyhedral/Guarded.h"
#include "llvm/ADT/STLExtras.h"
#include <cstdlib>

namespace tessera {

static std::optional<double> quotient(const Count &A, const Count &B) {
  std::optional<int64_t> Number = A.Value.constant();
  std::optional<int64_t> By = B.Value.constant();
  if (!Number || !By || *By == 0)
    return std::nullopt;
  return static_cast<double>(*Number) / static_cast<double>(*By);
}

std::optional<double> AccessFrequency::ratio() const {
  return quotient(Accesses, Elements);
}

std::optional<double> AccessFrequency::sharing() const {
  return quotient(AfterRegisters, Elements);
}

/// The sum, exact if both are.
static Count operator+(const Count &A, const Count &B) {
  return {A.Value + B.Value, A.Exact && B.Exact};
}

/// Instances of \p Id in one step in the interior of the grid.
static std::optional<Count> accessesPerStep(const StepInstances &I,
                                            const Footprint &F,
                                            const StagingPoint &Point,
                                            const KernelSpace &Space) {
  // Counters of strips are counted from where the strip begins.
  NamedSet S = I.Set;
  DimNames Gone = F.Steps;
  for (const StepLoop &L : Point.Loops) {
    if (L.Tile == 1)
      continue;
    const std::string &Counter = Space.Kernel.loop(L.Loop).Symbol;
    S = addDims(S, {"#" + Counter});
    Polynomial Done = Polynomial::symbol(Counter) -
                      Polynomial::symbol(L.Symbol) -
                      Polynomial::symbol("#" + Counter);
    S = S.intersect(zero(Space.Context, Done, S.Dims));
    Gone.push_back(Counter);
  }
  S = projectOut(S, Gone);
  if (std::optional<int64_t> Number = cardinality(projectOutParameters(S).Set))
    return Count{*Number, true};
  std::optional<Box> Hull =
      enclosingBox(isl::manage(isl_map_from_range(S.Set.copy())), {});
  return Hull ? std::optional(Count{Hull->cells(), false}) : std::nullopt;
}

static Count elementsPerStep(const Footprint &F) {
  if (std::optional<int64_t> Number = cellsPerStep(F))
    return {*Number, true};
  return {F.Enclosing.cells(), false};
}

/// At most how often the grid executes the staging point, times \p Elements.
static std::optional<Polynomial> scaleBySteps(const KernelSpace &Space,
                                              const StagingPoint &Point,
                                              Polynomial Elements) {
  for (const char *Size : {"Gx", "Gy", "Gz"})
    Elements = Elements * specialise(Polynomial::symbol(Size), Space.Shape);
  for (const StepLoop &L : Point.Loops) {
    std::optional<LoopBounds> B = boundsOf(Space, L.Loop);
    if (!B)
      return std::nullopt;
    int64_t Distance = std::abs(B->Step) * L.Tile;
    Polynomial Range = B->Step > 0 ? B->End - B->First : B->First - B->End;
    std::optional<Polynomial> Scaled =
        (Elements * (Range + Distance - 1)).dividedBy(Distance);
    if (!Scaled)
      return std::nullopt;
    Elements = *Scaled;
  }
  return Elements;
}

/// The number of points of \p S, if it is found within a quota of its own.
static std::optional<int64_t> tryCount(const isl::set &S) {
  llvm::Expected<std::optional<int64_t>> Number =
      guarded(S.ctx(), [&] { return cardinality(S); }, DefaultIslQuota / 2);
  if (Number)
    return *Number;
  // The caller has an estimate.
  llvm::consumeError(Number.takeError());
  return std::nullopt;
}

static std::optional<Count> loadsAfter(const KernelSpace &Space,
                                       const StagingPoint &Point,
                                       const Footprint &F,
                                       const Count &Elements) {
  if (std::optional<int64_t> Number =
          tryCount(isl::manage(isl_map_wrap(F.Touched.copy()))))
    return Count{*Number, true};
  std::optional<Polynomial> AtMost = scaleBySteps(Space, Point, Elements.Value);
  return AtMost ? std::optional(Count{*AtMost, false}) : std::nullopt;
}

/// `{ [tx, ty, tz, cells] }`: the threads of a block that touch a cell through
/// \p Id in some step.
static isl::set threadsByCell(const StepInstances &I, const Footprint &F,
                              AccessId Id) {
  DimNames Cells;
  for (unsigned D = 0; D < F.Enclosing.Dims.size(); ++D)
    Cells.push_back(cellName(D));
  NamedSet S = addDims(I.Set, Cells);
  for (auto [Cell, Index] : llvm::zip_equal(Cells, F.TileIndex.at(Id)))
    S = S.intersect(
        zero(S.Set.ctx(), Polynomial::symbol(Cell) - Index, S.Dims));
  DimNames Kept = ThreadDims;
  llvm::append_range(Kept, Cells);
  return projectOutParameters(projectOnto(S, Kept)).Set;
}

namespace {

/// What the same instances execute, counted once.
struct InstanceCounts {
  AccessId First;
  StepInstances Instances;
  Count PerStep;
};

/// Adds up the accesses of one footprint.
class AccessCounter {
public:
  AccessCounter(const KernelSpace &Space, const StagingPoint &Point,
                const Footprint &F)
      : Space(Space), Point(Point), F(F) {}

  llvm::Expected<AccessFrequency> run() {
    AccessFrequency Result;
    Result.Accesses = {0, true};
    Result.LoadsBefore = Count{0, true};
    for (AccessId Id : F.Accesses) {
      const InstanceCounts *I = countsOf(Id);
      if (!I)
        return noNumber(Id);
      Result.Accesses = Result.Accesses + I->PerStep;
      auto [InGrid, New] = Grid.try_emplace(I->First);
      if (New)
        InGrid->second = countInGrid(Id);
      if (InGrid->second && Result.LoadsBefore)
        Result.LoadsBefore = *Result.LoadsBefore + *InGrid->second;
      else
        Result.LoadsBefore.reset();
    }
    Result.Elements = elementsPerStep(F);
    Result.AfterRegisters = afterRegisters();
    return Result;
  }

  llvm::Expected<Count> runAfterRegisters() {
    for (AccessId Id : F.Accesses)
      if (!countsOf(Id))
        return noNumber(Id);
    return afterRegisters();
  }

private:
  llvm::Error noNumber(AccessId Id) const {
    return reject(DiagKind::NoBoundedBox,
                  {Space.Kernel.access(Id).Source.Begin},
                  Space.Kernel.array(F.Array).Name);
  }

  /// Over the counters of \p Id itself: strips do not matter here.
  std::optional<Count> countInGrid(AccessId Id) const {
    DimNames Dims = instanceDims(Space.Kernel, Space.Kernel.access(Id).Loops);
    return countPoints(domainOf(Space, Id, Dims)->Set);
  }

  /// Counts the instances of \p Id, unless another access has the same.
  const InstanceCounts *countsOf(AccessId Id) {
    const AccessInfo &A = Space.Kernel.access(Id);
    auto Same = llvm::find_if(Known, [&](const InstanceCounts &I) {
      return sameInstances(Space.Kernel.access(I.First), A);
    });
    if (Same != Known.end())
      return &*Same;
    std::optional<StepInstances> I = stepInstances(Space, Point, Id);
    if (!I)
      return nullptr;
    std::optional<Count> PerStep = accessesPerStep(*I, F, Point, Space);
    if (!PerStep)
      return nullptr;
    Known.push_back({Id, std::move(*I), *PerStep});
    return &Known.back();
  }

  /// Whether a thread executes \p Id once in a step.
  bool isOncePerStep(AccessId Id) const {
    return llvm::all_of(Space.Kernel.access(Id).Loops, [&](LoopId Loop) {
      return llvm::any_of(Point.Loops, [&](const StepLoop &L) {
        return L.Loop == Loop && L.Tile == 1;
      });
    });
  }

  /// Pairs of a thread and an element.
  Count afterRegisters() {
    // Accesses with one index are one in each iteration.
    std::map<std::vector<Polynomial>, AccessId> Different;
    for (AccessId Id : F.Accesses)
      Different.try_emplace(F.TileIndex.at(Id), Id);
    Count AtMost{0, true};
    bool Disjoint = Known.size() == 1;
    for (const auto &[Index, Id] : Different) {
      AtMost = AtMost + countsOf(Id)->PerStep;
      // Then a thread reads elements at constant distances.
      Disjoint &= isOncePerStep(Id) &&
                  constantDistance(Index, Different.begin()->first);
    }
    if (Disjoint)
      return AtMost;
    // Unions of more sets take too long.
    constexpr size_t MaxExact = 16;
    if (Different.size() <= MaxExact) {
      isl::set Pairs;
      for (const auto &[Index, Id] : Different) {
        isl::set S = threadsByCell(countsOf(Id)->Instances, F, Id);
        Pairs = Pairs.is_null() ? S : Pairs.unite(S).coalesce();
      }
      if (std::optional<int64_t> Number = cardinality(Pairs))
        return {*Number, true};
    }
    return {AtMost.Value, false};
  }

  const KernelSpace &Space;
  const StagingPoint &Point;
  const Footprint &F;
  std::vector<InstanceCounts> Known;
  std::map<AccessId, std::optional<Count>> Grid; ///< by the first access
};

} // namespace

llvm::Expected<AccessFrequency> computeFrequency(const KernelSpace &Space,
                                                 const StagingPoint &Point,
                                                 const Footprint &F) {
  llvm::Expected<AccessFrequency> Result = guarded(
      Space.Context, [&] { return AccessCounter(Space, Point, F).run(); });
  if (Result)
    Result->LoadsAfter = loadsAfter(Space, Point, F, Result->Elements);
  return Result;
}

llvm::Expected<Count> countAfterRegisters(const KernelSpace &Space,
                                          const StagingPoint &Point,
                                          const Footprint &F) {
  auto Compute = [&] {
    return guarded(Space.Context, [&] {
      return AccessCounter(Space, Point, F).runAfterRegisters();
    });
  };
  if (!Space.Cache)
    return Compute();
  return Space.Cache->AfterRegisters.get({F.Array, Point.Loops, F.Accesses},
                                         Compute);
}

std::optional<PaperFrequency> paperFrequency(const KernelSpace &Space,
                                             AccessId Id) {
  const AccessInfo &A = Space.Kernel.access(Id);
  if (A.Subscripts.size() != 1 || A.Loops.size() != 1)
    return std::nullopt;
  std::optional<LoopBounds> B = boundsOf(Space, A.Loops.front());
  const std::string &Counter = Space.Kernel.loop(A.Loops.front()).Symbol;
  Polynomial Subscript = specialise(A.Subscripts.front(), Space.Shape);
  if (!B || B->Step != 1 || B->Longer ||
      !isAffineOver(Subscript, {Counter, "tx"}))
    return std::nullopt;
  std::optional<int64_t> Size = Space.Shape.Block[0];
  Polynomial Threads = Size ? Polynomial(*Size) : Polynomial::symbol("Bx");
  int64_t PerIteration = std::abs(Subscript.coefficient({Counter}));
  int64_t PerThread = std::abs(Subscript.coefficient({"tx"}));
  return PaperFrequency{(B->End - B->First) * Threads,
                        (B->End - 1 - B->First) * PerIteration +
                            (Threads - 1) * PerThread};
}

} // namespace tessera

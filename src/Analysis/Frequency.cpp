//===- Frequency.cpp - How often elements are accessed --------------------===//
#include "tessera/Analysis/Frequency.h"
#include "tessera/Polyhedral/Box.h"
#include "tessera/Polyhedral/Guarded.h"
#include "llvm/ADT/STLExtras.h"
#include <cstdlib>

namespace tessera {

std::optional<double> AccessFrequency::ratio() const {
  std::optional<int64_t> A = Accesses.Value.constant();
  std::optional<int64_t> E = Elements.Value.constant();
  if (!A || !E || *E == 0)
    return std::nullopt;
  return static_cast<double>(*A) / static_cast<double>(*E);
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
  if (std::optional<int64_t> Number = cardinality(shapeOf(F).Set))
    return {*Number, true};
  return {F.Enclosing.cells(), false};
}

llvm::Expected<AccessFrequency> computeFrequency(const KernelSpace &Space,
                                                 const StagingPoint &Point,
                                                 const Footprint &F) {
  return guarded(Space.Context, [&]() -> llvm::Expected<AccessFrequency> {
    AccessFrequency Result;
    Result.Accesses = {0, true};
    Result.LoadsBefore = Count{0, true};
    for (AccessId Id : F.Accesses) {
      std::optional<StepInstances> I = stepInstances(Space, Point, Id);
      std::optional<Count> PerStep;
      if (I)
        PerStep = accessesPerStep(*I, F, Point, Space);
      if (!PerStep)
        return reject(DiagKind::NoBoundedBox,
                      {Space.Kernel.access(Id).Source.Begin},
                      Space.Kernel.array(F.Array).Name);
      Result.Accesses = Result.Accesses + *PerStep;
      // Over its own counters: strips do not matter here.
      DimNames Dims = instanceDims(Space.Kernel, Space.Kernel.access(Id).Loops);
      std::optional<Count> All = countPoints(domainOf(Space, Id, Dims)->Set);
      if (All && Result.LoadsBefore)
        Result.LoadsBefore = *Result.LoadsBefore + *All;
      else
        Result.LoadsBefore.reset();
    }
    Result.Elements = elementsPerStep(F);
    Result.LoadsAfter =
        countPoints(isl::manage(isl_map_wrap(F.Touched.copy())));
    return Result;
  });
}

std::optional<PaperFrequency> paperFrequency(const KernelSpace &Space,
                                             AccessId Id) {
  const AccessInfo &A = Space.Kernel.access(Id);
  if (A.Subscripts.size() != 1 || A.Loops.size() != 1)
    return std::nullopt;
  std::optional<LoopBounds> B = boundsOf(Space, A.Loops.front());
  const std::string &Counter = Space.Kernel.loop(A.Loops.front()).Symbol;
  Polynomial Subscript = specialise(A.Subscripts.front(), Space.Shape);
  if (!B || B->Step != 1 || !isAffineOver(Subscript, {Counter, "tx"}))
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

//===- LoadCondition.cpp - Which cells of a tile are loaded ---------------===//
//
// The exact set of a guarded stencil is a union with one member per access,
// cut off differently at each edge of the grid. Accesses side by side are
// joined to regions: a region has a shape inside the tile, the same in all
// steps, and a set of elements inside the array. Their intersection contains
// the exact set, and every element in it is touched by some thread of the grid.
//
//===----------------------------------------------------------------------===//
#include "tessera/Analysis/CoordinateCondition.h"
#include "tessera/Polyhedral/Count.h"
#include "tessera/Polyhedral/Guarded.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

static DimNames numbered(unsigned Rank, const char *Prefix) {
  DimNames Names;
  for (unsigned D = 0; D < Rank; ++D)
    Names.push_back(Prefix + std::to_string(D));
  return Names;
}

std::string cellName(unsigned Dim) { return "#" + std::to_string(Dim); }

/// `{ [Steps, cells] }` from `{ Step[Steps] -> A[c..] }`.
static NamedSet toCells(const Footprint &F, const isl::map &Elements) {
  unsigned Rank = F.Enclosing.Dims.size();
  DimNames Coordinates = numbered(Rank, "#c");
  NamedSet Both =
      addDims(fromMap(Elements, F.Steps, Coordinates), numbered(Rank, "#"));
  for (unsigned D = 0; D < Rank; ++D) {
    const Box::Dim &Dim = F.Enclosing.Dims[D];
    Both = Both.intersect(
        zero(Elements.ctx(),
             Dim.Origin + Polynomial::symbol(cellName(D)) * Dim.Stride -
                 Polynomial::symbol(Coordinates[D]),
             Both.Dims));
  }
  return projectOut(Both, Coordinates);
}

/// The union of \p A and \p B, if it is convex.
static std::optional<isl::set> convexUnion(const isl::set &A,
                                           const isl::set &B) {
  if (A.is_subset(B))
    return B;
  isl::set Union = A.unite(B);
  isl::set Hull(isl::manage(isl_set_simple_hull(Union.copy())));
  // What the sets imply for the parameters alone, the hull does not know.
  isl::set Sizes(isl::manage(isl_set_simple_hull(Union.params().release())));
  Hull = Hull.intersect_params(Sizes);
  return Hull.is_subset(Union) ? std::optional(Hull) : std::nullopt;
}

/// Joins \p B to \p A, if both shape and elements stay convex.
static bool join(LoadRegion &A, const LoadRegion &B) {
  std::optional<isl::set> Shape = convexUnion(A.Shape, B.Shape);
  if (!Shape)
    return false;
  std::optional<isl::set> Elements = convexUnion(A.Elements, B.Elements);
  if (!Elements)
    return false;
  A = {*Shape, *Elements};
  return true;
}

/// Adds \p Next to \p Regions and joins what can be joined.
static void add(std::vector<LoadRegion> &Regions, LoadRegion Next) {
  for (unsigned I = 0; I < Regions.size();) {
    if (!join(Next, Regions[I])) {
      ++I;
      continue;
    }
    Regions.erase(Regions.begin() + I);
    I = 0;
  }
  Regions.push_back(std::move(Next));
}

/// Joins \p Regions, which cover all of \p Single, to fewer. A region may take
/// in accesses that another has too: the centre belongs to all arms of a cross.
static std::vector<LoadRegion>
extendRegions(std::vector<LoadRegion> Regions,
              const std::vector<LoadRegion> &Single) {
  std::vector<LoadRegion> Result;
  while (!Regions.empty()) {
    LoadRegion R = std::move(Regions.back());
    Regions.pop_back();
    for (const LoadRegion &One : Single)
      join(R, One);
    llvm::erase_if(Regions,
                   [&](const LoadRegion &Other) { return join(R, Other); });
    Result.push_back(std::move(R));
  }
  return Result;
}

NamedSet loadsOf(const Footprint &F) { return toCells(F, F.Touched); }

/// The cells that \p Piece touches in some step.
static isl::set shapeOf(const Footprint &F, const isl::map &Piece) {
  return projectOutParameters(projectOut(toCells(F, Piece), F.Steps)).Set;
}

std::vector<LoadRegion> regionsOf(const Footprint &F) {
  constexpr size_t MaxToExtend = 32;
  std::vector<LoadRegion> Single, Regions;
  for (const isl::map &Piece : F.Pieces) {
    Single.push_back({shapeOf(F, Piece), Piece.range()});
    add(Regions, Single.back());
  }
  if (Regions.size() > 1 && Single.size() <= MaxToExtend)
    return extendRegions(std::move(Regions), Single);
  return Regions;
}

static NamedSet unionOf(const Footprint &F,
                        const std::vector<LoadRegion> &Regions) {
  DimNames Cells = numbered(F.Enclosing.Dims.size(), "#");
  isl::set Shape =
      isl::set::empty(NamedSet::universe(F.Touched.ctx(), Cells).Set.space());
  for (const LoadRegion &R : Regions)
    Shape = Shape.unite(R.Shape);
  return {Shape, Cells};
}

NamedSet shapeOf(const Footprint &F) { return unionOf(F, regionsOf(F)); }

std::optional<int64_t> cellsPerStep(const Footprint &F) {
  std::vector<LoadRegion> Single;
  for (const isl::map &Piece : F.Pieces)
    Single.push_back({shapeOf(F, Piece), Piece.range()});
  return cardinality(unionOf(F, Single).Set);
}

/// `{ [Steps, cells] }`: the cells of the regions.
static NamedSet simpleLoads(const Footprint &F) {
  isl_set *Steps =
      isl_set_universe(isl_space_domain(isl_map_get_space(F.Touched.get())));
  isl::set AnyStep = isl::manage(Steps);
  NamedSet Result = toCells(F, isl::map::empty(F.Touched.space()));
  for (const LoadRegion &R : regionsOf(F)) {
    isl::map Anywhere = isl::manage(
        isl_map_from_domain_and_range(AnyStep.copy(), R.Elements.copy()));
    isl::set Shape = isl::manage(
        isl_set_insert_dims(R.Shape.copy(), isl_dim_set, 0, F.Steps.size()));
    Result.Set = Result.Set.unite(toCells(F, Anywhere).intersect(Shape).Set);
  }
  return Result;
}

llvm::Expected<CCondition>
loadCondition(const Footprint &F, LoadTest Test,
              llvm::function_ref<std::string(llvm::StringRef)> Spell) {
  return guarded(F.Touched.ctx(), [&]() -> llvm::Expected<CCondition> {
    constexpr unsigned MaxPieces = 32;
    NamedSet Loads = Test == LoadTest::Exact ? loadsOf(F) : simpleLoads(F);
    if (Test == LoadTest::Exact && Loads.Set.n_basic_set() > MaxPieces)
      return llvm::make_error<IslGaveUp>("an exact test would be too long");
    return toCCondition(Loads, F.Cells, Spell);
  });
}

llvm::Expected<bool>
treatsAlike(const Footprint &F, LoadTest Test, int64_t Cells,
            const std::map<std::string, int64_t> &Multiples) {
  return guarded(F.Touched.ctx(), [&]() -> llvm::Expected<bool> {
    isl::ctx Context = F.Touched.ctx();
    const NamedSet Loads =
        Test == LoadTest::Exact ? loadsOf(F) : simpleLoads(F);
    // { [Steps, cells] : the first cell of the vector is loaded }
    NamedSet Firsts = addDims(Loads, {"~cell"});
    const Polynomial First = Polynomial::symbol(Loads.Dims.back());
    const Polynomial Ahead = Polynomial::symbol("~cell") - First;
    for (const isl::set &Constraint :
         {multipleOf(Context, First, Cells, Firsts.Dims),
          nonNegative(Context, Ahead, Firsts.Dims),
          nonNegative(Context, Polynomial(Cells - 1) - Ahead, Firsts.Dims)})
      Firsts = Firsts.intersect(Constraint);
    Firsts = projectOut(Firsts, {Loads.Dims.back()});
    isl::set Known = F.Cells.Set;
    for (const auto &[Symbol, Of] : Multiples)
      Known = Known.intersect(
          multipleOf(Context, Polynomial::symbol(Symbol), Of, Loads.Dims));
    return Loads.Set.intersect(Known).is_equal(Firsts.Set.intersect(Known));
  });
}

} // namespace tessera

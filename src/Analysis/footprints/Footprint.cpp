//===- Footprint.cpp - What a block touches of an array -------------------===//
#include "tessera/Analysis/Footprint.h"
#include "tessera/Analysis/AssumedFacts.h"
#include "tessera/Analysis/FactCache.h"
#include "tessera/Polyhedral/Guarded.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

static std::string coordinateName(unsigned Dim) {
  return "#c" + std::to_string(Dim);
}

static DimNames concat(DimNames A, const DimNames &B) {
  A.insert(A.end(), B.begin(), B.end());
  return A;
}

static DimNames numbered(unsigned Rank, std::string Name(unsigned)) {
  DimNames Names;
  for (unsigned D = 0; D < Rank; ++D)
    Names.push_back(Name(D));
  return Names;
}

static std::string stepSymbol(const KernelSpace &Space, const StepLoop &L) {
  return L.Tile == 1 ? Space.Kernel.loop(L.Loop).Symbol : L.Symbol;
}

DimNames stepDims(const KernelSpace &Space, const StagingPoint &Point) {
  DimNames Dims = BlockDims;
  for (const StepLoop &L : Point.Loops)
    Dims.push_back(stepSymbol(Space, L));
  return Dims;
}

/// Whether all threads of a block agree on \p P.
static bool isUniform(const Polynomial &P, const DimNames &Steps,
                      const KernelSpace &Space) {
  return llvm::none_of(P.symbols(), [&](const std::string &Symbol) {
    return !llvm::is_contained(Steps, Symbol) &&
           (isThreadDim(Symbol) ||
            llvm::any_of(Space.Kernel.Loops, [&](const LoopInfo &L) {
              return L.Symbol == Symbol;
            }));
  });
}

/// `{ [Dims] : Counter lies in the strip that begins at Symbol }`
static std::optional<isl::set> stripDomain(const KernelSpace &Space,
                                           const StepLoop &L,
                                           const DimNames &Steps,
                                           const DimNames &Dims) {
  LoopBounds B = *boundsOf(Space, L.Loop);
  if (!isUniform(B.First, Steps, Space))
    return std::nullopt;
  int64_t Sign = B.Step > 0 ? 1 : -1;
  Polynomial Begin = Polynomial::symbol(L.Symbol);
  Polynomial Inside =
      (Polynomial::symbol(Space.Kernel.loop(L.Loop).Symbol) - Begin) * Sign;
  Polynomial Before = (Begin - B.First) * Sign;
  int64_t Width = B.Step * Sign * L.Tile;
  isl::ctx Context = Space.Context;
  return nonNegative(Context, Inside, Dims)
      .intersect(nonNegative(Context, Polynomial(Width - 1) - Inside, Dims))
      .intersect(nonNegative(Context, Before, Dims))
      .intersect(multipleOf(Context, Before, Width, Dims));
}

/// `{ [Steps] : the step is executed }`, as far as all threads agree on it.
static isl::set stepDomain(const KernelSpace &Space, const StagingPoint &Point,
                           const DimNames &Steps, const DimNames &Dims) {
  isl::set Result = blockDomain(Space, Dims);
  for (const StepLoop &L : Point.Loops) {
    std::optional<LoopBounds> B = boundsOf(Space, L.Loop);
    if (!B || !isUniform(B->First, Steps, Space) ||
        !isUniform(B->End, Steps, Space))
      continue;
    if (std::optional<isl::set> Values =
            loopDomain(Space, L.Loop, stepSymbol(Space, L), L.Tile, Dims))
      Result = meet(Result, *Values);
  }
  return Result;
}

static std::optional<StepInstances>
computeStepInstances(const KernelSpace &Space, const StagingPoint &Point,
                     AccessId Id) {
  DimNames Steps = stepDims(Space, Point);
  DimNames Dims = Steps;
  for (const std::string &Dim :
       instanceDims(Space.Kernel, Space.Kernel.access(Id).Loops))
    if (!llvm::is_contained(Dims, Dim))
      Dims.push_back(Dim);
  std::vector<LoopId> Given;
  for (const StepLoop &L : Point.Loops)
    Given.push_back(L.Loop);
  std::optional<AccessDomain> Domain = domainOf(Space, Id, Dims, Given);
  if (!Domain)
    return std::nullopt;
  NamedSet Result{Domain->Set, Dims};
  for (const StepLoop &L : Point.Loops) {
    if (L.Tile == 1)
      continue;
    std::optional<isl::set> Strip = stripDomain(Space, L, Steps, Dims);
    if (!Strip)
      return std::nullopt;
    Result = Result.intersect(*Strip);
  }
  return StepInstances{Result, Domain->May};
}

std::optional<StepInstances> stepInstances(const KernelSpace &Space,
                                           const StagingPoint &Point,
                                           AccessId Id) {
  if (!Space.Cache)
    return computeStepInstances(Space, Point, Id);
  // Other accesses by the same instances are asked for, too.
  const AccessInfo &A = Space.Kernel.access(Id);
  std::tuple Key(Point.Loops, A.Loops, A.Guards, A.Conditional);
  auto It = Space.Cache->Instances.find(Key);
  if (It == Space.Cache->Instances.end())
    It = Space.Cache->Instances
             .emplace(Key, computeStepInstances(Space, Point, Id))
             .first;
  return It->second;
}

namespace {

/// Computes one footprint; the members are what its steps share.
class FootprintBuilder {
public:
  FootprintBuilder(const KernelSpace &Space, const ArrayCoordinates &Array,
                   const StagingPoint &Point)
      : Space(Space), Array(Array), Point(Point) {
    Result.Array = Array.Array;
    Result.Strides = Array.Strides;
    Result.Steps = stepDims(Space, Point);
  }

  llvm::Expected<Footprint> run(const std::vector<AccessId> &Accesses) {
    Result.Accesses = Accesses;
    Rank = Array.Coordinates.at(Accesses.front()).size();
    for (AccessId Id : Accesses) {
      if (!addAccess(Id))
        return noBox(Id);
      if (isTooHard(Pieces.back().Touched))
        return llvm::make_error<IslGaveUp>("too many cases or loops");
    }
    std::optional<Box> Hull = hullOf(/*Strided=*/true);
    if (Hull && !indexAccesses(*Hull))
      Hull = hullOf(/*Strided=*/false);
    if (!Hull || !indexAccesses(*Hull))
      return noBox(Accesses.front());
    Result.Enclosing = std::move(*Hull);
    describeCells();
    for (const Piece &P : Pieces)
      if (!P.Touched.is_empty())
        Result.Pieces.push_back(P.Touched);
    return std::move(Result);
  }

private:
  /// Finding a hull takes all cases together. It eliminates existentials one by
  /// one, and each may square the number of constraints.
  static bool isTooHard(const isl::map &M) {
    constexpr unsigned MaxCases = 32, MaxExistentials = 5;
    unsigned Cases = 0, Existentials = 0;
    M.foreach_basic_map([&](isl::basic_map Case) {
      ++Cases;
      Existentials = std::max<unsigned>(
          Existentials, isl_basic_map_dim(Case.get(), isl_dim_div));
    });
    return Cases > MaxCases || Existentials > MaxExistentials;
  }

  llvm::Error noBox(AccessId Id) const {
    return reject(DiagKind::NoBoundedBox,
                  {Space.Kernel.access(Id).Source.Begin},
                  Space.Kernel.array(Array.Array).Name);
  }

  /// What one access touches: `{ Step[Steps] -> A[c..] }`.
  struct Piece {
    AccessId Id;
    isl::map Touched;
    bool May = false;
    /// From the first piece, if it is that one moved.
    std::optional<std::vector<int64_t>> Distance = std::nullopt;
  };

  /// Adds the elements that \p Id touches to the footprint.
  bool addAccess(AccessId Id) {
    const std::optional<std::vector<int64_t>> Distance = distance(Id);
    if (Distance && isTouchedAt(*Distance))
      return true;
    std::optional<Piece> New =
        Distance ? translated(Id, *Distance) : pieceOf(Id);
    if (!New)
      return false;
    // Not coalesced: for many neighbours that takes longer than it saves.
    Result.Touched =
        Pieces.empty() ? New->Touched : Result.Touched.unite(New->Touched);
    Result.May |= New->May;
    Pieces.push_back(std::move(*New));
    return true;
  }

  std::optional<Piece> pieceOf(AccessId Id) const {
    std::optional<StepInstances> Instances = stepInstances(Space, Point, Id);
    if (!Instances)
      return std::nullopt;
    DimNames Coordinates = numbered(Rank, coordinateName);
    NamedSet Elements = addDims(Instances->Set, Coordinates);
    // Together first: each intersection with strips takes long.
    NamedSet Places = NamedSet::universe(Space.Context, Elements.Dims);
    for (unsigned D = 0; D < Rank; ++D)
      Places = Places.intersect(
          zero(Space.Context,
               Polynomial::symbol(Coordinates[D]) - Array.Coordinates.at(Id)[D],
               Elements.Dims));
    Elements = Elements.intersect(Places.Set);
    return Piece{Id,
                 toMap(projectOnto(Elements, concat(Result.Steps, Coordinates)),
                       Result.Steps.size()),
                 Instances->May};
  }

  /// How far from the first access \p Id is made, if by the same instances and
  /// at a constant distance.
  std::optional<std::vector<int64_t>> distance(AccessId Id) const {
    if (Pieces.empty() || !sameInstances(Space.Kernel.access(Pieces.front().Id),
                                         Space.Kernel.access(Id)))
      return std::nullopt;
    return constantDistance(Array.Coordinates.at(Pieces.front().Id),
                            Array.Coordinates.at(Id));
  }

  /// Whether a piece at \p Distance from the first one is known.
  bool isTouchedAt(llvm::ArrayRef<int64_t> Distance) const {
    return llvm::all_of(Distance, [](int64_t By) { return By == 0; }) ||
           llvm::any_of(Pieces, [&](const Piece &P) {
             return P.Distance && llvm::equal(*P.Distance, Distance);
           });
  }

  /// The elements of the first access, moved by \p Distance.
  Piece translated(AccessId Id, const std::vector<int64_t> &Distance) const {
    const Piece &First = Pieces.front();
    DimNames Coordinates = numbered(Rank, coordinateName);
    isl::multi_aff Move =
        isl::multi_aff::zero(isl::manage(isl_space_map_from_set(
            isl_space_set_alloc(isl::ctx(Space.Context).get(), 0, Rank))));
    // The element at the first access, seen from this one.
    for (unsigned D = 0; D < Rank; ++D)
      Move =
          Move.set_at(D, toAff(Space.Context,
                               Polynomial::symbol(Coordinates[D]) - Distance[D],
                               Coordinates));
    return Piece{Id, First.Touched.preimage_range(Move), First.May, Distance};
  }

  /// Writes every access as an index into \p B.
  bool indexAccesses(const Box &B) {
    for (AccessId Id : Result.Accesses) {
      std::vector<Polynomial> &Index = Result.TileIndex[Id];
      Index.clear();
      for (auto [C, D] : llvm::zip_equal(Array.Coordinates.at(Id), B.Dims)) {
        std::optional<Polynomial> I = (C - D.Origin).dividedBy(D.Stride);
        if (!I)
          return false;
        Index.push_back(*I);
      }
    }
    return true;
  }

  static Box moved(Box B, const std::vector<int64_t> &Distance) {
    for (auto [D, By] : llvm::zip_equal(B.Dims, Distance))
      D.Origin += By;
    return B;
  }

  /// The box around what all accesses touch.
  std::optional<Box> hullOf(bool Strided) const {
    // Neighbours lie at constant distances: that is the usual case.
    std::optional<Box> First, Common;
    for (const Piece &P : Pieces) {
      std::optional<Box> One =
          P.Distance ? moved(*First, *P.Distance)
                     : enclosingBox(P.Touched, Result.Steps, Strided);
      if (!First)
        First = One;
      Common = !One ? std::nullopt : Common ? enclosingBox(*Common, *One) : One;
      if (!Common)
        return enclosingBox(Result.Touched, Result.Steps, Strided);
    }
    return Common;
  }

  /// Computes `Cells`.
  void describeCells() {
    DimNames Dims = concat(Result.Steps, numbered(Rank, cellName));
    NamedSet Known = NamedSet::universe(Space.Context, Dims);
    auto know = [&](const Polynomial &P) {
      Known = Known.intersect(nonNegative(Space.Context, P, Dims));
    };
    for (unsigned D = 0; D < Rank; ++D) {
      Polynomial Cell = Polynomial::symbol(cellName(D));
      know(Cell);
      know(Result.Enclosing.Dims[D].Extent - Cell - 1);
    }
    for (auto [Size, Origin] :
         {std::pair("Bx", "Ox"), {"By", "Oy"}, {"Bz", "Oz"}}) {
      Polynomial S = specialise(Polynomial::symbol(Size), Space.Shape);
      if (S.constant())
        continue;
      know(S - 1);
      know(Polynomial::symbol(Origin));
    }
    Result.Cells = {stepDomain(Space, Point, Result.Steps, Dims), Dims};
    Result.Cells = Result.Cells.intersect(Known.Set).intersect(
        assumedSet(Space.Context, Space.Kernel.Assumed, Space.Shape, Dims));
  }

  const KernelSpace &Space;
  const ArrayCoordinates &Array;
  const StagingPoint &Point;
  Footprint Result;
  std::vector<Piece> Pieces;
  unsigned Rank = 0;
};

} // namespace

llvm::Expected<Footprint>
computeFootprint(const KernelSpace &Space, const ArrayCoordinates &Array,
                 const std::vector<AccessId> &Accesses,
                 const StagingPoint &Point) {
  return guarded(Space.Context, [&] {
    return FootprintBuilder(Space, Array, Point).run(Accesses);
  });
}

/// The coordinates without their constants.
static std::vector<Polynomial>
linearPart(const std::vector<Polynomial> &Coordinates) {
  std::vector<Polynomial> Result;
  for (const Polynomial &P : Coordinates)
    Result.push_back(P - P.constantTerm());
  return Result;
}

std::vector<std::vector<AccessId>> groupAccesses(const KernelSpace &Space,
                                                 const ArrayCoordinates &Array,
                                                 const StagingPoint &Point) {
  std::vector<std::pair<std::vector<Polynomial>, std::vector<AccessId>>> Groups;
  for (const auto &[Id, Coordinates] : Array.Coordinates) {
    const std::vector<LoopId> &Loops = Space.Kernel.access(Id).Loops;
    if (!llvm::all_of(Point.Loops, [&](const StepLoop &L) {
          return llvm::is_contained(Loops, L.Loop);
        }))
      continue;
    std::vector<Polynomial> Linear = linearPart(Coordinates);
    auto It = llvm::find_if(
        Groups, [&](const auto &Group) { return Group.first == Linear; });
    if (It == Groups.end())
      It = Groups.insert(Groups.end(), {Linear, {}});
    It->second.push_back(Id);
  }
  std::vector<std::vector<AccessId>> Result;
  for (auto &Group : Groups)
    Result.push_back(std::move(Group.second));
  return Result;
}

/// The footprint of two groups together, if it is no larger than both alone.
static std::optional<Footprint> unite(const KernelSpace &Space,
                                      const ArrayCoordinates &Array,
                                      const StagingPoint &Point,
                                      const Footprint &A, const Footprint &B) {
  std::vector<AccessId> All = A.Accesses;
  All.insert(All.end(), B.Accesses.begin(), B.Accesses.end());
  llvm::sort(All);
  llvm::Expected<Footprint> Both = computeFootprint(Space, Array, All, Point);
  if (!Both) {
    // Two tiles then: each of them exists.
    llvm::consumeError(Both.takeError());
    return std::nullopt;
  }
  std::optional<int64_t> Common = Both->Enclosing.cells().constant();
  std::optional<int64_t> Apart =
      (A.Enclosing.cells() + B.Enclosing.cells()).constant();
  bool Smaller = Common && Apart
                     ? *Common <= *Apart
                     : Both->Enclosing.cells() == A.Enclosing.cells() ||
                           Both->Enclosing.cells() == B.Enclosing.cells();
  return Smaller ? std::optional(std::move(*Both)) : std::nullopt;
}

/// Whether a box around \p A and \p B could be as small as they are: not where
/// both have known sizes, and a parameter or the size of the grid tells how far
/// apart they lie.
static bool mayUnite(const KernelModel &K, const Footprint &A,
                     const Footprint &B) {
  if (A.isEmpty() || B.isEmpty() || !A.Enclosing.cells().constant() ||
      !B.Enclosing.cells().constant())
    return true;
  auto HasNoBounds = [&](llvm::StringRef Symbol) {
    return llvm::is_contained({"Gx", "Gy", "Gz"}, Symbol) ||
           llvm::any_of(K.Parameters, [&](const ParameterInfo &P) {
             return P.Symbol == Symbol;
           });
  };
  return llvm::none_of(llvm::zip_equal(A.Enclosing.Dims, B.Enclosing.Dims),
                       [&](const auto &Pair) {
                         const auto &[InA, InB] = Pair;
                         return llvm::any_of(
                             (InA.Origin - InB.Origin).symbols(), HasNoBounds);
                       });
}

static llvm::Expected<std::vector<Footprint>>
computeAllFootprints(const KernelSpace &Space, const ArrayCoordinates &Array,
                     const StagingPoint &Point) {
  std::vector<Footprint> Result;
  llvm::Error Failed = llvm::Error::success();
  for (const std::vector<AccessId> &Group :
       groupAccesses(Space, Array, Point)) {
    llvm::Expected<Footprint> F = computeFootprint(Space, Array, Group, Point);
    if (F) {
      Result.push_back(std::move(*F));
      continue;
    }
    if (Failed)
      llvm::consumeError(F.takeError());
    else
      Failed = F.takeError();
    if (!Failed.isA<Reject>())
      return std::move(Failed);
  }
  if (Result.empty() && Failed)
    return std::move(Failed);
  llvm::consumeError(std::move(Failed));
  constexpr size_t Many = 16; // their pairs take long
  const bool Picks = Result.size() > Many;
  for (unsigned I = 0; I < Result.size(); ++I)
    for (unsigned J = I + 1; J < Result.size();) {
      std::optional<Footprint> Both;
      if (!Picks || mayUnite(Space.Kernel, Result[I], Result[J]))
        Both = unite(Space, Array, Point, Result[I], Result[J]);
      if (!Both) {
        ++J;
        continue;
      }
      Result[I] = std::move(*Both);
      Result.erase(Result.begin() + J);
      J = I + 1;
    }
  return Result;
}

llvm::Expected<std::vector<Footprint>>
computeFootprints(const KernelSpace &Space, const ArrayCoordinates &Array,
                  const StagingPoint &Point) {
  if (!Space.Cache)
    return computeAllFootprints(Space, Array, Point);
  return Space.Cache->Footprints.get(
      {Array.Array, Point.Loops, Array.Coordinates},
      [&] { return computeAllFootprints(Space, Array, Point); });
}

} // namespace tessera

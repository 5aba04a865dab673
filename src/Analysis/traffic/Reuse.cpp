//===- Reuse.cpp - Who reads an element again -----------------------------===//
//
// Per access the relation
//
//   { [Steps, A[c..]] -> [tx, ty, tz, counters] }
//
// Two threads share an element if some element of a step has two threads, in
// one access or in two. A thread reads an element again if two of its
// instances, of one access or of two, touch it. Both are questions about pairs
// of instances; nothing is projected out for them.
//
//===----------------------------------------------------------------------===//
#include "tessera/Analysis/FactCache.h"
#include "tessera/Polyhedral/Guarded.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

llvm::raw_ostream &operator<<(llvm::raw_ostream &OS, ReuseKind R) {
  if (R.InterThread)
    return OS << (R.Private ? "inter-thread and private" : "inter-thread");
  return OS << (R.Private ? "private" : "none");
}

namespace {

/// One access, seen from its elements.
struct SharedElements {
  /// `{ [Steps, A[c..]] -> [tx, ty, tz, counters] }`
  isl::map Instances;
};

/// `{ [Steps, A[c..]] -> [first's, second's] }`: two instances that touch the
/// same element.
class Pairs {
public:
  Pairs(const SharedElements &A, const SharedElements &B)
      : Second(isl_map_dim(A.Instances.get(), isl_dim_out)),
        Both(isl::manage(isl_map_flat_range_product(A.Instances.copy(),
                                                    B.Instances.copy()))) {}

  /// Whether one of the dimensions Begin to End - 1 of the second instance is
  /// greater, while the \p Equal first ones are the same.
  bool increases(unsigned Equal, unsigned Begin, unsigned End) const {
    isl::map Same = equal(Equal);
    for (unsigned D = Begin; D < End; ++D) {
      isl::map Less = isl::manage(isl_map_order_lt(Same.copy(), isl_dim_out, D,
                                                   isl_dim_out, Second + D));
      if (!Less.is_empty())
        return true;
      Same = equate(Same, D);
    }
    return false;
  }

  /// Whether both instances can be of one thread.
  bool sameThread() const { return !equal(ThreadDims.size()).is_empty(); }

private:
  /// Those whose \p Count first dimensions are the same.
  isl::map equal(unsigned Count) const {
    isl::map Same = Both;
    for (unsigned D = 0; D < Count; ++D)
      Same = equate(Same, D);
    return Same;
  }

  isl::map equate(const isl::map &M, unsigned D) const {
    return isl::manage(
        isl_map_equate(M.copy(), isl_dim_out, D, isl_dim_out, Second + D));
  }

  unsigned Second;
  isl::map Both;
};

class ReuseFinder {
public:
  ReuseFinder(const KernelSpace &Space, const ArrayCoordinates &Array,
              const StagingPoint &Point)
      : Space(Space), Array(Array), Point(Point),
        Steps(stepDims(Space, Point)) {}

  llvm::Expected<ReuseKind> run(const std::vector<AccessId> &Accesses) {
    for (AccessId Id : Accesses)
      if (!addNeighbour(Id) && !addOther(Id))
        return llvm::make_error<IslGaveUp>("too many cases around an access");
    return Result;
  }

private:
  /// Pairs of instances have as many cases as the square of this.
  static constexpr unsigned MaxCases = 8;

  /// How far apart two accesses are, as coordinates; the same for all
  /// instances.
  using Distance = std::vector<Polynomial>;

  /// Accesses of the same instances at such distances from the first.
  struct Neighbours {
    AccessId First;
    SharedElements Elements; ///< of the first
    std::set<Distance> Distances;
    /// Differences of two distances that have been compared.
    std::set<Distance> Compared;
  };

  std::optional<Distance> distance(AccessId From, AccessId To) const {
    const AccessInfo &A = Space.Kernel.access(From);
    if (!sameInstances(A, Space.Kernel.access(To)))
      return std::nullopt;
    DimNames Dims = instanceDims(Space.Kernel, A.Loops);
    Distance Result;
    for (auto [X, Y] : llvm::zip_equal(Array.Coordinates.at(From),
                                       Array.Coordinates.at(To))) {
      Result.push_back(Y - X);
      for (const std::string &Symbol : Result.back().symbols())
        if (llvm::is_contained(Dims, Symbol))
          return std::nullopt;
    }
    return Result;
  }

  /// Adds \p Id to the neighbours of an earlier access, if it is one. It adds
  /// what it shares with them; alone it does what the first does.
  bool addNeighbour(AccessId Id) {
    for (Neighbours &N : Families) {
      std::optional<Distance> Here = distance(N.First, Id);
      if (!Here)
        continue;
      if (!N.Distances.insert(*Here).second)
        Result.Private = true; // the very same element
      for (const Distance &Other : N.Distances)
        compare(N, *Here, Other);
      return true;
    }
    return false;
  }

  void compare(Neighbours &N, const Distance &A, const Distance &B) {
    if (A == B || (Result.Private && Result.InterThread))
      return;
    Distance Difference, Opposite;
    for (auto [X, Y] : llvm::zip_equal(A, B)) {
      Difference.push_back(X - Y);
      Opposite.push_back(Y - X);
    }
    if (N.Compared.count(Opposite) || !N.Compared.insert(Difference).second)
      return;
    compare(N.Elements, moved(N.Elements, Difference));
  }

  void compare(const SharedElements &A, const SharedElements &B) {
    const Pairs Both(A, B);
    Result.Private = Result.Private || Both.sameThread();
    Result.InterThread = Result.InterThread ||
                         Both.increases(0, 0, ThreadDims.size()) ||
                         Pairs(B, A).increases(0, 0, ThreadDims.size());
  }

  /// The same at a distance: the element c of the result is c - By of \p E.
  SharedElements moved(const SharedElements &E, const Distance &By) const {
    DimNames Dims = Steps;
    for (unsigned D = 0; D < By.size(); ++D)
      Dims.push_back("#c" + std::to_string(D));
    isl::multi_aff Move = isl::multi_aff::zero(
        isl::manage(isl_space_map_from_set(isl_space_set_alloc(
            isl::ctx(Space.Context).get(), 0, Dims.size()))));
    for (unsigned D = 0; D < Dims.size(); ++D) {
      Polynomial Value = Polynomial::symbol(Dims[D]);
      if (D >= Steps.size())
        Value -= By[D - Steps.size()];
      Move = Move.set_at(D, toAff(Space.Context, Value, Dims));
    }
    return {E.Instances.preimage_domain(Move)};
  }

  /// \returns false if there are too many cases.
  bool addOther(AccessId Id) {
    std::optional<SharedElements> E = elementsOf(Id);
    if (!E)
      return true;
    if (unsigned(isl_map_n_basic_map(E->Instances.get())) > MaxCases)
      return false;
    Pairs Same(*E, *E);
    unsigned Threads = ThreadDims.size();
    unsigned All = isl_map_dim(E->Instances.get(), isl_dim_out);
    Result.Private = Result.Private || Same.increases(Threads, Threads, All);
    Result.InterThread = Result.InterThread || Same.increases(0, 0, Threads);
    for (const Neighbours &N : Families)
      for (const Distance &Other : N.Distances)
        if (!Result.Private || !Result.InterThread)
          compare(moved(N.Elements, Other), *E);
    Distance None(Array.Coordinates.at(Id).size());
    Families.push_back({Id, std::move(*E), {None}, {}});
    return true;
  }

  std::optional<SharedElements> elementsOf(AccessId Id) const {
    std::optional<StepInstances> I = stepInstances(Space, Point, Id);
    if (!I)
      return std::nullopt;
    const std::vector<Polynomial> &Coordinates = Array.Coordinates.at(Id);
    DimNames Names, Rest;
    for (unsigned D = 0; D < Coordinates.size(); ++D)
      Names.push_back("#c" + std::to_string(D));
    for (const std::string &Dim : I->Set.Dims)
      if (!llvm::is_contained(Steps, Dim) && !isThreadDim(Dim))
        Rest.push_back(Dim);
    // In the order Steps, A, threads, other counters.
    DimNames Order = Steps;
    llvm::append_range(Order, Names);
    llvm::append_range(Order, ThreadDims);
    llvm::append_range(Order, Rest);
    NamedSet S{reorder(I->Set, Order), Order};
    for (unsigned D = 0; D < Coordinates.size(); ++D)
      S = S.intersect(zero(
          Space.Context, Polynomial::symbol(Names[D]) - Coordinates[D], Order));
    return SharedElements{toMap(S, Steps.size() + Names.size())};
  }

  /// \p S over the dimensions \p Order, which contains those of \p S.
  isl::set reorder(const NamedSet &S, const DimNames &Order) const {
    isl::multi_aff Old = isl::multi_aff::zero(isl::manage(isl_space_alloc(
        isl::ctx(Space.Context).get(), 0, Order.size(), S.Dims.size())));
    for (unsigned D = 0; D < S.Dims.size(); ++D)
      Old = Old.set_at(
          D, toAff(Space.Context, Polynomial::symbol(S.Dims[D]), Order));
    return S.Set.preimage(Old);
  }

  const KernelSpace &Space;
  const ArrayCoordinates &Array;
  const StagingPoint &Point;
  DimNames Steps;
  std::vector<Neighbours> Families;
  ReuseKind Result;
};

} // namespace

llvm::Expected<ReuseKind> classifyReuse(const KernelSpace &Space,
                                        const ArrayCoordinates &Array,
                                        const StagingPoint &Point,
                                        const std::vector<AccessId> &Accesses) {
  auto Compute = [&] {
    return guarded(Space.Context, [&]() -> llvm::Expected<ReuseKind> {
      return ReuseFinder(Space, Array, Point).run(Accesses);
    });
  };
  if (!Space.Cache)
    return Compute();
  return Space.Cache->Reuse.get({Point.Loops, Accesses, Array.Coordinates},
                                Compute);
}

} // namespace tessera

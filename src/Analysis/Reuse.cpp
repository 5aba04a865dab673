//===- Reuse.cpp - Who reads an element again -----------------------------===//
//
// Per access the relation
//
//   { [Steps, tx, ty, tz] -> A[c..] }
//
// Two threads share an element if some element of a step has two threads, in
// one access or in two. A thread reads an element again if two of its
// instances, of one access or of two, touch it.
//
//===----------------------------------------------------------------------===//
#include "tessera/Analysis/Frequency.h"
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
  /// `{ [Steps, A[c..]] -> [tx, ty, tz] }`
  isl::map Threads;
  /// Some thread touches an element in two instances.
  bool Repeats = false;
};

class ReuseFinder {
public:
  ReuseFinder(const KernelSpace &Space, const ArrayCoordinates &Array,
              const StagingPoint &Point)
      : Space(Space), Array(Array), Point(Point),
        Steps(stepDims(Space, Point)) {}

  ReuseKind run(const std::vector<AccessId> &Accesses) {
    ReuseKind Result;
    std::vector<SharedElements> Seen;
    for (AccessId Id : Accesses) {
      std::optional<SharedElements> E = elementsOf(Id);
      if (!E)
        continue;
      Result.Private |= E->Repeats;
      Result.InterThread = Result.InterThread || !E->Threads.is_single_valued();
      for (const SharedElements &Other : Seen) {
        if (Result.Private && Result.InterThread)
          return Result;
        Result.Private =
            Result.Private || !E->Threads.is_disjoint(Other.Threads);
        Result.InterThread = Result.InterThread || meet(*E, Other);
      }
      Seen.push_back(std::move(*E));
    }
    return Result;
  }

private:
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
    unsigned Elements = Steps.size() + Names.size();
    SharedElements Result;
    Result.Threads = toMap(projectOut(S, Rest), Elements);
    Result.Repeats =
        !Rest.empty() && !toMap(S, Elements + 3).is_single_valued();
    return Result;
  }

  /// \p S over the dimensions \p Order, which contains those of \p S.
  isl::set reorder(const NamedSet &S, const DimNames &Order) const {
    // Both orders side by side, equal where the names are.
    DimNames Copies;
    for (const std::string &Dim : Order)
      Copies.push_back("=" + Dim);
    NamedSet Both = addDims(S, Copies);
    for (const std::string &Dim : S.Dims)
      Both = Both.intersect(zero(
          Space.Context,
          Polynomial::symbol(Dim) - Polynomial::symbol("=" + Dim), Both.Dims));
    return projectOut(Both, S.Dims).Set;
  }

  /// Whether different threads touch one element through \p A and \p B.
  static bool meet(const SharedElements &A, const SharedElements &B) {
    isl::map Pairs = A.Threads.reverse().apply_range(B.Threads);
    return !Pairs.is_subset(
        isl::manage(isl_map_identity(isl_map_get_space(Pairs.get()))));
  }

  const KernelSpace &Space;
  const ArrayCoordinates &Array;
  const StagingPoint &Point;
  DimNames Steps;
};

} // namespace

llvm::Expected<ReuseKind> classifyReuse(const KernelSpace &Space,
                                        const ArrayCoordinates &Array,
                                        const StagingPoint &Point,
                                        const std::vector<AccessId> &Accesses) {
  return guarded(Space.Context, [&] {
    return ReuseFinder(Space, Array, Point).run(Accesses);
  });
}

} // namespace tessera

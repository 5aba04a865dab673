//===- Conflicts.cpp - Races between threads of a launch ------------------===//
#include "tessera/Analysis/Conflicts.h"
#include "tessera/Analysis/Epochs.h"
#include "tessera/Polyhedral/Guarded.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {
namespace {

/// Operations of isl for one pair of accesses.
constexpr unsigned long ConflictQuota = 60'000;
/// Pairs of accesses of one launch: a kernel with hundreds of accesses has tens
/// of thousands, and a mistake is soon found.
constexpr unsigned MostPairs = 100;

/// \p P with the dimensions of \p A's executions primed.
Polynomial primed(const LaunchedKernel &K, const Polynomial &P,
                  const AccessInfo &A) {
  DimNames Dims = instanceDims(K.kernel(), A.Loops);
  return P.substitute([&](llvm::StringRef Symbol) {
    return llvm::is_contained(Dims, Symbol)
               ? std::optional(Polynomial::symbol(Symbol.str() + "'"))
               : std::nullopt;
  });
}

class ConflictFinder {
public:
  ConflictFinder(const LaunchedKernel &K, bool WithinBlocks)
      : K(K), WithinBlocks(WithinBlocks) {}

  /// Those among the first \p Pairs.
  std::vector<Conflict> find(unsigned Pairs) {
    std::vector<Conflict> Found;
    forEachPair([&](AccessId Write, AccessId Other, bool OnChip) {
      if (Pairs == 0)
        return;
      --Pairs;
      if (std::optional<Conflict> C = compare(Write, Other, OnChip))
        Found.push_back(*C);
    });
    return Found;
  }

  std::vector<std::pair<AccessId, AccessId>> pairsOfBlocks() {
    std::vector<std::pair<AccessId, AccessId>> Found;
    forEachPair([&](AccessId Write, AccessId Other, bool OnChip) {
      if (!OnChip)
        Found.emplace_back(Write, Other);
    });
    return Found;
  }

private:
  void forEachPair(llvm::function_ref<void(AccessId, AccessId, bool)> Visit) {
    const KernelModel &Kernel = K.kernel();
    for (unsigned A = 0; A < Kernel.Arrays.size(); ++A) {
      if (!isComparable({A}))
        continue;
      bool OnChip = Kernel.Arrays[A].K == ArrayInfo::Kind::Shared;
      Accesses.clear();
      for (unsigned I = 0; I < Kernel.Accesses.size(); ++I)
        if (Kernel.Accesses[I].Array.Index == A)
          Accesses.push_back({I});
      for (AccessId Write : Accesses)
        for (AccessId Other : Accesses)
          if (isPair(Write, Other))
            Visit(Write, Other, OnChip);
    }
  }

  const AccessInfo &access(AccessId Id) const { return K.kernel().access(Id); }

  /// Whether all that touches \p Array is a plain access to it.
  bool isComparable(ArrayId Array) const {
    const KernelModel &Kernel = K.kernel();
    const ArrayInfo &A = Kernel.array(Array);
    bool OnChip = A.K == ArrayInfo::Kind::Shared;
    bool MayWait =
        Kernel.HasAtomic &&
        llvm::any_of(Kernel.Loops, [](const LoopInfo &L) { return L.Opaque; });
    bool Moves = A.Reassigned && A.Extents.front() == 0;
    if (A.K == ArrayInfo::Kind::Local || A.Constant || A.Volatile ||
        A.HasMembers || Moves || Kernel.HasFence || MayWait ||
        (Kernel.HasAtomic && !OnChip))
      return false;
    return llvm::none_of(Kernel.Accesses, [&](const AccessInfo &Access) {
      return Access.Array == Array &&
             (Access.K == AccessInfo::Kind::Atomic ||
              Access.K == AccessInfo::Kind::AddressTaken);
    });
  }

  /// Two writes are a pair once.
  bool isPair(AccessId Write, AccessId Other) const {
    if (!access(Write).writes())
      return false;
    return !access(Other).writes() || Write.Index <= Other.Index;
  }

  Event event(AccessId Id) const {
    return {{access(Id).Order, access(Id).Source.Begin}, access(Id).Loops};
  }

  /// `{ [first's, second's] }`: two threads that make the two accesses, of one
  /// block or not. Each pair once where the access is one.
  const std::optional<NamedSet> &executed(AccessId A, AccessId B,
                                          bool AcrossBlocks) const {
    for (const KnownPairs &Old : Asked)
      if (Old.AcrossBlocks == AcrossBlocks && Old.Once == (A == B) &&
          sameInstances(access(Old.A), access(A)) &&
          sameInstances(access(Old.B), access(B)))
        return Old.Threads;
    Asked.push_back(
        {A, B, A == B, AcrossBlocks, computeExecuted(A, B, AcrossBlocks)});
    return Asked.back().Threads;
  }

  std::optional<NamedSet> computeExecuted(AccessId A, AccessId B,
                                          bool AcrossBlocks) const {
    std::optional<Executions> X = K.executions(access(A));
    std::optional<Executions> Y = K.executions(access(B));
    if (!X || !Y || X->Must.Set.is_empty() || Y->Must.Set.is_empty())
      return std::nullopt;
    NamedSet All = product(X->Must, Y->Must, "'");
    DimNames Blocks = K.varying(BlockDims), Threads = K.varying(ThreadDims);
    const DimNames &Different = AcrossBlocks ? Blocks : Threads;
    DimNames Others = withSuffix(Different, "'");
    All.Set = All.Set.intersect(
        A == B ? precedes(K.isl(), Different, Others, All.Dims)
               : differ(K.isl(), Different, Others, All.Dims));
    if (!AcrossBlocks)
      All.Set = All.Set.intersect(
          equal(K.isl(), Blocks, withSuffix(Blocks, "'"), All.Dims));
    return All;
  }

  /// What two threads do.
  struct Pairs {
    NamedSet Executed; ///< both make the accesses
    NamedSet Wrong;    ///< and conflict
  };

  std::optional<Pairs> pairs(AccessId A, AccessId B, bool AcrossBlocks) const {
    const std::optional<NamedSet> &All = executed(A, B, AcrossBlocks);
    if (!All)
      return std::nullopt;
    std::optional<isl::set> Same =
        sameElement(K, access(A), access(B), All->Dims);
    if (!Same)
      return std::nullopt;
    NamedSet Wrong = All->intersect(*Same);
    if (!AcrossBlocks && !Wrong.Set.is_empty())
      Wrong = inSameEpoch(K, Wrong, event(A), event(B));
    return Pairs{*All, Wrong};
  }

  /// The part of \p P, pairs of one access, that stores different values.
  NamedSet storingOthers(AccessId A, const NamedSet &P) const {
    isl::set Differs = isl::set::empty(P.Set.space());
    DimNames Dims = instanceDims(K.kernel(), access(A).Loops);
    for (const Polynomial &On : access(A).Value.On)
      if (Polynomial Value = K.inRounds(On, access(A).Loops);
          isAffineOver(Value, Dims)) {
        isl::set Equal =
            zero(K.isl(), Value - primed(K, Value, access(A)), P.Dims);
        Differs = Differs.unite(P.Set.subtract(Equal));
      }
    return {Differs, P.Dims};
  }

  /// Whether two threads may write one element by \p Write, or by it and by
  /// another write.
  bool isWrittenTwice(AccessId Write, bool AcrossBlocks) const {
    return llvm::any_of(Accesses, [&](AccessId Other) {
      if (!access(Other).writes())
        return false;
      std::optional<Pairs> P = pairs(Write, Other, AcrossBlocks);
      return P && !P->Wrong.Set.is_empty();
    });
  }

  /// The conflicts of \p P that are one for sure.
  NamedSet certain(AccessId Write, AccessId Other, const NamedSet &Wrong,
                   bool AcrossBlocks) const {
    NamedSet None{isl::set::empty(Wrong.Set.space()), Wrong.Dims};
    if (Wrong.Set.is_empty())
      return None;
    bool Accumulates = access(Write).Value.Accumulates;
    if (access(Other).writes()) {
      if (Accumulates || access(Other).Value.Accumulates)
        return Wrong;
      return Write == Other ? storingOthers(Write, Wrong) : None;
    }
    if (Accumulates || !isWrittenTwice(Write, AcrossBlocks))
      return Wrong;
    return None;
  }

  /// The loops around both accesses, outermost first.
  std::vector<LoopId> commonLoops(AccessId A, AccessId B) const {
    const std::vector<LoopId> &X = access(A).Loops, &Y = access(B).Loops;
    auto [Last, Unused] = std::mismatch(X.begin(), X.end(), Y.begin(), Y.end());
    return {X.begin(), Last};
  }

  /// The loop around both whose rounds make the conflict, if there is one: the
  /// conflicts are between different rounds of it.
  std::optional<LoopId> carrier(AccessId A, AccessId B,
                                const NamedSet &Wrong) const {
    std::vector<LoopId> Common = commonLoops(A, B);
    isl::set Same = Wrong.Set;
    for (LoopId Loop : Common) {
      const std::string &Round = K.kernel().loop(Loop).Symbol;
      Same = Same.intersect(equal(K.isl(), {Round}, {Round + "'"}, Wrong.Dims));
      if (Same.is_empty())
        return Loop;
    }
    return std::nullopt;
  }

  std::optional<Conflict> compareIn(AccessId Write, AccessId Other,
                                    bool AcrossBlocks) const {
    std::optional<Pairs> P = pairs(Write, Other, AcrossBlocks);
    if (!P)
      return std::nullopt;
    NamedSet Wrong = certain(Write, Other, P->Wrong, AcrossBlocks);
    if (Wrong.Set.is_empty())
      return std::nullopt;
    std::optional<LoopId> Loop;
    if (!AcrossBlocks)
      Loop = carrier(Write, Other, Wrong);
    // A loop of one round has no next one.
    if (Loop) {
      const std::string &Round = K.kernel().loop(*Loop).Symbol;
      P->Executed.Set = P->Executed.Set.intersect(
          differ(K.isl(), {Round}, {Round + "'"}, Wrong.Dims));
    }
    std::optional<NamedPoint> Example = findExample(P->Executed, Wrong);
    if (!Example)
      return std::nullopt;
    bool Waits =
        Loop &&
        llvm::any_of(K.kernel().Barriers, [&](const BarrierInfo &Barrier) {
          return llvm::is_contained(Barrier.Loops, *Loop);
        });
    return Conflict{Write, Other, AcrossBlocks, Waits ? Loop : std::nullopt,
                    std::move(*Example)};
  }

  std::optional<Conflict> compare(AccessId Write, AccessId Other,
                                  bool OnChip) const {
    for (bool AcrossBlocks : {false, true}) {
      if (OnChip && AcrossBlocks)
        break;
      if (!WithinBlocks && !AcrossBlocks)
        continue;
      auto Compare = [&] { return compareIn(Write, Other, AcrossBlocks); };
      llvm::Expected<std::optional<Conflict>> Found =
          guarded(K.isl(), Compare, ConflictQuota);
      if (!Found)
        llvm::consumeError(Found.takeError());
      else if (*Found)
        return *Found;
    }
    return std::nullopt;
  }

  struct KnownPairs {
    AccessId A, B;
    bool Once, AcrossBlocks;
    std::optional<NamedSet> Threads;
  };

  const LaunchedKernel &K;
  const bool WithinBlocks;        ///< conflicts there count, too
  std::vector<AccessId> Accesses; ///< of the array at hand
  mutable std::deque<KnownPairs> Asked;
};

} // namespace

std::optional<isl::set> sameElement(const LaunchedKernel &K,
                                    const AccessInfo &A, const AccessInfo &B,
                                    const DimNames &Dims) {
  std::optional<std::vector<Polynomial>> X = K.subscripts(A);
  std::optional<std::vector<Polynomial>> Y = K.subscripts(B);
  if (!X || !Y || X->size() != Y->size())
    return std::nullopt;
  isl::set Same = NamedSet::universe(K.isl(), Dims).Set;
  for (unsigned D = 0; D < X->size(); ++D)
    Same = Same.intersect(zero(K.isl(), (*X)[D] - primed(K, (*Y)[D], B), Dims));
  return Same;
}

bool mayMeet(const LaunchedKernel &K, const AccessInfo &A, const AccessInfo &B,
             llvm::ArrayRef<LoopId> Rounds) {
  llvm::Expected<bool> May = guarded(
      K.isl(),
      [&] {
        std::optional<Executions> X = K.executions(A), Y = K.executions(B);
        if (!X || !Y)
          return true;
        NamedSet All = product(X->May, Y->May, "'");
        DimNames Blocks = K.varying(BlockDims);
        All.Set = All.Set.intersect(
            differ(K.isl(), Blocks, withSuffix(Blocks, "'"), All.Dims));
        for (LoopId Loop : Rounds) {
          const std::string &Round = K.kernel().loop(Loop).Symbol;
          All.Set = All.Set.intersect(
              equal(K.isl(), {Round}, {Round + "'"}, All.Dims));
        }
        if (std::optional<isl::set> Same = sameElement(K, A, B, All.Dims))
          All.Set = All.Set.intersect(*Same);
        return !All.Set.is_empty();
      },
      ConflictQuota);
  if (May)
    return *May;
  llvm::consumeError(May.takeError());
  return true;
}

std::vector<Conflict> findConflicts(const LaunchedKernel &Launched) {
  return ConflictFinder(Launched, /*WithinBlocks=*/true).find(MostPairs);
}

std::vector<std::pair<AccessId, AccessId>>
pairsToOrder(const LaunchedKernel &Launched) {
  return ConflictFinder(Launched, /*WithinBlocks=*/false).pairsOfBlocks();
}

std::vector<Conflict> findConflictsOfBlocks(const LaunchedKernel &Launched) {
  return ConflictFinder(Launched, /*WithinBlocks=*/false)
      .find(std::numeric_limits<unsigned>::max());
}

} // namespace tessera

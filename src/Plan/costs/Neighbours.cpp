//===- Neighbours.cpp - Accesses at a fixed distance ----------------------===//
#include "costs/Neighbours.h"
#include "tessera/Analysis/Coalescing.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

bool sameLinear(const std::vector<Polynomial> &A,
                const std::vector<Polynomial> &B) {
  return A.size() == B.size() &&
         llvm::all_of(llvm::zip_equal(A, B), [](const auto &Pair) {
           return !differenceMentions(std::get<0>(Pair), std::get<1>(Pair),
                                      [](llvm::StringRef) { return true; });
         });
}

bool areNeighbours(const std::vector<Polynomial> &A,
                   const std::vector<Polynomial> &B, const KernelModel &K) {
  if (A.size() != B.size())
    return false;
  auto IsIndex = [&](llvm::StringRef Symbol) {
    return isThreadDim(Symbol) || isBlockSymbol(Symbol) ||
           llvm::any_of(K.Loops,
                        [&](const LoopInfo &L) { return L.Symbol == Symbol; });
  };
  return llvm::none_of(llvm::zip_equal(A, B), [&](const auto &Pair) {
    return differenceMentions(std::get<0>(Pair), std::get<1>(Pair), IsIndex);
  });
}

bool isBesideReads(const ArrayCoordinates &Array,
                   const std::vector<Polynomial> &At, const KernelModel &K) {
  return llvm::any_of(Array.Coordinates, [&](const auto &Other) {
    const AccessInfo &A = K.access(Other.first);
    return A.reads() && A.Waits == 0 && areNeighbours(Other.second, At, K);
  });
}

double newPart(const std::vector<Polynomial> &A,
               const std::vector<Polynomial> &B, const CoarsenedKernel &Coarse,
               const LaunchShape &Shape) {
  double Part = 1;
  for (unsigned Axis = 0; Axis < 3; ++Axis) {
    double Outputs = double(Shape.Block[Axis].value_or(1));
    std::string Next = std::string("t") + "xyz"[Axis];
    for (const Coarsening &C : Coarse.Axes)
      if (C.Axis == Axis) {
        Outputs *= double(C.Factor);
        if (C.Members)
          Next = Coarse.Kernel.loop(*C.Members).Symbol;
      }
    if (Outputs < 2)
      continue;
    // How many outputs further along the axis the other access is the same.
    std::optional<int64_t> Distance;
    bool Same = true;
    for (auto [Left, Right] : llvm::zip_equal(A, B)) {
      std::optional<LinearForm> Form = linearIn(Left, Next);
      const Polynomial Difference = Right - Left;
      if (!Form || (Form->Coefficient.isZero() && !Difference.constant())) {
        Same = false;
      } else if (!Form->Coefficient.isZero()) {
        Division By = divide(Difference, Form->Coefficient);
        std::optional<int64_t> Here = By.Quotient.constant();
        Same &=
            Here && By.Remainder.constant() && (!Distance || Distance == Here);
        Distance = Here;
      }
    }
    if (Same && Distance)
      Part = std::min(Part, double(std::abs(*Distance)) / Outputs);
  }
  return Part;
}

double newPart(const ArrayCoordinates &Array,
               llvm::ArrayRef<std::vector<AccessId>> Groups,
               const CoarsenedKernel &Coarse, const LaunchShape &Shape) {
  const KernelModel &K = Coarse.Kernel;
  const AccessId Last = Groups.back().front();
  double Part = 1;
  for (const std::vector<AccessId> &G : Groups.drop_back())
    if (const auto &A = Array.Coordinates.at(G.front()),
        &B = Array.Coordinates.at(Last);
        K.access(G.front()).Loops == K.access(Last).Loops &&
        areNeighbours(A, B, K))
      Part = std::min(Part, newPart(A, B, Coarse, Shape));
  return Part;
}

/// Adds what \p Index becomes for all values of \p Counters.
static void addPlaces(const std::vector<Polynomial> &Index,
                      llvm::ArrayRef<std::pair<std::string, int64_t>> Counters,
                      std::set<std::vector<Polynomial>> &Into) {
  while (!Counters.empty() && llvm::none_of(Index, [&](const Polynomial &P) {
    return P.mentions(Counters.front().first);
  }))
    Counters = Counters.drop_front();
  if (Counters.empty()) {
    Into.insert(Index);
    return;
  }
  for (int64_t I = 0; I < Counters.front().second; ++I) {
    std::vector<Polynomial> At = Index;
    for (Polynomial &P : At)
      P = P.substitute(Counters.front().first, Polynomial(I));
    addPlaces(At, Counters.drop_front(), Into);
  }
}

std::vector<Polynomial> placeOf(const ArrayCoordinates &Array,
                                const RegisterMove &M, const KernelModel &K) {
  std::vector<Polynomial> At = Array.Coordinates.at(M.Access);
  for (Polynomial &P : At)
    for (const auto &[L, Value] : M.Counters)
      P = P.substitute(K.loop(L).Symbol, Value.Value);
  return At;
}

double slidingReuse(const RegisterWindow &W, unsigned Bytes) {
  if (!W.Slides || W.Slides->second == 0)
    return 1;
  const double Cells = std::max(1.0, double(SectorBytes) / Bytes);
  return Cells * std::min(Cells, double(W.Columns));
}

size_t differentPlaces(llvm::ArrayRef<std::vector<Polynomial>> Places,
                       const CoarsenedKernel &Coarse) {
  std::vector<std::pair<std::string, int64_t>> Counters;
  for (const Coarsening &A : Coarse.Axes)
    for (std::optional<LoopId> Id : {A.Groups, A.Members})
      if (Id) {
        const LoopInfo &L = Coarse.Kernel.loop(*Id);
        Counters.emplace_back(L.Symbol, *(L.Upper - L.Lower).constant());
      }
  std::set<std::vector<Polynomial>> Known;
  for (const std::vector<Polynomial> &Place : Places)
    addPlaces(Place, Counters, Known);
  return Known.size();
}

double partOfVectors(llvm::ArrayRef<std::vector<Polynomial>> Places) {
  const std::set<std::vector<Polynomial>> All(Places.begin(), Places.end());
  size_t Vectors = 0;
  for (std::vector<Polynomial> Before : All) {
    if (!Before.empty())
      Before.back() -= 1;
    Vectors += !All.count(Before);
  }
  return All.empty() ? 1 : double(Vectors) / double(All.size());
}

} // namespace tessera

//===- MemoryOrder.cpp - Which accesses of a thread come first ------------===//
#include "registers/MemoryOrder.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

/// The access that the statement \p T assigns to, if it does nothing else with
/// what it reads.
static std::optional<AccessId> assignedIn(const Text &T) {
  auto First = llvm::find_if(T, [](const Piece &P) {
    return P.K != Piece::Kind::Verbatim ||
           !llvm::StringRef(P.Spelling).trim().empty();
  });
  if (First == T.end() || First->K != Piece::Kind::Access)
    return std::nullopt;
  int Depth = 0;
  for (const Piece &P : T)
    if (P.K == Piece::Kind::Verbatim)
      for (char C : P.Spelling) {
        Depth += (C == '(' || C == '[') - (C == ')' || C == ']');
        if (C == ',' && Depth == 0)
          return std::nullopt;
      }
  return AccessId{First->Id};
}

MemoryOrder::MemoryOrder(const KernelModel &K, const InteriorPath &Path)
    : K(K) {
  for (unsigned I = 0; I < K.Accesses.size(); ++I)
    if (Path.excludes(K.Accesses[I]))
      Excluded.insert({I});
  unsigned Statement = 0;
  walk(K.Body, [&](const NodePtr &N) {
    ++Statement;
    const std::optional<AccessId> Assigned = assignedIn(N->Head);
    auto Visit = [&](auto &&Self, const Text &T) -> void {
      for (const Piece &P : T) {
        if (P.K == Piece::Kind::Access)
          Places.try_emplace({P.Id}, Statement,
                             Assigned && P.Id == Assigned->Index);
        Self(Self, P.Parts);
        Self(Self, P.Expanded);
      }
    };
    Visit(Visit, N->Head);
  });
}

static bool shareLoop(const KernelModel &K, AccessId A, AccessId B,
                      std::optional<LoopId> Within) {
  const std::vector<LoopId> &Loops = K.access(A).Loops;
  auto First = Loops.begin();
  if (Within)
    First = std::next(llvm::find(Loops, *Within));
  return std::any_of(First, Loops.end(), [&](LoopId L) {
    return !K.loop(L).OverOutputs && llvm::is_contained(K.access(B).Loops, L);
  });
}

void MemoryOrder::addWritesBefore(AccessId Id, std::optional<LoopId> From,
                                  std::set<AccessId> &Into) const {
  const auto Read = Places.find(Id);
  for (unsigned I = 0; I < K.Accesses.size(); ++I) {
    if (!K.Accesses[I].writes() || Excluded.count({I}))
      continue;
    const auto Write = Places.find({I});
    const bool Behind =
        Read != Places.end() && Write != Places.end() &&
        (Read->second.first < Write->second.first ||
         (Read->second.first == Write->second.first && Write->second.second));
    if (!Behind || shareLoop(K, Id, {I}, From))
      Into.insert({I});
  }
}

void MemoryOrder::addBehind(AccessId Id, std::set<AccessId> &Into) const {
  const auto Write = Places.find(Id);
  for (unsigned I = 0; I < K.Accesses.size(); ++I) {
    if (Id == AccessId{I} || Excluded.count({I}) || K.Accesses[I].OnlyCompared)
      continue;
    const auto Other = Places.find({I});
    const bool Before =
        Write != Places.end() && Other != Places.end() &&
        (Other->second.first < Write->second.first ||
         (Other->second.first == Write->second.first && Write->second.second));
    if (!Before || shareLoop(K, Id, {I}, std::nullopt))
      Into.insert({I});
  }
}

} // namespace tessera

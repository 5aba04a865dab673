//===- CheckRewritten.cpp - Proof on the output ---------------------------===//
#include "tessera/Analysis/CheckRewritten.h"
#include "tessera/Analysis/CheckCopies.h"
#include "tessera/Analysis/Uniformity.h"
#include "tessera/Polyhedral/Guarded.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

std::string counterSymbol(const LoopInfo &L) { return "counter " + L.Name; }

Polynomial inCounters(const Polynomial &P, const KernelModel &Kernel,
                      const std::set<LoopId> &Aligned) {
  return P.substitute([&](llvm::StringRef S) -> std::optional<Polynomial> {
    for (unsigned I = 0; I < Kernel.Loops.size(); ++I)
      if (const LoopInfo &L = Kernel.Loops[I];
          L.Symbol == S && !L.Ahead.isZero() && !Aligned.count({I}))
        return Polynomial::symbol(counterSymbol(L)) - L.Ahead;
    return std::nullopt;
  });
}

Polynomial byNames(const Polynomial &P, const KernelModel &Kernel) {
  return P.substitute([&](llvm::StringRef S) -> std::optional<Polynomial> {
    for (const LoopInfo &L : Kernel.Loops)
      if (L.Symbol == S && !L.Name.empty() && L.Ahead.isZero())
        return Polynomial::symbol(L.Name);
    return std::nullopt;
  });
}

using Indices = std::vector<std::vector<Polynomial>>;

/// \p All in one spelling, sorted: a block's origin is a product in the text,
/// and a number in both where the block's shape is known.
static Indices canonical(Indices All, const ExpectedTiles &Expected) {
  for (std::vector<Polynomial> &Index : All)
    for (Polynomial &P : Index)
      for (unsigned A = 0; A < 3; ++A) {
        const std::string Axis(1, "xyz"[A]), Extent = "B" + Axis;
        P = P.substitute("O" + Axis, Polynomial::symbol(Extent) *
                                         Polynomial::symbol("b" + Axis));
        if (Expected.Block[A])
          P = P.substitute(Extent, Polynomial(*Expected.Block[A]));
        if (Expected.Block[A] == 1) // the only thread
          P = P.substitute("t" + Axis, Polynomial(0));
      }
  llvm::sort(All);
  return All;
}

/// The indices with which \p Kernel accesses the array \p Name as \p Which
/// says.
static Indices indicesOf(const KernelModel &Kernel, llvm::StringRef Name,
                         const ExpectedTiles &Expected,
                         llvm::function_ref<bool(const AccessInfo &)> Which) {
  Indices Found;
  std::set<std::string> Added;
  for (size_t I = Expected.Parameters; I < Kernel.Parameters.size(); ++I)
    Added.insert(Kernel.Parameters[I].Symbol);
  for (const AccessInfo &A : Kernel.Accesses)
    if (Which(A) && Kernel.array(A.Array).Name == Name) {
      Found.push_back(A.Subscripts);
      for (Polynomial &P : Found.back())
        P = byNames(inCounters(P, Kernel, {}), Kernel)
                .substitute([&](llvm::StringRef S) {
                  return Added.count(S.str()) ? std::optional(Polynomial(0))
                                              : std::nullopt;
                });
    }
  return Found;
}

/// Whether \p Found is \p Planned and \p More others.
static bool isPlanned(Indices Found, Indices Planned, size_t More,
                      const ExpectedTiles &Expected) {
  Found = canonical(std::move(Found), Expected);
  Planned = canonical(std::move(Planned), Expected);
  return Found.size() == Planned.size() + More &&
         std::includes(Found.begin(), Found.end(), Planned.begin(),
                       Planned.end());
}

std::optional<std::string> checkRewritten(const KernelModel &Kernel,
                                          const ExpectedTiles &Expected) {
  IslContext Context;
  KernelSpace Space{Context, Kernel, {}};
  Space.Shape.Block = Expected.Block;
  if (Kernel.Barriers.size() != Expected.Barriers)
    return "it has " + std::to_string(Kernel.Barriers.size()) +
           " barriers instead of " + std::to_string(Expected.Barriers);
  if (llvm::count_if(Kernel.Barriers, [&](const BarrierInfo &B) {
        return !isUniform(Space, B);
      }) > Expected.NotUniform)
    return "not all threads reach a barrier";
  for (const auto &[Name, Tile] : Expected.Tiles) {
    Indices Reads = indicesOf(Kernel, Name, Expected,
                              [](const AccessInfo &A) { return A.reads(); });
    Indices Writes = indicesOf(Kernel, Name, Expected,
                               [](const AccessInfo &A) { return A.writes(); });
    // Who writes a part of a cell keeps the rest of it.
    const bool Updates = Tile.ByWords && Tile.CopiedIn > 0;
    if (!isPlanned(Reads, Tile.Reads, Tile.CopiedOut + Updates, Expected))
      return "'" + Name + "' is not read as planned";
    if (!isPlanned(Writes, Tile.Writes, Tile.CopiedIn, Expected))
      return "'" + Name + "' is not written as planned";
  }
  return checkCopies(Kernel, Expected);
}

} // namespace tessera

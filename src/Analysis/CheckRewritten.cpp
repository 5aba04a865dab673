//===- CheckRewritten.cpp - Proof on the output ---------------------------===//
#include "tessera/Analysis/CheckRewritten.h"
#include "tessera/Analysis/Uniformity.h"
#include "tessera/Polyhedral/Guarded.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

/// Whether all threads of a block meet at \p B.
static bool isUniform(const KernelSpace &Space, const BarrierInfo &B) {
  for (LoopId L : B.Loops)
    if (Space.Kernel.loop(L).Opaque ||
        dependenceOf(Space, L) != Dependence::Uniform)
      return false;
  return llvm::all_of(B.Guards, [&](const GuardUse &G) {
    return dependenceOf(Space, Space.Kernel.guard(G.Guard).When) ==
           Dependence::Uniform;
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

/// The indices with which \p Kernel reads the array \p Name.
static Indices readsOf(const KernelModel &Kernel, llvm::StringRef Name) {
  Indices Found;
  for (const AccessInfo &A : Kernel.Accesses)
    if (A.K == AccessInfo::Kind::Read && Kernel.array(A.Array).Name == Name)
      Found.push_back(A.Subscripts);
  return Found;
}

std::optional<std::string> checkRewritten(const KernelModel &Kernel,
                                          const ExpectedTiles &Expected) {
  IslContext Context;
  KernelSpace Space{Context, Kernel, {}};
  Space.Shape.Block = Expected.Block;
  if (Kernel.Barriers.size() != Expected.Barriers)
    return "it has " + std::to_string(Kernel.Barriers.size()) +
           " barriers instead of " + std::to_string(Expected.Barriers);
  for (const BarrierInfo &B : Kernel.Barriers)
    if (!isUniform(Space, B))
      return "not all threads reach a barrier";
  for (const auto &[Tile, Planned] : Expected.Reads)
    if (canonical(readsOf(Kernel, Tile), Expected) !=
        canonical(Planned, Expected))
      return "'" + Tile + "' is not read as planned";
  return std::nullopt;
}

} // namespace tessera

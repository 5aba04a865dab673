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

/// The indices with which \p Kernel reads the array \p Name, sorted.
static std::vector<std::vector<Polynomial>> readsOf(const KernelModel &Kernel,
                                                    llvm::StringRef Name) {
  std::vector<std::vector<Polynomial>> Found;
  for (const AccessInfo &A : Kernel.Accesses)
    if (A.K == AccessInfo::Kind::Read && Kernel.array(A.Array).Name == Name)
      Found.push_back(A.Subscripts);
  llvm::sort(Found);
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
  for (const auto &[Tile, Indices] : Expected.Reads) {
    std::vector<std::vector<Polynomial>> Sorted = Indices;
    llvm::sort(Sorted);
    if (readsOf(Kernel, Tile) != Sorted)
      return "'" + Tile + "' is not read as planned";
  }
  return std::nullopt;
}

} // namespace tessera

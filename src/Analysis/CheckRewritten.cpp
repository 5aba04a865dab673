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

/// The indices with which the kernel reads the array \p Name.
static std::vector<std::vector<Polynomial>> readsOf(const KernelModel &Kernel,
                                                    llvm::StringRef Name) {
  std::vector<std::vector<Polynomial>> Found;
  for (const AccessInfo &A : Kernel.Accesses)
    if (A.K == AccessInfo::Kind::Read && Kernel.array(A.Array).Name == Name)
      Found.push_back(A.Subscripts);
  return Found;
}

/// \p Indices with constants for the sizes of the block, sorted.
static std::vector<std::vector<Polynomial>>
inBlock(std::vector<std::vector<Polynomial>> Indices,
        const std::array<std::optional<int64_t>, 3> &Block) {
  auto Value = [&](llvm::StringRef Symbol) -> std::optional<Polynomial> {
    for (unsigned A = 0; A < 3; ++A) {
      if (Symbol == std::string("B") + "xyz"[A] && Block[A])
        return Polynomial(*Block[A]);
      if (Symbol == std::string("O") + "xyz"[A])
        return Polynomial::symbol(std::string("b") + "xyz"[A]) *
               (Block[A] ? Polynomial(*Block[A])
                         : Polynomial::symbol(std::string("B") + "xyz"[A]));
    }
    return std::nullopt;
  };
  for (std::vector<Polynomial> &Index : Indices)
    for (Polynomial &I : Index)
      I = I.substitute(Value);
  llvm::sort(Indices);
  return Indices;
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
    if (inBlock(readsOf(Kernel, Tile), Expected.Block) !=
        inBlock(Indices, Expected.Block))
      return "'" + Tile + "' is not read as planned";
  }
  return std::nullopt;
}

} // namespace tessera

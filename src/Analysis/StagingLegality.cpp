//===- StagingLegality.cpp - Which arrays a tile may stand for ------------===//
#include "tessera/Analysis/StagingLegality.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

/// What a launch passes for an array of its kernel.
static PointerRoot rootAt(const LaunchModel &L, const ArrayInfo &A) {
  if (A.K == ArrayInfo::Kind::Global)
    return {A.Variable ? PointerRoot::Kind::SharedVariable
                       : PointerRoot::Kind::Allocation,
            A.Name, A.Variable};
  if (A.K == ArrayInfo::Kind::Parameter && A.Parameter < L.Arguments.size())
    return L.Arguments[A.Parameter].Root;
  return {};
}

bool areDistinct(const Program &P, KernelId Kernel, const ArrayInfo &A,
                 const ArrayInfo &B) {
  auto OnChip = [](const ArrayInfo &Array) {
    return Array.K == ArrayInfo::Kind::Shared ||
           Array.K == ArrayInfo::Kind::Local;
  };
  if (OnChip(A) || OnChip(B) || A.Restrict || B.Restrict)
    return true;
  std::vector<const LaunchModel *> Launches = P.launchesOf(Kernel);
  return !Launches.empty() && llvm::all_of(Launches, [&](auto *L) {
    PointerRoot RootA = rootAt(*L, A), RootB = rootAt(*L, B);
    return RootA.K != PointerRoot::Kind::Unknown &&
           RootB.K != PointerRoot::Kind::Unknown && !(RootA == RootB);
  });
}

llvm::Error checkReadOnly(const Program &P, KernelId Kernel, ArrayId Array) {
  const KernelModel &K = P.kernel(Kernel);
  const ArrayInfo &Staged = K.array(Array);
  if (Staged.K == ArrayInfo::Kind::Global &&
      Staged.Extents == std::vector<int64_t>{1}) {
    // A scalar cannot be subscripted, and is in a register anyway.
    return reject(DiagKind::PrivateReuse, K.NamePlace, Staged.Name);
  }
  for (const AccessInfo &A : K.Accesses) {
    SourcePlace Where{A.Source.Begin};
    if (A.Array == Array) {
      if (A.K == AccessInfo::Kind::Atomic)
        return reject(DiagKind::HasAtomic, Where, Staged.Name);
      if (A.K == AccessInfo::Kind::AddressTaken)
        return reject(DiagKind::PointerEscapes, Where, Staged.Name);
      if (A.writes())
        return reject(DiagKind::WrittenInScope, Where, Staged.Name);
    } else if (A.writes() &&
               !areDistinct(P, Kernel, Staged, K.array(A.Array))) {
      return reject(DiagKind::MayAlias, Where, Staged.Name,
                    K.array(A.Array).Name);
    }
  }
  if (Staged.Reassigned || Staged.Volatile)
    return reject(DiagKind::PointerEscapes, K.NamePlace, Staged.Name);
  return llvm::Error::success();
}

} // namespace tessera

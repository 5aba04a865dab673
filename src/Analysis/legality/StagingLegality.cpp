//===- StagingLegality.cpp - Which arrays a tile may stand for ------------===//
#include "tessera/Analysis/StagingLegality.h"
#include "tessera/Analysis/TouchedRange.h"
#include "tessera/Analysis/Uniformity.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

/// What a launch passes for an array of its kernel.
static PointerRoot rootAt(const LaunchModel &L, const ArrayInfo &A) {
  if (A.Loaded)
    return {};
  if (A.K == ArrayInfo::Kind::Global)
    return {A.Variable ? PointerRoot::Kind::SharedVariable
                       : PointerRoot::Kind::Allocation,
            A.Name, A.Variable};
  if (A.K == ArrayInfo::Kind::Parameter && A.Parameter < L.Arguments.size())
    return L.Arguments[A.Parameter].Root;
  return {};
}

/// Whether the kernel's own text tells that \p A and \p B are distinct, or the
/// user says so.
static bool areDeclaredDistinct(const ArrayInfo &A, const ArrayInfo &B) {
  auto OnChip = [](const ArrayInfo &Array) {
    return Array.K == ArrayInfo::Kind::Shared ||
           Array.K == ArrayInfo::Kind::Local;
  };
  return OnChip(A) || OnChip(B) || A.Restrict || B.Restrict ||
         A.ApartFrom.count(B.Name);
}

bool areDistinct(const LaunchModel &Launch, const ArrayInfo &A,
                 const ArrayInfo &B) {
  PointerRoot RootA = rootAt(Launch, A), RootB = rootAt(Launch, B);
  return areDeclaredDistinct(A, B) ||
         (RootA.K != PointerRoot::Kind::Unknown &&
          RootB.K != PointerRoot::Kind::Unknown && !(RootA == RootB));
}

bool areDistinct(const Program &P, KernelId Kernel, const ArrayInfo &A,
                 const ArrayInfo &B) {
  std::vector<const LaunchModel *> Launches = P.launchesOf(Kernel);
  return areDeclaredDistinct(A, B) ||
         (!Launches.empty() && llvm::all_of(Launches, [&](auto *L) {
           return areDistinct(*L, A, B);
         }));
}

bool mayBeApart(const Program &P, KernelId Kernel, ArrayId A, ArrayId B) {
  return P.Apart.get(Kernel, A, B, [&] {
    const KernelModel &K = P.kernel(Kernel);
    return areDistinct(P, Kernel, K.array(A), K.array(B)) ||
           llvm::any_of(P.launchesOf(Kernel), [&](auto *L) {
             TouchedRanges Ranges(K, *L);
             return areDistinct(*L, K.array(A), K.array(B)) ||
                    canCompare(Ranges, A, B);
           });
  });
}

/// What keeps copies from standing for \p Array, whatever is done to them.
static llvm::Error checkAccesses(const KernelModel &K, ArrayId Array) {
  const ArrayInfo &Staged = K.array(Array);
  for (const AccessInfo &A : K.Accesses) {
    SourcePlace Where{A.Source.Begin};
    if (A.Array == Array && A.K == AccessInfo::Kind::Atomic)
      return reject(DiagKind::HasAtomic, Where, Staged.Name);
    if (A.Array == Array && A.K == AccessInfo::Kind::AddressTaken &&
        !A.OnlyCompared)
      return reject(DiagKind::PointerEscapes, Where, Staged.Name);
  }
  if (Staged.K == ArrayInfo::Kind::Global &&
      Staged.Extents == std::vector<int64_t>{1}) {
    // A scalar cannot be subscripted, and is in a register anyway.
    const auto First = llvm::find_if(
        K.Accesses, [&](const AccessInfo &A) { return A.Array == Array; });
    return reject(DiagKind::OneElement,
                  First == K.Accesses.end() ? K.NamePlace
                                            : SourcePlace{First->Source.Begin},
                  Staged.Name);
  }
  if (Staged.Reassigned || Staged.Volatile)
    return reject(DiagKind::PointerEscapes, K.NamePlace, Staged.Name);
  return llvm::Error::success();
}

/// Whether no other array of the kernel overlaps \p Array; of these, only those
/// matter that are accessed as \p Matters says.
static llvm::Error
checkDistinct(const Program &P, KernelId Kernel, ArrayId Array,
              llvm::function_ref<bool(const AccessInfo &)> Matters) {
  const KernelModel &K = P.kernel(Kernel);
  // No kernel can write constant memory, and nothing else is in it.
  if (K.array(Array).Constant)
    return llvm::Error::success();
  for (const AccessInfo &A : K.Accesses)
    if (A.Array != Array && Matters(A) && !K.array(A.Array).Constant &&
        !mayBeApart(P, Kernel, Array, A.Array))
      return reject(DiagKind::MayAlias, {A.Source.Begin}, K.array(Array).Name,
                    K.array(A.Array).Name);
  return llvm::Error::success();
}

llvm::Error checkReadOnly(const Program &P, KernelId Kernel, ArrayId Array) {
  const KernelModel &K = P.kernel(Kernel);
  if (llvm::Error Err = checkAccesses(K, Array))
    return Err;
  for (const AccessInfo &A : K.Accesses)
    if (A.Array == Array && A.writes())
      return reject(DiagKind::WrittenInScope, {A.Source.Begin},
                    K.array(Array).Name);
  return checkDistinct(P, Kernel, Array,
                       [](const AccessInfo &A) { return A.writes(); });
}

llvm::Error checkWritable(const Program &P, KernelId Kernel, ArrayId Array) {
  const KernelModel &K = P.kernel(Kernel);
  if (llvm::Error Err = checkAccesses(K, Array))
    return Err;
  if (K.HasFence)
    return reject(DiagKind::MayBePublished, K.NamePlace, K.array(Array).Name);
  for (const AccessInfo &A : K.Accesses)
    if (A.K == AccessInfo::Kind::Atomic) // may tell others that it is written
      return reject(DiagKind::MayBePublished, {A.Source.Begin},
                    K.array(Array).Name);
  return checkDistinct(P, Kernel, Array,
                       [](const AccessInfo &) { return true; });
}

llvm::Error checkOwnBarriers(const KernelSpace &Space, llvm::StringRef Array) {
  if (const BarrierInfo *B = findNotUniform(Space))
    return reject(DiagKind::HasBarrier, B->Where, Array,
                  "not all threads may reach a barrier of the kernel's own, "
                  "and code around it would have to move");
  return llvm::Error::success();
}

bool isWritten(const KernelModel &K, ArrayId Array) {
  return llvm::any_of(K.Accesses, [&](const AccessInfo &A) {
    return A.Array == Array && A.writes();
  });
}

} // namespace tessera

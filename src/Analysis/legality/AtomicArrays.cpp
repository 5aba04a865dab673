//===- AtomicArrays.cpp - Arrays that blocks may update on their own ------===//
#include "tessera/Analysis/AtomicArrays.h"
#include "tessera/Analysis/StagingLegality.h"
#include "tessera/Analysis/Uniformity.h"
#include "tessera/Polyhedral/Guarded.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

std::vector<ArrayId> atomicArrays(const KernelModel &K) {
  std::vector<ArrayId> Result;
  for (const AccessInfo &A : K.Accesses) {
    ArrayInfo::Kind Where = K.array(A.Array).K;
    bool Global =
        Where == ArrayInfo::Kind::Parameter || Where == ArrayInfo::Kind::Global;
    if (Global && A.K == AccessInfo::Kind::Atomic &&
        !llvm::is_contained(Result, A.Array))
      Result.push_back(A.Array);
  }
  return Result;
}

static AtomicUpdate::Kind mergeOf(AtomicUpdate::Kind K) {
  return K == AtomicUpdate::Kind::Subtract ? AtomicUpdate::Kind::Add : K;
}

/// What keeps one access from going to a copy; empty if nothing.
static std::string whyNot(const AccessInfo &A, const AccessInfo &First,
                          bool Reassociate) {
  if (A.K != AccessInfo::Kind::Atomic)
    return "the kernel uses it in other ways, too";
  if (!A.Update)
    return "the order of these operations matters";
  if (!A.Function.empty())
    return "'" + A.Function + "', which the kernel calls, does";
  if (A.Update->ResultUsed)
    return "what was there before is used";
  if (A.Update->SystemWide)
    return "others than this device may look on";
  if (!A.Replaceable)
    return "the text of the call does not name it in a plain way";
  if (First.Update && (mergeOf(A.Update->K) != mergeOf(First.Update->K) ||
                       A.Update->Type != First.Update->Type))
    return "the updates are of several kinds";
  if (A.Update->Floating && !Reassociate)
    return "a sum of floating-point numbers depends on their order; "
           "--allow-reassociation accepts another one";
  return "";
}

/// The number of elements behind the argument \p I of all launches of
/// \p Kernel; nothing if some launch passes something unknown.
static std::optional<int64_t> elementsPassed(const Program &P, KernelId Kernel,
                                             unsigned I, unsigned Bytes) {
  std::optional<int64_t> Most;
  for (const LaunchModel *L : P.launchesOf(Kernel)) {
    if (I >= L->Arguments.size() || !L->Arguments[I].AtRoot)
      return std::nullopt;
    const LaunchArgument &A = L->Arguments[I];
    std::optional<int64_t> Size = A.Bytes;
    if (A.Root.Variable && A.Alias.empty())
      if (const SharedVariable &V = P.Host.variable(*A.Root.Variable);
          !V.Pointer)
        Size = V.bytes();
    if (!Size)
      return std::nullopt;
    Most = std::max(Most.value_or(0), *Size / Bytes);
  }
  return Most;
}

/// The extents of a copy of \p Array; empty if they are not known.
static std::vector<int64_t> extentsOf(const Program &P, KernelId Kernel,
                                      ArrayId Array,
                                      llvm::ArrayRef<AccessId> Updates) {
  const KernelModel &K = P.kernel(Kernel);
  const ArrayInfo &A = K.array(Array);
  bool Whole = llvm::all_of(A.Extents, [](int64_t E) { return E > 0; });
  if (A.Extents.size() > 1)
    return Whole ? A.Extents : std::vector<int64_t>();
  std::optional<int64_t> Known, Used = 0;
  if (Whole)
    Known = A.Extents.front();
  else if (A.K == ArrayInfo::Kind::Parameter)
    Known = elementsPassed(P, Kernel, A.Parameter, A.ElementBytes);
  for (AccessId Id : Updates) {
    std::optional<int64_t> Last = K.access(Id).Update->LastSubscript;
    Used =
        Used && Last ? std::optional(std::max(*Used, *Last + 1)) : std::nullopt;
  }
  if (!Known || (Used && *Used < *Known))
    Known = Used;
  return Known && *Known > 0 ? std::vector<int64_t>{*Known}
                             : std::vector<int64_t>();
}

llvm::Expected<AtomicArray> checkAtomicArray(const Program &P, KernelId Kernel,
                                             ArrayId Array, bool Reassociate) {
  const KernelModel &K = P.kernel(Kernel);
  const ArrayInfo &Own = K.array(Array);
  AtomicArray Result;
  Result.Array = Array;
  for (unsigned I = 0; I < K.Accesses.size(); ++I)
    if (K.Accesses[I].Array == Array)
      Result.Updates.push_back({I});
  const AccessInfo &First = K.access(Result.Updates.front());
  auto No = [&](const AccessInfo &At, const llvm::Twine &Why) {
    return reject(DiagKind::NotPrivatised, {At.Source.Begin}, Own.Name,
                  Why.str());
  };
  for (AccessId Id : Result.Updates)
    if (std::string Why = whyNot(K.access(Id), First, Reassociate);
        !Why.empty())
      return No(K.access(Id), Why);
  bool Moves = Own.Reassigned && !Own.IsScalar;
  if (Moves || Own.Volatile || Own.Constant)
    return No(First, "its pointer is changed or volatile");
  for (const AccessInfo &A : K.Accesses)
    if (A.Array != Array && !mayBeApart(P, Kernel, Array, A.Array))
      return No(A, "it may overlap '" + K.array(A.Array).Name + "'");
  if (K.HasFence)
    return No(First, "a fence may tell others that it was updated");
  IslContext Context;
  if (findNotUniform({Context, K, {}}))
    return No(First, "not all threads may reach a barrier of the kernel's own");
  if (K.hasDynamicShared())
    return No(First, "the kernel uses dynamic shared memory itself");
  if (!leavesAtTop(*K.Body))
    return No(First, "threads leave the kernel inside a branch or loop");
  Result.K = mergeOf(First.Update->K);
  Result.Extents = extentsOf(P, Kernel, Array, Result.Updates);
  if (Result.Extents.empty())
    return No(First, "it is not known how many elements it has");
  return Result;
}

} // namespace tessera

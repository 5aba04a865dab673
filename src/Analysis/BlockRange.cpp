//===- BlockRange.cpp - What consecutive blocks touch of an array ---------===//
#include "tessera/Analysis/BlockRange.h"
#include "tessera/Analysis/LaunchContext.h"
#include "tessera/Polyhedral/Guarded.h"

namespace tessera {

static const std::string Offset = "offset";

/// The smallest and largest value of \p V, if both exist.
static std::optional<std::pair<int64_t, int64_t>> limits(const NamedSet &V) {
  isl::set Values = projectOutParameters(V).Set;
  if (Values.is_empty())
    return std::nullopt;
  isl::val Least = Values.dim_min_val(0), Most = Values.dim_max_val(0);
  if (!Least.is_int() || !Most.is_int())
    return std::nullopt;
  return std::pair(int64_t(Least.num_si()), int64_t(Most.num_si()));
}

static std::optional<BlockRange> compute(isl::ctx Context, const KernelModel &K,
                                         const LaunchModel &L, ArrayId Array,
                                         unsigned Axis, bool Written) {
  LaunchContext Facts(Context, K, L, {});
  Facts.addLaunch();
  if (!Facts.provesKernel())
    return std::nullopt;
  std::optional<BlockRange> Whole;
  for (unsigned I = 0; I < K.Accesses.size(); ++I) {
    if (K.Accesses[I].Array != Array || (Written && !K.Accesses[I].writes()))
      continue;
    std::optional<Polynomial> Address = Facts.address({I});
    std::optional<LinearForm> Form =
        Address ? linearIn(*Address, BlockDims[Axis]) : std::nullopt;
    DimNames Dims = instanceDims(K, K.Accesses[I].Loops);
    std::optional<AccessDomain> Domain = domainOf(Facts.space(), {I}, Dims);
    if (!Form || !Domain || !isAffineOver(Form->Rest, Dims))
      return std::nullopt;
    int64_t Stride = Form->Coefficient.constant().value_or(0);
    if (Stride <= 0 || (Whole && Whole->Stride != Stride))
      return std::nullopt;
    NamedSet Both = addDims(
        {Domain->Set.intersect_params(Facts.known().params()), Dims}, {Offset});
    Both = Both.intersect(
        zero(Context, Form->Rest - Polynomial::symbol(Offset), Both.Dims));
    auto Limits = limits(projectOnto(Both, {Offset}));
    if (!Limits)
      return std::nullopt;
    if (!Whole)
      Whole = BlockRange{Stride, Limits->first, Limits->second};
    Whole->First = std::min(Whole->First, Limits->first);
    Whole->Last = std::max(Whole->Last, Limits->second);
  }
  return Whole;
}

std::optional<BlockRange> blockRange(isl::ctx Context,
                                     const KernelModel &Kernel,
                                     const LaunchModel &Launch, ArrayId Array,
                                     unsigned Axis, bool Written) {
  for (std::optional<int64_t> Size : Launch.Block)
    if (!Size)
      return std::nullopt;
  llvm::Expected<std::optional<BlockRange>> Range = guarded(
      Context,
      [&] { return compute(Context, Kernel, Launch, Array, Axis, Written); },
      /*Operations=*/50'000);
  if (Range)
    return *Range;
  llvm::consumeError(Range.takeError());
  return std::nullopt;
}

} // namespace tessera

//===- Executions.cpp - Who certainly executes something ------------------===//
#include "tessera/Analysis/Executions.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

LaunchedKernel::LaunchedKernel(isl::ctx Isl, const KernelModel &K,
                               const LaunchModel &L)
    : Context(Isl, K, L, {}), Known(Context.known()) {
  for (const ParameterInfo &P : K.Parameters)
    if (P.IsUnsigned && !P.Symbol.empty())
      Context.assume(Polynomial::symbol(P.Symbol));
  Context.addLaunch();
  std::set<std::string> Own = {"Gx", "Gy", "Gz"};
  for (const ParameterInfo &P : K.Parameters)
    Own.insert(P.Symbol);
  Known = projectOntoParameters(Context.known(), Own);
}

/// The values of the counter, in order; nothing if they are not known.
static std::optional<std::vector<int64_t>> valuesOf(const Scaling &S,
                                                    const LaunchShape &Shape) {
  std::optional<int64_t> First = specialise(S.First, Shape).constant();
  std::optional<int64_t> Bound = specialise(S.Bound, Shape).constant();
  if (!First || !Bound || *First < 0)
    return std::nullopt;
  std::vector<int64_t> Values;
  for (int64_t V = *First / S.FirstDivisor; S.Grows ? V < *Bound : V > *Bound;
       V = S.Grows ? V * S.Factor : V / S.Factor) {
    if (V <= 0 || Values.size() == 32) // it may not end
      return std::nullopt;
    Values.push_back(V);
  }
  return Values;
}

int64_t LaunchedKernel::stepOf(const LoopInfo &L) const {
  if (!L.Stride)
    return L.Step;
  return specialise(*L.Stride, shape()).constant().value_or(0);
}

std::optional<isl::set> LaunchedKernel::rounds(LoopId Id,
                                               const std::vector<LoopId> &Loops,
                                               const DimNames &Dims) const {
  const LoopInfo &L = kernel().loop(Id);
  Polynomial Round = Polynomial::symbol(L.Symbol);
  if (L.Scales) {
    std::optional<std::vector<int64_t>> Values = valuesOf(*L.Scales, shape());
    if (!Values)
      return std::nullopt;
    isl::set Result =
        isl::set::empty(NamedSet::universe(isl(), Dims).Set.space());
    for (int64_t Value : *Values)
      Result = Result.unite(zero(isl(), inRounds(Round, Loops) - Value, Dims));
    return Result;
  }
  if (L.Opaque || stepOf(L) == 0)
    return std::nullopt;
  Polynomial Left = (inRounds(L.Upper, Loops) - inRounds(Round, Loops)) *
                        Polynomial(L.Step > 0 ? 1 : -1) -
                    1;
  if (!isAffineOver(Left, Dims))
    return std::nullopt;
  return nonNegative(isl(), Round, Dims)
      .intersect(nonNegative(isl(), Left, Dims));
}

bool LaunchedKernel::isKnown() const {
  return shape().threads() && Context.provesKernel();
}

DimNames LaunchedKernel::varying(const DimNames &Ids) const {
  DimNames Result;
  for (unsigned D = 0; D < Ids.size(); ++D)
    if ((&Ids == &BlockDims ? shape().Grid : shape().Block)[D] != 1)
      Result.push_back(Ids[D]);
  return Result;
}

Polynomial LaunchedKernel::inRounds(const Polynomial &P,
                                    const std::vector<LoopId> &Loops) const {
  std::map<std::string, Polynomial> Values;
  auto Replace = [&](const Polynomial &Old) {
    return specialise(Old, shape()).substitute([&](llvm::StringRef Symbol) {
      auto It = Values.find(Symbol.str());
      return It == Values.end() ? std::nullopt : std::optional(It->second);
    });
  };
  for (LoopId Id : Loops) {
    const LoopInfo &L = kernel().loop(Id);
    Polynomial Round = Polynomial::symbol(L.Symbol);
    if (L.Scales)
      Values[L.Symbol] = L.Scales->Grows ? Round : Polynomial(0) - Round;
    else
      Values[L.Symbol] = Replace(L.Lower) + Round * stepOf(L);
  }
  return Replace(P);
}

Condition LaunchedKernel::inRounds(const Condition &C,
                                   const std::vector<LoopId> &Loops) const {
  Condition Result = C;
  Result.Value = inRounds(C.Value, Loops);
  for (Condition &Operand : Result.Operands)
    Operand = inRounds(Operand, Loops);
  return Result;
}

isl::set LaunchedKernel::threads(const DimNames &Dims) const {
  std::optional<AccessDomain> All = domainOf(Context.space(), {}, {}, Dims);
  return All->Set.intersect_params(Known.params());
}

const std::optional<Executions> &
LaunchedKernel::executions(const std::vector<LoopId> &Loops,
                           const std::vector<GuardUse> &Guards) const {
  for (const KnownExecutions &Old : Asked)
    if (Old.Loops == Loops && Old.Guards == Guards)
      return Old.Result;
  Asked.push_back({Loops, Guards, computeExecutions(Loops, Guards)});
  return Asked.back().Result;
}

std::optional<Executions>
LaunchedKernel::computeExecutions(const std::vector<LoopId> &Loops,
                                  const std::vector<GuardUse> &Guards) const {
  DimNames Dims = instanceDims(kernel(), Loops);
  isl::set Must = threads(Dims);
  for (LoopId Id : Loops) {
    std::optional<isl::set> Rounds = rounds(Id, Loops, Dims);
    if (!Rounds)
      return std::nullopt;
    Must = Must.intersect(*Rounds);
  }
  isl::set May = Must;
  for (const GuardUse &Use : Guards) {
    Condition When = inRounds(kernel().guard(Use.Guard).When, Loops);
    if (Use.Negated)
      When = Condition{Condition::Kind::Not, {}, {When}};
    ConditionBounds B = boundsOf(isl(), When, Dims);
    Must = Must.intersect(B.Must);
    May = May.intersect(B.May);
  }
  return Executions{{Must, Dims}, {May, Dims}};
}

std::optional<Executions>
LaunchedKernel::executions(const AccessInfo &A) const {
  std::optional<Executions> Result = executions(A.Loops, A.Guards);
  if (Result && A.Conditional)
    Result->Must.Set = isl::set::empty(Result->Must.Set.space());
  return Result;
}

std::optional<std::vector<Polynomial>>
LaunchedKernel::subscripts(const AccessInfo &A) const {
  if (A.Subscripts.empty())
    return std::nullopt;
  DimNames Dims = instanceDims(kernel(), A.Loops);
  std::vector<Polynomial> Result;
  for (const Polynomial &P : A.Subscripts) {
    Result.push_back(inRounds(P, A.Loops));
    if (!isAffineOver(Result.back(), Dims))
      return std::nullopt;
  }
  return Result;
}

std::optional<NamedPoint> findExample(const NamedSet &Executed,
                                      const NamedSet &Wrong) {
  if (Wrong.Set.is_empty() ||
      !Executed.Set.params().is_subset(Wrong.Set.params()))
    return std::nullopt;
  return firstPoint(Wrong);
}

} // namespace tessera

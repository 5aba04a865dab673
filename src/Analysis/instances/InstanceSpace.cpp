//===- InstanceSpace.cpp - Who executes an access -------------------------===//
#include "tessera/Analysis/InstanceSpace.h"
#include "tessera/Analysis/AssumedFacts.h"
#include "tessera/Analysis/FactCache.h"
#include "tessera/Polyhedral/Box.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

namespace tessera {

const DimNames BlockDims = {"bx", "by", "bz"};
const DimNames ThreadDims = {"tx", "ty", "tz"};
static const DimNames BlockSizes = {"Bx", "By", "Bz"};
static const DimNames GridSizes = {"Gx", "Gy", "Gz"};
static const DimNames Origins = {"Ox", "Oy", "Oz"};

bool isThreadDim(llvm::StringRef Symbol) {
  return llvm::is_contained(ThreadDims, Symbol);
}

bool isBlockSymbol(llvm::StringRef Symbol) {
  return llvm::is_contained(BlockDims, Symbol) || isBlockOrigin(Symbol);
}

std::optional<int64_t> LaunchShape::threads() const {
  int64_t Product = 1;
  for (std::optional<int64_t> Size : Block) {
    if (!Size)
      return std::nullopt;
    Product *= *Size;
  }
  return Product;
}

LaunchShape shapeOf(const LaunchModel &Launch, const KernelModel &Kernel) {
  LaunchShape Shape{Launch.Grid, Launch.Block, {}, {}};
  for (unsigned I = 0; I < Kernel.Parameters.size(); ++I)
    if (I < Launch.Arguments.size() && Launch.Arguments[I].Constant)
      Shape.Constants[Kernel.Parameters[I].Name] =
          *Launch.Arguments[I].Constant;
  return Shape;
}

std::vector<const LaunchModel *>
distinctLaunches(const Program &P, KernelId Kernel, unsigned AtMost) {
  std::vector<const LaunchModel *> Result;
  std::vector<LaunchShape> Seen;
  for (const LaunchModel *L : P.launchesOf(Kernel)) {
    LaunchShape Shape = shapeOf(*L, P.kernel(Kernel));
    if (llvm::is_contained(Seen, Shape) || Seen.size() == AtMost)
      continue;
    Seen.push_back(std::move(Shape));
    Result.push_back(L);
  }
  return Result;
}

/// The value of a symbol under \p Shape, if it has one.
static std::optional<Polynomial> valueOf(llvm::StringRef Symbol,
                                         const LaunchShape &Shape) {
  for (unsigned D = 0; D < 3; ++D) {
    if (Symbol == BlockSizes[D] && Shape.Block[D])
      return Polynomial(*Shape.Block[D]);
    if (Symbol == GridSizes[D] && Shape.Grid[D])
      return Polynomial(*Shape.Grid[D]);
    if ((Symbol == ThreadDims[D] && Shape.Block[D] == 1) ||
        ((Symbol == BlockDims[D] || Symbol == Origins[D]) &&
         Shape.Grid[D] == 1))
      return Polynomial(0);
    if (Symbol == Origins[D] && Shape.Block[D])
      return Polynomial::symbol(BlockDims[D]) * *Shape.Block[D];
  }
  auto Known = Shape.Constants.find(Symbol.str());
  if (Known != Shape.Constants.end())
    return Polynomial(Known->second);
  return std::nullopt;
}

/// Replaces one factor `b * B` of each dimension in \p M by the origin.
static Monomial useOrigins(Monomial M) {
  for (unsigned D = 0; D < 3; ++D) {
    auto Id = llvm::find(M, BlockDims[D]);
    auto Size = llvm::find(M, BlockSizes[D]);
    if (Id == M.end() || Size == M.end())
      continue;
    *Id = Origins[D];
    M.erase(Size);
    llvm::sort(M);
  }
  return M;
}

Polynomial specialise(const Polynomial &P, const LaunchShape &Shape) {
  Polynomial Known = P.substitute(
      [&](llvm::StringRef Symbol) { return valueOf(Symbol, Shape); });
  Polynomial Result;
  for (const auto &[M, C] : Known.terms()) {
    Polynomial Term = C;
    for (const std::string &Symbol : useOrigins(M))
      Term = Term * Polynomial::symbol(Symbol);
    Result += Term;
  }
  return Result;
}

Condition specialise(const Condition &C, const LaunchShape &Shape) {
  Condition Result = C;
  Result.Value = specialise(C.Value, Shape);
  for (Condition &Operand : Result.Operands)
    Operand = specialise(Operand, Shape);
  return Result;
}

ConditionBounds boundsOf(isl::ctx Context, const Condition &C,
                         const DimNames &Dims) {
  isl::set All = NamedSet::universe(Context, Dims).Set;
  isl::set None = isl::set::empty(All.space());
  switch (C.K) {
  case Condition::Kind::True:
    return {All, All};
  case Condition::Kind::NonNegative:
  case Condition::Kind::Zero: {
    if (!isAffineOver(C.Value, Dims))
      return {None, All};
    isl::set Exact = C.K == Condition::Kind::Zero
                         ? zero(Context, C.Value, Dims)
                         : nonNegative(Context, C.Value, Dims);
    return {Exact, Exact};
  }
  case Condition::Kind::And:
  case Condition::Kind::Or: {
    bool Or = C.K == Condition::Kind::Or;
    ConditionBounds Result =
        Or ? ConditionBounds{None, None} : ConditionBounds{All, All};
    for (const Condition &Operand : C.Operands) {
      ConditionBounds B = boundsOf(Context, Operand, Dims);
      Result.Must =
          Or ? Result.Must.unite(B.Must) : Result.Must.intersect(B.Must);
      Result.May = Or ? Result.May.unite(B.May) : Result.May.intersect(B.May);
    }
    return Result;
  }
  case Condition::Kind::Not: {
    ConditionBounds B = boundsOf(Context, C.Operands.front(), Dims);
    return {B.May.complement(), B.Must.complement()};
  }
  case Condition::Kind::Opaque:
    return {None, All};
  }
  return {None, All};
}

DimNames instanceDims(const KernelModel &Kernel,
                      const std::vector<LoopId> &Loops) {
  DimNames Dims = BlockDims;
  Dims.insert(Dims.end(), ThreadDims.begin(), ThreadDims.end());
  for (LoopId L : Loops)
    Dims.push_back(Kernel.loop(L).Symbol);
  return Dims;
}

/// `{ [Dims] : 0 <= Ids[D] < Sizes[D] }`
static isl::set idDomain(isl::ctx Context, const DimNames &Ids,
                         const DimNames &Sizes, const LaunchShape &Shape,
                         const DimNames &Dims) {
  isl::set Result = NamedSet::universe(Context, Dims).Set;
  for (unsigned D = 0; D < 3; ++D) {
    Polynomial Id = Polynomial::symbol(Ids[D]);
    std::optional<Polynomial> Known = valueOf(Sizes[D], Shape);
    Polynomial Size = Known ? *Known : Polynomial::symbol(Sizes[D]);
    Result = Result.intersect(nonNegative(Context, Id, Dims))
                 .intersect(nonNegative(Context, Size - Id - 1, Dims));
  }
  return Result;
}

isl::set blockDomain(const KernelSpace &Space, const DimNames &Dims) {
  return idDomain(Space.Context, BlockDims, GridSizes, Space.Shape, Dims);
}

std::optional<LoopBounds> boundsOf(const KernelSpace &Space, LoopId Loop) {
  const LoopInfo &L = Space.Kernel.loop(Loop);
  if (L.Opaque || L.Step == 0)
    return std::nullopt;
  LoopBounds B{specialise(L.Lower, Space.Shape),
               specialise(L.Upper, Space.Shape), L.Step};
  if (!L.Stride)
    return B;
  // Sizes are not negative.
  B.Step = 0;
  Polynomial Stride = specialise(*L.Stride, Space.Shape);
  for (const auto &[M, C] : Stride.terms())
    B.Step = std::gcd(B.Step, C);
  B.Longer = !Stride.constant();
  return B;
}

std::optional<isl::set> loopDomain(const KernelSpace &Space, LoopId Loop,
                                   llvm::StringRef Counter, int64_t Every,
                                   const DimNames &Dims) {
  std::optional<LoopBounds> B = boundsOf(Space, Loop);
  if (!B || !isAffineOver(B->First, Dims) || !isAffineOver(B->End, Dims))
    return std::nullopt;
  int64_t Sign = B->Step > 0 ? 1 : -1;
  Polynomial Value = Polynomial::symbol(Counter);
  Polynomial Done = (Value - B->First) * Sign;
  Polynomial Left = (B->End - Value) * Sign - 1;
  isl::set Result = nonNegative(Space.Context, Done, Dims)
                        .intersect(nonNegative(Space.Context, Left, Dims));
  if (int64_t Distance = B->Step * Sign * Every; Distance != 1)
    Result = Result.intersect(multipleOf(Space.Context, Done, Distance, Dims));
  return Result;
}

/// `{ [Dims] : O >= 0 }` for the origins that \p S knows as parameters.
static isl::set withOrigins(isl::ctx Context, isl::set S,
                            const DimNames &Dims) {
  for (const std::string &Origin : Origins)
    if (isl_set_find_dim_by_name(S.get(), isl_dim_param, Origin.c_str()) >= 0)
      S = S.intersect(nonNegative(Context, Polynomial::symbol(Origin), Dims));
  return S;
}

static std::optional<AccessDomain>
computeDomain(const KernelSpace &Space, const std::vector<LoopId> &Loops,
              const std::vector<GuardUse> &Guards, const DimNames &Dims,
              llvm::ArrayRef<LoopId> Given) {
  AccessDomain Result{
      meet(blockDomain(Space, Dims),
           idDomain(Space.Context, ThreadDims, BlockSizes, Space.Shape, Dims)),
      false};
  for (LoopId L : Loops) {
    std::optional<isl::set> Values =
        loopDomain(Space, L, Space.Kernel.loop(L).Symbol, /*Every=*/1, Dims);
    if (!Values)
      return std::nullopt;
    Result.Set = meet(Result.Set, *Values);
    Result.May |= boundsOf(Space, L)->Longer && !llvm::is_contained(Given, L);
  }
  isl::set Certain = Result.Set;
  for (const GuardUse &Use : Guards) {
    Condition When =
        specialise(Space.Kernel.guard(Use.Guard).When, Space.Shape);
    if (Use.Negated)
      When = Condition{Condition::Kind::Not, {}, {When}};
    ConditionBounds B = boundsOf(Space.Context, When, Dims);
    Certain = meet(Certain, B.Must);
    Result.Set = meet(Result.Set, B.May);
  }
  Result.Set = withOrigins(Space.Context, Result.Set.coalesce(), Dims);
  Result.Set = withAssumed(Result.Set, Space.Kernel.Assumed, Space.Shape, Dims);
  if (!Result.Set.is_subset(Certain))
    Result.May = true;
  return Result;
}

std::optional<AccessDomain> domainOf(const KernelSpace &Space,
                                     const std::vector<LoopId> &Loops,
                                     const std::vector<GuardUse> &Guards,
                                     const DimNames &Dims,
                                     llvm::ArrayRef<LoopId> Given) {
  if (!Space.Cache)
    return computeDomain(Space, Loops, Guards, Dims, Given);
  std::tuple Key(Loops, Guards, Given.vec(), Dims);
  auto It = Space.Cache->Domains.find(Key);
  if (It == Space.Cache->Domains.end())
    It = Space.Cache->Domains
             .emplace(Key, computeDomain(Space, Loops, Guards, Dims, Given))
             .first;
  return It->second;
}

std::optional<AccessDomain> domainOf(const KernelSpace &Space, AccessId Id,
                                     const DimNames &Dims,
                                     llvm::ArrayRef<LoopId> Given) {
  const AccessInfo &A = Space.Kernel.access(Id);
  std::optional<AccessDomain> Result =
      domainOf(Space, A.Loops, A.Guards, Dims, Given);
  if (Result)
    Result->May |= A.Conditional;
  return Result;
}

bool sameInstances(const AccessInfo &A, const AccessInfo &B) {
  return A.Loops == B.Loops && A.Guards == B.Guards &&
         A.Conditional == B.Conditional;
}

} // namespace tessera

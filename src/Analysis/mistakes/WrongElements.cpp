//===- WrongElements.cpp - Elements that are not there, or hold nothing ---===//
#include "tessera/Analysis/WrongElements.h"
#include "tessera/Polyhedral/Guarded.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

/// Operations of isl for one access.
static constexpr unsigned long ElementsQuota = 60'000;

static std::string nameOfSubscript(unsigned D) {
  return "[" + std::to_string(D) + "]";
}

/// Adds the dimensions `[0]`, `[1]`, .. to \p S: the elements that are
/// accessed.
static NamedSet withElements(const LaunchedKernel &K, const NamedSet &S,
                             const std::vector<Polynomial> &Subscripts) {
  DimNames Names;
  for (unsigned D = 0; D < Subscripts.size(); ++D)
    Names.push_back(nameOfSubscript(D));
  NamedSet Result = addDims(S, Names);
  for (unsigned D = 0; D < Subscripts.size(); ++D)
    Result.Set = Result.Set.intersect(zero(
        K.isl(), Polynomial::symbol(Names[D]) - Subscripts[D], Result.Dims));
  return Result;
}

/// Collects what \p Find says of each access of a kernel.
template <typename Function>
static std::vector<WrongElement> forAccesses(const LaunchedKernel &K,
                                             Function Find) {
  std::vector<WrongElement> Found;
  for (unsigned I = 0; I < K.kernel().Accesses.size(); ++I) {
    llvm::Expected<std::optional<WrongElement>> Wrong =
        guarded(K.isl(), [&] { return Find(AccessId{I}); }, ElementsQuota);
    if (!Wrong)
      llvm::consumeError(Wrong.takeError());
    else if (*Wrong)
      Found.push_back(std::move(**Wrong));
  }
  return Found;
}

//===----------------------------------------------------------------------===//
// Out of bounds
//===----------------------------------------------------------------------===//

/// The sizes of \p A in this launch; 0 where not known.
static std::vector<int64_t> extentsOf(const Program &P, const LaunchModel &L,
                                      const LaunchedKernel &K,
                                      const ArrayInfo &A) {
  std::vector<int64_t> Extents = A.Extents;
  bool Moves = A.Reassigned && Extents.front() == 0;
  if (Moves || A.ElementBytes == 0)
    return std::vector<int64_t>(Extents.size(), 0);
  int64_t Rest = A.ElementBytes; // bytes of one element of the first dimension
  for (unsigned D = 1; D < Extents.size(); ++D)
    Rest *= Extents[D];
  if (Rest == 0)
    return Extents;
  if (A.isDynamic() && L.DynamicBytes) {
    Polynomial From =
        A.Carved ? A.CarvedAt.value_or(Polynomial::symbol("?")) : Polynomial(0);
    if (std::optional<int64_t> At = specialise(From, K.shape()).constant())
      if (*L.DynamicBytes >= *At)
        Extents.front() = (*L.DynamicBytes - *At) / Rest;
  } else if (A.K == ArrayInfo::Kind::Parameter &&
             A.Parameter < L.Arguments.size()) {
    const LaunchArgument &Argument = L.Arguments[A.Parameter];
    if (Argument.Bytes)
      Extents.front() = *Argument.Bytes / Rest;
    if (!Argument.Root.Variable || !Argument.AtRoot)
      return Extents;
    const SharedVariable &V = P.Host.variable(*Argument.Root.Variable);
    if (!V.Pointer)
      Extents.front() = V.bytes() / Rest;
    else if (V.Pointer->Size && V.Pointer->Size->Divisor == 1)
      Extents.front() =
          V.Pointer->Size->Numerator.constant().value_or(0) / Rest;
  }
  return Extents;
}

static std::optional<WrongElement> outOfBounds(const Program &P,
                                               const LaunchModel &L,
                                               const LaunchedKernel &K,
                                               AccessId Id) {
  const AccessInfo &Access = K.kernel().access(Id);
  const ArrayInfo &A = K.kernel().array(Access.Array);
  std::optional<std::vector<Polynomial>> Subscripts = K.subscripts(Access);
  std::vector<int64_t> Extents = extentsOf(P, L, K, A);
  if (Access.K == AccessInfo::Kind::AddressTaken || !Subscripts ||
      Subscripts->size() != Extents.size())
    return std::nullopt;
  std::vector<unsigned> Checked;
  for (unsigned D = 0; D < Extents.size(); ++D) {
    // `a[0][i]` is how some walk through all rows.
    bool Walks =
        D > 0 && llvm::all_of(llvm::ArrayRef(*Subscripts).take_front(D),
                              [](const Polynomial &Subscript) {
                                return Subscript.isZero();
                              });
    bool Known = Extents[D] || (D == 0 && A.isDynamic() && L.DynamicBytes == 0);
    if (Known && !Walks)
      Checked.push_back(D);
  }
  if (Checked.empty())
    return std::nullopt;
  std::optional<Executions> At = K.executions(Access);
  if (!At || At->Must.Set.is_empty())
    return std::nullopt;
  NamedSet Elements = withElements(K, At->Must, *Subscripts);
  for (unsigned D : Checked) {
    Polynomial Index = Polynomial::symbol(nameOfSubscript(D));
    isl::set Outside =
        nonNegative(K.isl(), Polynomial(-1) - Index, Elements.Dims)
            .unite(nonNegative(K.isl(), Index - Extents[D], Elements.Dims));
    if (std::optional<NamedPoint> Example =
            findExample(At->Must, Elements.intersect(Outside)))
      return WrongElement{Id, D, Extents[D], std::move(*Example)};
  }
  return std::nullopt;
}

std::vector<WrongElement> findOutOfBounds(const Program &P,
                                          const LaunchModel &Launch,
                                          const LaunchedKernel &K) {
  return forAccesses(
      K, [&](AccessId Id) { return outOfBounds(P, Launch, K, Id); });
}

//===----------------------------------------------------------------------===//
// Never set
//===----------------------------------------------------------------------===//

/// `{ [bx, by, bz, elements] }`: what threads of each block may set of an
/// array; nothing if that is not known.
static std::optional<NamedSet> setElements(const LaunchedKernel &K,
                                           ArrayId Array) {
  DimNames Dims = BlockDims;
  for (unsigned D = 0; D < K.kernel().array(Array).Extents.size(); ++D)
    Dims.push_back(nameOfSubscript(D));
  isl::set All = isl::set::empty(NamedSet::universe(K.isl(), Dims).Set.space());
  for (const AccessInfo &Access : K.kernel().Accesses) {
    // What only updates an element does not give it its first value.
    if (Access.Array != Array || Access.K == AccessInfo::Kind::Read ||
        (Access.K == AccessInfo::Kind::Update && !Access.OverwritesPart))
      continue;
    std::optional<std::vector<Polynomial>> Subscripts = K.subscripts(Access);
    std::optional<Executions> At = K.executions(Access.Loops, Access.Guards);
    const bool Writes =
        Access.K == AccessInfo::Kind::Write || Access.OverwritesPart;
    if (!Writes || !Subscripts || !At)
      return std::nullopt;
    All =
        All.unite(projectOnto(withElements(K, At->May, *Subscripts), Dims).Set);
  }
  return NamedSet{All, Dims};
}

static std::optional<WrongElement> unsetElement(const LaunchedKernel &K,
                                                AccessId Id) {
  const AccessInfo &Access = K.kernel().access(Id);
  const ArrayInfo &A = K.kernel().array(Access.Array);
  bool Overlaps = llvm::any_of(
      K.kernel().Arrays, [](const ArrayInfo &Other) { return Other.Carved; });
  std::optional<std::vector<Polynomial>> Subscripts = K.subscripts(Access);
  if (A.K != ArrayInfo::Kind::Shared || A.Volatile || !Subscripts ||
      (A.isDynamic() && Overlaps) || Access.OverwritesPart ||
      (Access.K != AccessInfo::Kind::Read &&
       Access.K != AccessInfo::Kind::Update))
    return std::nullopt;
  std::optional<Executions> At = K.executions(Access);
  std::optional<NamedSet> Set = setElements(K, Access.Array);
  if (!At || !Set || At->Must.Set.is_empty())
    return std::nullopt;
  NamedSet Read = withElements(K, At->Must, *Subscripts);
  NamedSet Pairs = product(Read, *Set, "'");
  Pairs.Set = Pairs.Set.intersect(
      equal(K.isl(), Set->Dims, withSuffix(Set->Dims, "'"), Pairs.Dims));
  isl::set Fine = projectOut(Pairs, withSuffix(Set->Dims, "'")).Set;
  std::optional<NamedPoint> Example =
      findExample(At->Must, {Read.Set.subtract(Fine), Read.Dims});
  if (!Example)
    return std::nullopt;
  return WrongElement{Id, 0, 0, std::move(*Example)};
}

std::vector<WrongElement> findUnsetElements(const LaunchedKernel &K) {
  return forAccesses(K, [&](AccessId Id) { return unsetElement(K, Id); });
}

} // namespace tessera

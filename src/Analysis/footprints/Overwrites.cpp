//===- Overwrites.cpp - Launches that write the whole of an array ---------===//
#include "tessera/Analysis/Overwrites.h"
#include "tessera/Analysis/LaunchContext.h"
#include "tessera/Model/Program.h"
#include "tessera/Polyhedral/Guarded.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

namespace tessera {
namespace {

const std::string ElementName = "element";

template <typename T>
bool isPrefix(const std::vector<T> &Short, const std::vector<T> &Long) {
  return Short.size() <= Long.size() &&
         std::equal(Short.begin(), Short.end(), Long.begin());
}

/// Looks for all elements of an array among those that a launch writes.
///
/// Where the blocks of an axis write stripes `b * n + ..` of a run-time length,
/// it looks for all elements of each stripe.
class Prover {
public:
  Prover(isl::ctx Context, const KernelModel &K, const LaunchModel &L,
         ArrayId Array, const Polynomial &Count)
      : K(K), Array(Array), Axis(stripeAxis(Context, K, L, Array, Count)),
        Facts(Context, K, L, dims()) {
    Polynomial E = Polynomial::symbol(ElementName);
    Facts.assume(E);
    Facts.assume((Axis ? Axis->Length : Count) - E - 1);
    if (Axis) {
      Facts.assume(Polynomial::symbol(Axis->Block));
      Facts.assume(Axis->Number - Polynomial::symbol(Axis->Block) - 1);
    }
    Facts.addLaunch();
  }

  bool run() const {
    for (std::optional<int64_t> Size : Facts.space().Shape.Block)
      if (!Size)
        return false;
    if (!Facts.provesKernel())
      return false;
    isl::set Written = isl::set::empty(Facts.known().space());
    for (unsigned I = 0; I < K.Accesses.size(); ++I)
      if (K.Accesses[I].Array == Array)
        if (std::optional<isl::set> More = writtenBy({I}))
          Written = Written.unite(*More);
    return Facts.known().is_subset(Written);
  }

private:
  struct Stripes {
    std::string Block; ///< the id of the blocks along the axis
    Polynomial Length, Number;
  };

  static std::optional<Stripes> stripeAxis(isl::ctx Context,
                                           const KernelModel &K,
                                           const LaunchModel &L, ArrayId Array,
                                           const Polynomial &Count) {
    LaunchContext Facts(Context, K, L, {});
    for (unsigned I = 0; I < K.Accesses.size(); ++I)
      for (unsigned D = 0; D < 3; ++D) {
        std::optional<Polynomial> Address = Facts.address({I});
        if (K.Accesses[I].Array != Array || !Address || !L.GridValues[D] ||
            L.GridValues[D]->Divisor != 1)
          continue;
        std::optional<LinearForm> Form = linearIn(*Address, BlockDims[D]);
        const Polynomial &Number = L.GridValues[D]->Numerator;
        if (Form && !Form->Coefficient.constant() &&
            Number * Form->Coefficient == Count)
          return Stripes{BlockDims[D], Form->Coefficient, Number};
      }
    return std::nullopt;
  }

  DimNames dims() const {
    return Axis ? DimNames{Axis->Block, ElementName} : DimNames{ElementName};
  }

  /// The elements that the access certainly writes.
  std::optional<isl::set> writtenBy(AccessId Id) const {
    const AccessInfo &A = K.access(Id);
    std::optional<Polynomial> Address = Facts.address(Id);
    if (A.K != AccessInfo::Kind::Write || !Address)
      return std::nullopt;
    if (Axis) {
      std::optional<LinearForm> Form = linearIn(*Address, Axis->Block);
      if (!Form || !(Form->Coefficient == Axis->Length))
        return std::nullopt;
      Address = Form->Rest;
    }
    const KernelSpace &Space = Facts.space();
    DimNames Dims = instanceDims(K, A.Loops);
    std::optional<AccessDomain> Domain = domainOf(Space, Id, Dims);
    if (!Domain || Domain->May || !isAffineOver(*Address, Dims))
      return std::nullopt;
    NamedSet Both = addDims({Domain->Set, Dims}, {ElementName});
    Both = Both.intersect(zero(
        Space.Context, *Address - Polynomial::symbol(ElementName), Both.Dims));
    return projectOnto(Both, dims()).Set;
  }

  const KernelModel &K;
  ArrayId Array;
  std::optional<Stripes> Axis;
  LaunchContext Facts;
};

/// Whether each read of \p Array finds what the same thread wrote before: an
/// earlier statement writes the same element wherever the read is executed.
bool readsOnlyOwn(const KernelModel &K, ArrayId Array) {
  std::map<AccessId, unsigned> Statement;
  unsigned Count = 0;
  walk(K.Body, [&](const NodePtr &N) {
    if (N->K != Node::Kind::Leaf)
      return;
    ++Count;
    for (AccessId Id : accessesIn(*N))
      Statement[Id] = Count;
  });
  auto Serves = [&](unsigned W, unsigned R) {
    const AccessInfo &Write = K.Accesses[W], &Read = K.Accesses[R];
    auto AtWrite = Statement.find({W}), AtRead = Statement.find({R});
    return Write.Array == Array && Write.K == AccessInfo::Kind::Write &&
           !Write.Conditional && !Write.Subscripts.empty() &&
           AtWrite != Statement.end() && AtRead != Statement.end() &&
           AtWrite->second < AtRead->second &&
           Write.Subscripts == Read.Subscripts &&
           isPrefix(Write.Loops, Read.Loops) &&
           isPrefix(Write.Guards, Read.Guards);
  };
  for (unsigned R = 0; R < K.Accesses.size(); ++R)
    if (K.Accesses[R].Array == Array && K.Accesses[R].reads() &&
        llvm::none_of(llvm::seq<unsigned>(0, K.Accesses.size()),
                      [&](unsigned W) { return Serves(W, R); }))
      return false;
  return true;
}

} // namespace

bool overwrites(isl::ctx Context, const KernelModel &Kernel,
                const LaunchModel &Launch, ArrayId Array,
                const HostValue &Bytes) {
  const ArrayInfo &A = Kernel.array(Array);
  if (!hasCompleteAccesses(Kernel) || A.Reassigned || A.Volatile ||
      Bytes.Divisor != 1 || A.ElementBytes == 0 || !readsOnlyOwn(Kernel, Array))
    return false;
  std::optional<Polynomial> Count = Bytes.Numerator.dividedBy(A.ElementBytes);
  if (!Count)
    return false;
  // Cheap where it holds: anything harder is not worth the time.
  llvm::Expected<bool> Proved = guarded(
      Context,
      [&] { return Prover(Context, Kernel, Launch, Array, *Count).run(); },
      /*Operations=*/50'000);
  if (Proved)
    return *Proved;
  llvm::consumeError(Proved.takeError());
  return false;
}

} // namespace tessera

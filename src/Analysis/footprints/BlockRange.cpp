//===- BlockRange.cpp - What consecutive blocks touch of an array ---------===//
//
// Where a block is `Stride` rows of a run-time length further than the one
// before, an address is divided by this length:
//
//   (16*by + ty - 1)*n + 16*bx + tx  =  16*n * by + (ty - 1) * n + 16*bx + tx
//
// The quotient, `ty - 1`, says which rows, if the remainder stays in a row. In
// a remainder that is not affine, rows of rows, the same is done again.
//
//===----------------------------------------------------------------------===//
#include "tessera/Analysis/BlockRange.h"
#include "tessera/Analysis/LaunchContext.h"
#include "tessera/Polyhedral/Guarded.h"
#include <numeric>

namespace tessera {
namespace {

const std::string Offset = "offset";

using Limits = std::pair<int64_t, int64_t>;

/// How far something reaches over both ends of a row, in rows.
struct Overhang {
  int64_t Before = 0, Behind = 0;
  bool any() const { return Before || Behind; }
};

class RangeFinder {
public:
  RangeFinder(isl::ctx Context, const KernelModel &K, const LaunchModel &L,
              ArrayId Array, unsigned Axis)
      : K(K), Array(Array), Block(BlockDims[Axis]), Facts(Context, K, L, {}) {
    // Blocks exist.
    for (const char *Size : {"Gx", "Gy", "Gz"})
      Facts.assume(Polynomial::symbol(Size) - 1);
    Facts.addLaunch();
  }

  std::optional<BlockRange> run(bool Written) {
    if (!Facts.provesKernel())
      return std::nullopt;
    std::optional<BlockRange> Whole;
    for (unsigned I = 0; I < K.Accesses.size(); ++I) {
      if (K.Accesses[I].Array != Array || (Written && !K.Accesses[I].writes()))
        continue;
      std::optional<BlockRange> Part = rangeOf({I});
      if (!Part ||
          (Whole && (Whole->Stride != Part->Stride || Whole->Row != Part->Row)))
        return std::nullopt;
      if (!Whole)
        Whole = Part;
      Whole->First = std::min(Whole->First, Part->First);
      Whole->Last = std::max(Whole->Last, Part->Last);
    }
    return Whole;
  }

private:
  std::optional<BlockRange> rangeOf(AccessId Id) {
    std::optional<Polynomial> Address = Facts.address(Id);
    std::optional<LinearForm> Form =
        Address ? linearIn(*Address, Block) : std::nullopt;
    Dims = instanceDims(K, K.access(Id).Loops);
    std::optional<AccessDomain> Domain = domainOf(Facts.space(), Id, Dims);
    if (!Form || !Domain || Form->Coefficient.isZero())
      return std::nullopt;
    Where = Domain->Set.intersect_params(Facts.known().params());
    BlockRange Range;
    for (const auto &[M, C] : Form->Coefficient.terms())
      Range.Stride = std::gcd(Range.Stride, C);
    std::optional<int64_t> Stride = Form->Coefficient.constant();
    if (!Stride)
      return inRows(*Form, Range);
    Range.Stride = *Stride;
    std::optional<Limits> Elements = limits(Form->Rest);
    if (!Elements || Range.Stride <= 0)
      return std::nullopt;
    Range.First = Elements->first;
    Range.Last = Elements->second;
    return Range;
  }

  /// The same where the stride is a multiple of a run-time length.
  std::optional<BlockRange> inRows(const LinearForm &Form, BlockRange Range) {
    Range.Row = *Form.Coefficient.dividedBy(Range.Stride);
    Division InRows = divide(Form.Rest, Range.Row);
    // `2 * (i * n + j)` has rows of `2 * n`: several of our rows.
    int64_t Common = Range.Stride;
    for (const auto &[M, C] : InRows.Quotient.terms())
      Common = std::gcd(Common, C);
    std::optional<BlockRange> Best;
    bool Exact = false; // it leaves no row
    for (int64_t Several : {int64_t(1), Common}) {
      if (Exact || (Best && Common == 1))
        break;
      std::optional<Overhang> Over =
          overhang(InRows.Remainder, Range.Row * Several);
      std::optional<Limits> Rows =
          Over ? limits(*InRows.Quotient.dividedBy(Several)) : std::nullopt;
      if (!Rows || (Best && Over->any()))
        continue;
      Exact = !Over->any();
      Range.First = (Rows->first - Over->Before) * Several;
      Range.Last = (Rows->second + Over->Behind + 1) * Several - 1;
      Best = Range;
    }
    return Best;
  }

  /// The smallest and largest value of \p P, if both exist.
  std::optional<Limits> limits(const Polynomial &P) const {
    std::optional<int64_t> Least = least(P), Most = least(Polynomial() - P);
    return Least && Most ? std::optional(Limits(*Least, -*Most)) : std::nullopt;
  }

  std::optional<int64_t> least(const Polynomial &P) const {
    if (!isAffineOver(P, Dims))
      return std::nullopt;
    isl::ctx Context = Facts.space().Context;
    NamedSet Both = addDims({Where, Dims}, {Offset});
    Both = Both.intersect(
        zero(Context, P - Polynomial::symbol(Offset), Both.Dims));
    isl::set Values = projectOutParameters(projectOnto(Both, {Offset})).Set;
    if (Values.is_empty())
      return std::nullopt;
    isl::val Least = Values.dim_min_val(0);
    return Least.is_int() ? std::optional<int64_t>(Least.num_si())
                          : std::nullopt;
  }

  /// How far \p P reaches out of `0 .. Row - 1`; nothing if that is not known,
  /// or if \p Row may not be positive.
  std::optional<Overhang> overhang(const Polynomial &P, const Polynomial &Row) {
    if (isAffineOver(P, Dims)) {
      std::optional<int64_t> Before = least(P), Behind = least(Row - 1 - P);
      if (!Before || !Behind || least(Row).value_or(0) < 1)
        return std::nullopt;
      // Elements, which are no more than rows.
      return Overhang{std::max<int64_t>(0, -*Before),
                      std::max<int64_t>(0, -*Behind)};
    }
    Polynomial Inner = innerRow(P);
    Division Rows = divide(Row, Inner);
    if (Inner.constant() || Inner == Row || !Rows.Remainder.isZero())
      return std::nullopt;
    Division InRows = divide(P, Inner);
    std::optional<Overhang> Outer = overhang(InRows.Quotient, Rows.Quotient),
                            InRow = overhang(InRows.Remainder, Inner);
    if (!Outer || !InRow)
      return std::nullopt;
    return Overhang{Outer->Before + InRow->Before,
                    Outer->Behind + InRow->Behind};
  }

  /// The largest stride of an index in \p P, without its constant factor.
  Polynomial innerRow(const Polynomial &P) const {
    Polynomial Largest = 1;
    size_t Degree = 0;
    for (const std::string &Dim : Dims) {
      std::optional<LinearForm> Form = linearIn(P, Dim);
      for (const auto &[M, C] :
           Form ? Form->Coefficient.terms() : std::map<Monomial, int64_t>()) {
        if (M.size() <= Degree)
          continue;
        Degree = M.size();
        int64_t Common = 0;
        for (const auto &[Other, Factor] : Form->Coefficient.terms())
          Common = std::gcd(Common, Factor);
        Largest = *Form->Coefficient.dividedBy(Common);
      }
    }
    return Largest;
  }

  const KernelModel &K;
  ArrayId Array;
  std::string Block; ///< the id of the blocks
  LaunchContext Facts;
  // Of the access that is looked at.
  DimNames Dims;
  isl::set Where;
};

} // namespace

std::optional<BlockRange> blockRange(isl::ctx Context,
                                     const KernelModel &Kernel,
                                     const LaunchModel &Launch, ArrayId Array,
                                     unsigned Axis, bool Written) {
  for (std::optional<int64_t> Size : Launch.Block)
    if (!Size)
      return std::nullopt;
  llvm::Expected<std::optional<BlockRange>> Range = guarded(
      Context,
      [&] {
        return RangeFinder(Context, Kernel, Launch, Array, Axis).run(Written);
      },
      /*Operations=*/200'000);
  if (Range)
    return *Range;
  llvm::consumeError(Range.takeError());
  return std::nullopt;
}

} // namespace tessera

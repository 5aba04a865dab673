//===- TouchedRange.cpp - Which elements a launch touches at most ---------===//
#include "tessera/Analysis/TouchedRange.h"
#include "tessera/Analysis/Delinearize.h"
#include "tessera/Polyhedral/Box.h"
#include "tessera/Polyhedral/Guarded.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace tessera {

/// Operations of isl for one array of one launch.
constexpr unsigned long RangeQuota = 200'000;

/// `{ [c0, c1..] }`: the elements, as coordinates of \p Array, for any values
/// of \p Unknown.
static std::optional<NamedSet> elementsOf(const KernelSpace &Space,
                                          const ArrayCoordinates &Array,
                                          const DimNames &Unknown,
                                          const DimNames &Cells) {
  std::optional<NamedSet> All;
  for (const auto &[Id, Coordinates] : Array.Coordinates) {
    DimNames Dims = instanceDims(Space.Kernel, Space.Kernel.access(Id).Loops);
    llvm::append_range(Dims, Unknown);
    std::optional<AccessDomain> Domain = domainOf(Space, Id, Dims);
    if (!Domain)
      return std::nullopt;
    NamedSet Part = addDims({Domain->Set, Dims}, Cells);
    for (const std::string &Size : Unknown)
      Part = Part.intersect(
          nonNegative(Space.Context, Polynomial::symbol(Size), Part.Dims));
    for (auto [C, Cell] : llvm::zip_equal(Coordinates, Cells)) {
      Polynomial Distance = C - Polynomial::symbol(Cell);
      if (!isAffineOver(Distance, Part.Dims))
        return std::nullopt;
      Part = Part.intersect(zero(Space.Context, Distance, Part.Dims));
    }
    Part = projectOnto(Part, Cells);
    All = All ? NamedSet{All->Set.unite(Part.Set), Cells} : Part;
  }
  return All;
}

/// The range of elements that atomic updates with a subscript that is data may
/// touch, as its type tells; nothing if there are other accesses to \p Array.
static std::optional<ElementRange> rangeOfUpdates(const KernelModel &K,
                                                  ArrayId Array) {
  int64_t End = 0;
  for (const AccessInfo &A : K.Accesses) {
    if (A.Array != Array)
      continue;
    if (A.K != AccessInfo::Kind::Atomic || !A.Update ||
        !A.Update->LastSubscript)
      return std::nullopt;
    End = std::max(End, *A.Update->LastSubscript + 1);
  }
  if (End == 0)
    return std::nullopt;
  return ElementRange{Polynomial(0), Polynomial(End), {}};
}

static std::optional<ElementRange> computeRange(const KernelSpace &Space,
                                                ArrayId Id) {
  const KernelModel &K = Space.Kernel;
  if (std::optional<ElementRange> Updates = rangeOfUpdates(K, Id))
    return Updates;
  ArrayCoordinates Array = coordinatesOf(Space, Id);
  size_t Accesses = llvm::count_if(K.Accesses, [&](const AccessInfo &A) {
    return A.Array == Id && A.K != AccessInfo::Kind::AddressTaken;
  });
  if (Array.Strides.empty() || Array.Coordinates.empty() ||
      Array.Coordinates.size() != Accesses)
    return std::nullopt;
  DimNames Cells;
  for (unsigned D = 0; D < Array.Strides.size(); ++D)
    Cells.push_back("c" + std::to_string(D));
  std::optional<NamedSet> Elements;
  std::optional<Box> Around;
  // Guards tell more than the size of the grid.
  for (const DimNames &Unknown :
       {DimNames{"Ox", "Oy", "Oz", "Gx", "Gy", "Gz"}, {"Ox", "Oy", "Oz"}}) {
    if (Around)
      break;
    Elements = elementsOf(Space, Array, Unknown, Cells);
    if (!Elements)
      continue;
    // Of several accesses to a row none is the last for every length: that of
    // one element is, where rows may have none. See ElementRange::Lengths.
    NamedSet Longer = *Elements;
    for (const Polynomial &Stride : Array.Strides)
      for (const std::string &Symbol : Stride.symbols())
        Longer = Longer.intersect(nonNegative(
            Space.Context, Polynomial::symbol(Symbol) - 1, Longer.Dims));
    Around = enclosingBox(toMap(Longer, 0), {}, /*Strided=*/false);
  }
  if (!Around)
    return std::nullopt;
  ElementRange Range;
  isl::set Executed = projectOnto(*Elements, {}).Set;
  for (auto [Dim, Stride] : llvm::zip_equal(Around->Dims, Array.Strides)) {
    Range.First += Dim.Origin * Stride;
    Range.End += (Dim.Origin + Dim.Extent - 1) * Stride;
    for (const std::string &Symbol : Stride.symbols()) {
      Polynomial Length = Polynomial::symbol(Symbol);
      if (!Executed.is_subset(nonNegative(Space.Context, Length - 1, {})) &&
          !llvm::is_contained(Range.Lengths, Length))
        Range.Lengths.push_back(Length);
    }
    if (llvm::any_of(Stride.terms(), [](auto &T) { return T.second < 0; }))
      return std::nullopt;
  }
  Range.End += 1;
  return Range;
}

static std::optional<ElementRange> touchedRange(const KernelModel &Kernel,
                                                const LaunchModel &Launch,
                                                ArrayId Array) {
  IslContext Context;
  KernelSpace Space{Context, Kernel, shapeOf(Launch, Kernel)};
  if (Kernel.array(Array).Reassigned)
    return std::nullopt;
  llvm::Expected<std::optional<ElementRange>> Range = guarded(
      Space.Context, [&] { return computeRange(Space, Array); }, RangeQuota);
  if (Range)
    return *Range;
  llvm::consumeError(Range.takeError());
  return std::nullopt;
}

const std::optional<ElementRange> &TouchedRanges::of(ArrayId Array) {
  auto It = Known.find(Array);
  if (It == Known.end())
    It = Known.emplace(Array, touchedRange(Kernel, Launch, Array)).first;
  return It->second;
}

/// Whether the argument for \p A is an expression for the memory that the
/// kernel gets, perhaps in an object, which can be computed again.
static bool isPointer(const KernelModel &K, const LaunchModel &L,
                      const ArrayInfo &A) {
  if (A.K != ArrayInfo::Kind::Parameter || A.Parameter >= L.Arguments.size())
    return false;
  const LaunchArgument &Argument = L.Arguments[A.Parameter];
  const bool IsMember = A.Parameter < K.Parameters.size() &&
                        K.Parameters[A.Parameter].Object.has_value();
  return (Argument.IsPointer || IsMember) && Argument.Repeatable &&
         !Argument.Text.empty() && Argument.Text != "nullptr" &&
         Argument.Text != "NULL" && !llvm::isDigit(Argument.Text.front());
}

/// Whether \p A and \p B are as far from each other on the device as they are
/// at the launch. A variable that host and device share may get other memory
/// there, and all that leads into it with it.
static bool moveTogether(const PointerRoot &A, const PointerRoot &B) {
  auto Moves = [](const PointerRoot &Root) {
    return Root.K == PointerRoot::Kind::SharedVariable;
  };
  return (!Moves(A) && !Moves(B)) || A == B;
}

bool canCompare(TouchedRanges &Ranges, ArrayId A, ArrayId B) {
  const KernelModel &Kernel = Ranges.Kernel;
  const LaunchModel &Launch = Ranges.Launch;
  auto Text = [&](ArrayId Id) -> llvm::StringRef {
    return Launch.Arguments[Kernel.array(Id).Parameter].Text;
  };
  bool Pointers = isPointer(Kernel, Launch, Kernel.array(A)) &&
                  isPointer(Kernel, Launch, Kernel.array(B));
  auto Root = [&](ArrayId Id) -> const PointerRoot & {
    return Launch.Arguments[Kernel.array(Id).Parameter].Root;
  };
  // One and the same pointer needs no test.
  return Pointers && moveTogether(Root(A), Root(B)) && Text(A) != Text(B) &&
         Ranges.of(A) && Ranges.of(B);
}

} // namespace tessera

//===- Coalescing.cpp - Memory transactions of a warp ---------------------===//
#include "tessera/Analysis/Coalescing.h"
#include "tessera/Support/IntegerRanges.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

llvm::raw_ostream &operator<<(llvm::raw_ostream &OS, const Coalescing &C) {
  OS << C.Sectors << " sectors in " << C.Requests << " requests";
  return OS << (C.Broadcast       ? ", broadcast"
                : C.isCoalesced() ? ", coalesced"
                                  : ", not coalesced");
}

/// `A / B`, rounded down.
constexpr int64_t LineBytes = 128;

static int64_t floorDiv(int64_t A, int64_t B) {
  return A >= 0 ? A / B : -((-A + B - 1) / B);
}

BytesOfElement bytesOf(const KernelModel &K, AccessId Id) {
  const AccessInfo &A = K.access(Id);
  const ArrayInfo &Array = K.array(A.Array);
  if (A.EndByte == 0 || Array.WordBytes == 0)
    return {0, Array.ElementBytes};
  return {A.FirstByte, A.EndByte};
}

int64_t countSectors(const LaneValues &Elements, int64_t ElementBytes) {
  return countSectors(Elements, ElementBytes, {0, ElementBytes});
}

/// The number of units of \p UnitBytes that hold \p Part of \p Elements.
static int64_t countUnits(const LaneValues &Elements, int64_t ElementBytes,
                          BytesOfElement Part, int64_t UnitBytes) {
  IntegerRanges Units;
  for (int64_t Element : Elements) {
    const int64_t Begin = Element * ElementBytes;
    Units.add(floorDiv(Begin + Part.First, UnitBytes),
              floorDiv(Begin + Part.End - 1, UnitBytes) + 1);
  }
  return Units.size();
}

int64_t countSectors(const LaneValues &Elements, int64_t ElementBytes,
                     BytesOfElement Part) {
  return countUnits(Elements, ElementBytes, Part, SectorBytes);
}

/// Values for what is not known: the first iteration, long rows.
static std::map<std::string, int64_t> assumptions(const KernelSpace &Space,
                                                  const Polynomial &Address) {
  constexpr int64_t LongRow = 1024;
  std::map<std::string, int64_t> Fixed;
  IndexSymbols Symbols = indexSymbolsOf(Space);
  for (const std::string &Symbol : Address.symbols())
    if (!Symbols.isIndex(Symbol))
      Fixed[Symbol] = LongRow;
  for (unsigned I = 0; I < Space.Kernel.Loops.size(); ++I)
    if (std::optional<LoopBounds> B = boundsOf(Space, LoopId{I}))
      Fixed[Space.Kernel.Loops[I].Symbol] = B->First.constant().value_or(0);
  return Fixed;
}

std::optional<Coalescing> coalescingOf(const KernelSpace &Space,
                                       const ArrayCoordinates &Array,
                                       AccessId Id, bool Whole) {
  auto It = Array.Coordinates.find(Id);
  if (It == Array.Coordinates.end() || Array.Strides.empty())
    return std::nullopt;
  Polynomial Address = linearAddress(It->second, Array.Strides);
  std::optional<std::vector<LaneValues>> Warps =
      evaluateInWarps(Address, Space.Shape, assumptions(Space, Address));
  int64_t Bytes = Space.Kernel.array(Array.Array).ElementBytes;
  if (!Warps || Bytes == 0)
    return std::nullopt;
  const BytesOfElement Part =
      Whole ? BytesOfElement{0, Bytes} : bytesOf(Space.Kernel, Id);
  Coalescing Result;
  Result.Broadcast = true;
  for (const LaneValues &Lanes : *Warps) {
    ++Result.Requests;
    Result.Sectors += countSectors(Lanes, Bytes, Part);
    Result.Lines += countUnits(Lanes, Bytes, Part, LineBytes);
    Result.Dense +=
        (Lanes.size() * Part.size() + SectorBytes - 1) / SectorBytes;
    Result.Broadcast &= llvm::all_equal(Lanes);
  }
  return Result;
}

std::vector<int64_t> halfWarpTransactions(const LaneValues &Elements,
                                          int64_t ElementBytes) {
  const int64_t Segment = ElementBytes == 1 ? 32 : ElementBytes == 2 ? 64 : 128;
  std::vector<int64_t> Pending, Sizes;
  for (int64_t Element : Elements)
    Pending.push_back(Element * ElementBytes);
  while (!Pending.empty()) {
    int64_t Size = Segment;
    int64_t Begin = floorDiv(Pending.front(), Size) * Size;
    auto inside = [&](int64_t Address) {
      return Begin <= Address && Address < Begin + Segment;
    };
    std::vector<int64_t> Served;
    llvm::copy_if(Pending, std::back_inserter(Served), inside);
    llvm::erase_if(Pending, inside);
    int64_t First = *llvm::min_element(Served);
    int64_t Last = *llvm::max_element(Served) + ElementBytes;
    for (int64_t Half = Size / 2; Half >= 32; Half /= 2) {
      if (Last <= Begin + Half)
        Size = Half;
      else if (First >= Begin + Half)
        Size = Half, Begin += Half;
      else
        break;
    }
    Sizes.push_back(Size);
  }
  return Sizes;
}

} // namespace tessera

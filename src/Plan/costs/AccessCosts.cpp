//===- AccessCosts.cpp - What global accesses cost as they stand ----------===//
#include "costs/AccessCosts.h"
#include "tessera/Analysis/Coalescing.h"
#include "tessera/Support/IntegerRanges.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

/// Assumed for a size that only run time knows.
constexpr int64_t TypicalSize = 1024;
/// Assumed for a loop that strides over the grid: few threads, many elements.
constexpr double TypicalRounds = 64;
/// The sectors of scattered elements of 4 bytes, compared with neighbours.
constexpr double MostScatter = 8;

double AccessCosts::threads() const {
  return double(Space.Shape.threads().value_or(256));
}

/// \p P for a thread half way along a block half way along the grid.
static Polynomial halfWay(const Polynomial &P, const LaunchShape &Shape) {
  Polynomial Result;
  for (const auto &[M, Factor] : P.terms()) {
    Polynomial Term = Factor;
    for (const std::string &Symbol : M)
      Term = Term * Polynomial::symbol(Symbol);
    if (llvm::any_of(M, isBlockSymbol))
      Term = Factor > 0 ? TypicalSize / 2 : -TypicalSize / 2;
    else if (M.size() == 1 && isThreadDim(M.front()))
      Term = Factor * (Shape.Block[M.front()[1] - 'x'].value_or(256) - 1) / 2;
    Result += Term;
  }
  return Result;
}

double AccessCosts::typical(const Polynomial &P) const {
  Polynomial Value =
      halfWay(P, Space.Shape)
          .substitute([&](llvm::StringRef Symbol) -> std::optional<Polynomial> {
            if (Symbol.size() == 2 && Symbol[0] == 'B')
              return Polynomial(Symbol[1] == 'x' ? 256 : 1);
            for (const ParameterInfo &Param : Space.Kernel.Parameters)
              if (Param.Symbol == Symbol) {
                auto It = Typical.find(Param.Symbol);
                return Polynomial(It == Typical.end() ? TypicalSize
                                                      : It->second);
              }
            return Polynomial(0);
          });
  return double(Value.constant().value_or(TypicalSize));
}

double AccessCosts::tripCount(LoopId Id) const {
  const LoopInfo &L = Space.Kernel.loop(Id);
  if (L.Distance.isZero())
    return blockTripCount(Id);
  return std::max(1.0, typical(specialise(L.Distance, Space.Shape)) /
                           double(L.Step));
}

double AccessCosts::rounds(const std::vector<LoopId> &Loops) const {
  double Times = 1;
  for (LoopId L : Loops)
    if (L.Index < Space.Kernel.Loops.size())
      Times *= std::max(1.0, tripCount(L));
  return Times;
}

double AccessCosts::blockTripCount(LoopId Id) const {
  std::optional<LoopBounds> Bounds = boundsOf(Space, Id);
  if (!Bounds)
    return double(TypicalSize);
  if (const auto &Stride = Space.Kernel.loop(Id).Stride) {
    std::optional<int64_t> Step = specialise(*Stride, Space.Shape).constant(),
                           Length = (Bounds->End - Bounds->First).constant();
    return Step && *Step > 0 && Length ? std::max(0.0, double(*Length) / *Step)
                                       : TypicalRounds;
  }
  return std::max(0.0,
                  typical(Bounds->End - Bounds->First) / double(Bounds->Step));
}

double AccessCosts::times(AccessId Id) const {
  double Times = 1;
  for (LoopId L : Space.Kernel.access(Id).Loops) {
    double Trip = tripCount(L);
    Times *= Trip > 0 ? Trip : TypicalSize / 2.0; // by another loop's counter
  }
  return Times;
}

double AccessCosts::repetitions(AccessId Id) const {
  const AccessInfo &A = Space.Kernel.access(Id);
  double Times = 1;
  bool Kept = true; // from the innermost loop outwards
  for (LoopId L : llvm::reverse(A.Loops)) {
    for (const Polynomial &S : A.Subscripts)
      Kept &= !S.mentions(Space.Kernel.loop(L).Symbol);
    if (!Kept)
      Times *= tripCount(L);
  }
  return Times;
}

double AccessCosts::words(ArrayId Array) const {
  const ArrayInfo &A = Space.Kernel.array(Array);
  const unsigned AtOnce = A.WordBytes ? std::min(4u, A.WordBytes) : 4;
  return std::max(1.0, double(A.ElementBytes) / AtOnce);
}

double AccessCosts::words(llvm::ArrayRef<AccessId> Accesses) const {
  IntegerRanges Bytes;
  for (AccessId Id : Accesses) {
    const BytesOfElement Part = bytesOf(Space.Kernel, Id);
    Bytes.add(Part.First, Part.End);
  }
  return std::max(1.0, Bytes.size() / 4.0);
}

double AccessCosts::scatter(const ArrayCoordinates &Array, AccessId Id,
                            bool Whole) const {
  std::optional<Coalescing> Request = coalescingOf(Space, Array, Id, Whole);
  return Request ? std::max(1.0, double(Request->Sectors) / Request->Dense)
                 : 1.0;
}

bool AccessCosts::isScattered(const ArrayCoordinates &Array,
                              AccessId Id) const {
  // A row that begins inside a sector takes one more, also from a tile.
  return scatter(Array, Id) > 1.5;
}

double AccessCosts::scatter(const Footprint &F) const {
  const Box::Dim &Row = F.Enclosing.Dims.back();
  bool Neighbours = F.Strides.empty() || F.Strides.back() == Polynomial(1);
  if (!Neighbours)
    return MostScatter;
  double Bytes = typical(Row.Extent) * Space.Kernel.array(F.Array).ElementBytes;
  return std::min(MostScatter,
                  std::max(1.0, SectorBytes / Bytes) * double(Row.Stride));
}

bool AccessCosts::readsAgain(const ArrayCoordinates &Array, AccessId Id) const {
  const AccessInfo &A = Space.Kernel.access(Id);
  return llvm::any_of(Array.Coordinates, [&](const auto &Earlier) {
    const AccessInfo &E = Space.Kernel.access(Earlier.first);
    return Earlier.first < Id && E.reads() && A.reads() &&
           Earlier.second == Array.Coordinates.at(Id) && E.Loops == A.Loops &&
           E.FirstByte == A.FirstByte && E.EndByte == A.EndByte;
  });
}

AccessCosts::Neighbours
AccessCosts::neighboursIn(const ArrayCoordinates &Array) const {
  Neighbours All;
  if (!Device.keepsSectors() || Array.Strides.empty())
    return All;
  for (const auto &[Id, C] : Array.Coordinates) {
    const Polynomial Address = linearAddress(C, Array.Strides);
    const int64_t Place = Address.constantTerm();
    All[Address - Place].emplace_back(Place, Id);
  }
  return All;
}

/// The elements of a sector that the thread of \p Id reads one soon after the
/// other: in the next iterations, or by accesses next to it.
double AccessCosts::elementsOfSector(const ArrayCoordinates &Array, AccessId Id,
                                     const Neighbours &All) const {
  const AccessInfo &A = Space.Kernel.access(Id);
  const double Bytes = Space.Kernel.array(A.Array).ElementBytes;
  if (All.empty() || Bytes == 0)
    return 1;
  const Polynomial Address =
      linearAddress(Array.Coordinates.at(Id), Array.Strides);
  double Next = 1;
  if (!A.Loops.empty()) {
    LoopId Innermost = A.Loops.back();
    const LoopInfo &L = Space.Kernel.loop(Innermost);
    Polynomial Moved = Address.substitute(
        L.Symbol, Polynomial::symbol(L.Symbol) + Polynomial(L.Step));
    std::optional<int64_t> Step = (Moved - Address).constant();
    if (Step && *Step != 0 && !L.Stride)
      Next = std::min(tripCount(Innermost),
                      SectorBytes / (Bytes * double(std::abs(*Step))));
  }
  double Beside = 0;
  const int64_t Own = Address.constantTerm();
  for (const auto &[Place, Other] : All.at(Address - Own))
    Beside += double(std::abs(Place - Own)) * Bytes < SectorBytes &&
              !readsAgain(Array, Other);
  return std::max({1.0, Next, Beside});
}

/// What is added for \p Scatter times the sectors, where the most adds \p Most.
double AccessCosts::added(double Most, double Scatter) const {
  return Most * (Scatter - 1) / (MostScatter - 1);
}

double AccessCosts::read(const ArrayCoordinates &Array, AccessId Id) const {
  return read(Array, Id, neighboursIn(Array));
}

double AccessCosts::read(const ArrayCoordinates &Array, AccessId Id,
                         const Neighbours &All) const {
  double Added = added(Device.ScatteredRead, scatter(Array, Id));
  if (Device.keepsSectors())
    Added /= elementsOfSector(Array, Id, All);
  return words(Id) * (Device.firstRead() + Added);
}

double AccessCosts::write(const ArrayCoordinates &Array, AccessId Id) const {
  return words(Id) *
         (Device.Write + added(Device.ScatteredWrite, scatter(Array, Id)));
}

double AccessCosts::copyIn(const Footprint &F) const {
  return words(F.Array) *
         (Device.CopyIn + added(Device.ScatteredRead, scatter(F)));
}

double AccessCosts::copyBack(const Footprint &F) const {
  return words(F.Array) * (Device.SharedRead + Device.Write +
                           added(Device.ScatteredWrite, scatter(F)));
}

double AccessCosts::all() const {
  double Sum = 0;
  const KernelModel &K = Space.Kernel;
  for (unsigned I = 0; I < K.Arrays.size(); ++I) {
    const ArrayInfo &A = K.Arrays[I];
    if (A.Constant ||
        (A.K != ArrayInfo::Kind::Parameter && A.K != ArrayInfo::Kind::Global))
      continue;
    ArrayCoordinates Coordinates = coordinatesOf(Space, {I});
    const Neighbours Near = neighboursIn(Coordinates);
    for (const auto &[Id, C] : Coordinates.Coordinates) {
      const AccessInfo &Access = K.access(Id);
      bool Reads = Access.reads() && !Access.OverwritesPart &&
                   !readsAgain(Coordinates, Id);
      double Cost = (Reads ? read(Coordinates, Id, Near) : 0) +
                    (Access.writes() ? write(Coordinates, Id) : 0);
      Sum += threads() * repetitions(Id) * Cost;
    }
  }
  return Sum;
}

} // namespace tessera

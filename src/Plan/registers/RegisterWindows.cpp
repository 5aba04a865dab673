//===- RegisterWindows.cpp - What outputs read, in registers --------------===//
//
// Accesses of one array whose places differ by whole rows and some columns
// share a window. With C the outputs of a thread along the columns' axis,
// perhaps one, and R along the rows', an access at row m and column d uses the
// cells
//
//   { (m + r, d + c) : 0 <= r < R, 0 <= c < C }
//
// Loops of known length are unrolled: each value of their counters is one more
// access. The cells are loaded by accesses of outputs that read them anyway, so
// that nothing is read that the kernel does not read.
//
//===----------------------------------------------------------------------===//
#include "registers/RegisterWindows.h"
#include "registers/MemoryOrder.h"
#include "registers/RegisterMoves.h"
#include "tessera/Analysis/DistinctNames.h"
#include "tessera/Analysis/StagingLegality.h"
#include "tiles/AlignedVectors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

namespace tessera {
namespace {

/// Registers of a thread for all its windows, of 4 bytes.
constexpr int64_t MostRegisters = 128;
/// Iterations of all unrolled loops around an access.
constexpr int64_t MostIterations = 256;

/// Accesses that share a window.
struct Group {
  Place Origin, Step; ///< of row 0 and column 0; from a row to the next
  std::optional<LoopId> Loop;
  std::vector<WindowInstance> Instances;
};

/// A window, and the parameters that must be multiples for its vectors.
struct PossibleWindow {
  RegisterWindow Window;
  std::map<std::string, int64_t> Multiples;
};

class WindowBuilder {
public:
  WindowBuilder(const Program &P, KernelId Kernel,
                const CoarsenedKernel &Coarse, const LaunchShape &Shape,
                InteriorPath &Path)
      : P(P), Kernel(Kernel), K(Coarse.Kernel), Shape(Shape), Path(Path),
        Order(K, Path), Mover(K), Around(loopsAroundOutputs(Coarse)),
        Used(K.Identifiers) {
    for (const Coarsening &C : Coarse.Axes)
      Used.insert(C.Counter);
    if (Path.RowAxis)
      Rows = &Coarse.Axes[*Path.RowAxis];
    if (Path.ColumnAxis)
      Columns = &Coarse.Axes[*Path.ColumnAxis];
  }

  void add(ArrayId Array) {
    const ArrayInfo &A = K.array(Array);
    if ((A.K != ArrayInfo::Kind::Parameter && A.K != ArrayInfo::Kind::Global) ||
        A.Constant || A.Volatile || A.HasMembers || A.Reassigned || A.IsScalar)
      return;
    std::vector<AccessId> Reads, Writes;
    for (unsigned I = 0; I < K.Accesses.size(); ++I) {
      const AccessInfo &Access = K.Accesses[I];
      if (Access.Array != Array || Path.excludes(Access))
        continue;
      if (Access.writes())
        Writes.push_back({I});
      else if (isUsable({I}) && isBesideNext({I}))
        Reads.push_back({I});
    }
    readWindows(Array, Reads);
    writeWindow(Array, Writes);
  }

private:
  const std::string &columnSymbol() const {
    return K.loop(*Columns->Members).Symbol;
  }

  /// Outputs along the columns' axis.
  int64_t width() const { return Columns ? Columns->Factor : 1; }

  const std::string &rowSymbol() const { return K.loop(*Rows->Members).Symbol; }

  /// Whether all outputs on the path execute \p Id, in text that can change.
  bool isUsable(AccessId Id, llvm::ArrayRef<GuardUse> Also = {}) const {
    const AccessInfo &A = K.access(Id);
    return A.Replaceable && A.Function.empty() && !A.Conditional &&
           A.EndByte == 0 && !A.Subscripts.empty() && Mover.isMovable(Id) &&
           llvm::all_of(A.Guards, [&](const GuardUse &G) {
             return llvm::is_contained(Path.Holds, G) ||
                    llvm::is_contained(Also, G);
           });
  }

  /// Whether the next output along the columns' axis, if there is one, accesses
  /// the next element.
  bool isBesideNext(AccessId Id) const {
    const Place &At = K.access(Id).Subscripts;
    for (size_t D = 0; D < At.size(); ++D) {
      if (Rows && !linearIn(At[D], rowSymbol()))
        return false;
      if (!Columns)
        continue;
      auto Form = linearIn(At[D], columnSymbol());
      if (!Form || Form->Coefficient != Polynomial(D + 1 == At.size()))
        return false;
    }
    return true;
  }

  /// The user's loops around \p Id.
  std::vector<LoopId> loopsOf(AccessId Id) const {
    std::vector<LoopId> Loops;
    for (LoopId L : K.access(Id).Loops)
      if (!K.loop(L).OverOutputs)
        Loops.push_back(L);
    return Loops;
  }

  //===--- Groups ---------------------------------------------------------===//

  /// The values of the counter of \p L; nothing if they are not known.
  std::optional<std::vector<int64_t>> valuesOf(LoopId Id) const {
    const LoopInfo &L = K.loop(Id);
    if (L.Opaque || L.Stride || L.hasOwnBounds() || L.StartsBefore ||
        L.Step == 0 || L.Inside || !Around.count(Id))
      return std::nullopt;
    std::optional<int64_t> Lower = L.Lower.constant(),
                           Upper = L.Upper.constant();
    if (!Lower || !Upper || std::abs(*Upper - *Lower) > 4 * MostIterations)
      return std::nullopt;
    std::vector<int64_t> Values;
    for (int64_t V = *Lower; L.Step > 0 ? V < *Upper : V > *Upper; V += L.Step)
      Values.push_back(V);
    return Values.empty() ? std::nullopt : std::optional(Values);
  }

  /// Adds to \p Groups every instance of \p Id with the loops below the first
  /// \p Depth unrolled. \returns whether that is possible.
  bool addInstances(AccessId Id, size_t Depth,
                    std::vector<Group> &Groups) const {
    const std::vector<LoopId> Loops = loopsOf(Id);
    Depth = std::min(Depth, Loops.size());
    std::vector<std::map<LoopId, int64_t>> All = {{}};
    for (LoopId L : llvm::ArrayRef(Loops).drop_front(Depth)) {
      auto Values = valuesOf(L);
      if (!Values || int64_t(All.size() * Values->size()) > MostIterations)
        return false;
      std::vector<std::map<LoopId, int64_t>> More;
      for (const auto &Counters : All)
        for (int64_t V : *Values) {
          More.push_back(Counters);
          More.back()[L] = V;
        }
      All = std::move(More);
    }
    std::optional<LoopId> Loop;
    if (Depth > 0) {
      Loop = Loops[Depth - 1];
      if (!Around.count(*Loop))
        return false;
    }
    for (auto &Counters : All)
      place(Id, std::move(Counters), Loop, Groups);
    return true;
  }

  /// Puts one instance into a group, a new one if it belongs to none.
  void place(AccessId Id, std::map<LoopId, int64_t> Counters,
             std::optional<LoopId> Loop, std::vector<Group> &Groups) const {
    Place Origin = K.access(Id).Subscripts, Step(Origin.size());
    for (size_t D = 0; D < Origin.size(); ++D) {
      for (auto [L, Value] : Counters)
        Origin[D] = Origin[D].substitute(K.loop(L).Symbol, Value);
      if (Columns)
        Origin[D] = Origin[D].substitute(columnSymbol(), 0);
      if (!Rows)
        continue;
      LinearForm Form = *linearIn(Origin[D], rowSymbol());
      Step[D] = Form.Coefficient;
      Origin[D] = Form.Rest;
    }
    WindowInstance One{Id, std::move(Counters), 0, 0};
    for (Group &G : Groups)
      if (G.Loop == Loop && G.Step == Step && offset(G, Origin, One)) {
        G.Instances.push_back(std::move(One));
        return;
      }
    One.Row = One.Column = 0;
    Groups.push_back({Origin, Step, Loop, {std::move(One)}});
  }

  /// Finds the row and column of \p Origin in \p G, if it has any.
  static bool offset(const Group &G, const Place &Origin, WindowInstance &One) {
    return placeIn(G.Origin, G.Step, Origin, One) &&
           std::abs(One.Column) <= MostRegisters;
  }

  /// RegisterWindow::Rolls of the window of \p G, if it has several rows.
  bool rolls(const Group &G) const {
    if (!G.Loop)
      return false;
    const auto Rounds = valuesOf(*G.Loop);
    const Polynomial Counter = Polynomial::symbol(K.loop(*G.Loop).Symbol);
    Place Next = G.Origin;
    for (Polynomial &P : Next)
      P = P.substitute(K.loop(*G.Loop).Symbol, Counter + K.loop(*G.Loop).Step);
    WindowInstance One;
    return Rounds && Rounds->size() * G.Instances.size() <= MostIterations &&
           offset(G, Next, One) && One.Row == 1 && One.Column == 0;
  }

  /// Along the rows' axis, the outputs that have rows of their own in \p G.
  int64_t outputs(const Group &G) const {
    const bool Same =
        llvm::all_of(G.Step, [](const Polynomial &S) { return S.isZero(); });
    return Rows && !Same ? Rows->Factor : 1;
  }

  //===--- Moves ----------------------------------------------------------===//

  /// The window of \p G. Its first row and column become 0, the latter so that
  /// vectors are aligned in it.
  PossibleWindow windowOf(ArrayId Array, const Group &G) const {
    PossibleWindow Result;
    const WindowCells All = cellsOf(G.Instances, outputs(G), width());
    AlignedVectors Vectors =
        alignVectors(K, Array, G.Origin, G.Step, width(), Shape);
    Result.Multiples = std::move(Vectors.Multiples);
    RegisterWindow &W = Result.Window;
    W.Array = Array;
    W.Loop = G.Loop;
    W.Loads = movesOf(G.Instances, All, outputs(G), width(), Vectors.Cells,
                      Vectors.Phase);
    for (const RegisterMove &M : W.Loads)
      W.Vector = std::max(W.Vector, M.Width);
    int64_t Row = All.begin()->first, Left = *All.begin()->second.begin(),
            Right = 0;
    for (const auto &[R, Columns] : All) {
      Left = std::min(Left, *Columns.begin());
      Right = std::max(Right, *Columns.rbegin() + 1);
    }
    while (W.Vector > 1 && (Left - Vectors.Phase) % W.Vector != 0)
      --Left;
    W.Rows = All.rbegin()->first - Row + 1;
    W.Columns = llvm::alignTo(Right - Left, W.Vector);
    W.Rolls = W.Rows > 1 && rolls(G);
    for (RegisterMove &M : W.Loads) {
      M.Row -= Row;
      M.Column -= Left;
    }
    std::map<AccessId, std::vector<const WindowInstance *>> ByAccess;
    for (const WindowInstance &I : G.Instances)
      ByAccess[I.Access].push_back(&I);
    for (const auto &[Id, Instances] : ByAccess)
      W.Uses.push_back(useOf(G, Id, Instances, Row, Left));
    return Result;
  }

  /// The cells of one access as functions of the counters, in which its place
  /// is linear.
  RegisterUse useOf(const Group &G, AccessId Id,
                    llvm::ArrayRef<const WindowInstance *> Instances,
                    int64_t Row, int64_t Column) const {
    const WindowInstance &First = *Instances.front();
    RegisterUse Use{Id, First.Row - Row, First.Column - Column};
    if (Columns)
      Use.Column += Polynomial::symbol(columnSymbol());
    if (outputs(G) > 1)
      Use.Row += Polynomial::symbol(K.loop(*Rows->Members).Symbol);
    for (auto [Loop, Start] : First.Counters) {
      auto Next = llvm::find_if(Instances, [&](const WindowInstance *I) {
        return llvm::all_of(I->Counters, [&](const auto &Counter) {
          return (Counter.second != First.Counters.at(Counter.first)) ==
                 (Counter.first == Loop);
        });
      });
      if (Next == Instances.end())
        continue;
      const int64_t By = (*Next)->Counters.at(Loop) - Start;
      const Polynomial Rounds = Polynomial::symbol(K.loop(Loop).Symbol) - Start;
      Use.Row += Rounds * (((*Next)->Row - First.Row) / By);
      Use.Column += Rounds * (((*Next)->Column - First.Column) / By);
    }
    return Use;
  }

  /// Whether each use says where all of its instances are.
  bool isRight(const Group &G, const RegisterWindow &W) const {
    auto Value = [&](Polynomial P, const WindowInstance &I) {
      for (auto [L, Counter] : I.Counters)
        P = P.substitute(K.loop(L).Symbol, Counter);
      return P.constantTerm();
    };
    const WindowInstance &First = G.Instances.front();
    auto UseOf = [&](const WindowInstance &I) -> const RegisterUse & {
      return *llvm::find_if(
          W.Uses, [&](const RegisterUse &U) { return U.Access == I.Access; });
    };
    return llvm::all_of(G.Instances, [&](const WindowInstance &I) {
      const RegisterUse &Use = UseOf(I), &Start = UseOf(First);
      return Value(Use.Row, I) - Value(Start.Row, First) == I.Row - First.Row &&
             Value(Use.Column, I) - Value(Start.Column, First) ==
                 I.Column - First.Column;
    });
  }

  //===--- Windows --------------------------------------------------------===//

  /// Whether what happens to \p Array may move past the accesses \p Others,
  /// of other arrays if it is tested that they are apart.
  bool mayPass(ArrayId Array, const std::set<AccessId> &Others) {
    std::vector<std::pair<ArrayId, ArrayId>> Pairs;
    for (AccessId Id : Others) {
      const ArrayId Other = K.access(Id).Array;
      if (Other == Array || !mayBeApart(P, Kernel, Array, Other))
        return false;
      Pairs.push_back(std::minmax(Array, Other));
    }
    for (const auto &Pair : Pairs)
      if (!llvm::is_contained(Path.Apart, Pair) &&
          !areDistinct(P, Kernel, K.array(Pair.first), K.array(Pair.second)))
        Path.Apart.push_back(Pair);
    return true;
  }

  std::string fresh(const std::string &Wanted) {
    std::string Name = Wanted;
    for (unsigned I = 2; !Used.insert(Name).second; ++I)
      Name = Wanted + std::to_string(I);
    return Name;
  }

  int64_t registersOf(const RegisterWindow &W) const {
    return W.Rows * W.Columns *
           std::max<int64_t>(1, K.array(W.Array).ElementBytes / 4);
  }

  /// How many of the loops around \p Id stay, at least \p AtLeast, so that all
  /// instances of it are in one window; nothing if there is no such number.
  std::optional<size_t> depthOf(AccessId Id, size_t AtLeast) const {
    const size_t All = loopsOf(Id).size();
    for (size_t Depth = std::min(AtLeast, All); Depth <= All; ++Depth) {
      std::vector<Group> Own;
      if (addInstances(Id, Depth, Own) && Own.size() == 1)
        return Depth;
    }
    return std::nullopt;
  }

  void readWindows(ArrayId Array, llvm::ArrayRef<AccessId> Reads) {
    size_t Deepest = 0;
    for (AccessId Id : Reads)
      Deepest = std::max(Deepest, loopsOf(Id).size());
    for (size_t AtLeast = 0; AtLeast <= Deepest; ++AtLeast) {
      std::vector<Group> Groups;
      for (AccessId Id : Reads)
        if (std::optional<size_t> Depth = depthOf(Id, AtLeast))
          addInstances(Id, *Depth, Groups);
      if (addAll(Array, Groups))
        return;
    }
  }

  /// Adds the windows of \p Groups unless they need too many registers, or an
  /// access would use several.
  bool addAll(ArrayId Array, llvm::ArrayRef<Group> Groups) {
    std::vector<PossibleWindow> Windows;
    int64_t Registers = Taken;
    std::map<AccessId, const Group *> Of;
    for (const Group &G : Groups) {
      for (const WindowInstance &I : G.Instances)
        if (Of.try_emplace(I.Access, &G).first->second != &G)
          return false;
      Windows.push_back(windowOf(Array, G));
      Registers += registersOf(Windows.back().Window);
    }
    if (Registers > MostRegisters)
      return false;
    for (auto [G, C] : llvm::zip_equal(Groups, Windows)) {
      const RegisterWindow &W = C.Window;
      size_t Loads = 0, Reads = G.Instances.size() * width() * outputs(G);
      for (const RegisterMove &M : W.Loads)
        Loads += M.Outputs;
      std::set<AccessId> Before;
      for (const WindowInstance &I : G.Instances)
        Order.addWritesBefore(I.Access, G.Loop, Before);
      // Rows whose elements are all others are under way together, and what
      // is the same in all rows need not wait for their stores.
      const bool Pays = Loads < Reads ||
                        (!Columns && (outputs(G) > 1 || isWritten(K, Array)));
      if (Pays && isRight(G, W) && mayPass(Array, Before))
        keep(std::move(C));
    }
    return true;
  }

  void writeWindow(ArrayId Array, llvm::ArrayRef<AccessId> Writes) {
    if (Writes.empty() || !areCertain(Writes) ||
        !llvm::all_of(Writes, [&](AccessId Id) { return isBesideNext(Id); }))
      return;
    std::vector<Group> Groups;
    std::set<AccessId> Behind;
    for (AccessId Id : Writes) {
      const AccessInfo::Kind Kind = K.access(Id).K;
      if ((Kind != AccessInfo::Kind::Write &&
           Kind != AccessInfo::Kind::Update) ||
          Kind != K.access(Writes.front()).K || !loopsOf(Id).empty() ||
          !addInstances(Id, 0, Groups))
        return;
      Order.addBehind(Id, Behind);
    }
    for (AccessId Id : Writes)
      Behind.erase(Id);
    const auto Elsewhere = [](const WindowInstance &I) {
      return I.Row || I.Column;
    };
    if (Groups.size() != 1 || llvm::any_of(Groups[0].Instances, Elsewhere) ||
        (Rows && outputs(Groups[0]) == 1))
      return;
    PossibleWindow C = windowOf(Array, Groups.front());
    RegisterWindow &W = C.Window;
    const bool Updates = K.access(Writes.front()).K == AccessInfo::Kind::Update;
    if ((W.Vector == 1 && (Columns || !Updates)) || !mayPass(Array, Behind) ||
        Taken + registersOf(W) > MostRegisters)
      return;
    W.Stores = W.Loads;
    if (!Updates)
      W.Loads.clear();
    keep(std::move(C));
  }

  /// Whether each output makes one of \p Writes: there is one, or the first is
  /// made if a condition holds, and the second if it does not.
  bool areCertain(llvm::ArrayRef<AccessId> Writes) const {
    if (Writes.size() == 1)
      return isUsable(Writes.front());
    if (Writes.size() != 2 || K.access(Writes[0]).Guards.empty() ||
        K.access(Writes[1]).Guards.empty())
      return false;
    const GuardUse &First = K.access(Writes[0]).Guards.back(),
                   &Second = K.access(Writes[1]).Guards.back();
    return First.Guard == Second.Guard && First.Negated != Second.Negated &&
           isUsable(Writes[0], First) && isUsable(Writes[1], Second);
  }

  void keep(PossibleWindow C) {
    RegisterWindow &W = C.Window;
    const ArrayInfo &A = K.array(W.Array);
    W.Name = fresh(A.stem() + "_reg");
    if (W.Vector > 1) {
      for (const auto &[Symbol, Of] : C.Multiples)
        Path.Multiples[Symbol] = std::max(Path.Multiples[Symbol], Of);
      int64_t &Bytes = Path.Aligned[W.Array];
      Bytes = std::max(Bytes, W.Vector * int64_t(A.ElementBytes));
    }
    for (const RegisterUse &U : W.Uses)
      for (LoopId L : loopsOf(U.Access))
        if (U.Row.mentions(K.loop(L).Symbol) ||
            U.Column.mentions(K.loop(L).Symbol))
          Path.Unrolled.insert(L);
    if (W.Rolls)
      Path.Unrolled.insert(*W.Loop);
    Taken += registersOf(W);
    Path.Windows.push_back(std::move(W));
  }

  const Program &P;
  KernelId Kernel;
  const KernelModel &K;
  const LaunchShape &Shape;
  InteriorPath &Path;
  const MemoryOrder Order;
  const TextMover Mover;
  const Coarsening *Rows = nullptr, *Columns = nullptr;
  const std::set<LoopId> Around;
  std::set<std::string> Used;
  int64_t Taken = 0; ///< registers
};

} // namespace

void addWindows(const Program &P, KernelId Kernel,
                const CoarsenedKernel &Coarse, const LaunchShape &Shape,
                InteriorPath &Path) {
  if (Coarse.Kernel.Refusals.size() > 0)
    return;
  WindowBuilder Builder(P, Kernel, Coarse, Shape, Path);
  for (unsigned I = 0; I < Coarse.Kernel.Arrays.size(); ++I)
    Builder.add({I});
}

} // namespace tessera

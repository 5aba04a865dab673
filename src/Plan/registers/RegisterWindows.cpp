//===- RegisterWindows.cpp - What outputs read, in registers --------------===//
//
// Accesses of one array whose places differ by whole rows and some columns
// share a window. With C the outputs of a thread along the columns' axis,
// perhaps one, and R along the rows', an access at row m and column d uses the
// cells
//
//   { (m + r, d + c) : 0 <= r < R, 0 <= c < C }
//
// The cells are loaded by accesses that all outputs make, so that nothing is
// read that the kernel does not read. What some outputs read of these cells,
// under a condition, uses the registers, too.
//
//===----------------------------------------------------------------------===//
#include "registers/RegisterWindows.h"
#include "registers/CounterRange.h"
#include "registers/MemoryOrder.h"
#include "registers/WindowGroups.h"
#include "tessera/Analysis/DistinctNames.h"
#include "tessera/Analysis/StagingLegality.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

namespace tessera {
namespace {

/// Registers of a thread for all its windows, of 4 bytes.
constexpr int64_t MostRegisters = 128;

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
      : P(P), Kernel(Kernel), Coarse(Coarse), K(Coarse.Kernel), Shape(Shape),
        Path(Path), Order(K, Path), Mover(K), Grouper(Coarse, Path),
        Used(K.Identifiers) {
    for (const Coarsening &C : Coarse.Axes)
      Used.insert(C.Counter);
  }

  void add(ArrayId Array) {
    const ArrayInfo &A = K.array(Array);
    if ((A.K != ArrayInfo::Kind::Parameter && A.K != ArrayInfo::Kind::Global) ||
        A.Constant || A.Volatile || A.HasMembers || A.Reassigned || A.IsScalar)
      return;
    std::vector<AccessId> Reads, Others, Writes;
    for (unsigned I = 0; I < K.Accesses.size(); ++I) {
      const AccessInfo &Access = K.Accesses[I];
      if (Access.Array != Array || Path.excludes(Access))
        continue;
      if (Access.writes())
        Writes.push_back({I});
      else if (canChange({I}) && Grouper.isBesideNext({I}))
        (isCertain({I}) ? Reads : Others).push_back({I});
    }
    readWindows(Array, Reads, Others);
    writeWindow(Array, Writes);
  }

private:
  /// Whether the text of \p Id can change, and denotes the same wherever it is
  /// on the path.
  bool canChange(AccessId Id) const {
    const AccessInfo &A = K.access(Id);
    return A.Replaceable && A.Function.empty() && A.EndByte == 0 &&
           !A.Subscripts.empty() && Mover.isMovable(Id);
  }

  /// Whether all outputs on the path execute \p Id, in the same rounds of
  /// loops.
  bool isCertain(AccessId Id, llvm::ArrayRef<GuardUse> Also = {}) const {
    const AccessInfo &A = K.access(Id);
    return !A.Conditional && llvm::all_of(A.Guards, [&](const GuardUse &G) {
      return llvm::is_contained(Path.Holds, G) || llvm::is_contained(Also, G) ||
             (!A.writes() && Grouper.isOfCounters(G, Id));
    });
  }

  //===--- Moves ----------------------------------------------------------===//

  /// The window of \p G. Its first row and column become 0, the latter so that
  /// vectors are aligned in it.
  PossibleWindow windowOf(ArrayId Array, const WindowGroup &G) const {
    PossibleWindow Result;
    const WindowCells All = Grouper.cells(G);
    AlignedVectors Vectors;
    if (Path.Vectors)
      Vectors =
          alignVectors(K, Array, G.Origin, G.Step, Grouper.width(), Shape);
    RegisterWindow &W = Result.Window;
    W.Array = Array;
    W.Loop = G.Loop;
    W.Slides = slides(G, All);
    if (W.Slides)
      slide(W, G, All);
    else
      W.Loads = movesOf(G.Instances, All, Grouper.outputs(G), Grouper.width(),
                        Vectors.Cells, Vectors.Phase);
    if (!W.Slides)
      Result.Multiples = std::move(Vectors.Multiples);
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
    W.Rolls = W.Rows > 1 && Grouper.rolls(G);
    for (std::vector<RegisterMove> *Moves : {&W.Starts, &W.Loads})
      for (RegisterMove &M : *Moves) {
        M.Row -= Row;
        M.Column -= Left;
      }
    std::map<AccessId, std::vector<const WindowInstance *>> ByAccess;
    const std::vector<WindowInstance> Instances = G.all();
    for (const WindowInstance &I : Instances)
      ByAccess[I.Access].push_back(&I);
    for (const auto &[Id, Of] : ByAccess)
      W.Uses.push_back(useOf(G, Id, Of, Row, Left));
    return Result;
  }

  std::optional<std::pair<int64_t, int64_t>>
  slides(const WindowGroup &G, const WindowCells &All) const {
    // Of a loop that is unrolled the rounds share registers anyway.
    if (Grouper.rolls(G) || !rangeOf(Coarse, Mover, *G.Loop))
      return std::nullopt;
    return Grouper.slides(G, All);
  }

  /// Sets what the window \p W of \p G loads before its loop, to where the
  /// first round moves it on from, and in each round.
  void slide(RegisterWindow &W, const WindowGroup &G, WindowCells All) const {
    const WindowCells Old = movedOn(All, *W.Slides);
    auto Moves = [&](const WindowCells &Cells) {
      return movesOf(G.Instances, Cells, Grouper.outputs(G), Grouper.width(),
                     /*Vector=*/1, /*Phase=*/0);
    };
    W.Starts = Moves(Old);
    for (RegisterMove &M : W.Starts) {
      M.Row += W.Slides->first;
      M.Column += W.Slides->second;
      M.Counters[*G.Loop] = rangeOf(Coarse, Mover, *G.Loop)->First;
    }
    for (const auto &[Row, Columns] : Old)
      for (int64_t Column : Columns)
        All[Row].erase(Column);
    W.Loads = Moves(All);
  }

  /// The cells of one access as functions of the counters, in which its place
  /// is linear.
  RegisterUse useOf(const WindowGroup &G, AccessId Id,
                    llvm::ArrayRef<const WindowInstance *> Instances,
                    int64_t Row, int64_t Column) const {
    const WindowInstance &First = *Instances.front();
    RegisterUse Use{Id, First.Row - Row, First.Column - Column};
    if (Grouper.columns())
      Use.Column += Polynomial::symbol(Grouper.columnSymbol());
    if (Grouper.outputs(G) > 1)
      Use.Row += Polynomial::symbol(Grouper.rowSymbol());
    for (auto [Loop, Start] : First.Counters) {
      std::map<LoopId, int64_t> Counters = First.Counters;
      ++Counters[Loop];
      const auto Next = Grouper.instanceAt(G, Id, Counters);
      if (!Next)
        continue;
      const Polynomial Rounds = Polynomial::symbol(K.loop(Loop).Symbol) - Start;
      Use.Row += Rounds * (Next->Row - First.Row);
      Use.Column += Rounds * (Next->Column - First.Column);
    }
    return Use;
  }

  /// Whether each use says where all of its instances are.
  bool isRight(const WindowGroup &G, const RegisterWindow &W) const {
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
    return llvm::all_of(G.all(), [&](const WindowInstance &I) {
      const RegisterUse &Use = UseOf(I), &Start = UseOf(First);
      return Value(Use.Row, I) - Value(Start.Row, First) == I.Row - First.Row &&
             Value(Use.Column, I) - Value(Start.Column, First) ==
                 I.Column - First.Column;
    });
  }

  //===--- Windows --------------------------------------------------------===//

  /// Whether what happens to \p Array may move past the accesses \p Others,
  /// of other arrays if it is tested that they are apart.
  bool mayPass(ArrayId Array, const std::set<AccessId> &Others) const {
    return llvm::all_of(Others, [&](AccessId Id) {
      const ArrayId Other = K.access(Id).Array;
      return Other != Array && mayBeApart(P, Kernel, Array, Other);
    });
  }

  /// Has it tested that \p Array may pass \p Others.
  void testApart(ArrayId Array, const std::set<AccessId> &Others) {
    for (AccessId Id : Others) {
      const ArrayId Other = K.access(Id).Array;
      const std::pair<ArrayId, ArrayId> Pair = std::minmax(Array, Other);
      if (!llvm::is_contained(Path.Apart, Pair) &&
          !areDistinct(P, Kernel, K.array(Array), K.array(Other)))
        Path.Apart.push_back(Pair);
    }
  }

  std::set<AccessId> writesBefore(AccessId Read,
                                  std::optional<LoopId> From) const {
    std::set<AccessId> Before;
    Order.addWritesBefore(Read, From, Before);
    return Before;
  }

  std::set<AccessId> writesIn(LoopId Loop) const {
    std::set<AccessId> Writes;
    for (unsigned I = 0; I < K.Accesses.size(); ++I)
      if (K.Accesses[I].writes() && !Path.excludes(K.Accesses[I]) &&
          llvm::is_contained(K.Accesses[I].Loops, Loop))
        Writes.insert({I});
    return Writes;
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

  /// The windows of \p Reads, which all outputs make, and the \p Others.
  void readWindows(ArrayId Array, llvm::ArrayRef<AccessId> Reads,
                   llvm::ArrayRef<AccessId> Others) {
    size_t Deepest = 0;
    for (AccessId Id : Reads)
      Deepest = std::max(Deepest, Grouper.loopsOf(Id).size());
    for (size_t AtLeast = 0; AtLeast <= Deepest; ++AtLeast) {
      std::vector<WindowGroup> Groups;
      for (AccessId Id : Reads)
        if (std::optional<size_t> Depth = Grouper.depthOf(Id, AtLeast))
          Grouper.addInstances(Id, *Depth, Groups);
      for (AccessId Id : Others)
        if (std::optional<size_t> Depth = Grouper.depthOf(Id, AtLeast);
            Depth &&
            mayPass(Array, writesBefore(Id, Grouper.loopOf(Id, *Depth))))
          Grouper.cover(Id, *Depth, Groups);
      if (addAll(Array, std::move(Groups)))
        return;
    }
  }

  /// Adds the windows of \p Groups unless they need too many registers, or an
  /// access would use several.
  bool addAll(ArrayId Array, std::vector<WindowGroup> Groups) {
    std::vector<PossibleWindow> Windows;
    int64_t Registers = Taken;
    std::map<AccessId, const WindowGroup *> Of;
    for (WindowGroup &G : Groups) {
      for (const WindowInstance &I : G.Instances)
        if (Of.try_emplace(I.Access, &G).first->second != &G)
          return false;
      Windows.push_back(windowOf(Array, G));
      if (!isRight(G, Windows.back().Window)) {
        G.Covered.clear();
        Windows.back() = windowOf(Array, G);
      }
      Registers += registersOf(Windows.back().Window);
    }
    if (Registers > MostRegisters)
      return false;
    for (auto [G, C] : llvm::zip_equal(Groups, Windows)) {
      const RegisterWindow &W = C.Window;
      size_t Loads = 0,
             Reads = G.Instances.size() * Grouper.width() * Grouper.outputs(G);
      for (const RegisterMove &M : W.Loads)
        Loads += M.Outputs;
      std::set<AccessId> Before;
      for (const WindowInstance &I : G.all())
        Order.addWritesBefore(I.Access, G.Loop, Before);
      if (W.Slides)
        Before.merge(writesIn(*G.Loop));
      // Rows whose elements are all others are under way together, and what
      // is the same in all rows need not wait for their stores.
      const bool Pays =
          Loads < Reads || (!Grouper.columns() &&
                            (Grouper.outputs(G) > 1 || isWritten(K, Array)));
      if (!Pays || !isRight(G, W) || !mayPass(Array, Before))
        continue;
      testApart(Array, Before);
      keep(std::move(C));
    }
    return true;
  }

  void writeWindow(ArrayId Array, llvm::ArrayRef<AccessId> Writes) {
    if (Writes.empty() || !areCertain(Writes) ||
        !llvm::all_of(Writes,
                      [&](AccessId Id) { return Grouper.isBesideNext(Id); }))
      return;
    std::vector<WindowGroup> Groups;
    std::set<AccessId> Behind;
    for (AccessId Id : Writes) {
      const AccessInfo::Kind Kind = K.access(Id).K;
      if ((Kind != AccessInfo::Kind::Write &&
           Kind != AccessInfo::Kind::Update) ||
          Kind != K.access(Writes.front()).K || !Grouper.loopsOf(Id).empty() ||
          !Grouper.addInstances(Id, 0, Groups))
        return;
      Order.addBehind(Id, Behind);
    }
    for (AccessId Id : Writes)
      Behind.erase(Id);
    const auto Elsewhere = [](const WindowInstance &I) {
      return I.Row || I.Column;
    };
    if (Groups.size() != 1 || llvm::any_of(Groups[0].Instances, Elsewhere) ||
        (Grouper.rows() && Grouper.outputs(Groups[0]) == 1))
      return;
    PossibleWindow C = windowOf(Array, Groups.front());
    RegisterWindow &W = C.Window;
    const bool Updates = K.access(Writes.front()).K == AccessInfo::Kind::Update;
    if ((W.Vector == 1 && (Grouper.columns() || !Updates)) ||
        !mayPass(Array, Behind) || Taken + registersOf(W) > MostRegisters)
      return;
    testApart(Array, Behind);
    W.Stores = W.Loads;
    if (!Updates)
      W.Loads.clear();
    keep(std::move(C));
  }

  /// Whether each output makes one of \p Writes: there is one, or the first is
  /// made if a condition holds, and the second if it does not.
  bool areCertain(llvm::ArrayRef<AccessId> Writes) const {
    if (Writes.size() == 1)
      return canChange(Writes.front()) && isCertain(Writes.front());
    if (Writes.size() != 2 || K.access(Writes[0]).Guards.empty() ||
        K.access(Writes[1]).Guards.empty())
      return false;
    const GuardUse &First = K.access(Writes[0]).Guards.back(),
                   &Second = K.access(Writes[1]).Guards.back();
    return First.Guard == Second.Guard && First.Negated != Second.Negated &&
           canChange(Writes[0]) && canChange(Writes[1]) &&
           isCertain(Writes[0], First) && isCertain(Writes[1], Second);
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
      for (LoopId L : Grouper.loopsOf(U.Access))
        if (U.Row.mentions(K.loop(L).Symbol) ||
            U.Column.mentions(K.loop(L).Symbol))
          Path.Unrolled.insert(L);
    if (W.Rolls)
      Path.Unrolled.insert(*W.Loop);
    if (W.Slides && !rangeOf(Coarse, Mover, *W.Loop)->Runs)
      Path.Entered.try_emplace(*W.Loop, entering(K, *W.Loop));
    Taken += registersOf(W);
    Path.Windows.push_back(std::move(W));
  }

  const Program &P;
  KernelId Kernel;
  const CoarsenedKernel &Coarse;
  const KernelModel &K;
  const LaunchShape &Shape;
  InteriorPath &Path;
  const MemoryOrder Order;
  const TextMover Mover;
  const WindowGrouper Grouper;
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

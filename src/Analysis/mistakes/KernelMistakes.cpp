//===- KernelMistakes.cpp - What is wrong in the kernels of a program -----===//
#include "tessera/Analysis/KernelMistakes.h"
#include "tessera/Analysis/BankConflicts.h"
#include "tessera/Analysis/Conflicts.h"
#include "tessera/Analysis/DivergentBarriers.h"
#include "tessera/Analysis/TracedMistakes.h"
#include "tessera/Analysis/Warp.h"
#include "tessera/Analysis/WrongElements.h"
#include "tessera/Polyhedral/Guarded.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {
namespace {

/// Static shared memory of a block, and constant memory: the same on all
/// devices since compute capability 2.0.
constexpr int64_t SharedBytes = 48 * 1024, ConstantBytes = 64 * 1024;

/// Uses of shared memory by a warp, for one access, that are worth a word.
constexpr int64_t ManyWavefronts = 8;

/// Launches of one kernel that are looked at: others have the same mistakes.
constexpr unsigned MaxLaunches = 4;

class MistakeFinder {
public:
  MistakeFinder(const Program &P, KernelId Kernel)
      : P(P), Id(Kernel), K(P.kernel(Kernel)) {}

  std::vector<Diagnostic> find() {
    checkSizes();
    checkConstants();
    if (isModelled())
      for (const LaunchModel *L : distinctLaunches(P, Id, MaxLaunches))
        if (!L->MayStartOther)
          checkLaunch(*L);
    addTraced();
    return std::move(Found);
  }

private:
  /// Says it once for each array.
  void report(DiagKind Kind, SourcePlace Where, const std::string &About,
              std::vector<std::string> Arguments) {
    if (Said.insert({Kind, About}).second)
      Found.push_back({Kind, Where, std::move(Arguments)});
  }

  /// Of what is wrong with one array one message is enough.
  static bool isRace(DiagKind Kind) {
    return Kind == DiagKind::MissingBarrier ||
           Kind == DiagKind::MissingLoopBarrier ||
           Kind == DiagKind::SharedTemporary ||
           Kind == DiagKind::UnsynchronisedUpdate ||
           Kind == DiagKind::ThreadDependence ||
           Kind == DiagKind::CrossBlockDependence;
  }

  /// Adds what no model tells of: it depends on what is no polynomial.
  void addTraced() {
    for (const LaunchTrace &T : P.Traces) {
      if (P.launch(T.Launch).Kernel != Id)
        continue;
      for (Diagnostic &New : findTracedMistakes(P, T))
        if (!llvm::any_of(Found, [&](const Diagnostic &Old) {
              return Old.Where == New.Where || isSameMistake(Old, New);
            }))
          Found.push_back(std::move(New));
    }
  }

  /// Where the name of the array is among the words of \p D, if it is there.
  static std::string arrayOf(const Diagnostic &D) {
    switch (D.Kind) {
    case DiagKind::OutOfBounds:
    case DiagKind::UnsynchronisedUpdate:
    case DiagKind::SharedTemporary:
      return D.Arguments[0];
    case DiagKind::MissingBarrier:
    case DiagKind::MissingLoopBarrier:
    case DiagKind::ThreadDependence:
    case DiagKind::CrossBlockDependence:
      return D.Arguments[1];
    case DiagKind::UnsetElement:
      return D.Arguments[2];
    default:
      return "";
    }
  }

  static bool isSameMistake(const Diagnostic &A, const Diagnostic &B) {
    const std::string Array = arrayOf(A);
    return !Array.empty() && Array == arrayOf(B) &&
           (A.Kind == B.Kind || (isRace(A.Kind) && isRace(B.Kind)));
  }

  /// Whether the accesses, guards and barriers of the model are all of the
  /// kernel's.
  bool isModelled() const {
    bool Known = llvm::all_of(K.Refusals, [](const Diagnostic &D) {
      return D.Kind == DiagKind::NoVisibleLaunch ||
             D.Kind == DiagKind::AddressEscapes ||
             D.Kind == DiagKind::AlreadyRewritten ||
             D.Kind == DiagKind::SwitchedOff ||
             (D.Kind == DiagKind::OpaqueCall && D.Arguments.back() == "printf");
    });
    return Known && K.Body;
  }

  //===--- Whatever the launch --------------------------------------------===//

  void checkSizes() {
    checkSize(SharedBytes, "shared", [](const ArrayInfo &A) {
      return A.K == ArrayInfo::Kind::Shared && !A.isDynamic();
    });
    checkSize(ConstantBytes, "constant",
              [](const ArrayInfo &A) { return A.Constant; });
  }

  template <typename Predicate>
  void checkSize(int64_t Limit, const std::string &Memory, Predicate Counts) {
    int64_t Sum = 0;
    for (const ArrayInfo &A : K.Arrays) {
      if (!Counts(A))
        continue;
      int64_t Bytes = A.ElementBytes;
      for (int64_t Extent : A.Extents)
        Bytes *= Extent;
      Sum += Bytes;
    }
    if (Sum > Limit)
      report(DiagKind::MemoryTooLarge, K.NamePlace, Memory,
             {K.Name, std::to_string(Sum), Memory, std::to_string(Limit)});
  }

  void checkConstants() {
    for (const AccessInfo &A : K.Accesses)
      if (const ArrayInfo &Array = K.array(A.Array);
          Array.Constant && A.writes() && A.K != AccessInfo::Kind::AddressTaken)
        report(DiagKind::ConstantWritten, {A.Source.Begin}, Array.Name,
               {Array.Name});
  }

  //===--- One launch -----------------------------------------------------===//

  void checkLaunch(const LaunchModel &L) {
    IslContext Context;
    std::optional<LaunchedKernel> Made;
    llvm::Expected<bool> Known = guarded(Context, [&] {
      Made.emplace(Context, K, L);
      return Made->isKnown();
    });
    if (!Known)
      return llvm::consumeError(Known.takeError());
    if (!*Known)
      return;
    const LaunchedKernel &Launched = *Made;
    Shape = Launched.shape();
    for (const DivergentBarrier &B : findDivergentBarriers(Launched))
      report(DiagKind::BarrierNotUniform, K.Barriers[B.Barrier].Where,
             std::to_string(B.Barrier),
             {thread(B.Example, "", /*WithBlock=*/true) + given(B.Example),
              thread(B.Example, "'", /*WithBlock=*/false)});
    for (const Conflict &C : findConflicts(Launched))
      reportConflict(C);
    for (const WrongElement &E : findOutOfBounds(P, L, Launched))
      reportOutOfBounds(E);
    for (const WrongElement &E : findUnsetElements(Launched)) {
      const AccessInfo &A = K.access(E.Access);
      const std::string &Name = K.array(A.Array).Name;
      report(
          DiagKind::UnsetElement, {A.Source.Begin}, Name,
          {thread(E.Example, "", true) + given(E.Example), element(E), Name});
    }
    checkAlignment();
    checkBanks();
  }

  void checkAlignment() {
    for (const ArrayInfo &A : K.Arrays)
      if (A.Carved && A.CarvedAt)
        if (std::optional<int64_t> At =
                specialise(*A.CarvedAt, Shape).constant();
            At && A.ElementBytes && *At % A.ElementBytes)
          report(DiagKind::MisalignedArray, A.Where, A.Name,
                 {A.Name, std::to_string(*At), std::to_string(A.ElementBytes)});
  }

  /// Says where a warp uses shared memory many times instead of once.
  void checkBanks() {
    for (const AccessInfo &A : K.Accesses) {
      const ArrayInfo &Array = K.array(A.Array);
      std::vector<int64_t> Sizes = Array.Extents;
      if (Array.K != ArrayInfo::Kind::Shared || A.Subscripts.empty() ||
          !A.Guards.empty() || Array.ElementBytes > 4)
        continue;
      std::optional<int64_t> Wavefronts =
          wavefrontsOf(A.Subscripts, Sizes, Array.ElementBytes, Shape);
      int64_t Warps = (*Shape.threads() + WarpSize - 1) / WarpSize;
      if (!Wavefronts || *Wavefronts < ManyWavefronts * Warps)
        continue;
      report(DiagKind::BankConflict, {A.Source.Begin}, Array.Name,
             {Array.Name, std::to_string(*Wavefronts / Warps)});
    }
  }

  void reportOutOfBounds(const WrongElement &E) {
    const AccessInfo &A = K.access(E.Access);
    const ArrayInfo &Array = K.array(A.Array);
    std::string Dim;
    if (Array.Extents.size() > 1)
      Dim = " in dimension " + std::to_string(E.Dim + 1);
    report(DiagKind::OutOfBounds, {A.Source.Begin}, Array.Name,
           {Array.Name, std::to_string(E.Extent), Dim,
            thread(E.Example, "", true) + given(E.Example), element(E)});
  }

  void reportConflict(const Conflict &C) {
    const AccessInfo &Write = K.access(C.Write), &Other = K.access(C.Other);
    const ArrayInfo &A = K.array(Write.Array);
    bool OnChip = A.K == ArrayInfo::Kind::Shared;
    bool OtherIsLater = Write.Source.Begin <= Other.Source.Begin;
    const AccessInfo &Here = OtherIsLater ? Other : Write;
    const AccessInfo &There = OtherIsLater ? Write : Other;
    SourcePlace Where{Here.Source.Begin};
    bool Same = C.Write == C.Other;
    if (Same && Write.K == AccessInfo::Kind::Update)
      return report(DiagKind::UnsynchronisedUpdate, Where, A.Name,
                    {A.Name, thread(C.Example, "", true) + " and " +
                                 thread(C.Example, "'", true) +
                                 given(C.Example)});
    bool IsScalar = A.K != ArrayInfo::Kind::Parameter &&
                    llvm::all_of(A.Extents, [](int64_t E) { return E == 1; });
    if (Same && IsScalar)
      return report(DiagKind::SharedTemporary, Where, A.Name,
                    {A.Name, OnChip ? "block" : "grid", example(C)});
    DiagKind Kind = OnChip ? C.Round ? DiagKind::MissingLoopBarrier
                                     : DiagKind::MissingBarrier
                           : DiagKind::ThreadDependence;
    if (C.AcrossBlocks && hasBarrierBetween(Write, Other))
      Kind = DiagKind::CrossBlockDependence;
    report(Kind, Where, A.Name,
           {action(Here), A.Name,
            Same ? "the same " + action(Here) + " of other threads"
                 : "the " + action(There) + " in line " + line(There),
            example(C)});
  }

  bool hasBarrierBetween(const AccessInfo &A, const AccessInfo &B) const {
    auto [First, Last] = std::minmax(A.Order, B.Order);
    return llvm::any_of(K.Barriers,
                        [&, From = First, To = Last](auto &Barrier) {
                          return From < Barrier.Order && Barrier.Order < To;
                        });
  }

  //===--- Words ----------------------------------------------------------===//

  static std::string action(const AccessInfo &A) {
    return A.K == AccessInfo::Kind::Read    ? "read"
           : A.K == AccessInfo::Kind::Write ? "write"
                                            : "update";
  }

  std::string line(const AccessInfo &A) const {
    llvm::StringRef Before =
        llvm::StringRef(P.Source).take_front(A.Source.Begin);
    return std::to_string(Before.count('\n') + 1);
  }

  /// `3`, or `(3, 0)` where more than x varies.
  static std::string tuple(const NamedPoint &Point, const DimNames &Names,
                           llvm::StringRef Suffix,
                           const std::array<std::optional<int64_t>, 3> &Sizes) {
    unsigned Last = 2;
    while (Last > 0 && Sizes[Last] == 1)
      --Last;
    std::string Text;
    for (unsigned D = 0; D <= Last; ++D)
      Text +=
          (D ? ", " : "") + std::to_string(Point.at(Names[D] + Suffix.str()));
    return Last ? "(" + Text + ")" : Text;
  }

  std::string thread(const NamedPoint &Point, llvm::StringRef Suffix,
                     bool WithBlock) const {
    std::string Text =
        "thread " + tuple(Point, ThreadDims, Suffix, Shape.Block);
    bool OneBlock = llvm::all_of(Shape.Grid, [](auto G) { return G == 1; });
    if (WithBlock && !OneBlock)
      Text += " of block " + tuple(Point, BlockDims, Suffix, Shape.Grid);
    return Text;
  }

  /// ` (n = 2)`: the parameters in \p Point, if any.
  std::string given(const NamedPoint &Point) const {
    std::string Text;
    for (const ParameterInfo &Parameter : K.Parameters)
      if (auto It = Point.find(Parameter.Symbol);
          It != Point.end() && !Shape.Constants.count(Parameter.Name))
        Text += (Text.empty() ? " (" : ", ") + Parameter.Name + " = " +
                std::to_string(It->second);
    return Text.empty() ? "" : Text + ")";
  }

  /// `3`, or `[3][0]`.
  std::string element(const WrongElement &E) const {
    unsigned Rank = K.access(E.Access).Subscripts.size();
    std::string Text;
    for (unsigned D = 0; D < Rank; ++D) {
      std::string Index =
          std::to_string(E.Example.at("[" + std::to_string(D) + "]"));
      Text += Rank == 1 ? Index : "[" + Index + "]";
    }
    return Text;
  }

  /// Who touches the same element.
  std::string example(const Conflict &C) const {
    std::string Writer = thread(C.Example, "", true);
    std::string Reader = thread(C.Example, "'", C.AcrossBlocks);
    bool BothWrite = K.access(C.Other).writes();
    return Writer +
           (BothWrite ? " and " + Reader + " write one element"
                      : " writes what " + Reader + " reads") +
           given(C.Example);
  }

  const Program &P;
  KernelId Id;
  const KernelModel &K;
  LaunchShape Shape; ///< of the launch at hand
  std::vector<Diagnostic> Found;
  std::set<std::pair<DiagKind, std::string>> Said;
};

} // namespace

std::vector<Diagnostic> findKernelMistakes(const Program &P) {
  std::vector<Diagnostic> Found;
  for (unsigned I = 0; I < P.Kernels.size(); ++I)
    if (!P.Kernels[I].Elsewhere)
      llvm::append_range(Found, MistakeFinder(P, {I}).find());
  return Found;
}

} // namespace tessera

//===- TracedMistakes.cpp - Mistakes that threads of a launch show --------===//
#include "tessera/Analysis/TracedMistakes.h"
#include "tessera/Analysis/Warp.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include <tuple>

namespace tessera {
namespace {

using Kind = TracedAccess::Kind;

/// Pieces of memory that accesses are compared in: larger traces are passed
/// over.
constexpr size_t MostPieces = 4'000'000;

/// A piece of an access that is as large as the smallest access of its array.
struct Touched {
  unsigned Array, Block, Epoch;
  int64_t Piece;
  unsigned Access;
  bool operator<(const Touched &Other) const {
    return std::tie(Array, Block, Epoch, Piece, Access) <
           std::tie(Other.Array, Other.Block, Other.Epoch, Other.Piece,
                    Other.Access);
  }
};

/// Two accesses that need an order and have none.
struct Race {
  const TracedAccess *Write, *Other;
  bool OfRounds; ///< of different rounds of their loop
  /// The first of the text; of those one in the same round, which is plainer.
  auto key() const {
    return std::tuple(OfRounds, std::max(Write->Where, Other->Where),
                      std::min(Write->Where, Other->Where), Write->Thread,
                      Other->Thread);
  }
};

class TracedMistakeFinder {
public:
  TracedMistakeFinder(const Program &P, const LaunchTrace &T)
      : P(P), T(T), L(P.launch(T.Launch)) {}

  std::vector<Diagnostic> find() {
    checkBarriers();
    divide();
    checkBounds();
    checkUnset();
    if (!T.OrdersItself)
      checkRaces();
    return std::move(Found);
  }

private:
  unsigned blockOf(unsigned Thread) const { return Thread / T.ThreadsOfBlock; }
  unsigned warpOf(unsigned Thread) const {
    return Thread % T.ThreadsOfBlock / WarpSize;
  }

  void report(DiagKind Kind, unsigned Where, std::vector<std::string> Words) {
    if (SourcePlace{Where}.isKnown())
      Found.push_back({Kind, {Where}, std::move(Words)});
  }

  //===--- Barriers -------------------------------------------------------===//

  void checkBarriers() {
    for (unsigned First = 0; First != T.Threads.size();
         First += T.ThreadsOfBlock)
      checkBarriersOf(First);
  }

  /// Of the block that the thread \p First begins.
  void checkBarriersOf(unsigned First) {
    struct Counts {
      unsigned Most = 0, Waiting = 0;
      std::optional<unsigned> Least;
      unsigned Missing = 0;
    };
    std::map<unsigned, Counts> Of;
    std::vector<std::map<unsigned, unsigned>> Each(T.ThreadsOfBlock);
    for (unsigned I = 0; I != T.ThreadsOfBlock; ++I) {
      for (unsigned Where : T.Threads[First + I].Barriers)
        ++Each[I][Where];
      for (const auto &[Where, Times] : Each[I])
        if (Counts &C = Of[Where]; Times > C.Most)
          C.Most = Times, C.Waiting = First + I;
    }
    for (unsigned I = 0; I != T.ThreadsOfBlock; ++I)
      if (T.Threads[First + I].Ends)
        for (auto &[Where, C] : Of) {
          auto At = Each[I].find(Where);
          const unsigned Times = At == Each[I].end() ? 0 : At->second;
          if (!C.Least || Times < *C.Least)
            C.Least = Times, C.Missing = First + I;
        }
    for (const auto &[Where, C] : Of)
      if (C.Least && *C.Least < C.Most &&
          Said.insert({DiagKind::BarrierNotUniform, Where}).second)
        report(DiagKind::BarrierNotUniform, Where,
               {thread(C.Waiting, true), thread(C.Missing, false)});
  }

  //===--- Races ----------------------------------------------------------===//

  void divide() {
    std::vector<int64_t> Unit(T.Arrays.size());
    for (const TracedAccess &A : T.Accesses)
      if (int64_t &Size = Unit[A.Array]; A.Bytes > 0)
        Size = Size ? std::min(Size, A.Bytes) : A.Bytes;
    for (const auto &[I, A] : llvm::enumerate(T.Accesses)) {
      const int64_t Size = Unit[A.Array];
      if (A.Bytes <= 0 || T.Arrays[A.Array].Unordered)
        continue;
      for (int64_t At = A.At; At < A.At + A.Bytes; At += Size)
        Pieces.push_back({A.Array, blockOf(A.Thread), A.Epoch,
                          At >= 0 ? At / Size : -1, unsigned(I)});
      if (Pieces.size() > MostPieces)
        return Pieces.clear();
    }
    llvm::sort(Pieces);
  }

  void checkRaces() {
    std::map<unsigned, Race> Worst; // by array
    auto Compare = [&](llvm::ArrayRef<Touched> Same, bool AcrossBlocks) {
      if (std::optional<Race> R = raceOf(Same, AcrossBlocks)) {
        auto [At, New] = Worst.try_emplace(Same.front().Array, *R);
        if (!New && R->key() < At->second.key())
          At->second = *R;
      }
    };
    forGroups(
        [](const Touched &A, const Touched &B) {
          return A.Array == B.Array && A.Block == B.Block &&
                 A.Epoch == B.Epoch && A.Piece == B.Piece;
        },
        [&](auto Same) { Compare(Same, false); });
    for (const auto &[Array, R] : Worst)
      reportRace(R, false);
    if (T.Threads.size() == T.ThreadsOfBlock)
      return;
    std::map<unsigned, Race> OfBlock;
    std::swap(Worst, OfBlock);
    llvm::erase_if(Pieces, [&](const Touched &Each) {
      return T.Arrays[Each.Array].OnChip || OfBlock.count(Each.Array);
    });
    llvm::sort(Pieces, [](const Touched &A, const Touched &B) {
      return std::tie(A.Array, A.Piece, A.Access) <
             std::tie(B.Array, B.Piece, B.Access);
    });
    forGroups(
        [](const Touched &A, const Touched &B) {
          return A.Array == B.Array && A.Piece == B.Piece;
        },
        [&](auto Same) { Compare(Same, true); });
    for (const auto &[Array, R] : Worst)
      reportRace(R, true);
  }

  void
  forGroups(llvm::function_ref<bool(const Touched &, const Touched &)> Together,
            llvm::function_ref<void(llvm::ArrayRef<Touched>)> Visit) {
    for (size_t I = 0, End; I < Pieces.size(); I = End) {
      for (End = I + 1;
           End < Pieces.size() && Together(Pieces[I], Pieces[End]);)
        ++End;
      Visit(llvm::ArrayRef(Pieces).slice(I, End - I));
    }
  }

  /// Whether a barrier of their warp stands between both.
  bool isOrderedByWarp(const TracedAccess &A, const TracedAccess &B) const {
    return blockOf(A.Thread) == blockOf(B.Thread) &&
           warpOf(A.Thread) == warpOf(B.Thread) && A.WarpEpoch != B.WarpEpoch;
  }

  /// The plainest one among accesses of one piece of memory.
  std::optional<Race> raceOf(llvm::ArrayRef<Touched> Same,
                             bool AcrossBlocks) const {
    auto Who = [&](const TracedAccess &A) {
      return AcrossBlocks ? blockOf(A.Thread) : A.Thread;
    };
    std::optional<unsigned> Writer;
    bool ManyWrite = false, Many = false;
    for (const Touched &Each : Same) {
      const TracedAccess &A = T.Accesses[Each.Access];
      Many |= Who(A) != Who(T.Accesses[Same.front().Access]);
      if (A.K == Kind::Read)
        continue;
      ManyWrite |= Writer && *Writer != Who(A);
      Writer = Who(A);
    }
    if (!Writer || !Many)
      return std::nullopt;
    // One for each place, thread and kind is enough.
    std::optional<Race> Best;
    unsigned Left = 4096;
    for (const Touched &X : Same) {
      const TracedAccess &W = T.Accesses[X.Access];
      if (W.K == Kind::Read || !W.Sure)
        continue;
      for (const Touched &Y : Same) {
        const TracedAccess &O = T.Accesses[Y.Access];
        if (Left-- == 0)
          return Best;
        if (!O.Sure || Who(O) == Who(W) || isOrderedByWarp(W, O))
          continue;
        bool Wrong = W.K == Kind::Update || O.K == Kind::Update;
        if (O.K == Kind::Write && W.K == Kind::Write)
          Wrong = W.Value && O.Value && *W.Value != *O.Value;
        else if (O.K == Kind::Read)
          Wrong |= !ManyWrite;
        if (!Wrong)
          continue;
        const bool OfRounds =
            W.Loop != 0 && W.Loop == O.Loop && W.Round != O.Round;
        const Race R{&W, &O, OfRounds};
        if (!Best || R.key() < Best->key())
          Best = R;
      }
    }
    return Best;
  }

  /// How many barriers of its block stand before the first access to its array
  /// that the text has at the place of \p A.
  unsigned firstEpoch(const TracedAccess &A) const {
    unsigned First = A.Epoch;
    for (const TracedAccess &Each : T.Accesses)
      if (Each.Where == A.Where && Each.Array == A.Array &&
          blockOf(Each.Thread) == blockOf(A.Thread))
        First = std::min(First, Each.Epoch);
    return First;
  }

  /// Whether a barrier stands between the places of both, which threads of one
  /// block reach one after the other: where they meet all the same, rounds of a
  /// loop are between them.
  bool hasBarrierBetween(const TracedAccess &A, const TracedAccess &B) const {
    return firstEpoch(A) != firstEpoch(B);
  }

  void reportRace(const Race &R, bool AcrossBlocks) {
    const TracedAccess &W = *R.Write, &O = *R.Other;
    const TracedArray &A = T.Arrays[W.Array];
    const bool OtherIsLater = W.Where <= O.Where;
    const TracedAccess &Here = OtherIsLater ? O : W;
    const TracedAccess &There = OtherIsLater ? W : O;
    const bool Same = W.Where == O.Where;
    if (Same && W.K == Kind::Update && O.K == Kind::Update)
      return report(
          DiagKind::UnsynchronisedUpdate, W.Where,
          {A.Name, thread(W.Thread, true) + " and " + thread(O.Thread, true)});
    if (Same && A.Bytes == A.ElementBytes && A.Bytes > 0)
      return report(
          DiagKind::SharedTemporary, W.Where,
          {A.Name, A.OnChip ? "block" : "grid", example(W, O, AcrossBlocks)});
    DiagKind As = A.OnChip ? R.OfRounds || hasBarrierBetween(W, O)
                                 ? DiagKind::MissingLoopBarrier
                                 : DiagKind::MissingBarrier
                           : DiagKind::ThreadDependence;
    if (AcrossBlocks && hasBarrierBetween(W, O))
      As = DiagKind::CrossBlockDependence;
    report(As, Here.Where,
           {action(Here), A.Name,
            Same ? "the same " + action(Here) + " of other threads"
                 : "the " + action(There) + " in line " + line(There.Where),
            example(W, O, AcrossBlocks)});
  }

  //===--- Elements -------------------------------------------------------===//

  void checkBounds() {
    std::set<unsigned> Arrays;
    for (const TracedOutside &Each : T.Outside) {
      const TracedArray &A = T.Arrays[Each.Array];
      if (!Arrays.insert(Each.Array).second)
        continue;
      const bool OneOf = Each.Subscripts.size() > 1;
      std::string Element;
      for (int64_t At : Each.Subscripts)
        Element += OneOf ? "[" + std::to_string(At) + "]" : std::to_string(At);
      report(DiagKind::OutOfBounds, Each.Where,
             {A.Name, std::to_string(Each.Extent),
              OneOf ? " in dimension " + std::to_string(Each.Dim + 1) : "",
              thread(Each.Thread, true), Element});
    }
  }

  /// Whether all that threads write to shared memory is known.
  bool isWhole() const {
    return llvm::all_of(T.Threads, [](const auto &Each) { return Each.Ends; });
  }

  void checkUnset() {
    if (!isWhole())
      return;
    std::set<std::tuple<unsigned, unsigned, int64_t>> Set;
    for (const Touched &Each : Pieces)
      if (T.Accesses[Each.Access].K == Kind::Write)
        Set.insert({Each.Array, Each.Block, Each.Piece});
    std::map<unsigned, const TracedAccess *> First; // by array
    for (const Touched &Each : Pieces) {
      const TracedAccess &Read = T.Accesses[Each.Access];
      const TracedArray &A = T.Arrays[Read.Array];
      if (Read.K == Kind::Write || !Read.Sure || !A.OnChip || A.MayChange ||
          A.Bytes <= 0 || Read.At < 0 || Read.At >= A.Bytes ||
          Set.count({Each.Array, Each.Block, Each.Piece}))
        continue;
      const TracedAccess *&Said = First[Read.Array];
      if (!Said || Read.Where < Said->Where)
        Said = &Read;
    }
    for (const auto &[Array, Read] : First)
      report(DiagKind::UnsetElement, Read->Where,
             {thread(Read->Thread, true), element(T.Arrays[Array], Read->At),
              T.Arrays[Array].Name});
  }

  //===--- Words ----------------------------------------------------------===//

  static std::string action(const TracedAccess &A) {
    return A.K == Kind::Read ? "read" : A.K == Kind::Write ? "write" : "update";
  }

  std::string line(unsigned Offset) const {
    llvm::StringRef Before = llvm::StringRef(P.Source).take_front(Offset);
    return std::to_string(Before.count('\n') + 1);
  }

  /// `3`, or `(3, 0)` where more than x varies.
  static std::string tuple(const std::array<int64_t, 3> &Of,
                           const std::array<std::optional<int64_t>, 3> &Sizes) {
    unsigned Last = 2;
    while (Last > 0 && Sizes[Last] == 1)
      --Last;
    std::string Text;
    for (unsigned D = 0; D <= Last; ++D)
      Text += (D ? ", " : "") + std::to_string(Of[D]);
    return Last ? "(" + Text + ")" : Text;
  }

  std::string thread(unsigned Index, bool WithBlock) const {
    const TracedThread &Of = T.Threads[Index];
    std::string Text = "thread " + tuple(Of.Id, L.Block);
    const bool OneBlock = llvm::all_of(L.Grid, [](auto G) { return G == 1; });
    if (WithBlock && !OneBlock)
      Text += " of block " + tuple(Of.Block, L.Grid);
    return Text;
  }

  /// `3`, or `[3][0]`: what begins \p At bytes behind the begin of \p A.
  static std::string element(const TracedArray &A, int64_t At) {
    int64_t Index = At / A.ElementBytes;
    if (A.Extents.size() < 2)
      return std::to_string(Index);
    std::string Text;
    for (int64_t Extent : llvm::reverse(A.Extents)) {
      Text = "[" + std::to_string(Index % Extent) + "]" + Text;
      Index /= Extent;
    }
    return Text;
  }

  /// Who touches the same element.
  std::string example(const TracedAccess &W, const TracedAccess &O,
                      bool AcrossBlocks) const {
    const std::string Writer = thread(W.Thread, true);
    const std::string Other = thread(O.Thread, AcrossBlocks);
    return O.K == Kind::Read ? Writer + " writes what " + Other + " reads"
                             : Writer + " and " + Other + " write one element";
  }

  const Program &P;
  const LaunchTrace &T;
  const LaunchModel &L;
  std::vector<Touched> Pieces; ///< sorted
  std::vector<Diagnostic> Found;
  std::set<std::pair<DiagKind, unsigned>> Said;
};

} // namespace

std::vector<Diagnostic> findTracedMistakes(const Program &P,
                                           const LaunchTrace &T) {
  return TracedMistakeFinder(P, T).find();
}

} // namespace tessera

//===- PlanPieces.cpp - Launches that run piece by piece ------------------===//
#include "tessera/Plan/PlanPieces.h"
#include "pieces/BlockOffsets.h"
#include "pieces/RowLength.h"
#include "tessera/Analysis/BlockRange.h"
#include "tessera/Polyhedral/Guarded.h"
#include "transfers/PointerPlans.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>

namespace tessera {

using Action = TransferAction::Kind;
using Side = CodePosition::Side;

int64_t HostLink::pieces(int64_t Up, int64_t Down) const {
  double Hidden = std::min(Up, Down) / BytesPerSecond;
  int64_t Number = std::llround(std::sqrt(Hidden / SecondsPerPiece));
  if (Number < 2)
    return 1;
  double Saved = Hidden - Hidden / Number;
  return Saved > Number * SecondsPerPiece + SecondsToSetUp ? Number : 1;
}

namespace {

/// A launch with the statements around it.
struct Site {
  const HostStatement *Around = nullptr; ///< a sequence
  unsigned Index = 0;                    ///< in it
  const HostStatement &statement() const { return Around->Children[Index]; }
};

std::optional<Site> findSite(const HostStatement &S, LaunchId Launch) {
  for (unsigned I = 0; I < S.Children.size(); ++I) {
    const HostStatement &Child = S.Children[I];
    if (S.K == HostStatement::Kind::Sequence &&
        Child.K == HostStatement::Kind::Leaf && Child.Calls.empty() &&
        Child.Events.empty() && Child.Launches == std::vector{Launch})
      return Site{&S, I};
    if (std::optional<Site> Found = findSite(Child, Launch))
      return Found;
  }
  return std::nullopt;
}

bool mayLaunch(const HostStatement &S) {
  return !S.Launches.empty() || !S.Calls.empty() || !S.Events.empty() ||
         llvm::any_of(S.Children, mayLaunch);
}

class PiecePlanner {
public:
  PiecePlanner(const Program &P, const std::vector<PlanDecision> &Decisions,
               TransferPlan &Into, std::optional<unsigned> Number,
               const HostLink &Link, LaunchId Launch)
      : P(P), Decisions(Decisions), Into(Into), Number(Number), Link(Link),
        L(P.launch(Launch)), K(P.kernel(L.Kernel)) {
    Result.Launch = Launch;
    Result.Statement = L.Statement;
  }

  /// Cuts the launch, if it can be along the axis \p Known of its kernel: which
  /// becomes the first that it is cut along.
  /// \returns whether it is cut.
  bool run(std::optional<unsigned> &Known) {
    for (const HostFunction &F : P.Host.Functions)
      if (std::optional<Site> Found = findSite(F.Body, Result.Launch)) {
        At = *Found;
        In = &F;
      }
    if (!At.Around || At.statement().Source != L.Statement || !isSimple() ||
        !chooseAxis() || (Known && Known != Result.Axis) ||
        !canOffset(Result.Axis) || !collectCopies() || !pays())
      return false;
    Known = Result.Axis;
    commit();
    return true;
  }

private:
  static bool isFollowed(const VariablePlan &V) {
    return V.Where == Placement::Device && !V.hasFlags();
  }

  /// Whether the kernel can be told where its blocks begin, by all launches.
  bool canOffset(unsigned Axis) const {
    if (P.Host.UnseenLaunch || !offsetObstacle(P, L.Kernel, Axis).empty())
      return false;
    return !needsAllBlocks(P, Decisions, L.Kernel, Axis) ||
           llvm::all_of(P.launchesOf(L.Kernel), [&](const LaunchModel *Other) {
             return Other == &L || blocksText(*Other, Axis, Into);
           });
  }

  bool isSimple() const {
    if (!L.StreamText.empty() || !L.GridRepeatable || L.SwitchedOff ||
        !L.Effect.empty())
      return false;
    return llvm::all_of(L.Arguments, [&](const LaunchArgument &A) {
      return !A.IsPointer ||
             (A.Root.Variable &&
              isFollowed(Into.Variables[A.Root.Variable->Index]));
    });
  }

  /// The slowest axis that may have several blocks.
  bool chooseAxis() {
    for (unsigned Axis : {2, 1, 0})
      if (L.Grid[Axis].value_or(2) > 1) {
        Result.Axis = Axis;
        return true;
      }
    return false;
  }

  /// Whether \p A copies to what the launch needs, right before it.
  bool isUpload(const TransferAction &A) const {
    bool IsSource = llvm::any_of(Into.Actions, [&](const TransferAction &Copy) {
      return Copy.K == Action::CopyOnDevice && Copy.Where == A.Where &&
             *Copy.Other == A.Variable;
    });
    return A.K == Action::Upload && !IsSource &&
           A.Where == CodePosition{Side::Before, At.statement().Source, false};
  }

  /// Whether \p A reads back what the launch wrote, and could do so right
  /// behind it: nothing in between uses the device.
  bool isReadback(const TransferAction &A) const {
    if (A.K != Action::Readback)
      return false;
    const std::vector<HostStatement> &All = At.Around->Children;
    if (A.Where == CodePosition{Side::After, At.statement().Source, false})
      return true;
    for (unsigned I = At.Index + 1; I < All.size(); ++I) {
      if (A.Where == CodePosition{Side::Before, All[I].Source, false})
        return true;
      if (mayLaunch(All[I]))
        return false;
    }
    return A.Where == CodePosition{Side::AtEnd, At.Around->Source, false};
  }

  /// Whether parts of the variable can be copied at their own time.
  bool isCutFree(SharedVarId Id) const {
    const SharedVariable &V = P.Host.variable(Id);
    const VariablePlan &Place = Into.Variables[Id.Index];
    if (Place.hasFlags())
      return false;
    if (V.Pointer) // page-locked
      return !Place.Bytes.empty();
    return Number || Place.Pinned;
  }

  std::optional<int64_t> bytesOf(SharedVarId Id) const {
    const SharedVariable &V = P.Host.variable(Id);
    if (!V.Pointer)
      return V.bytes();
    if (!V.Pointer->Size || !V.Pointer->Size->Numerator.constant())
      return std::nullopt;
    return *V.Pointer->Size->Numerator.constant() / V.Pointer->Size->Divisor;
  }

  /// Whether not all pieces but the last end inside the array.
  bool clamps(SharedVarId Id, const BlockRange &Range) const {
    std::optional<int64_t> Bytes = bytesOf(Id), Blocks = L.Grid[Result.Axis];
    return !Bytes || !Blocks || !Range.rowsAreElements() ||
           Range.Stride * (*Blocks - 1) + Range.ahead() >
               *Bytes / P.Host.variable(Id).ElementBytes;
  }

  /// Whether tiles of \p A get cells of rounds behind the loop's last, too:
  /// they read what later pieces upload.
  bool hasLongTiles(ArrayId A) const {
    for (const PlanDecision &D : Decisions)
      for (const ShapeDecision &Shape : D.Shapes)
        if (D.Kernel == L.Kernel)
          for (const KernelPlan *Plan : Shape.plans())
            for (const StagePoint &Point : Plan->Points)
              if (Point.Loop && !Point.Divides &&
                  llvm::any_of(Point.Tiles, [&](const TileStage &T) {
                    return T.CopiedIn && T.Array == A;
                  }))
                return true;
    return false;
  }

  /// Whether the host uses the variable in the launch itself, for an argument
  /// or the grid: it does so for each piece, while those before are read back.
  bool isUsedByLaunch(SharedVarId Id) const {
    return llvm::any_of(At.statement().Accesses, [&](const SharedAccess &A) {
      return A.Variable == Id;
    });
  }

  bool collectCopies() {
    IslContext Context;
    for (const SharedAccess &Effect : launchEffects(P, Result.Launch)) {
      SharedVarId Id = Effect.Variable;
      bool Up = false, Down = false;
      for (const TransferAction &A : Into.Actions) {
        Up |= A.Variable == Id && isUpload(A);
        Down |= A.Variable == Id && Effect.Writes && isReadback(A);
      }
      Down &= !isUsedByLaunch(Id);
      const SharedVariable &V = P.Host.variable(Id);
      std::optional<ArrayId> Array = arrayOf(P, L, Id);
      bool Counts = Array && K.array(*Array).ElementBytes == V.ElementBytes;
      std::optional<BlockRange> Range =
          Counts && isCutFree(Id) && !hasLongTiles(*Array)
              ? blockRange(Context, K, L, *Array, Result.Axis)
              : std::nullopt;
      std::optional<std::string> Row = "";
      if (Range && !Range->rowsAreElements())
        Row = rowText(P, L, Range->Row);
      // What is copied as a whole is there before, or stays for later.
      if (!Range || !Row || (Effect.Writes && !Range->isApart()))
        continue;
      PieceLoop::Copy Copy = {
          Id, true, Range->Stride, Range->ahead(), clamps(Id, *Range), *Row};
      if (Up)
        Result.Copies.push_back(Copy);
      Copy.Up = false;
      Copy.Ahead = 0;
      if (Down)
        Result.Copies.push_back(Copy);
    }
    return !Result.Copies.empty();
  }

  bool pays() {
    int64_t Up = 0, Down = 0;
    bool Known = true;
    std::string UpText, DownText;
    for (const PieceLoop::Copy &C : Result.Copies) {
      std::optional<int64_t> Bytes = bytesOf(C.Variable);
      (C.Up ? Up : Down) += Bytes.value_or(0);
      Known &= Bytes.has_value();
      const VariablePlan &Place = Into.Variables[C.Variable.Index];
      (C.Up ? UpText : DownText) =
          (Place.SavesBytes ? In->objectOf(C.Variable) : "") + Place.Bytes;
    }
    std::optional<int64_t> Blocks = L.Grid[Result.Axis];
    if (Number)
      Result.Pieces = *Number;
    else if (Known)
      Result.Pieces = Link.pieces(Up, Down);
    else if (!UpText.empty() && !DownText.empty())
      Result.Bytes = DownText;
    else
      return false;
    if (Result.Bytes.empty() && Blocks) {
      Result.Pieces = std::min(Result.Pieces, *Blocks);
      Result.Blocks = dividedUp(*Blocks, Result.Pieces);
      Result.Pieces = dividedUp(*Blocks, Result.Blocks);
    }
    // A launch of no blocks fails, which some programs look at.
    return Result.Pieces != 1 && (Blocks || checksLaunch());
  }

  static int64_t dividedUp(int64_t Value, int64_t By) {
    return (Value + By - 1) / By;
  }

  bool checksLaunch() const {
    return llvm::any_of(Into.Actions, [&](const TransferAction &A) {
      return A.K == Action::CheckLaunch && isMine(A);
    });
  }

  bool isMine(const TransferAction &A) const {
    if (A.K == Action::CheckLaunch)
      return A.Where == CodePosition{Side::After, At.statement().Source, false};
    return llvm::any_of(Result.Copies, [&](const PieceLoop::Copy &C) {
      return A.Variable == C.Variable && (C.Up ? isUpload(A) : isReadback(A));
    });
  }

  void commit() {
    Result.Checks = checksLaunch();
    Result.MayBeEmpty = mayBeEmpty(L, Result.Axis);
    llvm::erase_if(Into.Actions,
                   [&](const TransferAction &A) { return isMine(A); });
    Result.PassesAll = needsAllBlocks(P, Decisions, L.Kernel, Result.Axis);
    Into.Pieces.push_back(std::move(Result));
  }

  const Program &P;
  const std::vector<PlanDecision> &Decisions;
  TransferPlan &Into;
  std::optional<unsigned> Number; ///< of pieces, if it is given
  const HostLink &Link;
  const LaunchModel &L;
  const KernelModel &K;
  Site At;
  const HostFunction *In = nullptr; ///< the function around it
  PieceLoop Result;
};

} // namespace

/// Makes \p Launch, which is not cut, start with the first block.
static void startAll(const Program &P, LaunchId Launch, unsigned Axis,
                     bool PassesAll, TransferPlan &Into) {
  auto Change = llvm::find_if(Into.Launches, [&](const LaunchPlan &Other) {
    return Other.Launch == Launch;
  });
  if (Change == Into.Launches.end())
    Change = Into.Launches.insert(Change, {Launch, {}, {}});
  Change->Appended.push_back("0");
  if (PassesAll)
    Change->Appended.push_back(*blocksText(P.launch(Launch), Axis, Into));
}

void planPieces(const Program &P, const std::vector<PlanDecision> &Decisions,
                TransferPlan &Into, std::optional<unsigned> Number,
                const HostLink &Link) {
  for (unsigned K = 0; K < P.Kernels.size(); ++K) {
    if (changesLaunch(Decisions, {K}))
      continue;
    std::optional<unsigned> Axis;
    std::vector<LaunchId> Whole;
    for (unsigned I = 0; I < P.Launches.size(); ++I)
      if (P.Launches[I].Kernel == KernelId{K} &&
          !PiecePlanner(P, Decisions, Into, Number, Link, {I}).run(Axis))
        Whole.push_back({I});
    if (!Axis)
      continue;
    bool PassesAll = offsetBlocks(P, Decisions, {K}, *Axis, Into);
    for (LaunchId Launch : Whole)
      startAll(P, Launch, *Axis, PassesAll, Into);
  }
}

} // namespace tessera

//===- PlanPieces.cpp - Launches that run piece by piece ------------------===//
#include "tessera/Plan/PlanPieces.h"
#include "PointerPlans.h"
#include "tessera/Analysis/BlockRange.h"
#include "tessera/Polyhedral/Guarded.h"
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

/// The token `blockIdx.x` wherever the body of \p K has it; nothing if the
/// variable is used in another way.
std::optional<std::vector<SourceRange>>
blockIds(const Program &P, const KernelModel &K, char Axis) {
  static constexpr llvm::StringLiteral Name = "blockIdx";
  llvm::StringRef Source = P.Source;
  std::vector<SourceRange> Found;
  size_t At = K.Body->Source->Begin;
  while ((At = Source.find(Name, At)) < K.Body->Source->End) {
    llvm::StringRef Rest = Source.drop_front(At + Name.size());
    if (!Rest.consume_front(".") || Rest.empty())
      return std::nullopt;
    size_t End = At + Name.size() + 2;
    if (Rest[0] == Axis)
      Found.push_back({unsigned(At), unsigned(End)});
    At = End;
  }
  return Found;
}

class PiecePlanner {
public:
  PiecePlanner(const Program &P, TransferPlan &Into, const HostLink &Link,
               LaunchId Launch)
      : P(P), Into(Into), Link(Link), L(P.launch(Launch)),
        K(P.kernel(L.Kernel)) {
    Result.Launch = Launch;
  }

  void run() {
    for (const HostFunction &F : P.Host.Functions)
      if (std::optional<Site> Found = findSite(F.Body, Result.Launch))
        At = *Found;
    if (!At.Around || At.statement().Source != L.Statement || !isSimple() ||
        !chooseAxis())
      return;
    std::string Letter(1, "xyz"[Result.Axis]);
    auto Ids = blockIds(P, K, Letter.front());
    if (!Ids || K.GridSymbols.count("G" + Letter) ||
        K.CalledGridSymbols.count("b" + Letter) || !collectCopies() || !pays())
      return;
    commit(*Ids);
  }

private:
  static bool isFollowed(const VariablePlan &V) {
    return V.Where == Placement::Device && V.HostFlag.empty() &&
           V.DeviceFlag.empty();
  }

  bool isSimple() const {
    bool InHeader = K.DeclaredEarlier && K.DeclaredAt.Offset == 0;
    if (!K.Refusals.empty() || K.HasHiddenIds || InHeader ||
        P.launchesOf(L.Kernel).size() != 1 || !L.SharedBytesText.empty() ||
        !L.StreamText.empty() || !L.GridRepeatable)
      return false;
    return llvm::all_of(L.Arguments, [&](const LaunchArgument &A) {
      return !A.IsPointer ||
             (A.Root.Variable &&
              isFollowed(Into.Variables[A.Root.Variable->Index]));
    });
  }

  /// The slowest axis that has blocks.
  bool chooseAxis() {
    for (unsigned Axis : {2, 1, 0})
      if (!L.Grid[Axis])
        return false;
      else if (*L.Grid[Axis] > 1) {
        Result.Axis = Axis;
        return true;
      }
    return false;
  }

  /// Whether \p A copies to what the launch needs, right before it.
  bool isUpload(const TransferAction &A) const {
    return A.K == Action::Upload &&
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

  bool collectCopies() {
    IslContext Context;
    for (const SharedAccess &Effect : launchEffects(P, Result.Launch)) {
      SharedVarId Id = Effect.Variable;
      bool Up = false, Down = false;
      for (const TransferAction &A : Into.Actions) {
        Up |= A.Variable == Id && isUpload(A);
        Down |= A.Variable == Id && Effect.Writes && isReadback(A);
      }
      const SharedVariable &V = P.Host.variable(Id);
      std::optional<ArrayId> Array = arrayOf(P, L, Id);
      bool Counts = Array && K.array(*Array).ElementBytes == V.ElementBytes;
      std::optional<BlockRange> Range =
          Counts && !V.Pointer && Into.Variables[Id.Index].Pinned
              ? blockRange(Context, K, L, *Array, Result.Axis)
              : std::nullopt;
      // What is copied as a whole is there before, or stays for later.
      if (!Range || (Effect.Writes && !Range->isApart()))
        continue;
      if (Up)
        Result.Copies.push_back({Id, true, Range->Stride, Range->ahead()});
      if (Down)
        Result.Copies.push_back({Id, false, Range->Stride, 0});
    }
    return !Result.Copies.empty();
  }

  bool pays() {
    int64_t Up = 0, Down = 0, Blocks = *L.Grid[Result.Axis];
    for (const PieceLoop::Copy &C : Result.Copies)
      (C.Up ? Up : Down) += P.Host.variable(C.Variable).bytes();
    int64_t Pieces = std::min(Link.pieces(Up, Down), Blocks);
    if (Pieces < 2)
      return false;
    Result.Blocks = (Blocks + Pieces - 1) / Pieces;
    int64_t LastCut = (Blocks - 1) / Result.Blocks * Result.Blocks;
    return llvm::all_of(Result.Copies, [&](const PieceLoop::Copy &C) {
      const SharedVariable &V = P.Host.variable(C.Variable);
      return C.Stride * LastCut + C.Ahead <= V.bytes() / V.ElementBytes;
    });
  }

  bool isMine(const TransferAction &A) const {
    if (A.K == Action::CheckLaunch)
      return A.Where == CodePosition{Side::After, At.statement().Source, false};
    return llvm::any_of(Result.Copies, [&](const PieceLoop::Copy &C) {
      return A.Variable == C.Variable && (C.Up ? isUpload(A) : isReadback(A));
    });
  }

  void commit(const std::vector<SourceRange> &Ids) {
    Result.Checks = llvm::any_of(Into.Actions, [&](const TransferAction &A) {
      return A.K == Action::CheckLaunch && isMine(A);
    });
    llvm::erase_if(Into.Actions,
                   [&](const TransferAction &A) { return isMine(A); });
    Result.FirstBlock = "first_block";
    while (K.Identifiers.count(Result.FirstBlock))
      Result.FirstBlock += "_";
    for (SourceRange Id : Ids)
      Into.Replacements.push_back(
          {Id, "(" + Result.FirstBlock + " + " +
                   P.Source.substr(Id.Begin, Id.size()) + ")"});
    auto Kernel =
        llvm::find_if(Into.Kernels, [&](const KernelTransfers &Other) {
          return Other.Kernel == L.Kernel;
        });
    if (Kernel == Into.Kernels.end())
      Kernel = Into.Kernels.insert(Kernel, {L.Kernel, {}, {}});
    Kernel->Parameters.push_back("unsigned int " + Result.FirstBlock);
    Into.Pieces.push_back(std::move(Result));
  }

  const Program &P;
  TransferPlan &Into;
  const HostLink &Link;
  const LaunchModel &L;
  const KernelModel &K;
  Site At;
  PieceLoop Result;
};

} // namespace

void planPieces(const Program &P, const std::vector<PlanDecision> &Decisions,
                TransferPlan &Into, const HostLink &Link) {
  for (unsigned I = 0; I < P.Launches.size(); ++I) {
    bool Rewritten = llvm::any_of(Decisions, [&](const PlanDecision &D) {
      return D.Kernel == P.Launches[I].Kernel &&
             llvm::any_of(D.Shapes, [](const ShapeDecision &Shape) {
               return Shape.Plan && !Shape.Plan->empty();
             });
    });
    if (!Rewritten)
      PiecePlanner(P, Into, Link, {I}).run();
  }
}

} // namespace tessera

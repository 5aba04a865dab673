//===- Relaunch.cpp - The user's threads in blocks of another size --------===//
#include "tessera/Analysis/Relaunch.h"
#include "tessera/Analysis/BuiltinIds.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

/// `blockIdx.z * blockDim.z + threadIdx.z` for z: the value and the text.
static NewId globalIndex(llvm::StringRef Axis) {
  const std::string Block = ("b" + Axis).str(), Size = ("B" + Axis).str(),
                    Thread = ("t" + Axis).str();
  return {Polynomial::symbol(Block) * Polynomial::symbol(Size) +
              Polynomial::symbol(Thread),
          {builtinPiece(Block), Piece::verbatim(" * "), builtinPiece(Size),
           Piece::verbatim(" + "), builtinPiece(Thread)}};
}

KernelModel withBlocks(const KernelModel &K,
                       const std::array<std::optional<int64_t>, 3> &Users,
                       const BlockSizes &New) {
  std::array<bool, 3> Renumbered;
  for (unsigned A = 0; A < 3; ++A)
    Renumbered[A] =
        Users[A] == 1 && New[A] > 1 && !usesGlobalIndexOnly(K, A, {});
  return withIds(K, [&](llvm::StringRef Symbol) -> std::optional<NewId> {
    std::optional<unsigned> Axis = axisOfId(Symbol);
    if (!Axis)
      return std::nullopt;
    // It may be written as the number that it was.
    if (!Renumbered[*Axis] && Symbol[0] == 'B' && Users[*Axis] != New[*Axis])
      return NewId{Polynomial::symbol(Symbol), {builtinPiece(Symbol)}};
    if (!Renumbered[*Axis])
      return std::nullopt;
    if (Symbol[0] == 't')
      return NewId{0, {Piece::verbatim("0")}};
    if (Symbol[0] == 'B')
      return NewId{1, {Piece::verbatim("1")}};
    if (Symbol[0] != 'b')
      return std::nullopt;
    NewId Index = globalIndex(Symbol.drop_front());
    Index.IsSum = true;
    return Index;
  });
}

/// `if (Condition) return;`
static NodePtr makeExit(GuardId Guard, Text Condition) {
  Node Return, If;
  Return.Leaf = Node::LeafKind::Return;
  Return.Head = {Piece::verbatim("return;")};
  If.K = Node::Kind::If;
  If.Guard = Guard;
  If.Condition = Condition;
  If.Head = std::move(Condition);
  If.Head.insert(If.Head.begin(), Piece::verbatim("if ("));
  If.Head.push_back(Piece::verbatim(")"));
  If.Children = {std::make_shared<Node>(std::move(Return))};
  return std::make_shared<Node>(std::move(If));
}

KernelModel withExtents(const KernelModel &K, const GridExtents &Extents) {
  KernelModel Result = K;
  std::vector<NodePtr> Exits;
  for (unsigned Axis = 0; Axis < 3; ++Axis) {
    if (!Extents[Axis])
      continue;
    NewId Index = globalIndex(llvm::StringRef("xyz").substr(Axis, 1));
    // As a value of the parameter's type: compilers warn of mixed signs.
    const GuardId Guard{unsigned(Result.Guards.size())};
    Result.Guards.push_back(
        {{Condition::Kind::NonNegative, Index.Value - *Extents[Axis], {}},
         K.NamePlace,
         0,
         {}});
    for (AccessInfo &A : Result.Accesses)
      A.Guards.insert(A.Guards.begin(), {Guard, /*Negated=*/true});
    std::string End = std::to_string(Extents[Axis]->constantTerm());
    bool Unsigned = Extents[Axis]->constant().has_value();
    for (const ParameterInfo &P : K.Parameters)
      if (!P.Symbol.empty() && Extents[Axis]->mentions(P.Symbol)) {
        End = P.Name;
        Unsigned = P.IsUnsigned;
      }
    Text When = std::move(Index.Spelled);
    if (!Unsigned) {
      When.insert(When.begin(), Piece::verbatim("int("));
      When.push_back(Piece::verbatim(")"));
    }
    When.push_back(Piece::verbatim(" >= " + End));
    Exits.push_back(makeExit(Guard, std::move(When)));
  }
  if (Exits.empty())
    return Result;
  Node Body = *K.Body;
  Body.Children.insert(Body.Children.begin(), Exits.begin(), Exits.end());
  Result.Body = std::make_shared<Node>(std::move(Body));
  return Result;
}

/// Why the threads of \p K cannot be in blocks of \p New, whatever they are in.
static std::string whyNotIn(const KernelModel &K, const BlockSizes &New) {
  if (K.HasBarrier || K.HasShared || K.HasWarpOperation)
    return "its threads work together";
  if (K.HasLaunchBounds && New[0] * New[1] * New[2] > K.MostThreads.value_or(0))
    return "it has __launch_bounds__ for fewer threads";
  if (K.HasHiddenIds)
    return "a macro's body uses threadIdx or its kin";
  if (K.AsksGroups)
    return "groups of threads tell it which one a thread is";
  if (K.CalledThreadIds || !K.CalledGridSymbols.empty())
    return "a function it calls uses threadIdx or its kin";
  if (usesWhole(K, {"threadIdx", "blockDim", "blockIdx", "gridDim"}))
    return "it uses threadIdx or its kin as a whole";
  return "";
}

/// Why it matters to \p K which block a thread along \p Axis is in.
static std::string whyNotAlong(const KernelModel &K, unsigned Axis) {
  if (!usesGlobalIndexOnly(K, Axis, {}))
    return "it uses threadIdx apart from blockIdx * blockDim";
  if (!llvm::all_of(K.MustNotBeNegative, [&](const Polynomial &P) {
        return usesGlobalIndex(P, Axis, {});
      }))
    return "it computes with the size of its blocks";
  return "";
}

std::string whyNotRelaunched(const KernelModel &K,
                             const std::array<std::optional<int64_t>, 3> &Users,
                             const BlockSizes &New) {
  std::string Why = whyNotIn(K, New);
  if (!Why.empty())
    return Why;
  const KernelModel Changed = withBlocks(K, Users, New);
  for (unsigned Axis = 0; Axis < 3 && Why.empty(); ++Axis) {
    if (!Users[Axis])
      return "the size of its blocks is not known";
    if (Users[Axis] == New[Axis])
      continue;
    if (*Users[Axis] % New[Axis] != 0 && New[Axis] % *Users[Axis] != 0)
      return "its blocks and the new ones do not divide each other";
    Why = whyNotAlong(Changed, Axis);
  }
  return Why;
}

std::string whyNotCutAnew(const KernelModel &K,
                          const std::array<std::optional<int64_t>, 3> &Users,
                          const BlockSizes &New) {
  std::string Why = whyNotIn(K, New);
  for (unsigned Axis = 0; Axis < 3 && Why.empty(); ++Axis)
    if (Users[Axis] != New[Axis])
      Why = whyNotAlong(K, Axis);
  return Why;
}

} // namespace tessera

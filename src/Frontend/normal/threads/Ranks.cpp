//===- Ranks.cpp - What threads ask groups that they belong to ------------===//
//
//   block.thread_rank()          threadIdx.x, where blocks are rows
//   block.thread_index().y       threadIdx.y
//   tile.meta_group_rank()       threadIdx.x / 32
//   grid.thread_rank()           (unsigned long long)blockIdx.x * blockDim.x
//                                    + threadIdx.x
//   block.sync()                 __syncthreads()
//
// Groups that nothing asks any more are left out.
//
//===----------------------------------------------------------------------===//
#include "normal/Patterns.h"
#include "normal/Steps.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

namespace tessera {

using namespace ir;
using Op = Expr::Op;

std::string GroupCall::word() const {
  std::string Result = "group " + Group.str();
  if (Size != 0)
    Result += " " + std::to_string(Size);
  return Result + (OfBlock ? " of block." : ".") + Question.str();
}

std::optional<GroupCall> groupCall(const Expr &E) {
  llvm::StringRef Rest = E.Word;
  if (E.O != Op::Call || !Rest.consume_front("group "))
    return std::nullopt;
  GroupCall Result;
  std::tie(Rest, Result.Question) = Rest.split('.');
  Result.OfBlock = Rest.consume_back(" of block");
  llvm::StringRef Size;
  std::tie(Result.Group, Size) = Rest.split(' ');
  Size.getAsInteger(10, Result.Size);
  return Result;
}

bool asksGroups(const StmtPtr &Body) {
  bool Asks = false;
  eachExpr(Body, [&](const ExprPtr &E) {
    walk(E, [&](const Expr &Each) {
      const std::optional<GroupCall> Call = groupCall(Each);
      Asks |= Call && !Call->Question.empty();
      return !Asks;
    });
  });
  return Asks;
}

namespace {

/// Says what groups answer, in terms of ids.
class Answers {
public:
  Answers(Kernel &K, const LaunchFacts &Facts) : K(K), Facts(Facts) {}

  /// Null if it is not known.
  ExprPtr answer(const Expr &E) const;

private:
  ExprPtr id(char Letter, unsigned Axis) const;
  ExprPtr wide(ExprPtr E, TypePtr Ty, bool Shown) const;
  bool isOne(char Letter, unsigned Axis) const;
  ExprPtr product(char Letter) const;
  ExprPtr rank(char Letter, char Sizes) const;
  ExprPtr ofBlock(llvm::StringRef Question) const;
  ExprPtr ofGrid(llvm::StringRef Question, TypePtr Ty) const;
  ExprPtr ofTile(const GroupCall &Call) const;
  ExprPtr index(llvm::StringRef Question) const;

  Kernel &K;
  const LaunchFacts &Facts;
  const TypePtr Unsigned = K.Of->get({Type::Kind::Int, 4, false});
};

} // namespace

ExprPtr Answers::id(char Letter, unsigned Axis) const {
  auto Result = std::make_shared<Expr>();
  Result->O = Op::Builtin;
  Result->Word = {Letter, char('x' + Axis)};
  Result->Ty = Unsigned;
  return Result;
}

/// \p E in the wider type \p Ty.
ExprPtr Answers::wide(ExprPtr E, TypePtr Ty, bool Shown) const {
  if (E->Ty == Ty)
    return E;
  auto Result = std::make_shared<Expr>();
  Result->O = Op::Cast;
  Result->Ty = Ty;
  Result->Word = *typeName(*Ty);
  Result->Implicit = !Shown;
  Result->Args = {std::move(E)};
  return Result;
}

/// Whether all launches have one block, or one thread, along \p Axis.
bool Answers::isOne(char Letter, unsigned Axis) const {
  if (Letter == 'B')
    return Facts.block(Axis) == 1;
  return !Facts.Launches.empty() &&
         llvm::all_of(Facts.Launches, [&](const LaunchFact &L) {
           return L.Grid[Axis] && L.Grid[Axis]->Divisor == 1 &&
                  L.Grid[Axis]->Numerator == Polynomial(1);
         });
}

/// How many threads or blocks there are.
ExprPtr Answers::product(char Letter) const {
  ExprPtr Result = id(Letter, 0);
  for (unsigned Axis : {1, 2})
    if (!isOne(Letter, Axis))
      Result = binary("*", Result, id(Letter, Axis), Unsigned);
  return Result;
}

/// The number of the thread, or block, that \p Letter is the place of: x is
/// fastest.
ExprPtr Answers::rank(char Letter, char Sizes) const {
  ExprPtr Result;
  for (unsigned Axis : {2, 1, 0}) {
    if (Axis != 0 && !Result && isOne(Sizes, Axis))
      continue;
    const ExprPtr Id = id(Letter, Axis);
    Result = Result
                 ? binary("+",
                          isOne(Sizes, Axis)
                              ? Result
                              : binary("*", Result, id(Sizes, Axis), Unsigned),
                          Id, Unsigned)
                 : Id;
  }
  return Result;
}

/// What the members `x`, `y` and `z` of a place or a size are.
ExprPtr Answers::index(llvm::StringRef Question) const {
  const auto [Of, Axis] = Question.split('.');
  const char Letter = llvm::StringSwitch<char>(Of)
                          .Case("thread_index", 't')
                          .Cases({"group_index", "block_index"}, 'b')
                          .Default(0);
  return Letter && Axis.size() == 1 ? id(Letter, Axis[0] - 'x') : nullptr;
}

ExprPtr Answers::ofBlock(llvm::StringRef Question) const {
  if (Question == "thread_rank")
    return rank('t', 'B');
  if (Question == "size" || Question == "num_threads")
    return product('B');
  const auto [Of, Axis] = Question.split('.');
  if ((Of == "group_dim" || Of == "dim_threads") && Axis.size() == 1)
    return id('B', Axis[0] - 'x');
  return index(Question);
}

ExprPtr Answers::ofGrid(llvm::StringRef Question, TypePtr Ty) const {
  const auto [Of, Axis] = Question.split('.');
  if ((Of == "group_dim" || Of == "dim_blocks") && Axis.size() == 1)
    return id('G', Axis[0] - 'x');
  if (Axis.size() == 1)
    return index(Question);
  // These count in 64 bits, so the grid must be a row.
  const bool IsRow = isOne('G', 1) && isOne('G', 2);
  if (!IsRow || Ty->K != Type::Kind::Int)
    return nullptr;
  auto Times = [&](char Letter) {
    return binary("*", wide(id(Letter, 0), Ty, /*Shown=*/true),
                  wide(product('B'), Ty, false), Ty);
  };
  if (Question == "thread_rank")
    return binary("+", Times('b'), wide(rank('t', 'B'), Ty, false), Ty);
  if (Question == "size" || Question == "num_threads")
    return Times('G');
  if (Question == "num_blocks" || Question == "block_rank")
    return wide(id(Question == "num_blocks" ? 'G' : 'b', 0), Ty, true);
  return nullptr;
}

ExprPtr Answers::ofTile(const GroupCall &Call) const {
  const ExprPtr Size = number(Call.Size, Unsigned);
  if (Call.Question == "size" || Call.Question == "num_threads")
    return Size;
  if (Call.Question == "thread_rank")
    return binary("%", rank('t', 'B'), Size, Unsigned);
  if (Call.OfBlock && Call.Question == "meta_group_rank")
    return binary("/", rank('t', 'B'), Size, Unsigned);
  return nullptr;
}

ExprPtr Answers::answer(const Expr &E) const {
  const bool IsMember = E.O == Op::Member && E.Word.size() == 1;
  std::optional<GroupCall> Call =
      groupCall(IsMember ? *unconverted(E.Args[0]) : E);
  if (!Call || Call->Question.empty())
    return nullptr;
  const std::string Member = Call->Question.str() + "." + E.Word;
  if (IsMember)
    Call->Question = Member;
  if (Call->Group == "block" && Call->Question == "sync") {
    auto Result = std::make_shared<Expr>();
    Result->O = Op::Call;
    Result->Word = Result->Far = "__syncthreads";
    Result->Ty = E.Ty;
    return Result;
  }
  const ExprPtr Result = Call->Group == "block"  ? ofBlock(Call->Question)
                         : Call->Group == "grid" ? ofGrid(Call->Question, E.Ty)
                                                 : ofTile(*Call);
  if (!Result || Result->Ty == E.Ty)
    return Result;
  return E.Ty->K == Type::Kind::Int && E.Ty->Bytes > Result->Ty->Bytes
             ? wide(Result, E.Ty, true)
             : nullptr;
}

/// The objects that \p Body names, other than by asking \p Except.
static std::set<VarId> namedIn(const StmtPtr &Body,
                               llvm::function_ref<bool(const Expr &)> Except) {
  std::set<VarId> Named;
  eachExpr(Body, [&](const ExprPtr &E) {
    walk(E, [&](const Expr &Each) {
      if (Each.O == Op::Name && Each.IsLocal)
        Named.insert(Each.Scalar);
      return !Except(Each);
    });
  });
  return Named;
}

/// `dim3 t = block.thread_index();`: \p Body with what \p t is a copy of in the
/// place of its members.
static StmtPtr withoutCopies(const Kernel &K, const StmtPtr &Body) {
  std::map<VarId, ExprPtr> Copies;
  auto IsMember = [&](const Expr &E) {
    return E.O == Op::Member && E.Word.size() == 1 && E.Args[0]->is(Op::Name) &&
           E.Args[0]->IsLocal && Copies.count(E.Args[0]->Scalar);
  };
  auto IsCopy = [&](const Local &L) {
    const auto Place = L.Other && L.Init && !K.Others[*L.Other].Escapes
                           ? groupCall(*unconverted(L.Init))
                           : std::nullopt;
    return Place && !Place->Question.empty();
  };
  walk(Body, [&](const Stmt &S) {
    for (const Local &L : S.Locals)
      if (S.Locals.size() == 1 && IsCopy(L))
        Copies.emplace(*L.Other, unconverted(L.Init));
    return true;
  });
  if (Copies.empty())
    return Body;
  eachExpr(Body, [&](const ExprPtr &E) {
    walk(E, [&](const Expr &Each) {
      if (Each.O == Op::Assign && IsMember(*Each.Args[0]))
        Copies.erase(Each.Args[0]->Args[0]->Scalar);
      return true;
    });
  });
  for (VarId Whole : namedIn(Body, IsMember))
    Copies.erase(Whole);
  const StmtPtr Result = rewritten(Body, [&](const ExprPtr &E) {
    return IsMember(*E) ? with(E, 0, Copies.at(E->Args[0]->Scalar)) : nullptr;
  });
  return eachBlock(Result, [&](const StmtPtr &Block) {
    std::vector<StmtPtr> All = Block->Body;
    for (StmtPtr &S : All)
      if (S->Locals.size() == 1 && S->Locals[0].Other &&
          Copies.count(*S->Locals[0].Other))
        S = gone(S);
    return All == Block->Body ? Block : withStatements(Block, std::move(All));
  });
}

/// \p Body without groups that nothing names.
static StmtPtr withoutGroups(const Kernel &K, const StmtPtr &Body) {
  const std::set<VarId> Named =
      namedIn(Body, [](const Expr &) { return false; });
  auto IsIdle = [&](const Stmt &S) {
    if (S.K != Stmt::Kind::Declare || S.Locals.size() != 1)
      return false;
    const Local &L = S.Locals[0];
    const auto Made =
        L.Other && L.Init ? groupCall(*unconverted(L.Init)) : std::nullopt;
    return Made && Made->Question.empty() && !Named.count(*L.Other) &&
           !K.Others[*L.Other].Escapes;
  };
  const StmtPtr Result = eachBlock(Body, [&](const StmtPtr &Block) {
    std::vector<StmtPtr> All = Block->Body;
    for (StmtPtr &S : All)
      if (IsIdle(*S))
        S = gone(S);
    return All == Block->Body ? Block : withStatements(Block, std::move(All));
  });
  // A tile named the block.
  return Result == Body ? Body : withoutGroups(K, Result);
}

StmtPtr nameRanks(Kernel &K, const LaunchFacts &Facts) {
  if (K.Blocks)
    return K.Body;
  const Answers All(K, Facts);
  const StmtPtr Body = withoutCopies(K, K.Body);
  return withoutGroups(
      K, rewritten(Body, [&](const ExprPtr &E) { return All.answer(*E); }));
}

} // namespace tessera

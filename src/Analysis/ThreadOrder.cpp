//===- ThreadOrder.cpp - Which axis of a block counts what ----------------===//
#include "tessera/Analysis/ThreadOrder.h"
#include "tessera/Support/Words.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

constexpr llvm::StringLiteral Axes = "xyz";

std::string toString(const ThreadOrder &Order) {
  std::string Text;
  for (unsigned Axis : Order)
    Text += Axes[Axis];
  return Text;
}

std::optional<ThreadOrder> parseThreadOrder(llvm::StringRef Text) {
  ThreadOrder Order = UsersOrder;
  do
    if (Text == toString(Order))
      return Order;
  while (std::next_permutation(Order.begin(), Order.end()));
  return std::nullopt;
}

namespace {

/// Renames the symbols of thread ids and block sizes.
class Renamer {
public:
  explicit Renamer(const ThreadOrder &Order) {
    for (unsigned New = 0; New < 3; ++New)
      NewAxis[Order[New]] = New;
  }

  Polynomial rename(const Polynomial &P) const {
    return P.substitute([&](llvm::StringRef S) -> std::optional<Polynomial> {
      std::optional<std::string> Other = renamed(S);
      return Other ? std::optional(Polynomial::symbol(*Other)) : std::nullopt;
    });
  }

  void rename(Condition &C) const {
    C.Value = rename(C.Value);
    for (Condition &Operand : C.Operands)
      rename(Operand);
  }

  Text rename(const Text &T) const {
    Text Result;
    for (const Piece &P : T) {
      Piece Copy = P;
      std::optional<std::string> Other =
          P.K == Piece::Kind::Builtin ? renamed(P.Spelling) : std::nullopt;
      if (Other) {
        const char *Name = P.Spelling[0] == 't' ? "threadIdx." : "blockDim.";
        Copy.Spelling = *Other;
        Copy.Parts = {Piece::verbatim(Name + Other->substr(1))};
      } else {
        Copy.Parts = rename(P.Parts);
        Copy.Expanded = rename(P.Expanded);
      }
      Result.push_back(std::move(Copy));
    }
    return Result;
  }

  NodePtr rename(const NodePtr &N) const {
    Node Copy = *N;
    for (Text *T : {&Copy.Head, &Copy.Middle, &Copy.Tail, &Copy.Condition})
      *T = rename(*T);
    for (Node::Declarator &D : Copy.Declared)
      D.Initializer = rename(D.Initializer);
    for (NodePtr &Child : Copy.Children)
      Child = rename(Child);
    return std::make_shared<Node>(std::move(Copy));
  }

private:
  std::optional<std::string> renamed(llvm::StringRef Symbol) const {
    if (Symbol.size() != 2 || !llvm::StringRef("tB").contains(Symbol[0]))
      return std::nullopt;
    size_t Axis = Axes.find(Symbol[1]);
    if (Axis == llvm::StringRef::npos)
      return std::nullopt;
    return std::string{Symbol[0], Axes[NewAxis[Axis]]};
  }

  unsigned NewAxis[3]; ///< of the user's axes
};

/// Whether \p T names \p Identifier outside of its holes.
bool mentions(const Text &T, llvm::StringRef Identifier) {
  return llvm::any_of(T, [&](const Piece &P) {
    if (P.K == Piece::Kind::Builtin)
      return false;
    if (P.K != Piece::Kind::Verbatim)
      return mentions(P.Parts, Identifier);
    llvm::StringRef Rest = P.Spelling;
    for (size_t At; (At = Rest.find(Identifier)) != llvm::StringRef::npos;) {
      bool Starts = At == 0 || !isWordCharacter(Rest[At - 1]);
      Rest = Rest.drop_front(At + Identifier.size());
      if (Starts && (Rest.empty() || !isWordCharacter(Rest.front())))
        return true;
    }
    return false;
  });
}

} // namespace

KernelModel withThreadOrder(const KernelModel &K, const ThreadOrder &Order) {
  if (Order == UsersOrder)
    return K;
  const Renamer Names(Order);
  KernelModel Result = K;
  for (AccessInfo &A : Result.Accesses)
    for (Polynomial &S : A.Subscripts)
      S = Names.rename(S);
  for (GuardInfo &G : Result.Guards)
    Names.rename(G.When);
  for (LoopInfo &L : Result.Loops) {
    L.Lower = Names.rename(L.Lower);
    L.Upper = Names.rename(L.Upper);
    L.Ahead = Names.rename(L.Ahead);
    if (L.Stride)
      L.Stride = Names.rename(*L.Stride);
    for (Text *T : {&L.LowerText, &L.UpperText, &L.SecondBound, &L.StrideText})
      *T = Names.rename(*T);
  }
  for (ScalarInfo &S : Result.Scalars)
    if (S.Value)
      S.Value = Names.rename(*S.Value);
  for (Polynomial &P : Result.MustNotBeNegative)
    P = Names.rename(P);
  Result.Body = Names.rename(K.Body);
  return Result;
}

std::string whyNotReordered(const KernelModel &K) {
  if (K.HasBarrier || K.HasShared)
    return "its threads work together";
  if (K.HasHiddenIds)
    return "a macro's body uses threadIdx or blockDim";
  if (K.CalledThreadIds)
    return "a function it calls uses threadIdx or blockDim";
  bool Whole = false;
  walk(K.Body, [&](const NodePtr &N) {
    for (const Text *T : {&N->Head, &N->Middle, &N->Tail, &N->Condition})
      for (llvm::StringRef Name : {"threadIdx", "blockDim"})
        Whole |= mentions(*T, Name);
  });
  return Whole ? "it uses threadIdx or blockDim as a whole" : "";
}

} // namespace tessera

//===- BuiltinIds.cpp - Where a kernel uses threadIdx and its kin ---------===//
#include "tessera/Analysis/BuiltinIds.h"
#include "tessera/Support/Words.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

namespace tessera {

std::optional<unsigned> axisOfId(llvm::StringRef Symbol) {
  if (Symbol.size() != 2 ||
      !llvm::is_contained({'t', 'b', 'B', 'G'}, Symbol[0]))
    return std::nullopt;
  size_t Axis = llvm::StringRef("xyz").find(Symbol[1]);
  return Axis == llvm::StringRef::npos ? std::nullopt
                                       : std::optional(unsigned(Axis));
}

Piece builtinPiece(llvm::StringRef Symbol) {
  const char *Name = llvm::StringSwitch<const char *>(Symbol.take_front())
                         .Case("t", "threadIdx.")
                         .Case("b", "blockIdx.")
                         .Case("B", "blockDim.")
                         .Default("gridDim.");
  return {Piece::Kind::Builtin,
          Symbol.str(),
          0,
          {Piece::verbatim(Name + Symbol.drop_front().str())}};
}

namespace {

using IdChange =
    llvm::function_ref<std::optional<NewId>(llvm::StringRef Symbol)>;

/// Gives built-in variables other values.
class Changer {
public:
  explicit Changer(IdChange Change) : Change(Change) {}

  void change(Polynomial &P) const {
    P = P.substitute([&](llvm::StringRef S) -> std::optional<Polynomial> {
      std::optional<NewId> New = Change(S);
      return New ? std::optional(std::move(New->Value)) : std::nullopt;
    });
  }

  void change(Condition &C) const {
    change(C.Value);
    for (Condition &Operand : C.Operands)
      change(Operand);
  }

  void change(Text &T) const {
    Text Result;
    for (size_t I = 0; I < T.size(); ++I) {
      std::optional<NewId> New =
          T[I].K == Piece::Kind::Builtin ? Change(T[I].Spelling) : std::nullopt;
      if (!New) {
        Result.push_back(T[I]);
        change(Result.back().Parts);
        change(Result.back().Expanded);
        continue;
      }
      const bool Parentheses = New->IsSum && !isWhole(T, I);
      if (Parentheses)
        Result.push_back(Piece::verbatim("("));
      llvm::append_range(Result, New->Spelled);
      if (Parentheses)
        Result.push_back(Piece::verbatim(")"));
    }
    T = std::move(Result);
  }

  NodePtr change(const NodePtr &N) const {
    Node Copy = *N;
    for (Text *T : {&Copy.Head, &Copy.Middle, &Copy.Tail, &Copy.Condition})
      change(*T);
    for (Node::Declarator &D : Copy.Declared)
      change(D.Initializer);
    for (NodePtr &Child : Copy.Children)
      Child = change(Child);
    return std::make_shared<Node>(std::move(Copy));
  }

private:
  /// Whether the piece \p At of \p T is all of an initialiser: `z = @;`.
  static bool isWhole(const Text &T, size_t At) {
    auto Verbatim = [&](size_t I) {
      return I < T.size() && T[I].K == Piece::Kind::Verbatim
                 ? llvm::StringRef(T[I].Spelling)
                 : llvm::StringRef();
    };
    bool Begins = At == 0 || Verbatim(At - 1).rtrim().ends_with(" =");
    llvm::StringRef Behind = Verbatim(At + 1).ltrim();
    return Begins && (At + 1 == T.size() || Behind.starts_with(";") ||
                      Behind.starts_with(","));
  }

  IdChange Change;
};

} // namespace

KernelModel withIds(const KernelModel &K, IdChange Change) {
  const Changer Ids(Change);
  KernelModel Result = K;
  for (AccessInfo &A : Result.Accesses) {
    for (Polynomial &S : A.Subscripts)
      Ids.change(S);
    for (Polynomial &On : A.Value.On)
      Ids.change(On);
  }
  for (GuardInfo &G : Result.Guards)
    Ids.change(G.When);
  for (LoopInfo &L : Result.Loops) {
    for (Polynomial *P : {&L.Lower, &L.Upper, &L.Ahead, &L.Distance})
      Ids.change(*P);
    if (L.Stride)
      Ids.change(*L.Stride);
    for (Text *T : {&L.LowerText, &L.UpperText, &L.SecondBound, &L.StrideText})
      Ids.change(*T);
  }
  for (ScalarInfo &S : Result.Scalars)
    if (S.Value)
      Ids.change(*S.Value);
  for (Polynomial &P : Result.MustNotBeNegative)
    Ids.change(P);
  Result.Body = Ids.change(K.Body);
  return Result;
}

std::vector<Polynomial> polynomialsOf(const KernelModel &K) {
  std::vector<Polynomial> All;
  auto Collect = [&](auto &&Self, const Condition &C) -> void {
    All.push_back(C.Value);
    for (const Condition &Operand : C.Operands)
      Self(Self, Operand);
  };
  for (const AccessInfo &A : K.Accesses)
    llvm::append_range(All, A.Subscripts);
  for (const GuardInfo &G : K.Guards)
    Collect(Collect, G.When);
  for (const LoopInfo &L : K.Loops) {
    All.insert(All.end(), {L.Lower, L.Upper, L.Ahead});
    if (L.Stride)
      All.push_back(*L.Stride);
  }
  return All;
}

bool usesGlobalIndex(const Polynomial &P, unsigned Axis,
                     const LaunchShape &Shape) {
  const std::string Letter(1, "xyz"[Axis]);
  const std::string B = "b" + Letter, T = "t" + Letter, Size = "B" + Letter;
  const Polynomial Known = Shape.Block[Axis] ? Polynomial(*Shape.Block[Axis])
                                             : Polynomial::symbol(Size);
  Polynomial OfIndex =
      P.substitute(Size, Known)
          .substitute(T, Polynomial::symbol(T) - Polynomial::symbol(B) * Known);
  return !OfIndex.mentions(B) && !OfIndex.mentions(Size) &&
         !OfIndex.mentions("G" + Letter);
}

namespace {

/// Looks for ids where no polynomial tells what becomes of them.
class IdFinder {
public:
  IdFinder(const KernelModel &K, unsigned Axis, const LaunchShape &Shape)
      : K(K), Axis("xyz"[Axis]) {
    for (const ScalarInfo &S : K.Scalars)
      Global.push_back(!S.Value || usesGlobalIndex(*S.Value, Axis, Shape));
  }

  bool found(const NodePtr &Body) {
    walk(Body, [&](const NodePtr &N) {
      if (N->K == Node::Kind::Loop && N->Loop && !K.loop(*N->Loop).Opaque)
        return;
      if (N->K == Node::Kind::If && N->Guard &&
          !K.guard(*N->Guard).When.isOpaque())
        return;
      if (N->Declared.empty()) {
        for (const Text *T : {&N->Head, &N->Middle, &N->Tail})
          look(*T);
        return;
      }
      for (const Node::Declarator &D : N->Declared)
        if (!K.Scalars[D.Scalar.Index].Value)
          look(D.Initializer);
    });
    return Found;
  }

private:
  void look(const Text &T) {
    for (const Piece &P : T) {
      if (P.K == Piece::Kind::Builtin)
        Found |= P.Spelling.size() == 2 && P.Spelling[1] == Axis;
      else if (P.K == Piece::Kind::Scalar)
        Found |= !Global[P.Id];
      else if (P.K != Piece::Kind::Access ||
               K.access({P.Id}).Subscripts.empty()) {
        look(P.Parts);
        look(P.Expanded);
      }
    }
  }

  const KernelModel &K;
  const char Axis;
  std::vector<bool> Global; ///< scalars that may stand anywhere
  bool Found = false;
};

} // namespace

bool usesGlobalIndexOnly(const KernelModel &K, unsigned Axis,
                         const LaunchShape &Shape) {
  return llvm::all_of(polynomialsOf(K),
                      [&](const Polynomial &P) {
                        return usesGlobalIndex(P, Axis, Shape);
                      }) &&
         !IdFinder(K, Axis, Shape).found(K.Body);
}

/// Whether \p T names \p Identifier outside of its holes.
static bool mentions(const Text &T, llvm::StringRef Identifier) {
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

bool usesWhole(const KernelModel &K,
               llvm::ArrayRef<llvm::StringRef> Variables) {
  bool Whole = false;
  walk(K.Body, [&](const NodePtr &N) {
    for (const Text *T : {&N->Head, &N->Middle, &N->Tail, &N->Condition})
      for (llvm::StringRef Name : Variables)
        Whole |= mentions(*T, Name);
  });
  return Whole;
}

} // namespace tessera

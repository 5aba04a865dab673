//===- Coarsening.cpp - Several of the user's threads in one --------------===//
#include "tessera/Analysis/Coarsening.h"
#include "tessera/Analysis/BuiltinIds.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

static const char *const Letters[] = {"x", "y", "z"};

static Polynomial symbolOf(char Kind, unsigned Axis) {
  return Polynomial::symbol(Kind + std::string(Letters[Axis]));
}

/// Adds a loop over \p Trip outputs to \p K; its counter is spelled \p Text.
static LoopId addLoop(KernelModel &K, const std::string &Symbol,
                      const std::string &Text, int64_t Trip) {
  LoopInfo L;
  L.Symbol = Symbol;
  L.Name = Text;
  L.Type = "int";
  L.Lower = 0;
  L.Upper = Trip;
  L.UpperOp = "<";
  L.LowerText = {Piece::verbatim("0")};
  L.UpperText = {Piece::verbatim(std::to_string(Trip))};
  L.StepText = "++" + Text;
  L.OverOutputs = true;
  K.Loops.push_back(std::move(L));
  return {unsigned(K.Loops.size() - 1)};
}

/// Adds the loops of \p C and says what the user's ids are.
static void addOutputs(KernelModel &K, Coarsening &C,
                       const std::array<std::optional<int64_t>, 3> &Block) {
  C.Groups = C.Members = std::nullopt;
  const std::string &R = C.Counter;
  const int64_t Groups = C.Factor / C.Width;
  Polynomial Group, Member;
  // The texts are operands of `*`.
  if (Groups > 1) {
    std::string Symbol = C.Width > 1 ? R + "_group" : R;
    std::string Text = "(" + R + " / " + std::to_string(C.Width) + ")";
    C.Groups = addLoop(K, Symbol, C.Width > 1 ? Text : R, Groups);
    Group = Polynomial::symbol(Symbol);
  }
  if (C.Width > 1) {
    std::string Symbol = Groups > 1 ? R + "_member" : R;
    std::string Text = "(" + R + " % " + std::to_string(C.Width) + ")";
    C.Members = addLoop(K, Symbol, Groups > 1 ? Text : R, C.Width);
    Member = Polynomial::symbol(Symbol);
  }
  C.Block = symbolOf('b', C.Axis) * C.Factor;
  C.Thread = symbolOf('t', C.Axis);
  if (C.Width == 1) {
    C.Block += Group;
    return;
  }
  Polynomial Size =
      Block[C.Axis] ? Polynomial(*Block[C.Axis]) : symbolOf('B', C.Axis);
  C.Thread = C.Thread * C.Width + Size * C.Width * Group + Member;
}

CoarsenedKernel
coarsenModel(const KernelModel &Kernel, std::vector<Coarsening> Axes,
             const std::array<std::optional<int64_t>, 3> &Block) {
  CoarsenedKernel Result{Kernel, std::move(Axes)};
  KernelModel &K = Result.Kernel;
  const unsigned UserLoops = K.Loops.size();
  std::vector<LoopId> Outputs;
  for (Coarsening &C : Result.Axes) {
    addOutputs(K, C, Block);
    for (std::optional<LoopId> L : {C.Groups, C.Members})
      if (L)
        Outputs.push_back(*L);
  }
  auto Value = [&](llvm::StringRef Symbol) -> std::optional<Polynomial> {
    for (const Coarsening &C : Result.Axes) {
      if (Symbol == std::string("b") + Letters[C.Axis])
        return C.Block;
      if (Symbol == std::string("t") + Letters[C.Axis])
        return C.Thread;
    }
    return std::nullopt;
  };
  auto Rewrite = [&](Polynomial &P) { P = P.substitute(Value); };
  auto RewriteCondition = [&](auto &&Self, Condition &C) -> void {
    Rewrite(C.Value);
    for (Condition &Operand : C.Operands)
      Self(Self, Operand);
  };
  for (AccessInfo &A : K.Accesses) {
    llvm::for_each(A.Subscripts, Rewrite);
    A.Loops.insert(A.Loops.end(), Outputs.begin(), Outputs.end());
  }
  for (GuardInfo &G : K.Guards)
    RewriteCondition(RewriteCondition, G.When);
  for (unsigned L = 0; L < UserLoops; ++L) {
    Rewrite(K.Loops[L].Lower);
    Rewrite(K.Loops[L].Upper);
  }
  for (ScalarInfo &S : K.Scalars)
    if (S.Value)
      Rewrite(*S.Value);
  return Result;
}

std::vector<Coarsening> interleaved(std::vector<Coarsening> Axes) {
  for (Coarsening &C : Axes)
    C.Width = 1;
  return Axes;
}

Polynomial regroup(const Polynomial &P, const KernelModel &Interleaved,
                   const std::vector<Coarsening> &From,
                   const std::vector<Coarsening> &Axes) {
  Polynomial Result = P;
  for (auto [Old, New] : llvm::zip_equal(From, Axes)) {
    if (New.Width == 1)
      continue;
    // Outputs of the first group and its first member tell how far a thread's
    // neighbour is; the others follow.
    Result = Result.substitute(Interleaved.loop(*Old.Groups).Symbol, 0)
                 .substitute(std::string("t") + Letters[New.Axis], New.Thread);
  }
  return Result;
}

/// Takes those of \p Loops away that stand in a loop which is not among them.
static void dropInner(const NodePtr &N, bool Varies, std::set<LoopId> &Loops) {
  if (N->K == Node::Kind::Loop) {
    if (Varies && N->Loop)
      Loops.erase(*N->Loop);
    Varies |= !N->Loop || !Loops.count(*N->Loop);
  }
  for (const NodePtr &Child : N->Children)
    dropInner(Child, Varies, Loops);
}

std::set<LoopId> loopsAroundOutputs(const CoarsenedKernel &Coarse) {
  const KernelModel &K = Coarse.Kernel;
  std::set<std::string> Varying;
  for (const Coarsening &C : Coarse.Axes)
    for (std::optional<LoopId> L : {C.Groups, C.Members})
      if (L)
        Varying.insert(K.loop(*L).Symbol);
  std::set<std::string> Outputs = Varying;
  std::set<LoopId> Uniform;
  for (unsigned I = 0; I < K.Loops.size(); ++I) {
    const LoopInfo &L = K.Loops[I];
    auto Varies = [&](const std::string &S) { return Varying.count(S); };
    // Of a bound of several parts, the guard has all.
    auto GuardVaries = [&](std::optional<GuardId> G) {
      return G && (K.guard(*G).When.isOpaque() ||
                   llvm::any_of(K.guard(*G).When.symbols(), Varies));
    };
    if (L.Opaque || llvm::any_of(L.Lower.symbols(), Varies) ||
        llvm::any_of(L.Upper.symbols(), Varies) ||
        (L.hasOwnBounds() && GuardVaries(L.Inside)) ||
        GuardVaries(L.SecondInside))
      Varying.insert(L.Symbol);
    else if (!Outputs.count(L.Symbol))
      Uniform.insert({I});
  }
  dropInner(K.Body, /*Varies=*/false, Uniform);
  return Uniform;
}

/// The V, as far as they are known, with `V >= 0` wherever \p C is \p Value.
static std::vector<Polynomial> impliedBy(const Condition &C, bool Value) {
  switch (C.K) {
  case Condition::Kind::NonNegative:
    return {Value ? C.Value : Polynomial(-1) - C.Value};
  case Condition::Kind::Not:
    return impliedBy(C.Operands.front(), !Value);
  case Condition::Kind::And:
  case Condition::Kind::Or: {
    std::vector<Polynomial> Result;
    bool Any = (C.K == Condition::Kind::And) == Value;
    for (bool First = true; const Condition &Operand : C.Operands) {
      std::vector<Polynomial> One = impliedBy(Operand, Value);
      if (Any || First)
        Result.insert(Result.end(), One.begin(), One.end());
      else
        llvm::erase_if(Result, [&](const Polynomial &P) {
          return !llvm::is_contained(One, P);
        });
      First = false;
    }
    return Result;
  }
  default:
    return {};
  }
}

std::optional<Polynomial> guardedExtent(const KernelModel &K, unsigned Axis,
                                        const LaunchShape &Shape) {
  Polynomial Index =
      symbolOf('b', Axis) * symbolOf('B', Axis) + symbolOf('t', Axis);
  std::vector<Polynomial> Common;
  for (bool First = true; const AccessInfo &A : K.Accesses) {
    std::vector<Polynomial> Extents;
    for (const GuardUse &G : A.Guards)
      for (const Polynomial &V : impliedBy(K.guard(G.Guard).When, !G.Negated))
        Extents.push_back(specialise(V + Index + 1, Shape));
    if (First)
      Common = std::move(Extents);
    else
      llvm::erase_if(Common, [&](const Polynomial &P) {
        return !llvm::is_contained(Extents, P);
      });
    First = false;
  }
  auto InParameters = llvm::find_if(Common, [&](const Polynomial &P) {
    return llvm::all_of(P.symbols(), [&](const std::string &Symbol) {
      return llvm::any_of(K.Parameters, [&](const ParameterInfo &Parameter) {
        return Parameter.Symbol == Symbol;
      });
    });
  });
  return InParameters == Common.end() ? std::nullopt
                                      : std::optional(*InParameters);
}

/// Whether \p A is an array of constants, which all outputs of a thread have in
/// common: `const float weight[3] = {0.25f, 0.5f, 0.25f};`
static bool isTable(const KernelModel &K, const ArrayInfo &A) {
  bool Constant = false;
  auto Look = [&](auto &&Self, const Node &N) -> void {
    for (const Node::Declarator &D : N.Declared)
      if (llvm::StringRef(D.Name).split('[').first.ends_with(" " + A.Name))
        Constant = D.Harmless && !D.Initializer.empty() &&
                   llvm::all_of(D.Initializer, [](const Piece &P) {
                     return P.K == Piece::Kind::Verbatim;
                   });
    for (const NodePtr &Child : N.Children)
      Self(Self, *Child);
  };
  Look(Look, *K.Body);
  return A.PointeeConst && Constant;
}

llvm::Error checkCoarsening(const KernelModel &K,
                            const std::vector<Coarsening> &Axes,
                            const LaunchShape &Shape) {
  if (Axes.empty())
    return llvm::Error::success();
  auto Refuse = [&](const char *Why) {
    return reject(DiagKind::UnsupportedStatement, K.NamePlace, K.Name, Why);
  };
  if (K.HasBarrier || K.HasShared || K.HasWarpOperation)
    return Refuse("its threads work together, so that one cannot do the work "
                  "of several");
  if (K.HasHiddenIds)
    return Refuse("a macro's body uses threadIdx or blockIdx");
  if (K.AsksGroups)
    return Refuse("groups of threads tell it which one a thread is");
  for (const ArrayInfo &A : K.Arrays)
    if ((A.K == ArrayInfo::Kind::Local && !isTable(K, A)) || A.Reassigned)
      return Refuse("it has a private array or moves a pointer");
  for (const ScalarInfo &S : K.Scalars)
    if (S.IsParameter ? S.Reassigned : S.Hidden)
      return Refuse("it changes a parameter, or has a variable that cannot "
                    "become several");
  bool UsesGrid = false, DataGuard = false, LateExit = false;
  walk(K.Body, [&](const NodePtr &N) {
    if (N->Guard && K.guard(*N->Guard).When.isOpaque())
      walk(N, [&](const NodePtr &Inner) {
        DataGuard |=
            Inner->K == Node::Kind::Loop ||
            (Inner->K == Node::Kind::Leaf &&
             (Inner->Leaf == Node::LeafKind::Return ||
              llvm::StringRef(spell(Inner->Head)).starts_with("continue")));
      });
    if (N->K == Node::Kind::If && N->Children.front()->Children.size() > 1) {
      const Node &Last = *N->Children.front()->Children.back();
      LateExit |=
          Last.K == Node::Kind::Leaf && Last.Leaf == Node::LeafKind::Return;
    }
    for (const Text *T : {&N->Head, &N->Condition})
      fillHoles(*T, [&](const Piece &P) -> std::optional<Text> {
        UsesGrid |= P.K == Piece::Kind::Builtin && P.Spelling.front() == 'G';
        return std::nullopt;
      });
  });
  if (UsesGrid)
    return Refuse("it uses gridDim");
  if (llvm::any_of(K.Loops, [](const LoopInfo &L) { return L.StartsBefore; }))
    return Refuse("a loop goes on where a variable stands");
  if (llvm::any_of(K.Loops, [](const LoopInfo &L) { return L.ChangedOutside; }))
    return Refuse("something beside a loop changes its counter");
  if (DataGuard)
    return Refuse("a loop or jump depends on data");
  if (LateExit)
    return Refuse("it returns in the middle of a branch");
  for (const Coarsening &C : Axes)
    if (C.Exchange && (C.Width == 1 || Shape.threads() != Shape.Block[C.Axis]))
      return Refuse("only contiguous outputs of blocks with one axis are "
                    "exchanged");
  for (const Coarsening &C : Axes)
    if (C.Width > 1 && !usesGlobalIndexOnly(K, C.Axis, Shape))
      return Refuse("it uses threadIdx apart from blockIdx");
  return llvm::Error::success();
}

} // namespace tessera

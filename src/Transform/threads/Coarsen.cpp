//===- Coarsen.cpp - Several outputs per thread ---------------------------===//
//
// The user's threads that become one thread are independent, so their
// statements may run in any order: each run of statements is executed for all
// outputs before the next one, and loops whose iterations are the same for all
// outputs move outside. What a statement needs of its output is computed where
// it is needed: index variables are declared again, and conditions are tested
// again. Only variables that live from one run to the next become arrays.
//
//===----------------------------------------------------------------------===//
#include "tessera/Transform/TileText.h"
#include "threads/OutputText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace tessera {
namespace {

/// Whether \p Text is a literal of 0, without a sign: `0`, `0.0f`.
bool isZero(llvm::StringRef Text) {
  Text = Text.trim().rtrim("fFlLuU");
  return Text.contains('0') && Text.find_first_not_of("0.") == Text.npos;
}

/// Whether \p N is what stood before statements: comments and directives.
bool isNoStatement(const Node &N) {
  const std::string Text = spell(N.Head);
  return !N.Source && N.K == Node::Kind::Leaf && N.Declared.empty() &&
         llvm::any_of(llvm::ArrayRef{"//", "/*", "#"}, [&](const char *Begin) {
           return llvm::StringRef(Text).starts_with(Begin);
         });
}

class Coarsener {
public:
  Coarsener(const CoarsenedKernel &Coarse, const KernelPlan &Plan,
            const std::set<AccessId> &Staged, const SymbolNames &Symbols,
            NameScope &Names, FirstOutputs *First)
      : Plan(Plan), Names(Names), K(Coarse.Kernel), Axes(Coarse.Axes),
        Staged(Staged), Out(Coarse, Staged, Symbols) {
    Out.First = First;
  }

  NodePtr run(const NodePtr &User) {
    Out.classify(User->Children);
    const NodePtr Body = Out.declaredApart(User);
    spread(Body->Children, {}); // finds out what lives from run to run
    Emit = true;
    Runs = 0;
    return withChildren(*Body, spread(Body->Children, {}));
  }

private:
  //===--- Structure ------------------------------------------------------===//

  bool staysOutside(const Node &N) const {
    return N.K == Node::Kind::Leaf && !N.Declared.empty() &&
           llvm::all_of(N.Declared, [&](const Node::Declarator &D) {
             return Out.Variables.at(D.Scalar.Index).As == OutputRole::Uniform;
           });
  }

  /// \p Children for all outputs.
  std::vector<NodePtr> spread(llvm::ArrayRef<NodePtr> Children, Guards Around) {
    std::vector<NodePtr> Result, Run;
    auto Flush = [&] {
      if (!Run.empty())
        addRun(std::exchange(Run, {}), Around, Result);
    };
    for (const NodePtr &N : Children) {
      if (isEarlyExit(*N)) {
        Flush();
        Around.push_back({N.get(), true});
      } else if (staysOutside(*N)) {
        Flush();
        Result.push_back(Around.empty() ? N : moved(N));
      } else if (Out.leadsToShared(N)) {
        Flush();
        descend(N, Around, Result);
      } else {
        Run.push_back(N);
      }
    }
    Flush();
    return Result;
  }

  void descend(const NodePtr &N, const Guards &Around,
               std::vector<NodePtr> &Into) {
    for (size_t I = 0; I < N->Children.size(); ++I) {
      const NodePtr &Part = N->Children[I];
      llvm::ArrayRef<NodePtr> Inside = OutputText::statementsOf(Part);
      if (N->K == Node::Kind::If) {
        Guards Inner = Around;
        Inner.push_back({N.get(), I == 1});
        const bool Around = std::exchange(Again, false);
        std::vector<NodePtr> Spread = spread(Inside, Inner);
        for (NodePtr &Child : Spread)
          Child = moved(Child);
        // Another branch may have variables of the same names.
        if (std::exchange(Again, Around))
          Spread = {makeBlock(std::move(Spread))};
        llvm::append_range(Into, Spread);
        continue;
      }
      std::vector<NodePtr> Flat = spread(
          N->K == Node::Kind::Block ? OutputText::statementsOf(N) : Inside,
          Around);
      if (N->K == Node::Kind::Block) {
        Into.push_back(withChildren(*N, std::move(Flat)));
        return;
      }
      Into.push_back(withChildren(*N, {makeBlock(std::move(Flat))}));
    }
  }

  //===--- Runs -----------------------------------------------------------===//

  std::set<unsigned> variablesIn(llvm::ArrayRef<NodePtr> Run) const {
    std::set<unsigned> Used;
    for (const NodePtr &N : Run)
      walk(N, [&](const NodePtr &Inner) {
        Out.addVariables(Inner->Head, Used);
        for (const Node::Declarator &D : Inner->Declared)
          if (Out.Variables.count(D.Scalar.Index))
            Used.insert(D.Scalar.Index);
      });
    return Used;
  }

  /// The variables that \p Run needs, but for those it only declares again.
  std::set<unsigned> usedBy(std::vector<NodePtr> Run) const {
    llvm::erase_if(Run, [&](const NodePtr &N) {
      return !N->Declared.empty() &&
             llvm::all_of(N->Declared, [&](const Node::Declarator &D) {
               return Out.Variables.at(D.Scalar.Index).As == OutputRole::Index;
             });
    });
    return variablesIn(Run);
  }

  void addRun(std::vector<NodePtr> Run, const Guards &Around,
              std::vector<NodePtr> &Into) {
    unsigned Number = Runs++;
    if (!Emit) {
      for (const NodePtr &N : Run)
        for (const Node::Declarator &D : N->Declared) {
          Out.Variables[D.Scalar.Index].Run = Number;
          Out.Variables[D.Scalar.Index].Around = Around;
        }
      for (unsigned Id : variablesIn(Run)) {
        Out.Variables[Id].Lives |= Out.Variables[Id].Run != Number;
        Out.Variables[Id].Last = Number;
      }
      return;
    }
    Out.Exchanged = exchange(Run, Number, Into);
    std::vector<NodePtr> Statements;
    for (const NodePtr &N : Run)
      addStatement(N, Into, Statements);
    if (llvm::all_of(Statements,
                     [](const NodePtr &N) { return isNoStatement(*N); })) {
      llvm::append_range(Into, Statements);
      return;
    }
    std::set<unsigned> Used = usedBy(Run);
    if (!Around.empty() && !isHarmless(Run, Around))
      Statements = {makeIf(conditionOf(Around, Used), std::move(Statements))};
    Into.push_back(Out.loops(Out.indexVariables(Used), Statements));
    Out.Exchanged = false;
  }

  /// Gives each thread the results of interleaved outputs if \p Run is to store
  /// them.
  ///
  ///   __shared__ float sum_all[2303];
  ///   for (int r = 0; r < 8; ++r) sum_all[threadIdx.x * 9 + r] = sum[r];
  ///   __syncthreads();
  ///   for (int r = 0; r < 8; ++r) sum[r] = sum_all[r * 288 + threadIdx.x +
  ///   ..];
  bool exchange(llvm::ArrayRef<NodePtr> Run, unsigned Number,
                std::vector<NodePtr> &Into) {
    bool Stores = false;
    for (const NodePtr &N : Run)
      for (AccessId Id : accessesIn(*N))
        Stores |= K.access(Id).writes();
    if (!Axes.front().Exchange || !Stores)
      return false;
    const Coarsening &C = Axes.front();
    int64_t Threads = *Plan.newBlock()[C.Axis];
    Polynomial Thread = Polynomial::symbol(std::string("t") + "xyz"[C.Axis]);
    Polynomial Other = Thread + Polynomial::symbol(C.Counter) * Threads;
    std::vector<NodePtr> Put, Take;
    for (unsigned Id : variablesIn(Run)) {
      const OutputVariable &V = Out.Variables.at(Id);
      if (!V.isArray() || V.Run == Number)
        continue;
      if (V.Last != Number)
        return false;
      TileStage Tile;
      Tile.Name = Names.fresh(V.Declared.Name + "_all");
      Tile.Skew = C.Width;
      Tile.Dimensions.resize(1);
      Tile.Dimensions[0].Extent = Threads * C.Factor;
      Into.push_back(makeLeaf("__shared__ " + elementType(V.Declared) + " " +
                              Tile.Name + "[" +
                              Out.Symbols.expression(Tile.pitch()) + "];"));
      std::string Own = V.Declared.Name + Out.subscripts();
      Put.push_back(
          makeLeaf(cellText(Tile, C.Thread, Out.Symbols) + " = " + Own + ";"));
      Take.push_back(
          makeLeaf(Own + " = " + cellText(Tile, Other, Out.Symbols) + ";"));
    }
    if (Put.empty())
      return false;
    Into.push_back(Out.loops({}, Put));
    Into.push_back(makeBarrier());
    Into.push_back(Out.loops({}, Take));
    return true;
  }

  /// Whether nobody notices if outputs execute \p Run for which the conditions
  /// do not hold: it reads tiles and writes variables that only live there.
  bool isHarmless(llvm::ArrayRef<NodePtr> Run, const Guards &Around) const {
    if (llvm::any_of(K.Accesses,
                     [](const AccessInfo &A) { return !A.Replaceable; }))
      return false;
    bool Harmless = true;
    auto Visit = [&](const Piece &P) {
      Harmless &= P.K != Piece::Kind::Access ||
                  (Staged.count({P.Id}) && !K.access({P.Id}).writes());
    };
    for (const NodePtr &N : Run)
      walk(N, [&](const NodePtr &Inner) {
        Harmless &= Inner->K != Node::Kind::Loop;
        Out.eachHole(Inner->Head, Visit);
        // An integer division may trap.
        std::string Text = spell(Inner->Head);
        Harmless &= Text.find_first_of("/%") == std::string::npos;
      });
    for (unsigned Id : variablesIn(Run)) {
      const OutputVariable &V = Out.Variables.at(Id);
      Harmless &= V.As != OutputRole::Private || V.Around == Around;
    }
    return Harmless;
  }

  std::string conditionOf(const Guards &Around, std::set<unsigned> &Used) {
    std::string All;
    for (const GuardAround &G : Around) {
      Out.addVariables(G.If->Condition, Used);
      std::string One = spell(
          Out.fill(G.Negated ? negatedCondition(*G.If, K) : G.If->Condition));
      if (Around.size() > 1)
        One = "(" + One + ")";
      All += (All.empty() ? "" : " && ") + One;
    }
    return All;
  }

  //===--- Statements -----------------------------------------------------===//

  /// Adds \p N to \p Statements, and to \p Outside what it declares for all
  /// outputs.
  void addStatement(const NodePtr &N, std::vector<NodePtr> &Outside,
                    std::vector<NodePtr> &Statements) {
    if (llvm::all_of(N->Declared, [&](const Node::Declarator &D) {
          const OutputVariable &V = Out.Variables.at(D.Scalar.Index);
          return V.As == OutputRole::Private && !V.Lives;
        })) {
      Statements.push_back(Out.fill(N));
      return;
    }
    for (const Node::Declarator &D : N->Declared) {
      const OutputVariable &V = Out.Variables.at(D.Scalar.Index);
      if (V.As == OutputRole::Private && !V.Lives)
        Statements.push_back(Out.declaration(V));
      if (!V.isArray())
        continue;
      std::string Sizes;
      for (const Coarsening &C : Axes)
        Sizes += "[" + std::to_string(C.Factor) + "]";
      Again |= !Arrays.insert(D.Name).second;
      const bool Zero = D.Arithmetic && isZero(spell(D.Initializer));
      Outside.push_back(serving(makeLeaf(elementType(D) + " " + D.Name + Sizes +
                                         (Zero ? " = {};" : ";")),
                                *N));
      if (D.Initializer.empty() || Zero)
        continue;
      Text Start;
      append(Start, D.Name + Out.subscripts() + " = ");
      append(Start, Out.fill(D.Initializer));
      append(Start, ";");
      Statements.push_back(serving(makeLeaf(std::move(Start)), *N));
    }
  }

  const KernelPlan &Plan;
  NameScope &Names;
  const KernelModel &K;
  const std::vector<Coarsening> &Axes;
  const std::set<AccessId> &Staged;
  OutputText Out;
  std::set<std::string> Arrays; ///< that are declared
  bool Again = false;           ///< one of them was
  unsigned Runs = 0;
  bool Emit = false;
};

} // namespace

NodePtr coarsen(const NodePtr &Body, const CoarsenedKernel &Coarse,
                const KernelPlan &Plan, const std::set<AccessId> &Staged,
                const SymbolNames &Symbols, NameScope &Names,
                FirstOutputs *First) {
  return Coarsener(Coarse, Plan, Staged, Symbols, Names, First).run(Body);
}

} // namespace tessera

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
#include "tessera/Transform/Build.h"
#include "tessera/Transform/TileText.h"
#include "tessera/Transform/Transforms.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace tessera {
namespace {

/// A condition around statements.
struct GuardAround {
  const Node *If;
  bool Negated;
  bool operator==(const GuardAround &) const = default;
};
using Guards = std::vector<GuardAround>;

/// How a variable of the user's thread becomes one of all its outputs.
enum class Role {
  Uniform, ///< the same for all outputs: stays where it is
  Index,   ///< computed from the output: declared again where it is used
  Private, ///< one for each output
};

struct Variable {
  Role As = Role::Private;
  Node::Declarator Declared;
  unsigned Level = 0; ///< of an Index: the innermost axis it depends on
  unsigned Run = 0;   ///< of a Private: where it is declared
  Guards Around;
  bool Lives = false; ///< used in other runs than its own: an array
  unsigned Last = 0;  ///< the last run that uses it
};

class Coarsener {
public:
  Coarsener(const CoarsenedKernel &Coarse, const KernelPlan &Plan,
            const std::set<AccessId> &Staged, NameScope &Names)
      : Plan(Plan), Names(Names), K(Coarse.Kernel), Axes(Coarse.Axes),
        Staged(Staged), Shared(loopsAroundOutputs(Coarse)), Symbols(K) {}

  NodePtr run(const NodePtr &Body) {
    classify(Body->Children);
    spread(Body->Children, {}); // finds out what lives from run to run
    Emit = true;
    Runs = 0;
    return withChildren(*Body, spread(Body->Children, {}));
  }

private:
  //===--- Variables ------------------------------------------------------===//

  /// Visits the holes that stay: a staged access' own are replaced with it.
  void eachHole(const Text &T,
                llvm::function_ref<void(const Piece &)> Visit) const {
    fillHoles(T, [&](const Piece &P) -> std::optional<Text> {
      Visit(P);
      if (P.K == Piece::Kind::Access && Staged.count({P.Id}))
        return Text();
      return std::nullopt;
    });
  }

  /// The axis whose outputs differ in \p P, a built-in variable.
  std::optional<unsigned> axisOf(const Piece &P) const {
    for (unsigned A = 0; A < Axes.size(); ++A)
      if (P.K == Piece::Kind::Builtin && P.Spelling.size() == 2 &&
          (P.Spelling[0] == 't' || P.Spelling[0] == 'b') &&
          P.Spelling[1] == "xyz"[Axes[A].Axis])
        return A;
    return std::nullopt;
  }

  bool isCounter(const std::string &Name) const {
    return llvm::any_of(Shared, [&](LoopId L) {
      return !K.loop(L).Declares && K.loop(L).Name == Name;
    });
  }

  /// Gives every variable its role that is declared where runs are made.
  void classify(llvm::ArrayRef<NodePtr> Children) {
    for (const NodePtr &N : Children) {
      if (N->K == Node::Kind::Leaf)
        classifyLeaf(*N);
      else if (leadsToShared(N))
        for (const NodePtr &Part : N->Children)
          classify(statementsOf(Part));
    }
  }

  void classifyLeaf(const Node &N) {
    std::vector<ScalarId> Fixed;
    bool AllUniform = true;
    for (const Node::Declarator &D : N.Declared) {
      Variable V;
      V.Declared = D;
      bool Varies = false;
      bool Known = D.Harmless && !K.Scalars[D.Scalar.Index].Reassigned;
      eachHole(D.Initializer, [&](const Piece &P) {
        if (std::optional<unsigned> Axis = axisOf(P)) {
          Varies = true;
          V.Level = std::max(V.Level, *Axis);
        }
        auto It =
            P.K == Piece::Kind::Scalar ? Variables.find(P.Id) : Variables.end();
        if (It == Variables.end())
          return;
        Known &= It->second.As != Role::Private;
        Varies |= It->second.As == Role::Index;
        V.Level = std::max(V.Level, It->second.Level);
      });
      bool Same = (Known && !Varies) || isCounter(D.Name);
      V.As = Same ? Role::Uniform : Known ? Role::Index : Role::Private;
      AllUniform &= Same;
      if (Same)
        Fixed.push_back(D.Scalar);
      Variables[D.Scalar.Index] = std::move(V);
      Order.push_back(D.Scalar.Index);
    }
    // A declaration stays as a whole or not at all.
    if (!AllUniform)
      for (ScalarId Id : Fixed)
        Variables[Id.Index].As = Role::Index;
  }

  //===--- Structure ------------------------------------------------------===//

  static llvm::ArrayRef<NodePtr> statementsOf(const NodePtr &N) {
    if (N->K == Node::Kind::Block)
      return N->Children;
    return N;
  }

  bool leadsToShared(const NodePtr &N) const {
    bool Found = false;
    walk(N, [&](const NodePtr &Inner) {
      Found |= Inner->Loop && Shared.count(*Inner->Loop);
    });
    return Found;
  }

  bool staysOutside(const Node &N) const {
    return N.K == Node::Kind::Leaf && !N.Declared.empty() &&
           llvm::all_of(N.Declared, [&](const Node::Declarator &D) {
             return Variables.at(D.Scalar.Index).As == Role::Uniform;
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
      } else if (leadsToShared(N)) {
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
      llvm::ArrayRef<NodePtr> Inside = statementsOf(Part);
      if (N->K == Node::Kind::If) {
        Guards Inner = Around;
        Inner.push_back({N.get(), I == 1});
        for (const NodePtr &Child : spread(Inside, Inner))
          Into.push_back(moved(Child));
        continue;
      }
      std::vector<NodePtr> Flat =
          spread(N->K == Node::Kind::Block ? statementsOf(N) : Inside, Around);
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
    auto Visit = [&](const Piece &P) {
      if (P.K == Piece::Kind::Scalar && Variables.count(P.Id))
        Used.insert(P.Id);
    };
    for (const NodePtr &N : Run)
      walk(N, [&](const NodePtr &Inner) {
        eachHole(Inner->Head, Visit);
        for (const Node::Declarator &D : Inner->Declared)
          if (Variables.count(D.Scalar.Index))
            Used.insert(D.Scalar.Index);
      });
    return Used;
  }

  void addRun(std::vector<NodePtr> Run, const Guards &Around,
              std::vector<NodePtr> &Into) {
    unsigned Number = Runs++;
    if (!Emit) {
      for (const NodePtr &N : Run)
        for (const Node::Declarator &D : N->Declared) {
          Variables[D.Scalar.Index].Run = Number;
          Variables[D.Scalar.Index].Around = Around;
        }
      for (unsigned Id : variablesIn(Run)) {
        Variables[Id].Lives |= Variables[Id].Run != Number;
        Variables[Id].Last = Number;
      }
      return;
    }
    Exchanged = exchange(Run, Number, Into);
    std::vector<NodePtr> Statements;
    for (const NodePtr &N : Run)
      addStatement(N, Into, Statements);
    if (Statements.empty())
      return;
    std::set<unsigned> Used = variablesIn(Run);
    if (!Around.empty() && !isHarmless(Run, Around))
      Statements = {makeIf(conditionOf(Around, Used), std::move(Statements))};
    Into.push_back(loops(0, indexVariables(Used), Statements));
    Exchanged = false;
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
    std::vector<NodePtr> Out, In;
    for (unsigned Id : variablesIn(Run)) {
      const Variable &V = Variables.at(Id);
      if (!isArray(V) || V.Run == Number)
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
                              Symbols.expression(Tile.pitch()) + "];"));
      std::string Own = V.Declared.Name + subscripts();
      Out.push_back(
          makeLeaf(cellText(Tile, C.Thread, Symbols) + " = " + Own + ";"));
      In.push_back(
          makeLeaf(Own + " = " + cellText(Tile, Other, Symbols) + ";"));
    }
    if (Out.empty())
      return false;
    Into.push_back(loops(0, {}, Out));
    Into.push_back(makeBarrier());
    Into.push_back(loops(0, {}, In));
    return true;
  }

  static std::string elementType(const Node::Declarator &D) {
    llvm::StringRef Type = D.Type;
    Type.consume_front("const ");
    return Type.str();
  }

  /// Whether nobody notices if outputs execute \p Run for which the conditions
  /// do not hold: it reads tiles and writes variables that only live there.
  bool isHarmless(llvm::ArrayRef<NodePtr> Run, const Guards &Around) const {
    if (llvm::any_of(K.Accesses,
                     [](const AccessInfo &A) { return !A.Replaceable; }))
      return false;
    bool Harmless = true;
    auto Visit = [&](const Piece &P) {
      Harmless &= P.K != Piece::Kind::Access || Staged.count({P.Id});
    };
    for (const NodePtr &N : Run)
      walk(N, [&](const NodePtr &Inner) {
        Harmless &= Inner->K != Node::Kind::Loop;
        eachHole(Inner->Head, Visit);
        // An integer division may trap.
        std::string Text = spell(Inner->Head);
        Harmless &= Text.find_first_of("/%") == std::string::npos;
      });
    for (unsigned Id : variablesIn(Run)) {
      const Variable &V = Variables.at(Id);
      Harmless &= V.As != Role::Private || V.Around == Around;
    }
    return Harmless;
  }

  std::string conditionOf(const Guards &Around, std::set<unsigned> &Used) {
    std::string All;
    for (const GuardAround &G : Around) {
      eachHole(G.If->Condition, [&](const Piece &P) {
        if (P.K == Piece::Kind::Scalar && Variables.count(P.Id))
          Used.insert(P.Id);
      });
      std::string One =
          spell(fill(G.Negated ? negatedCondition(*G.If, K) : G.If->Condition));
      if (Around.size() > 1)
        One = "(" + One + ")";
      All += (All.empty() ? "" : " && ") + One;
    }
    return All;
  }

  /// The index variables that \p Used need, in the order of declaration, and
  /// those they are computed from.
  std::vector<const Variable *> indexVariables(std::set<unsigned> Used) const {
    std::vector<unsigned> Work(Used.begin(), Used.end());
    while (!Work.empty()) {
      const Variable &V = Variables.at(Work.back());
      Work.pop_back();
      if (V.As == Role::Index)
        eachHole(V.Declared.Initializer, [&](const Piece &P) {
          if (P.K == Piece::Kind::Scalar && Variables.count(P.Id) &&
              Used.insert(P.Id).second)
            Work.push_back(P.Id);
        });
    }
    std::vector<const Variable *> Needed;
    for (unsigned Id : Order)
      if (Used.count(Id) && Variables.at(Id).As == Role::Index)
        Needed.push_back(&Variables.at(Id));
    return Needed;
  }

  /// The loops over outputs from axis \p Level inwards.
  NodePtr loops(unsigned Level, const std::vector<const Variable *> &Index,
                const std::vector<NodePtr> &Statements) const {
    const Coarsening &C = Axes[Level];
    std::vector<NodePtr> Inside;
    for (const Variable *V : Index)
      if (V->Level == Level)
        Inside.push_back(declaration(*V));
    if (Level + 1 < Axes.size())
      Inside.push_back(loops(Level + 1, Index, Statements));
    else
      Inside.insert(Inside.end(), Statements.begin(), Statements.end());
    bool Simple = Inside.size() == 1 && Inside.front()->Declared.empty() &&
                  Inside.front()->K != Node::Kind::If;
    Node Loop = *makeLoop(unrolledHeader(C.Counter, C.Factor),
                          Simple ? Inside.front() : makeBlock(Inside));
    Loop.Loop = C.Groups ? C.Groups : C.Members;
    return std::make_shared<Node>(std::move(Loop));
  }

  //===--- Statements -----------------------------------------------------===//

  std::string subscripts() const {
    std::string Text;
    for (const Coarsening &C : Axes)
      Text += "[" + C.Counter + "]";
    return Text;
  }

  /// What fills the hole \p P for one output.
  std::optional<Text> filling(const Piece &P) const {
    if (std::optional<unsigned> Axis = axisOf(P)) {
      const Coarsening &C = Axes[*Axis];
      Polynomial Value = P.Spelling[0] == 'b' ? C.Block : C.Thread;
      if (Exchanged) // interleaved
        Value = P.Spelling[0] == 'b' ? C.Block + Polynomial::symbol(C.Counter)
                                     : Polynomial::symbol(P.Spelling);
      std::string Spelled = Symbols.expression(Value);
      bool Simple = Spelled.find(' ') == std::string::npos;
      return Text{Piece::verbatim(Simple ? Spelled : "(" + Spelled + ")")};
    }
    if (P.K != Piece::Kind::Scalar)
      return std::nullopt;
    auto It = Variables.find(P.Id);
    if (It == Variables.end() || !isArray(It->second))
      return std::nullopt;
    return Text{Piece::verbatim(P.Spelling + subscripts())};
  }

  Text fill(const Text &T) const {
    return fillHoles(T, [&](const Piece &P) { return filling(P); });
  }

  NodePtr fill(const NodePtr &N) const {
    return fillAccesses(N, [&](const Piece &P) { return filling(P); });
  }

  static bool isArray(const Variable &V) {
    return V.As == Role::Private && V.Lives;
  }

  /// `int row = ..;` for the current output.
  NodePtr declaration(const Variable &V) const {
    Node N;
    N.Leaf = Node::LeafKind::Declaration;
    append(N.Head, V.Declared.Type + " " + V.Declared.Name);
    if (!V.Declared.Initializer.empty()) {
      append(N.Head, " = ");
      append(N.Head, fill(V.Declared.Initializer));
    }
    append(N.Head, ";");
    N.Declared.push_back(V.Declared);
    return std::make_shared<Node>(std::move(N));
  }

  /// Adds \p N to \p Statements, and to \p Outside what it declares for all
  /// outputs.
  void addStatement(const NodePtr &N, std::vector<NodePtr> &Outside,
                    std::vector<NodePtr> &Statements) const {
    if (llvm::all_of(N->Declared, [&](const Node::Declarator &D) {
          const Variable &V = Variables.at(D.Scalar.Index);
          return V.As == Role::Private && !V.Lives;
        })) {
      Statements.push_back(fill(N));
      return;
    }
    for (const Node::Declarator &D : N->Declared) {
      const Variable &V = Variables.at(D.Scalar.Index);
      if (V.As == Role::Private && !V.Lives)
        Statements.push_back(declaration(V));
      if (!isArray(V))
        continue;
      std::string Sizes;
      for (const Coarsening &C : Axes)
        Sizes += "[" + std::to_string(C.Factor) + "]";
      Outside.push_back(makeLeaf(elementType(D) + " " + D.Name + Sizes + ";"));
      if (D.Initializer.empty())
        continue;
      Text Start;
      append(Start, D.Name + subscripts() + " = ");
      append(Start, fill(D.Initializer));
      append(Start, ";");
      Statements.push_back(makeLeaf(std::move(Start)));
    }
  }

  const KernelPlan &Plan;
  NameScope &Names;
  const KernelModel &K;
  const std::vector<Coarsening> &Axes;
  const std::set<AccessId> &Staged;
  const std::set<LoopId> Shared;
  const SymbolNames Symbols;
  std::map<unsigned, Variable> Variables; ///< by ScalarId
  std::vector<unsigned> Order;            ///< of their declarations
  unsigned Runs = 0;
  bool Emit = false;
  bool Exchanged = false; ///< the current run has interleaved outputs
};

} // namespace

NodePtr coarsen(const NodePtr &Body, const CoarsenedKernel &Coarse,
                const KernelPlan &Plan, const std::set<AccessId> &Staged,
                NameScope &Names) {
  return Coarsener(Coarse, Plan, Staged, Names).run(Body);
}

} // namespace tessera

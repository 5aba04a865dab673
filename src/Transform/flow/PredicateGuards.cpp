//===- PredicateGuards.cpp - From control flow to predicates --------------===//
//
// Walks down to the loops that must become uniform. On the way a guard is
// evaluated once, where the user had it, and kept in a `const bool`; what it
// guarded is guarded by that. Declarations stay visible: they move out of the
// guard, with a neutral value where their own must not be computed.
//
//===----------------------------------------------------------------------===//
#include "tessera/Analysis/InstanceSpace.h"
#include "tessera/Transform/Build.h"
#include "tessera/Transform/Transforms.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace tessera {
namespace {

class Predicator {
public:
  Predicator(const KernelModel &Kernel, const std::set<LoopId> &Loops,
             NameScope &Names)
      : Kernel(Kernel), Loops(Loops), Names(Names) {}

  /// \p Children under the predicate \p P; empty: unconditional.
  std::vector<NodePtr> flatten(llvm::ArrayRef<NodePtr> Children,
                               std::string P) {
    std::vector<NodePtr> Result, Guarded;
    auto Flush = [&] {
      if (!Guarded.empty())
        Result.push_back(makeIf(P, std::exchange(Guarded, {})));
    };
    for (size_t I = 0; I < Children.size(); ++I) {
      const NodePtr &Child = Children[I];
      bool Later = llvm::any_of(Children.drop_front(I + 1),
                                [&](auto &N) { return leadsToLoop(N); });
      if (isEarlyExit(*Child) && (Later || !P.empty())) {
        Flush();
        if (P.empty() && isOfBlock(*Child)) {
          Result.push_back(Child);
          continue;
        }
        P = predicate(*Child, P, /*Negated=*/true, Result);
        continue;
      }
      if (isLateExit(*Child) && (Later || !P.empty() || leadsToLoop(Child))) {
        Flush();
        P = leave(*Child, P, Result);
        continue;
      }
      if (leadsToLoop(Child)) {
        Flush();
        bool Splice = I + 1 == Children.size() &&
                      !sharesNames(Children.take_front(I), *Child);
        descend(Child, P, Splice, Result);
        continue;
      }
      if (P.empty()) {
        Result.push_back(Child);
      } else if (Child->K == Node::Kind::Leaf &&
                 Child->Leaf == Node::LeafKind::Declaration) {
        Flush();
        declare(Child, P, Result);
      } else {
        Guarded.push_back(Child);
      }
    }
    Flush();
    return Result;
  }

private:
  /// Whether the condition of \p If is the same for all threads of a block:
  /// they leave together, or none does.
  bool isOfBlock(const Node &If) const {
    if (!If.Guard || Kernel.guard(*If.Guard).When.isOpaque())
      return false;
    return llvm::none_of(
        Kernel.guard(*If.Guard).When.symbols(), [&](const std::string &S) {
          return isThreadDim(S) ||
                 llvm::any_of(Kernel.Loops,
                              [&](const LoopInfo &L) { return L.Symbol == S; });
        });
  }

  bool leadsToLoop(const NodePtr &N) const {
    bool Found = false;
    walk(N, [&](const NodePtr &Inner) {
      Found |= Inner->Loop && Loops.count(*Inner->Loop);
    });
    return Found;
  }

  /// Declares the predicate of the branch \p If under \p P.
  std::string predicate(const Node &If, const std::string &P, bool Negated,
                        std::vector<NodePtr> &Into,
                        llvm::StringRef Wanted = "active") {
    std::string Name = Names.fresh(Wanted);
    Text Declaration;
    append(Declaration, "const bool " + Name + " = ");
    if (!P.empty())
      append(Declaration, P + " && ");
    append(Declaration, P.empty() ? "" : "(");
    append(Declaration, Negated ? negatedCondition(If, Kernel) : If.Condition);
    append(Declaration, P.empty() ? ";" : ");");
    keepComments(If, Into);
    Into.push_back(makeLeaf(std::move(Declaration)));
    return Name;
  }

  /// `if (c) { work; return; }` under \p P.
  ///
  /// \returns the predicate of what follows.
  std::string leave(const Node &If, const std::string &P,
                    std::vector<NodePtr> &Into) {
    std::string Leaves = predicate(If, P, /*Negated=*/false, Into, "leaves");
    llvm::ArrayRef<NodePtr> Work = If.Children.front()->Children;
    Work = Work.drop_back();
    if (leadsToLoop(If.Children.front()))
      Into.push_back(makeBlock(flatten(Work, Leaves)));
    else
      Into.push_back(makeIf(Leaves, Work.vec()));
    return P.empty() ? "!" + Leaves : P + " && !" + Leaves;
  }

  /// A declaration that stays visible although its value is guarded.
  static void declare(const NodePtr &N, const std::string &P,
                      std::vector<NodePtr> &Into) {
    if (llvm::all_of(N->Declared,
                     [](const Node::Declarator &D) { return D.Harmless; })) {
      Into.push_back(N);
      return;
    }
    keepComments(*N, Into);
    for (const Node::Declarator &D : N->Declared) {
      Text Declaration;
      append(Declaration, D.Type.empty() ? D.Name : D.Type + " " + D.Name);
      if (!D.Initializer.empty()) {
        append(Declaration, " = ");
        if (D.Harmless) {
          append(Declaration, D.Initializer);
        } else {
          append(Declaration, P + " ? ");
          append(Declaration, D.Initializer);
          append(Declaration, D.Arithmetic ? " : 0" : " : " + D.Type + "()");
        }
      }
      append(Declaration, ";");
      if (&D == &N->Declared.back())
        append(Declaration, N->Tail);
      Into.push_back(makeLeaf(std::move(Declaration)));
    }
  }

  /// Whether a variable of \p Branch hides one of \p Siblings.
  static bool sharesNames(llvm::ArrayRef<NodePtr> Siblings,
                          const Node &Branch) {
    std::set<std::string> Outer;
    for (const NodePtr &N : Siblings)
      for (const Node::Declarator &D : N->Declared)
        Outer.insert(D.Name);
    for (const NodePtr &Part : Branch.Children)
      for (const NodePtr &N : Part->Children)
        for (const Node::Declarator &D : N->Declared)
          if (Outer.count(D.Name))
            return true;
    return false;
  }

  /// \p Splice: what a branch declares may move into the block around it.
  void descend(const NodePtr &N, const std::string &P, bool Splice,
               std::vector<NodePtr> &Into) {
    switch (N->K) {
    case Node::Kind::Loop:
      Into.push_back(loop(*N, P));
      return;
    case Node::Kind::Block:
      Into.push_back(withChildren(*N, flatten(N->Children, P)));
      return;
    case Node::Kind::If:
      branch(*N, P, Splice, Into);
      return;
    case Node::Kind::Leaf:
      llvm_unreachable("a leaf has no loop inside");
    }
  }

  NodePtr loop(const Node &N, const std::string &P) {
    const NodePtr &Body = N.Children.front();
    std::vector<NodePtr> Inside = Body->K == Node::Kind::Block
                                      ? Body->Children
                                      : std::vector<NodePtr>{Body};
    bool Innermost = !leadsToLoop(Body);
    if (Innermost && P.empty())
      return std::make_shared<Node>(N);
    if (Innermost)
      return withChildren(N, {makeBlock({guard(P, Body)})});
    std::vector<NodePtr> Flat = flatten(Inside, P);
    return withChildren(N, {Body->K == Node::Kind::Block
                                ? withChildren(*Body, std::move(Flat))
                                : makeBlock(std::move(Flat))});
  }

  /// `if (P) body`, keeping the user's braces.
  static NodePtr guard(const std::string &P, const NodePtr &Body) {
    NodePtr If = makeIf(P, {Body});
    return withChildren(*If, {Body});
  }

  void branch(const Node &N, const std::string &P, bool Splice,
              std::vector<NodePtr> &Into) {
    std::string Taken = predicate(N, P, /*Negated=*/false, Into);
    std::string NotTaken = P.empty() ? "!" + Taken : P + " && !" + Taken;
    const std::string *Predicates[] = {&Taken, &NotTaken};
    for (size_t I = 0; I < N.Children.size(); ++I) {
      const NodePtr &Part = N.Children[I];
      if (!leadsToLoop(Part)) {
        Into.push_back(guard(*Predicates[I], Part));
        continue;
      }
      std::vector<NodePtr> Inside = Part->K == Node::Kind::Block
                                        ? Part->Children
                                        : std::vector<NodePtr>{Part};
      std::vector<NodePtr> Flat = flatten(Inside, *Predicates[I]);
      if (Splice && N.Children.size() == 1)
        for (const NodePtr &Inner : Flat)
          Into.push_back(moved(Inner));
      else
        Into.push_back(makeBlock(std::move(Flat)));
    }
  }

  const KernelModel &Kernel;
  const std::set<LoopId> &Loops;
  NameScope &Names;
};

} // namespace

NodePtr predicateGuards(const NodePtr &Body, const KernelModel &Kernel,
                        const std::set<LoopId> &Loops, NameScope &Names) {
  return withChildren(
      *Body, Predicator(Kernel, Loops, Names).flatten(Body->Children, ""));
}

} // namespace tessera

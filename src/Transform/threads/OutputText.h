//===- OutputText.h - Statements for one output of a thread ---------------===//
//
// What a statement of the user's thread needs of its output is computed where
// it is needed: index variables are declared again, for the output that the
// counters say. Only variables that live from one run of statements to the next
// become arrays.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_TRANSFORM_THREADS_OUTPUTTEXT_H
#define TESSERA_TRANSFORM_THREADS_OUTPUTTEXT_H

#include "tessera/Transform/Build.h"
#include "tessera/Transform/Transforms.h"

namespace tessera {

class FirstOutputs;

/// A condition around statements.
struct GuardAround {
  const Node *If;
  bool Negated;
  bool operator==(const GuardAround &) const = default;
};
using Guards = std::vector<GuardAround>;

/// How a variable of the user's thread becomes one of all its outputs.
enum class OutputRole {
  Uniform, ///< the same for all outputs: stays where it is
  Index,   ///< computed from the output: declared again where it is used
  Private, ///< one for each output
};

struct OutputVariable {
  OutputRole As = OutputRole::Private;
  Node::Declarator Declared;
  std::optional<SourceRange> Source; ///< of the declaration
  unsigned Level = 0; ///< of an Index: the innermost axis it depends on
  unsigned Run = 0;   ///< of a Private: where it is declared
  Guards Around;
  bool Lives = false; ///< used in other runs than its own: an array
  unsigned Last = 0;  ///< the last run that uses it

  bool isArray() const { return As == OutputRole::Private && Lives; }
};

/// The outputs along one axis for which statements stand.
struct OutputRange {
  int64_t First = 0, Count = 1;
};

class OutputText {
public:
  OutputText(const CoarsenedKernel &Coarse, std::set<AccessId> Staged,
             const SymbolNames &Symbols)
      : K(Coarse.Kernel), Axes(Coarse.Axes), Staged(std::move(Staged)),
        Shared(loopsAroundOutputs(Coarse)), Symbols(Symbols) {
    for (const Coarsening &C : Axes)
      Ranges.push_back({0, C.Factor});
  }

  /// Gives every variable its role that is declared where runs are made.
  void classify(llvm::ArrayRef<NodePtr> Children);
  /// \p N with a statement for each variable of a declaration of some that are
  /// the same for all outputs and some that are not: `int x = .., y = ..;`.
  NodePtr declaredApart(const NodePtr &N) const;
  /// Whether \p N is, or has, a loop that outputs move into.
  bool leadsToShared(const NodePtr &N) const;

  /// Visits the holes that stay: a staged access' own are replaced with it.
  void eachHole(const Text &T,
                llvm::function_ref<void(const Piece &)> Visit) const;
  /// The classified variables in \p T, added to \p Used.
  void addVariables(const Text &T, std::set<unsigned> &Used) const;
  /// The index variables that \p Used need, in the order of declaration, and
  /// those they are computed from.
  std::vector<const OutputVariable *>
  indexVariables(std::set<unsigned> Used) const;
  /// Whether two of those have the same name: they are visible in other places.
  bool haveSameName(const std::set<unsigned> &Used) const;
  /// The axes that \p V, an Index, depends on.
  std::set<unsigned> axesOf(const OutputVariable &V) const;

  /// \p T for the output that counters, and ranges of one output, say.
  Text fill(const Text &T) const;
  NodePtr fill(const NodePtr &N) const;
  /// \p P for the output that ranges of one output say.
  Polynomial valueOf(Polynomial P) const;
  /// `int row = ..;` for the current output.
  NodePtr declaration(const OutputVariable &V) const;
  /// `[r][c]`
  std::string subscripts() const;
  /// The loops over outputs around \p Statements, and the variables \p Index
  /// in them.
  NodePtr loops(const std::vector<const OutputVariable *> &Index,
                const std::vector<NodePtr> &Statements) const;

  static llvm::ArrayRef<NodePtr> statementsOf(const NodePtr &N) {
    return N->K == Node::Kind::Block ? llvm::ArrayRef(N->Children)
                                     : llvm::ArrayRef(N);
  }

  const KernelModel &K;
  const std::vector<Coarsening> &Axes;
  const std::set<AccessId> Staged;
  const std::set<LoopId> Shared;
  const SymbolNames Symbols;
  std::map<unsigned, OutputVariable> Variables; ///< by ScalarId
  std::vector<unsigned> Order;                  ///< of their declarations
  std::vector<OutputRange> Ranges;              ///< by axis
  bool Unroll = true;
  bool Exchanged = false; ///< outputs are interleaved
  /// The text of statements is used before them: what all of them declare is
  /// declared again, but for what is visible there.
  bool Ahead = false;
  std::set<unsigned> Visible; ///< by ScalarId
  /// What is counted from the first output, and not declared again.
  FirstOutputs *First = nullptr;
  /// Counters that have one value, by name.
  std::map<std::string, Text> Counters;

private:
  void classifyLeaf(const Node &N);
  bool isDeclaredAgain(const OutputVariable &V) const;
  bool isCounter(const std::string &Name) const;
  std::optional<unsigned> axisOf(const Piece &P) const;
  std::optional<Text> filling(const Piece &P) const;
  Polynomial valueOf(Polynomial P, unsigned Axis) const;
  std::string counterOf(unsigned Axis) const;
  NodePtr loopsFrom(unsigned Level,
                    const std::vector<const OutputVariable *> &Index,
                    const std::vector<NodePtr> &Statements) const;
};

/// \p Element without `+ (-1)` and `+ 0`.
std::string tidy(std::string Element);

/// `float` of `const float`.
std::string elementType(const Node::Declarator &D);

} // namespace tessera

#endif

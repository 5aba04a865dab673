//===- WindowMoves.h - Between arrays and windows of registers ------------===//
#ifndef TESSERA_TRANSFORM_REGISTERS_WINDOWMOVES_H
#define TESSERA_TRANSFORM_REGISTERS_WINDOWMOVES_H

#include "threads/FirstOutputs.h"

namespace tessera {

/// Spells what loads and stores the windows of an interior path.
class WindowMoves {
public:
  /// \param Text the outputs on the path, \p Body what they execute; both may
  ///        change until moves are added.
  WindowMoves(const OutputText &Text, const NodePtr &Body,
              const KernelPlan &Plan, NameScope &Names);

  /// `__align__(16) float in_reg[4][12];`
  NodePtr declare(const RegisterWindow &W) const;
  /// `in_reg[r + 1][4]`
  static std::string cell(const RegisterWindow &W, const std::string &Row,
                          const std::string &Column);
  /// Adds \p Moves of \p W to \p Into; those for the same outputs share a loop.
  void add(const RegisterWindow &W, std::vector<RegisterMove> Moves,
           bool IsStore, std::vector<NodePtr> &Into);
  /// Adds to \p Into what moves the cells of \p W, which slides, on.
  void slide(const RegisterWindow &W, std::vector<NodePtr> &Into);
  /// The functions that the moves added so far call.
  std::vector<NodePtr> functions() const;

  /// Whether index variables that \p Used need have one of \p Counters.
  bool dependsOn(const std::set<unsigned> &Used,
                 const CounterValues &Counters) const;
  std::map<std::string, tessera::Text>
  byName(const CounterValues &Counters) const;

  /// What holds if no end of a row lies in the thread.
  std::vector<std::string> WholeRows;

private:
  /// The type of elements, and how many are moved at once.
  using Vector = std::pair<std::string, int64_t>;

  OutputText nestOf(const RegisterMove &M) const;
  bool isFree(const RegisterMove &M) const;
  std::string insideOf(const OutputText &Nest, std::set<unsigned> &Used) const;
  NodePtr guarded(const RegisterWindow &W, llvm::ArrayRef<RegisterMove> Moves,
                  bool IsStore) const;
  NodePtr move(const RegisterWindow &W, const RegisterMove &M,
               const tessera::Text &Element, bool IsStore);
  NodePtr scalar(const RegisterWindow &W, const RegisterMove &M,
                 const tessera::Text &Element, bool IsStore,
                 const std::string &Output = "") const;
  NodePtr assign(const RegisterMove &M, const std::string &Cell,
                 const std::string &Place, bool IsStore) const;
  std::string registerOf(const RegisterWindow &W, const RegisterMove &M,
                         const std::string &Output = "") const;
  const Piece *find(AccessId Id) const;
  std::string typeOf(const Vector &V) const;
  std::string parametersOf(const Vector &V) const;
  std::string rowFunction(const Vector &V, const RegisterMove &M);

  const OutputText &Text;
  const NodePtr &Body;
  const KernelModel &K;
  const KernelPlan &Plan;
  const InteriorPath &Path;
  NameScope &Names;
  /// At the ends of rows, by the first output.
  std::map<std::pair<Vector, int64_t>, unsigned> Rows;
  /// Of functions that move them; empty where there is none.
  std::map<std::pair<Vector, int64_t>, std::string> RowNames;
  std::vector<NodePtr> Functions;
  std::string Counter; ///< of loops over what one output moves
};

/// \p Statements with a loop, unrolled, for each many in a row that differ in
/// numbers that grow by the same from one to the next.
std::vector<NodePtr> rolled(llvm::ArrayRef<NodePtr> Statements,
                            const std::string &Counter);
/// \p Loads, in any order, with one loop for those over the same outputs.
std::vector<NodePtr> withSharedLoops(llvm::ArrayRef<NodePtr> Loads);

} // namespace tessera

#endif

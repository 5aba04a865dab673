//===- InteriorPath.h - Threads all of whose outputs are inside -----------===//
//
// Where the conditions around a kernel's work hold for all outputs of a thread,
// it tests them once, and knows what it reads: that is loaded to registers
// before anything is computed, neighbours as vectors, each element once.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_PLAN_INTERIORPATH_H
#define TESSERA_PLAN_INTERIORPATH_H

#include "tessera/Analysis/Coarsening.h"
#include "tessera/Model/KernelModel.h"
#include "llvm/Support/Error.h"

namespace tessera {

struct Program;

/// A value of a loop's counter, and how C code spells it: with parentheses, or
/// in one word.
struct CounterValue {
  Polynomial Value;
  Text Spelled;
  bool operator==(const CounterValue &) const = default;
};
using CounterValues = std::map<LoopId, CounterValue>;

CounterValue knownCounter(int64_t Value);

/// A condition that is tested for one output: along each axis of the plan's
/// outputs the first, or the last.
struct CornerTest {
  Text Condition;
  std::vector<bool> Last;
  CounterValues Counters; ///< of loops around it
};

/// Something holds for all outputs where it is tested for one, or for either of
/// two: `i != k` where `i_first > k || i_last < k`.
struct InteriorTest {
  std::vector<CornerTest> OneOf;
  GuardId Guard; ///< what it is part of
  /// What it says: these are not negative for all outputs.
  std::vector<Polynomial> NotNegative;
  /// The axis of the outputs that decides, if there is one only.
  std::optional<unsigned> Axis;
};

/// An access that moves elements between an array and registers, for some
/// outputs along the rows' axis and one along the columns'.
struct RegisterMove {
  AccessId Access;
  int64_t First = 0, Outputs = 1; ///< along the rows' axis
  int64_t Member = 0;             ///< the output along the columns' axis
  /// Of unrolled loops, or of the round in which a window starts to slide.
  CounterValues Counters;
  /// The first cell: of output r that in row `r + Row`.
  int64_t Row = 0, Column = 0;
  int64_t Width = 1; ///< cells, moved at once
  /// At the ends of rows, for outputs inside only.
  bool Guarded = false;
  bool operator==(const RegisterMove &) const = default;
};

/// An access that uses a register instead.
struct RegisterUse {
  AccessId Access;
  Polynomial Row, Column; ///< over outputs' counters and those of loops
};

/// The elements of one array that the outputs of a thread read, or write, in
/// registers: rows of neighbours.
struct RegisterWindow {
  ArrayId Array;
  std::string Name;
  int64_t Rows = 1, Columns = 1;
  /// Cells of the widest vector.
  int64_t Vector = 1;
  /// Loaded in each iteration of this loop; absent: before everything else.
  std::optional<LoopId> Loop;
  /// A round of the loop needs one row that the rounds before did not load, and
  /// there are few enough to unroll them all.
  bool Rolls = false;
  /// By how many rows, and columns, a round of the loop is ahead of the one
  /// before, where cells move on from round to round: one of both is 1 or -1.
  /// Only new cells are loaded, behind that. A window that stays has none.
  std::optional<std::pair<int64_t, int64_t>> Slides;
  /// Of a window that slides: loads before the loop of what its first round
  /// moves on.
  std::vector<RegisterMove> Starts;
  std::vector<RegisterMove> Loads, Stores;
  std::vector<RegisterUse> Uses;
};

/// See above; of a coarsened kernel with contiguous outputs.
struct InteriorPath {
  /// The conditions that hold on the path: of a branch with `else` that one of
  /// both parts is never taken.
  std::vector<GuardUse> Holds;
  std::vector<InteriorTest> Tests;
  std::vector<RegisterWindow> Windows;
  /// For loops of unknown length: that they have a round, which is tested
  /// before `Tests`.
  std::map<LoopId, Text> Entered;
  /// Of `Tests`, those that only the column decides. Threads for whose first or
  /// last column they hold take the path, too, at the ends of rows: they load
  /// what lies between elements that they read, and store what is inside.
  std::vector<unsigned> Ends;
  bool Vectors = true; ///< it moves several elements at once where it can
  /// Loops whose counters choose registers, and others whose rounds load a row
  /// of a window each: compilers then keep the rows that the next round needs.
  std::set<LoopId> Unrolled;
  /// The axes, as indices of the plan's outputs, of rows and columns.
  std::optional<unsigned> RowAxis, ColumnAxis;
  /// Scalar parameters that must be multiples, for vectors to be aligned.
  std::map<std::string, int64_t> Multiples;
  /// Arrays that must begin on so many bytes; those of them that the path tests
  /// itself, as launches cannot.
  std::map<ArrayId, int64_t> Aligned;
  std::set<ArrayId> TestedInside;
  /// Arrays whose loads and stores change their order.
  std::vector<std::pair<ArrayId, ArrayId>> Apart;

  /// Whether no output on the path executes \p A.
  bool excludes(const AccessInfo &A) const;
};

/// Plans the path.
///
/// \param Shape the blocks of the coarsened kernel.
/// \param Vectors whether it may need rows that begin where vectors do.
/// \returns Reject(UnsupportedStatement) if the conditions cannot be tested for
///          all outputs at once.
llvm::Expected<InteriorPath> deriveInterior(const Program &P, KernelId Kernel,
                                            const CoarsenedKernel &Coarse,
                                            const LaunchShape &Shape,
                                            bool Vectors = true);

} // namespace tessera

#endif

//===- FirstOutputs.h - Outputs counted from a thread's first -------------===//
#ifndef TESSERA_TRANSFORM_THREADS_FIRSTOUTPUTS_H
#define TESSERA_TRANSFORM_THREADS_FIRSTOUTPUTS_H

#include "threads/OutputText.h"

namespace tessera {

/// Index variables whose values differ by constants, and parameters of their
/// own type, from output to output: the thread's first value has a name,
/// `i_first`, and output r has `i_first + r * w`.
class FirstOutputs {
public:
  /// \param Text classified; outlives this.
  /// \param Visible the variables that the declarations may need.
  FirstOutputs(const OutputText &Text, const std::set<unsigned> &Visible,
               NameScope &Names);

  bool has(unsigned Scalar) const { return Differences.count(Scalar); }

  /// `y_first + r`, for the outputs that \p Outputs stands for, and \p More.
  std::string value(unsigned Scalar, const OutputText &Outputs,
                    int64_t More = 0);

  /// Declarations of the names that were used since the last call, in the order
  /// of the user's.
  std::vector<NodePtr> takeDeclarations();

private:
  std::string nameOf(unsigned Scalar);

  const OutputText &Text;
  NameScope &Names;
  /// { scalar -> its distance from the first output, over outputs' counters }
  std::map<unsigned, Polynomial> Differences;
  std::map<unsigned, std::string> Used;
  std::map<unsigned, NodePtr> ToDeclare;
};

} // namespace tessera

#endif

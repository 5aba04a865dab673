//===- DistinctNames.h - What names mean in a kernel's text ---------------===//
//
// Transformations put text elsewhere: bounds, subscripts, conditions, and names
// of parameters that tiles are computed from. There a name must mean what it
// meant. In a kernel none of whose variables hides another, a name means one
// thing wherever it means anything.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_ANALYSIS_DISTINCTNAMES_H
#define TESSERA_ANALYSIS_DISTINCTNAMES_H

#include "tessera/Model/KernelModel.h"

namespace tessera {

/// Whether a variable of \p K hides a parameter, an array, a type that accesses
/// are spelled with, or another variable.
bool hidesNames(const KernelModel &K);

/// \p K with another name for each variable that hides one. Where a macro uses
/// one, it is left as it is, and the kernel is refused.
KernelModel withDistinctNames(KernelModel K);
/// The same for the kernels of \p P, if any needs it.
std::optional<Program> withDistinctNames(const Program &P);

/// Tells which text can be computed elsewhere in a kernel without hidden names.
class TextMover {
public:
  explicit TextMover(const KernelModel &K);

  /// Whether \p T can be computed at the start of the kernel, or of a round of
  /// one of the loops around it: from parameters, ids, counters, and variables
  /// whose declarations may be repeated, as nobody changes them.
  bool isMovable(const Text &T) const;
  /// The same for what the access \p Id is spelled.
  bool isMovable(AccessId Id) const;

private:
  bool isMovable(unsigned Scalar) const;
  /// Whether \p Spelled has no name that the kernel declares, nor a macro that
  /// may use one.
  bool namesNothing(llvm::StringRef Spelled) const;

  const KernelModel &K;
  std::map<unsigned, const Node::Declarator *> Declared; ///< by ScalarId
  std::map<unsigned, const Piece *> Accesses;            ///< by AccessId
  std::set<std::string> Names; ///< that the kernel declares
  bool HasHidden = false;      ///< macros use some of these
  std::vector<NodePtr> Nodes;  ///< that have the declarators
};

} // namespace tessera

#endif

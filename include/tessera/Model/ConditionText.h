//===- ConditionText.h - Conditions as the user wrote them ----------------===//
#ifndef TESSERA_MODEL_CONDITIONTEXT_H
#define TESSERA_MODEL_CONDITIONTEXT_H

#include "tessera/Model/KernelModel.h"

namespace tessera {

/// The negation of \p If's condition: `i < n` of `i >= n` if the model of
/// \p Kernel knows it as one of integers, `!(c)` otherwise.
Text negatedCondition(const Node &If, const KernelModel &Kernel);

/// \p T without the parentheses around all of it.
Text withoutParentheses(Text T);

/// The texts between the `&&` of \p Condition: `i > 0`, `i < n` and `j < m` of
/// `(i > 0 && i < n) && j < m`; all of it if there is an operator that binds
/// weaker.
std::vector<Text> conjunctsOf(const Text &Condition);

/// What stands before and behind \p Operator in \p Comparison; nothing if it is
/// not there once, outside of parentheses.
std::optional<std::pair<Text, Text>> sidesOf(const Text &Comparison,
                                             llvm::StringRef Operator);

} // namespace tessera

#endif

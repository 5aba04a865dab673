//===- Conditions.h - Conditions as texts ---------------------------------===//
#ifndef TESSERA_SUPPORT_CONDITIONS_H
#define TESSERA_SUPPORT_CONDITIONS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace tessera {

/// The parts of \p Text between \p Operator outside of parentheses.
std::vector<llvm::StringRef> operandsOf(llvm::StringRef Text,
                                        llvm::StringRef Operator);

/// What \p Condition is a conjunction of: `a`, `b || c` of `a && (b || c)`, the
/// latter in parentheses. Nothing for an empty one.
std::vector<std::string> conjunctsOf(llvm::StringRef Condition);

/// Whether the condition \p B holds where \p A does: they are equal, or
/// `n >= 20` and `n >= 64`.
bool impliesCondition(llvm::StringRef A, llvm::StringRef B);
/// The same for conjunctions.
bool implyConditions(llvm::ArrayRef<std::string> A,
                     llvm::ArrayRef<std::string> B);

/// Those of \p Conditions that no other one implies, each once.
std::vector<std::string> strongestOf(llvm::ArrayRef<std::string> Conditions);

} // namespace tessera

#endif

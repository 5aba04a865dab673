//===- Conditions.h - Conditions as texts ---------------------------------===//
#ifndef TESSERA_SUPPORT_CONDITIONS_H
#define TESSERA_SUPPORT_CONDITIONS_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace tessera {

/// Whether the condition \p B holds where \p A does: they are equal, or
/// `n >= 20` and `n >= 64`.
inline bool impliesCondition(llvm::StringRef A, llvm::StringRef B) {
  if (A == B)
    return true;
  const auto [Value, Least] = A.rsplit(" >= ");
  const auto [Other, Less] = B.rsplit(" >= ");
  int64_t High, Low;
  return Value == Other && !Least.getAsInteger(10, High) &&
         !Less.getAsInteger(10, Low) && High >= Low;
}

/// Those of \p Conditions that no other one implies, each once.
inline std::vector<std::string>
strongestOf(llvm::ArrayRef<std::string> Conditions) {
  std::vector<std::string> Result;
  for (llvm::StringRef C : Conditions) {
    if (llvm::any_of(Result, [&](llvm::StringRef Other) {
          return impliesCondition(Other, C);
        }))
      continue;
    llvm::erase_if(Result, [&](llvm::StringRef Other) {
      return impliesCondition(C, Other);
    });
    Result.push_back(C.str());
  }
  return Result;
}

} // namespace tessera

#endif

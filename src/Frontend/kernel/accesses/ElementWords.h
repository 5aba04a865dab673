//===- ElementWords.h - The aligned parts of structures -------------------===//
#ifndef TESSERA_FRONTEND_KERNEL_ACCESSES_ELEMENTWORDS_H
#define TESSERA_FRONTEND_KERNEL_ACCESSES_ELEMENTWORDS_H

#include "clang/AST/ASTContext.h"
#include <optional>
#include <string>

namespace tessera {

struct ElementWord {
  std::string Type;
  unsigned Bytes = 0;
};

/// What structures of \p Type are copied by where one load does not do: the
/// type of all numbers in it, `float` for float3, or else integers of its
/// alignment.
///
/// \returns nothing for what one load copies, and for what may not be copied
///          bit by bit.
std::optional<ElementWord> wordOf(clang::QualType Type,
                                  const clang::ASTContext &AST);

} // namespace tessera

#endif

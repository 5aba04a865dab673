//===- MemberValues.h - What a launch passes in an object -----------------===//
#ifndef TESSERA_FRONTEND_LAUNCH_MEMBERVALUES_H
#define TESSERA_FRONTEND_LAUNCH_MEMBERVALUES_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include <string>
#include <vector>

namespace tessera {

/// The value of one member of an object.
struct MemberValue {
  const clang::Expr *Value = nullptr;
  /// Instead: it gets an allocation of its own.
  bool Allocated = false;
};

/// The only value that the member \p Path of the local variable \p V ever gets
/// in \p Body; neither field is set if it may have another.
MemberValue valueOfMember(const clang::VarDecl *V,
                          const std::vector<std::string> &Path,
                          const clang::Stmt *Body);

} // namespace tessera

#endif

//===- TypePlaces.h - Where a function's own names name types -------------===//
#ifndef TESSERA_FRONTEND_SOURCE_TYPEPLACES_H
#define TESSERA_FRONTEND_SOURCE_TYPEPLACES_H

#include "clang/AST/Expr.h"
#include "clang/AST/Type.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <vector>

namespace tessera {

/// Text that is not evaluated and names what a function declares, or a type by
/// what a class calls it inside.
struct TypePlace {
  clang::SourceRange Where;
  clang::QualType Type;              ///< null where the text stands for no type
  const clang::Decl *Name = nullptr; ///< of a type, if it is no more than that
  /// How the type stands there: `T`, `T(x)`, `T()` or `T{}`, or the operand of
  /// `sizeof`.
  enum Form { Named, Cast, Called, Operand } As = Named;
  std::vector<const clang::DeclRefExpr *> Variables; ///< all in it
  std::vector<TypePlace> Inside;                     ///< types in it
};

/// Those in \p Body that are inside of no other.
std::vector<TypePlace> typePlaces(const clang::Stmt *Body);

/// The text of \p E with other names of the types in it that \p MayStay does
/// not keep; empty if there are none, or a macro has a part of it.
std::string textElsewhere(const struct FrontendContext &C, const clang::Expr *E,
                          llvm::function_ref<bool(const TypePlace &)> MayStay);

} // namespace tessera

#endif

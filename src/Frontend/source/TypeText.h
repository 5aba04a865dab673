//===- TypeText.h - The names of types in text that is written ------------===//
#ifndef TESSERA_FRONTEND_SOURCE_TYPETEXT_H
#define TESSERA_FRONTEND_SOURCE_TYPETEXT_H

#include "clang/AST/ASTContext.h"
#include <optional>

namespace tessera {

/// \p Type as it is named, if that means the same all over the file; else, as
/// in `decltype(x)` or by the name that a function or class gives to a type,
/// what it is. If even that has no such name, \p Type.
clang::QualType placeless(clang::QualType Type, const clang::ASTContext &AST);

/// The text of that; `auto` of a lambda.
std::string typeText(clang::QualType Type, const clang::ASTContext &AST);

/// What ArrayInfo::NumberType says of \p Type.
std::string numberType(clang::QualType Type, const clang::ASTContext &AST);

/// \ref typeText as a name that stands before what it is the type of, as in `T
/// v`; nothing if there is none: arrays have parts behind it.
std::optional<std::string> typeName(clang::QualType Type,
                                    const clang::ASTContext &AST);

} // namespace tessera

#endif

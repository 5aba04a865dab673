//===- Directives.h - Directives of headers that are copied ---------------===//
#ifndef TESSERA_DRIVER_PROJECT_DIRECTIVES_H
#define TESSERA_DRIVER_PROJECT_DIRECTIVES_H

#include "tessera/Driver/Pipeline.h"
#include "tessera/Support/SourceRange.h"

namespace tessera {

/// A path as people write it.
std::string shown(llvm::StringRef Path);

/// \p Directive, which includes a header, with the header \p Name instead.
std::string renamed(llvm::StringRef Directive, llvm::StringRef Name);

/// \p Text without what compilers warn of in the text of a program.
/// The \p Versions in it move with their lines.
std::string withoutPragmaOnce(llvm::StringRef Text,
                              std::vector<VersionLines> &Versions);

/// What the directives `#include ".."` of \p Text have between the quotes, in
/// order.
std::vector<SourceRange> quotedIncludes(llvm::StringRef Text);

/// How a file in the folder \p From includes the one that one in the folder
/// \p Own includes as \p Name, if it is found there: `../include/a.h`. Nothing
/// if it is not, or if that is the same.
std::optional<std::string>
includedFrom(llvm::StringRef From, llvm::StringRef Own, llvm::StringRef Name);

/// Whether \p Path is a file that this program has not made.
bool isOfOthers(llvm::StringRef Path);

/// What ends a header of ours that has no other mark.
inline constexpr llvm::StringLiteral CopyMark = "// Made by tessera.\n";

} // namespace tessera

#endif

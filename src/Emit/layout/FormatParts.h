//===- FormatParts.h - Layout of long files, part by part -----------------===//
#ifndef TESSERA_EMIT_LAYOUT_FORMATPARTS_H
#define TESSERA_EMIT_LAYOUT_FORMATPARTS_H

#include "clang/Format/Format.h"
#include "clang/Tooling/Core/Replacement.h"

namespace tessera {

/// What clang-format changes of \p Text to lay out \p Ranges, which are in
/// order and apart; in order.
///
/// clang-format compares each token with each range. A file with many of them
/// is cut between functions, so that the time grows with its length only.
std::vector<clang::tooling::Replacement>
reformatInParts(clang::format::FormatStyle Style, llvm::StringRef Text,
                const std::vector<clang::tooling::Range> &Ranges,
                llvm::StringRef File);

} // namespace tessera

#endif

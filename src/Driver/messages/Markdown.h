//===- Markdown.h - The Markdown of the manual as HTML --------------------===//
#ifndef TESSERA_DRIVER_MESSAGES_MARKDOWN_H
#define TESSERA_DRIVER_MESSAGES_MARKDOWN_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace tessera {

/// \p Markdown as elements of HTML that can stand in any page.
///
/// Known are headings (`#`), paragraphs, lists (`- `), code between backticks
/// and fences (three backticks); everything else is text. The word behind a
/// fence is the class of its element, what follows that word its caption: a
/// name, `after` for a program after a change, `[flags: ...]` for options. A
/// fence that nothing ends goes to the end of the text. Headings of the first
/// level become those of \p TopLevel, and so on, down to the sixth.
std::string markdownToHtml(llvm::StringRef Markdown, unsigned TopLevel = 1);

} // namespace tessera

#endif

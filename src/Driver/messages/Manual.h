//===- Manual.h - What every message means --------------------------------===//
//
//   lib/tessera/manual/<identity>.md ──▶ --explain, --manual, reports
//
// A page is Markdown as `markdownToHtml` knows it: `# <identity>`, one
// sentence, and sections on what was seen, why it matters, an example, what to
// change.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_DRIVER_MESSAGES_MANUAL_H
#define TESSERA_DRIVER_MESSAGES_MANUAL_H

#include "tessera/Support/Diagnostics.h"
#include <optional>
#include <string>
#include <vector>

namespace tessera {

struct Options;

/// The page of \p Identity in \p Folder; nothing if it cannot be read.
std::optional<std::string> manualPage(llvm::StringRef Folder,
                                      llvm::StringRef Identity);

/// The sentence below the title of \p Page, in one line.
std::string manualSentence(llvm::StringRef Page);

/// One message and its page.
struct ManualEntry {
  DiagKind Kind;
  std::string Page;
};

/// \p Entries as one page of HTML that needs no other file, grouped by level;
/// `#<identity>` leads to a message.
std::string manualAsHtml(llvm::ArrayRef<ManualEntry> Entries);

/// The level as \ref printManual names it: `passed`, `missed`, ...
llvm::StringRef manualLevel(DiagLevel Level);

/// A sentence on what is wrong with \p Name as a value of `--explain`, or
/// nothing.
std::string unknownIdentity(llvm::StringRef Name);

/// Prints what `--explain` asks for, or writes what `--manual` does.
///
/// \returns the exit code, as \ref run does.
int printManual(const Options &Opts, llvm::raw_ostream &Out,
                llvm::raw_ostream &Errors);

} // namespace tessera

#endif

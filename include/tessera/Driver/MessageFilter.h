//===- MessageFilter.h - Which messages are shown, and as what ------------===//
#ifndef TESSERA_DRIVER_MESSAGEFILTER_H
#define TESSERA_DRIVER_MESSAGEFILTER_H

#include "tessera/Support/Diagnostics.h"
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace tessera {

/// What the user wants to see on the terminal. Patterns are regular expressions
/// that are searched in identities, as `--kernel` searches in names.
struct MessageFilter {
  bool Quiet = false; ///< errors only
  /// The kinds of remarks: Remark, Missed, Analysis.
  std::set<DiagLevel> Remarks{DiagLevel::Remark, DiagLevel::Missed,
                              DiagLevel::Analysis};
  /// Remarks and warnings; the last pattern that is found decides, and one with
  /// `-` before it excludes. Without any, or if none is found and the first one
  /// excludes, a message is shown.
  std::vector<std::string> Patterns;
  std::vector<std::string> NoWarnings; ///< not shown
  std::vector<std::string> Werror;     ///< errors, if not suppressed

  /// Whether the user does not want to hear of a message of \p Kind in any
  /// form: it is also marked so in reports.
  bool isSuppressed(DiagKind Kind) const;
  /// The level of \p Kind for this user, shown or not.
  DiagLevel levelOf(DiagKind Kind) const;
  /// The level at which a message of \p Kind is printed; nothing if it is not.
  std::optional<DiagLevel> shownAs(DiagKind Kind) const;
};

/// What is wrong with \p Pattern, without a `-` before it; or nothing.
std::string wrongPattern(llvm::StringRef Pattern);

} // namespace tessera

#endif

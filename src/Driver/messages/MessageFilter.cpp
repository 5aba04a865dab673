//===- MessageFilter.cpp - Which messages are shown, and as what ----------===//
#include "tessera/Driver/MessageFilter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Regex.h"

namespace tessera {

static bool isFound(llvm::StringRef Pattern, DiagKind Kind) {
  return llvm::Regex(Pattern).match(identity(Kind));
}

static bool isAnyFound(const std::vector<std::string> &Patterns,
                       DiagKind Kind) {
  return llvm::any_of(Patterns,
                      [&](const std::string &P) { return isFound(P, Kind); });
}

std::string wrongPattern(llvm::StringRef Pattern) {
  if (Pattern.empty())
    return "a pattern is empty";
  std::string Bad;
  return llvm::Regex(Pattern).isValid(Bad) ? "" : Bad;
}

bool MessageFilter::isSuppressed(DiagKind Kind) const {
  const DiagLevel Level = level(Kind);
  if (Level == DiagLevel::Error)
    return false;
  if (Level == DiagLevel::Warning && isAnyFound(NoWarnings, Kind))
    return true;
  for (llvm::StringRef Pattern : llvm::reverse(Patterns)) {
    const bool Excludes = Pattern.consume_front("-");
    if (isFound(Pattern, Kind))
      return Excludes;
  }
  return !Patterns.empty() && Patterns.front().front() != '-';
}

DiagLevel MessageFilter::levelOf(DiagKind Kind) const {
  const DiagLevel Level = level(Kind);
  return Level == DiagLevel::Warning && !isSuppressed(Kind) &&
                 isAnyFound(Werror, Kind)
             ? DiagLevel::Error
             : Level;
}

std::optional<DiagLevel> MessageFilter::shownAs(DiagKind Kind) const {
  const DiagLevel Level = levelOf(Kind);
  if (Level == DiagLevel::Error)
    return Level;
  if (Quiet || isSuppressed(Kind))
    return std::nullopt;
  if (Level == DiagLevel::Warning || Level == DiagLevel::Note ||
      Remarks.count(Level))
    return Level;
  return std::nullopt;
}

} // namespace tessera

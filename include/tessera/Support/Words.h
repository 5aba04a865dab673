//===- Words.h - Names inside of code -------------------------------------===//
#ifndef TESSERA_SUPPORT_WORDS_H
#define TESSERA_SUPPORT_WORDS_H

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace tessera {

/// What a file of UTF-8 may begin with.
inline constexpr llvm::StringLiteral ByteOrderMark = "\xEF\xBB\xBF";

inline bool isWordCharacter(char C) { return llvm::isAlnum(C) || C == '_'; }

/// Whether \p Text is a name, perhaps of a member: `grid->a`.
inline bool isName(llvm::StringRef Text) {
  for (size_t I = 0; I < Text.size(); ++I)
    if (!isWordCharacter(Text[I]) && Text[I] != '.' &&
        !(Text.substr(I).starts_with("->") && ++I))
      return false;
  return true;
}

/// Whether \p Text is the function's name \p Name, maybe with a qualifier and
/// template arguments.
inline bool namesFunction(llvm::StringRef Text, llvm::StringRef Name) {
  Text = Text.take_until([](char C) { return C == '<'; }).rtrim();
  if (!Text.consume_back(Name))
    return false;
  return Text.empty() || Text.rtrim().ends_with("::");
}

/// Puts `::` before the name \p Word wherever \p Text has it, unless it is
/// qualified there, or of a member.
inline void qualifyWord(std::string &Text, llvm::StringRef Word) {
  for (size_t At = 0; (At = Text.find(Word, At)) != Text.npos;) {
    const size_t End = At + Word.size();
    const llvm::StringRef Before = llvm::StringRef(Text).take_front(At).rtrim();
    const bool IsPart = (At > 0 && isWordCharacter(Text[At - 1])) ||
                        (End < Text.size() && isWordCharacter(Text[End]));
    if (!IsPart && !Before.ends_with("::") && !Before.ends_with(".") &&
        !Before.ends_with("->"))
      Text.insert(At, "::");
    At = Text.find(Word, At) + Word.size();
  }
}

/// Puts \p New in the place of the name \p Word wherever \p Text has it.
inline void replaceWord(std::string &Text, llvm::StringRef Word,
                        llvm::StringRef New) {
  for (size_t At = 0; (At = Text.find(Word, At)) != Text.npos;) {
    size_t End = At + Word.size();
    if ((At > 0 && isWordCharacter(Text[At - 1])) ||
        (End < Text.size() && isWordCharacter(Text[End]))) {
      At = End;
      continue;
    }
    Text.replace(At, Word.size(), New);
    At += New.size();
  }
}

} // namespace tessera

#endif

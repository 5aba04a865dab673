//===- TokenSpelling.cpp - One spelling for each token --------------------===//
#include "tessera/Frontend/TokenSpelling.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace tessera {

/// The characters of the token \p Text, and the ends of lines between them.
static std::pair<std::string, std::string> unfold(llvm::StringRef Text) {
  std::string Characters, Ends;
  while (!Text.empty()) {
    llvm::StringRef Behind = Text.drop_front().ltrim(" \t\r\f\v");
    const bool Continues = Text.front() == '\\' && Behind.consume_front("\n");
    const size_t Size = Continues ? Text.size() - Behind.size() : 1;
    (Continues ? Ends : Characters) += Text.take_front(Size);
    Text = Text.drop_front(Size);
  }
  return {Characters, Ends};
}

/// The usual spelling of \p T, which has the text \p Spelled; of equal length.
static std::string usual(const Token &T, llvm::StringRef Spelled) {
  auto [Characters, Ends] = unfold(Spelled);
  const char *Punctuator = tok::getPunctuatorSpelling(T.getKind());
  std::string Plain = Punctuator ? Punctuator : Characters;
  Plain.resize(std::max(Plain.size(), Spelled.size() - Ends.size()), ' ');
  return Plain + Ends;
}

/// \p Text with each token in its usual spelling, the ends of lines in a token
/// behind it: there they may be in front of the next one, of which they are a
/// part, too.
static std::string withUsualTokens(const std::string &Text) {
  std::string Result = Text;
  LangOptions Options;
  Options.CPlusPlus = Options.CPlusPlus11 = Options.CUDA = true;
  Options.LineComment = Options.RawStringLiterals = Options.Digraphs = true;
  Lexer Raw(SourceLocation(), Options, Text.data(), Text.data(),
            Text.data() + Text.size());
  Token T;
  for (bool AtEnd = false; !AtEnd;) {
    AtEnd = Raw.LexFromRawLexer(T);
    const unsigned Size = T.getLength();
    const unsigned At = Raw.getBufferLocation() - Text.data() - Size;
    if (!T.isOneOf(tok::raw_identifier, tok::numeric_constant) &&
        !tok::getPunctuatorSpelling(T.getKind()))
      continue;
    const std::string Plain = usual(T, llvm::StringRef(Text).substr(At, Size));
    if (Plain.size() == Size)
      Result.replace(At, Size, Plain);
  }
  return Result;
}

std::string withPlainTokens(llvm::StringRef Source) {
  static constexpr llvm::StringLiteral Signs[] = {
      "\\\n", "\\\r", "\\ ", "\\\t", "<:", ":>", "<%", "%>", "%:"};
  std::string Result = Source.str();
  if (llvm::none_of(
          Signs, [&](llvm::StringRef Sign) { return Source.contains(Sign); }))
    return Result;
  while (true) {
    std::string Next = withUsualTokens(Result);
    if (Next == Result)
      return Result;
    Result = std::move(Next);
  }
}

} // namespace tessera

//===- Semicolons.cpp - Where statements and declarations end -------------===//
#include "source/Semicolons.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace tessera {

/// Calls \p See with the tokens of \p Text from \p From on and the offsets
/// behind them, until it is false.
static void lex(llvm::StringRef Text, unsigned From, const LangOptions &Options,
                llvm::function_ref<bool(const Token &, unsigned)> See) {
  Lexer Raw(SourceLocation(), Options, Text.begin(), Text.begin() + From,
            Text.end());
  Token T;
  for (bool AtEnd = false; !AtEnd;) {
    AtEnd = Raw.LexFromRawLexer(T);
    if (T.is(tok::eof) || !See(T, Raw.getBufferLocation() - Text.begin()))
      return;
  }
}

std::optional<unsigned> behindSemicolon(const FrontendContext &C,
                                        unsigned From) {
  std::optional<unsigned> Behind;
  lex(C.buffer(), From, C.AST.getLangOpts(), [&](const Token &T, unsigned End) {
    if (T.is(tok::semi))
      Behind = End;
    return false;
  });
  return Behind;
}

unsigned behindDeclaration(const FrontendContext &C, unsigned From) {
  unsigned Behind = C.buffer().size();
  int Depth = 0;
  lex(C.buffer(), From, C.AST.getLangOpts(), [&](const Token &T, unsigned End) {
    Depth += T.isOneOf(tok::l_paren, tok::l_brace, tok::l_square);
    Depth -= T.isOneOf(tok::r_paren, tok::r_brace, tok::r_square);
    if (Depth > 0 || T.isNot(tok::semi))
      return true;
    Behind = End;
    return false;
  });
  return Behind;
}

} // namespace tessera

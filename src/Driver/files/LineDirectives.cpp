//===- LineDirectives.cpp - Lines of the user's file in the result --------===//
#include "files/LineDirectives.h"
#include "tessera/Support/Words.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

namespace tessera {

namespace {

/// Where a directive may stand: at the begin of a line that is no part of a
/// comment, a literal, another directive, or the arguments of a macro.
class DirectivePlaces {
public:
  explicit DirectivePlaces(llvm::StringRef Text) : Text(Text) {
    for (size_t Begin = 0; Begin != llvm::StringRef::npos;
         Begin = Text.find('\n', Begin)) {
      Begins.push_back(Begins.empty() ? 0 : ++Begin);
    }
    Possible.assign(Begins.size(), true);
    forbid();
  }

  size_t lines() const { return Begins.size(); }
  bool isPossible(size_t Line) const { return Possible[Line]; }
  /// Of \p Line, with its line break.
  llvm::StringRef line(size_t Line) const {
    size_t End = Line + 1 < Begins.size() ? Begins[Line + 1] : Text.size();
    return Text.slice(Begins[Line], End);
  }

private:
  /// No directive in the lines behind that of \p Begin, up to that of \p End.
  void forbid(size_t Begin, size_t End) {
    size_t Line = llvm::upper_bound(Begins, Begin) - Begins.begin();
    for (; Line < Begins.size() && Begins[Line] <= End; ++Line)
      Possible[Line] = false;
  }

  void forbid() {
    for (size_t Line = 0; Line + 1 < Begins.size(); ++Line)
      if (line(Line).rtrim("\r\n").ends_with("\\"))
        Possible[Line + 1] = false;
    clang::LangOptions Options;
    Options.CPlusPlus = Options.CPlusPlus11 = Options.CPlusPlus17 = true;
    Options.CUDA = Options.LineComment = Options.RawStringLiterals = true;
    const std::string Copy = Text.str(); // ends with a zero
    clang::Lexer Lex(clang::SourceLocation(), Options, Copy.data(), Copy.data(),
                     Copy.data() + Copy.size());
    Lex.SetCommentRetentionState(true);
    unsigned Depth = 0;
    size_t Open = 0;
    for (bool AtEnd = false; !AtEnd;) {
      clang::Token Token;
      AtEnd = Lex.LexFromRawLexer(Token);
      const size_t End = Lex.getBufferLocation() - Copy.data();
      const size_t Begin = End - Token.getLength();
      if (Token.isOneOf(clang::tok::comment, clang::tok::string_literal) ||
          clang::tok::isStringLiteral(Token.getKind()))
        forbid(Begin, End - (End > Begin));
      else if (Token.is(clang::tok::l_paren) && Depth++ == 0)
        Open = Begin;
      else if (Token.is(clang::tok::r_paren) && Depth && --Depth == 0)
        forbid(Open, Begin);
    }
  }

  const llvm::StringRef Text;
  std::vector<size_t> Begins;
  std::vector<bool> Possible;
};

} // namespace

std::string withLineDirectives(llvm::StringRef File, llvm::StringRef Text,
                               llvm::ArrayRef<unsigned> Origins) {
  std::string Result, Name;
  if (Text.consume_front(ByteOrderMark)) // it stays first
    Result = ByteOrderMark;
  DirectivePlaces Places(Text);
  for (char C : File)
    Name += (C == '\\' || C == '"' ? "\\" : "") + std::string(1, C);
  size_t Counted = 1; // what the compiler takes the line to be
  for (size_t Line = 0; Line < Places.lines(); ++Line, ++Counted) {
    const size_t Origin = Line < Origins.size() ? Origins[Line] : Counted;
    if (Line == 0 || (Counted != Origin && Places.isPossible(Line))) {
      Counted = Origin;
      Result += "#line " + std::to_string(Counted) +
                (Line == 0 ? " \"" + Name + "\"" : "") + "\n";
    }
    Result += Places.line(Line);
  }
  return Result;
}

} // namespace tessera

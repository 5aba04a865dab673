//===- NvccTokens.cpp - Tokens that nvcc reads in its own way -------------===//
//
// Formatters that do not know CUDA take a launch for shifts and comparisons,
// and nvcc puts its tokens together again:
//
//   kernel << <grid, block >> > (a);
//   kernel /*<< <*/<<<grid, block >>>/*>> >*/ (a);   // for Clang
//
// Braces may be an argument of a launch, and get the type that it has:
//
//   kernel<<<{x, y}, {8, 8}, 0, {}>>>(a);
//   kernel<<<dim3{x, y}, dim3{8, 8}, 0, cudaStream_t{}>>>(a);
//
// A string in front of a specifier is no literal of the user's own kind to it:
//
//   extern "C"__global__ void kernel();
//   extern "C" __global__ void kernel();
//
//===----------------------------------------------------------------------===//
#include "source/Overlay.h"
#include "tessera/Frontend/TokenSpelling.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace tessera {

namespace {

bool isSpecifier(llvm::StringRef Name) {
  return llvm::StringSwitch<bool>(Name)
      .Cases({"__global__", "__device__", "__host__", "__constant__",
              "__managed__", "__shared__"},
             true)
      .Default(false);
}

/// Whether some of it may be there: the rest is slow.
bool mayHaveSuch(llvm::StringRef Source) {
  for (size_t At = Source.find("<<"); At != llvm::StringRef::npos;
       At = Source.find("<<", At + 1))
    if (Source.take_front(At).rtrim().ends_with("<") ||
        Source.drop_front(At + 2).ltrim().starts_with("<"))
      return true;
  for (size_t At = Source.find("<<<"); At != llvm::StringRef::npos;
       At = Source.find("<<<", At + 1))
    if (Source.substr(At, Source.find(">>>", At) - At).contains('{'))
      return true;
  return Source.contains("\"__");
}

class TokenReader {
public:
  explicit TokenReader(const std::string &Source)
      : Source(Source),
        Lex(SourceLocation::getFromRawEncoding(1), Options, Source.data(),
            Source.data(), Source.data() + Source.size()) {}

  Overlay read() {
    Token Before, T;
    for (Lex.LexFromRawLexer(Before); Before.isNot(tok::eof); Before = T) {
      Lex.LexFromRawLexer(T);
      if (tok::isStringLiteral(Before.getKind()) && Before.hasUDSuffix())
        splitSuffix(Before);
      else if (!InLaunch && isTorn(Before, T, tok::lessless, tok::less))
        join(Before, T, "/*", "*/<<<");
      else if (InLaunch && isTorn(Before, T, tok::greatergreater, tok::greater))
        join(Before, T, ">>>/*", "*/");
      else if (Before.is(tok::lesslessless))
        Arguments = {end(Before)};
      else if (Before.is(tok::greatergreatergreater))
        InLaunch = false;
      seeArgument(Before);
    }
    return std::move(Result);
  }

private:
  /// The arguments of a launch, in front of the one that is read.
  struct LaunchArguments {
    unsigned Begin; ///< the first one's
    unsigned Count = 0;
    unsigned Depth = 0;  ///< of brackets inside
    bool AtStart = true; ///< nothing of it was read
  };

  static unsigned begin(const Token &T) {
    return T.getLocation().getRawEncoding() - 1;
  }
  static unsigned end(const Token &T) { return begin(T) + T.getLength(); }

  /// Whether two tokens are \p Two and \p One, in any order, and only blanks
  /// are between them.
  bool isTorn(const Token &A, const Token &B, tok::TokenKind Two,
              tok::TokenKind One) const {
    return ((A.is(Two) && B.is(One)) || (A.is(One) && B.is(Two))) &&
           Source.slice(end(A), begin(B)).trim().empty();
  }

  void join(const Token &A, const Token &B, llvm::StringRef Before,
            llvm::StringRef Behind) {
    Result.insert(begin(A), Before);
    Result.insert(end(B), Behind);
    InLaunch = !InLaunch;
    if (InLaunch)
      Arguments = {end(B)};
    else
      Arguments.reset();
  }

  /// \p T, a token, may be part of an argument of a launch.
  void seeArgument(const Token &T) {
    static constexpr llvm::StringLiteral Types[] = {"dim3", "dim3", "size_t",
                                                    "cudaStream_t"};
    if (T.is(tok::greatergreatergreater) ||
        (T.is(tok::semi) && Arguments && Arguments->Depth == 0))
      Arguments.reset();
    if (!Arguments || begin(T) < Arguments->Begin)
      return;
    LaunchArguments &A = *Arguments;
    if (A.AtStart && T.is(tok::l_brace) && A.Count < std::size(Types))
      Result.insert(begin(T), Types[A.Count]);
    A.AtStart = A.Depth == 0 && T.is(tok::comma);
    A.Count += A.AtStart;
    if (T.isOneOf(tok::l_brace, tok::l_paren, tok::l_square))
      ++A.Depth;
    else if (T.isOneOf(tok::r_brace, tok::r_paren, tok::r_square) && A.Depth)
      --A.Depth;
  }

  void splitSuffix(const Token &Literal) {
    size_t Quote = Source.take_front(end(Literal)).rfind('"');
    if (isSpecifier(Source.slice(Quote + 1, end(Literal))))
      Result.insert(Quote + 1, " ");
  }

  static LangOptions language() {
    LangOptions Result;
    Result.CPlusPlus = Result.CPlusPlus11 = Result.CUDA = true;
    Result.LineComment = Result.RawStringLiterals = true;
    return Result;
  }

  Overlay Result;
  llvm::StringRef Source;
  const LangOptions Options = language();
  Lexer Lex;
  bool InLaunch = false; ///< that was torn
  std::optional<LaunchArguments> Arguments;
};

} // namespace

Overlay readAsNvcc(llvm::StringRef Source) {
  if (!mayHaveSuch(Source))
    return {};
  const std::string Terminated = Source.str();
  return TokenReader(Terminated).read();
}

std::string spelledForClang(llvm::StringRef Source) {
  return readAsNvcc(Source).apply(Source);
}

} // namespace tessera

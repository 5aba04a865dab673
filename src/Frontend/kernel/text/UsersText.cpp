//===- UsersText.cpp - Expressions in the user's words --------------------===//
//
//   const float *A2 = A + i;  for (..; ..; s += *A2) ..      'A'
//   const int half_n = n / 2;  for (..; k < half_n; ..)      'k < n / 2'
//
//===----------------------------------------------------------------------===//
#include "kernel/text/UsersText.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace tessera {

/// More is no help in a message.
constexpr size_t MostText = 40;

static bool isWordChar(char C) { return llvm::isAlnum(C) || C == '_'; }

/// The tokens of \p Text, without comments, and blanks only between words.
static std::string tokensOf(const std::string &Text, const LangOptions &Opts) {
  std::string Result;
  Lexer Lex(SourceLocation(), Opts, Text.data(), Text.data(),
            Text.data() + Text.size());
  Token Next;
  for (bool AtEnd = false; !AtEnd;) {
    AtEnd = Lex.LexFromRawLexer(Next);
    const llvm::StringRef Word = llvm::StringRef(Text).substr(
        Lex.getCurrentBufferOffset() - Next.getLength(), Next.getLength());
    if (!Result.empty() && !Word.empty() && isWordChar(Result.back()) &&
        isWordChar(Word.front()))
      Result += ' ';
    Result += Word;
  }
  return Result;
}

/// Whether \p Text stands in \p Source, and no word is longer there.
static bool standsIn(llvm::StringRef Source, llvm::StringRef Text) {
  for (size_t At = 0; (At = Source.find(Text, At)) != llvm::StringRef::npos;
       ++At) {
    const size_t End = At + Text.size();
    const bool Begins = At == 0 || !isWordChar(Text.front()) ||
                        !isWordChar(Source[At - 1]),
               Ends = End == Source.size() || !isWordChar(Text.back()) ||
                      !isWordChar(Source[End]);
    if (Begins && Ends)
      return true;
  }
  return false;
}

/// The normal form of the kernel that \p UserOffset is in; null if that is the
/// user's text.
static const NormalForm *formAt(const Program &P, unsigned UserOffset) {
  const NormalForm *Result = nullptr;
  for (const NormalForm &Form : P.NormalForms)
    if (Form.NameAt <= UserOffset && (!Result || Form.NameAt > Result->NameAt))
      Result = &Form;
  return Result;
}

namespace {

/// Finds what the words of an expression that are not the user's stand for.
class WordFinder : public DynamicRecursiveASTVisitor {
public:
  WordFinder(const FrontendContext &C, const NormalForm &Form)
      : C(C), Form(Form) {}

  bool VisitDeclRefExpr(DeclRefExpr *Use) override {
    const auto *V = dyn_cast<VarDecl>(Use->getDecl());
    if (!V || !V->getIdentifier())
      return true;
    const std::string Name = V->getNameAsString();
    const auto Known = Form.UsersNames.find(Name);
    if (Known != Form.UsersNames.end() &&
        standsIn(C.Result.Source, Known->second)) {
      Words[Name] = Known->second;
      return true;
    }
    if (standsIn(C.Result.Source, Name) || !V->hasInit())
      return true;
    // Of a value that the normal form has a name for.
    if (std::optional<SourceRange> Range =
            C.parsedRange(V->getInit()->getSourceRange()))
      Words[Name] = C.text(*Range).str();
    return true;
  }

  std::map<std::string, std::string> Words;

private:
  const FrontendContext &C;
  const NormalForm &Form;
};

} // namespace

/// \p Text with \p Words for the words that these are.
static std::string inWords(llvm::StringRef Text,
                           const std::map<std::string, std::string> &Words) {
  std::string Result;
  while (!Text.empty()) {
    llvm::StringRef Word = Text.take_while(isWordChar);
    if (Word.empty())
      Word = Text.take_front(1);
    const auto Other = Words.find(Word.str());
    Result += Other == Words.end() ? Word.str() : Other->second;
    Text = Text.drop_front(Word.size());
  }
  return Result;
}

std::string usersText(const FrontendContext &C, const Stmt *S) {
  const std::optional<SourceRange> Range = C.parsedRange(S->getSourceRange());
  if (!Range)
    return "";
  std::string Text = C.text(*Range).str();
  if (const NormalForm *Form = formAt(C.Result, C.Edits.toUser(Range->Begin))) {
    WordFinder Find(C, *Form);
    Find.TraverseStmt(const_cast<Stmt *>(S));
    Text = inWords(Text, Find.Words);
    if (!standsIn(tokensOf(C.Result.Source, C.AST.getLangOpts()),
                  tokensOf(Text, C.AST.getLangOpts())))
      return "";
  }
  std::string Line;
  for (llvm::StringRef Rest = Text; !Rest.empty(); Rest = Rest.ltrim()) {
    llvm::StringRef Word = Rest.take_until(llvm::isSpace);
    Line += (Line.empty() ? "" : " ") + Word.str();
    Rest = Rest.drop_front(Word.size());
  }
  return Line.size() > MostText ? Line.substr(0, MostText - 2) + ".." : Line;
}

std::string nameOfKind(const Stmt *S) {
  switch (S->getStmtClass()) {
  case Stmt::DoStmtClass:
    return "a 'do' loop";
  case Stmt::SwitchStmtClass:
    return "'switch'";
  case Stmt::GotoStmtClass:
  case Stmt::IndirectGotoStmtClass:
    return "'goto'";
  case Stmt::LabelStmtClass:
    return "a label";
  case Stmt::CXXForRangeStmtClass:
    return "'for' over a range";
  case Stmt::GCCAsmStmtClass:
  case Stmt::MSAsmStmtClass:
    return "'asm'";
  case Stmt::CXXTryStmtClass:
    return "'try'";
  case Stmt::IfStmtClass:
  case Stmt::ForStmtClass:
  case Stmt::WhileStmtClass:
    return "a declaration where a condition is expected";
  case Stmt::LambdaExprClass:
    return "a lambda";
  case Stmt::CXXNewExprClass:
    return "'new'";
  case Stmt::CXXDeleteExprClass:
    return "'delete'";
  case Stmt::CXXThrowExprClass:
    return "'throw'";
  case Stmt::StmtExprClass:
    return "a statement inside an expression";
  default:
    return std::string("one of a kind that is not known here (") +
           S->getStmtClassName() + ")";
  }
}

} // namespace tessera

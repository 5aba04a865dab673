//===- Insertions.cpp - New statements in the user's layout ---------------===//
#include "layout/Insertions.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace tessera {

/// The comments and string literals of \p Source.
static std::vector<SourceRange> uncoded(llvm::StringRef Source) {
  std::vector<SourceRange> Result;
  clang::LangOptions Options;
  Options.CPlusPlus = Options.CPlusPlus11 = Options.CPlusPlus17 = true;
  Options.CUDA = Options.LineComment = Options.RawStringLiterals = true;
  const std::string Copy = Source.str(); // ends with a zero
  clang::Lexer Lex(clang::SourceLocation(), Options, Copy.data(), Copy.data(),
                   Copy.data() + Copy.size());
  Lex.SetCommentRetentionState(true);
  clang::Token Token;
  for (bool AtEnd = false; !AtEnd;) {
    AtEnd = Lex.LexFromRawLexer(Token);
    const unsigned End = Lex.getBufferLocation() - Copy.data();
    if (Token.is(clang::tok::comment) ||
        clang::tok::isStringLiteral(Token.getKind()))
      Result.push_back({End - Token.getLength(), End});
  }
  return Result;
}

/// The first indentation in the file, as one level.
static std::string indentationUnit(llvm::StringRef Source) {
  llvm::StringRef Line;
  bool Opened = false;
  while (!Source.empty()) {
    std::tie(Line, Source) = Source.split('\n');
    llvm::StringRef Space =
        Line.take_while([](char C) { return C == ' ' || C == '\t'; });
    if (Opened && !Space.empty() && Space.size() < Line.size())
      return Space.starts_with("\t") ? "\t" : Space.str();
    Opened = Line.rtrim().ends_with("{") && Space.empty();
  }
  return "  ";
}

Insertions::Insertions(llvm::StringRef Source)
    : Source(Source), Unit(indentationUnit(Source)), Uncoded(uncoded(Source)) {}

const SourceRange *Insertions::around(unsigned Offset) const {
  auto Next = llvm::partition_point(
      Uncoded, [&](SourceRange R) { return R.End <= Offset; });
  return Next != Uncoded.end() && Next->Begin <= Offset ? &*Next : nullptr;
}

bool Insertions::isLineComment(SourceRange R) const {
  return Source.drop_front(R.Begin).starts_with("//");
}

/// Where the line of \p Offset starts, with the lines that it continues.
unsigned Insertions::logicalLine(unsigned Offset) const {
  llvm::StringRef Before = Source.take_front(Offset);
  do
    Before = Before.take_front(Before.rfind('\n') + 1);
  while (Before.rtrim().ends_with("\\") &&
         Before.drop_front(Before.rtrim().size()).count('\n') == 1 &&
         Before.consume_back("\n"));
  return Before.size();
}

void Insertions::add(const CodePosition &Where, std::vector<std::string> Lines,
                     llvm::StringRef Why) {
  Around &A = Places[Where.Statement];
  A.Unbraced |= Where.Unbraced;
  Block &B = Where.S == CodePosition::Side::AtStart  ? A.AtStart
             : Where.S == CodePosition::Side::Before ? A.Before
             : Where.S == CodePosition::Side::After  ? A.After
                                                     : A.AtEnd;
  llvm::append_range(B.Lines, Lines);
  if (!B.Why.empty())
    B.Why += ", ";
  B.Why += Why;
}

std::string Insertions::indentation(unsigned Offset) const {
  // No line break: rfind returns -1.
  return Source.drop_front(Source.rfind('\n', Offset) + 1)
      .take_while([](char C) { return C == ' ' || C == '\t'; })
      .str();
}

bool Insertions::startsLine(unsigned Offset) const {
  llvm::StringRef Before = Source.take_front(Offset).rtrim(" \t");
  return Before.empty() || Before.back() == '\n';
}

unsigned Insertions::behindComment(unsigned End) const {
  llvm::StringRef Rest = Source.drop_front(End);
  const SourceRange *Comment = around(Source.size() - Rest.ltrim(" \t").size());
  if (!Comment || Source[Comment->Begin] != '/')
    return End;
  llvm::StringRef Text = Source.slice(Comment->Begin, Comment->End);
  llvm::StringRef Line = Source.drop_front(Comment->End).take_until([](char C) {
    return C == '\n';
  });
  bool Only = !Text.contains('\n') && Line.trim().empty();
  return Only ? Comment->End + Line.rtrim("\r").size() : End;
}

unsigned Insertions::beforeComments(unsigned Begin) const {
  while (startsLine(Begin)) {
    llvm::StringRef Above = Source.take_front(Begin).rtrim(" \t");
    if (!Above.consume_back("\n"))
      break;
    size_t Line = logicalLine(Above.size());
    llvm::StringRef Text = Above.drop_front(Line);
    size_t At = Line + (Text.size() - Text.ltrim().size());
    const SourceRange *In = around(At);
    bool Belongs =
        In ? In->Begin == At && isLineComment(*In)
           : Text.ltrim().starts_with("_Pragma") ||
                 (Text.ltrim().consume_front("#") &&
                  Text.ltrim().drop_front().ltrim().starts_with("pragma"));
    if (!Belongs)
      break;
    Begin = At;
  }
  return Begin;
}

/// Where bodies of \p Statement, which has braces, are indented.
std::string Insertions::innerIndentation(SourceRange Statement) const {
  return indentation(Statement.End - 1) + Unit;
}

void Insertions::open(SourceRange Statement, const Around &A,
                      std::vector<TextEdit> &Into) const {
  unsigned Begin = beforeComments(Statement.Begin);
  std::string Indent = indentation(Statement.Begin);
  if (!A.Unbraced && startsLine(Begin) && indentation(Begin) != Indent) {
    // What is right above keeps its own indentation.
    Begin -= indentation(Begin).size();
    std::string Text;
    for (const std::string &Line : A.Before.Lines)
      Text += Indent + Line + "\n";
    if (!Text.empty())
      Into.push_back({{Begin, Begin}, Text, A.Before.Why});
    return;
  }
  if (!A.Unbraced) {
    if (A.Before.Lines.empty())
      return;
    // A comment has no code of the user's before it.
    const llvm::StringRef Code = Source.take_front(Begin).rtrim(" \t");
    const bool Breaks =
        !startsLine(Begin) &&
        llvm::StringRef(A.Before.Lines.front()).starts_with("//");
    const llvm::StringRef Line = Code.drop_front(Code.rfind('\n') + 1);
    if (Breaks && Line.count('{') > Line.count('}'))
      Indent += Unit;
    const std::string Break = "\n" + Indent;
    Into.push_back(
        {{Breaks ? unsigned(Code.size()) : Begin, Begin},
         (Breaks ? Break : "") + llvm::join(A.Before.Lines, Break) + Break,
         A.Before.Why});
    return;
  }
  unsigned Header = Source.take_front(Begin).rtrim().size();
  if (!startsLine(Begin))
    Indent += Unit;
  std::vector<std::string> Lines = A.Before.Lines;
  Lines.push_back("");
  const SourceRange *Last = Header ? around(Header - 1) : nullptr;
  bool Comment = Last && isLineComment(*Last);
  std::string Brace = Comment ? "\n" + indentation(Header) + "{" : " {";
  Into.push_back(
      {{Header, Begin},
       Brace + "\n" + Indent + llvm::join(Lines, "\n" + Indent),
       "braces" + (A.Before.Why.empty() ? "" : ", " + A.Before.Why)});
}

void Insertions::close(SourceRange Statement, const Around &A,
                       std::vector<TextEdit> &Into) const {
  if (A.After.Lines.empty() && !A.Unbraced)
    return;
  std::string Indent = indentation(Statement.Begin);
  if (A.Unbraced && !startsLine(Statement.Begin))
    Indent += Unit;
  unsigned End = behindComment(Statement.End);
  std::string Text;
  for (const std::string &Line : A.After.Lines)
    Text += "\n" + Indent + Line;
  if (A.Unbraced) {
    unsigned Begin = beforeComments(Statement.Begin);
    unsigned Header = Source.take_front(Begin).rtrim().size();
    Text += "\n" + indentation(Header) + "}";
  }
  Into.push_back(
      {{End, End}, Text, A.After.Why.empty() ? "braces" : A.After.Why});
}

void Insertions::atStart(SourceRange Statement, const Block &B,
                         std::vector<TextEdit> &Into) const {
  if (B.Lines.empty())
    return;
  unsigned At = behindComment(Statement.Begin + 1);
  std::string Text;
  for (const std::string &Line : B.Lines)
    Text += "\n" + innerIndentation(Statement) + Line;
  // What follows on the line of the brace gets lines of its own.
  llvm::StringRef Rest = Source.slice(At, Statement.End - 1);
  llvm::StringRef Line = Rest.take_until([](char C) { return C == '\n'; });
  if (Line.trim().empty()) {
    Into.push_back({{At, At}, Text, B.Why});
    return;
  }
  unsigned Next = At + (Line.size() - Line.ltrim().size());
  Into.push_back(
      {{At, Next}, Text + "\n" + innerIndentation(Statement), B.Why});
  if (Line.size() == Rest.size())
    Into.push_back({{At + unsigned(Line.rtrim().size()), Statement.End - 1},
                    "\n" + indentation(Statement.End - 1),
                    B.Why});
}

void Insertions::atEnd(SourceRange Statement, const Block &B,
                       std::vector<TextEdit> &Into) const {
  if (B.Lines.empty())
    return;
  unsigned Brace = Statement.End - 1;
  std::string Outer = indentation(Brace);
  std::string Text;
  for (const std::string &Line : B.Lines)
    Text += (startsLine(Brace) ? "" : "\n") + innerIndentation(Statement) +
            Line + (startsLine(Brace) ? "\n" : "");
  unsigned At = startsLine(Brace) ? Brace - Outer.size() : Brace;
  if (!startsLine(Brace))
    Text += "\n" + Outer;
  Into.push_back({{At, At}, Text, B.Why});
}

std::vector<TextEdit> Insertions::edits() const {
  // At one byte: inner statements end before outer ones, then the next begins.
  std::vector<TextEdit> Result;
  for (auto &[Statement, A] : llvm::reverse(Places))
    close(Statement, A, Result);
  for (auto &[Statement, A] : llvm::reverse(Places))
    atEnd(Statement, A.AtEnd, Result);
  for (auto &[Statement, A] : Places)
    atStart(Statement, A.AtStart, Result);
  for (auto &[Statement, A] : Places)
    open(Statement, A, Result);
  return Result;
}

} // namespace tessera

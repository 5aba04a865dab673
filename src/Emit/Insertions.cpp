//===- Insertions.cpp - New statements in the user's layout ---------------===//
#include "Insertions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace tessera {

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
    : Source(Source), Unit(indentationUnit(Source)) {}

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
  llvm::StringRef Line = Rest.take_until([](char C) { return C == '\n'; });
  llvm::StringRef Comment = Line.trim(" \t\r");
  bool Only =
      Comment.starts_with("//") ||
      (Comment.starts_with("/*") && Comment.find("*/") == Comment.size() - 2);
  return Only && !Line.ends_with("\\") ? End + Line.rtrim("\r").size() : End;
}

unsigned Insertions::beforeComments(unsigned Begin) const {
  while (startsLine(Begin)) {
    llvm::StringRef Above = Source.take_front(Begin).rtrim(" \t");
    if (!Above.consume_back("\n"))
      break;
    size_t Line = Above.rfind('\n') + 1;
    llvm::StringRef Text = Above.drop_front(Line);
    bool Belongs = Text.ltrim().starts_with("//") ||
                   (Text.ltrim().consume_front("#") &&
                    Text.ltrim().drop_front().ltrim().starts_with("pragma"));
    if (!Belongs)
      break;
    Begin = Line + (Text.size() - Text.ltrim().size());
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
  if (!A.Unbraced) {
    if (!A.Before.Lines.empty())
      Into.push_back({{Begin, Begin},
                      llvm::join(A.Before.Lines, "\n" + Indent) + "\n" + Indent,
                      A.Before.Why});
    return;
  }
  unsigned Header = Source.take_front(Begin).rtrim().size();
  if (!startsLine(Begin))
    Indent += Unit;
  std::vector<std::string> Lines = A.Before.Lines;
  Lines.push_back("");
  llvm::StringRef HeaderLine = Source.take_front(Header);
  HeaderLine = HeaderLine.drop_front(HeaderLine.rfind('\n') + 1);
  bool Comment = HeaderLine.contains("//");
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

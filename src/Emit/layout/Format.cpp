//===- Format.cpp - The layout of new text --------------------------------===//
//
// clang-format works on whole statements. What it would do to lines that are
// not ours to change is dropped.
//
//===----------------------------------------------------------------------===//
#include "tessera/Emit/Format.h"
#include "layout/FormatParts.h"
#include "layout/InferStyle.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Unicode.h"
#include <map>

using namespace clang;

namespace tessera {
namespace {

/// All characters that have a meaning, but for the ends of lines in macros.
std::string dense(llvm::StringRef Text) {
  std::string Result;
  for (size_t I = 0; I < Text.size(); ++I) {
    bool Continues = Text[I] == '\\' &&
                     Text.drop_front(I + 1).ltrim(" \t\r").starts_with("\n");
    if (!llvm::isSpace(Text[I]) && !Continues)
      Result += Text[I];
  }
  return Result;
}

class Formatter {
public:
  Formatter(llvm::StringRef File, llvm::StringRef Source,
            const EditedText &Edited)
      : File(File), Source(Source), Text(Edited.Text), Edited(Edited),
        Style(styleOf(File, Source)) {}

  std::string run() {
    classify();
    for (size_t I = 0; I < Lines.size(); ++I)
      if (Lines[I].K == Kind::New)
        allow({I ? Lines[I - 1].Where.End : 0, Lines[I].Where.End},
              Lines[I].Where);
      else if (Lines[I].K == Kind::Rewritten && needsLayout(I))
        allowStatement(I);
    if (Ranges.empty())
      return Text.str();
    std::string Result = apply(reformatInParts(Style, Text, Ranges, File));
    // Only white space may differ; if not, an ugly text is the better one.
    return dense(Result) == dense(Text) ? Result : Text.str();
  }

private:
  enum class Kind { Users, Rewritten, New };
  struct Line {
    SourceRange Where; ///< without its line break
    Kind K = Kind::Users;
  };

  llvm::StringRef text(SourceRange R) const {
    return Text.slice(R.Begin, R.End);
  }
  llvm::StringRef text(size_t I) const { return text(Lines[I].Where); }

  //===--- Lines ----------------------------------------------------------===//

  void classify() {
    llvm::StringSet<> Known;
    for (llvm::StringRef Line : llvm::split(Source, '\n'))
      Known.insert(Line.trim());
    size_t New = 0, Users = 0; // the next ranges
    for (unsigned Begin = 0; Begin < Text.size();) {
      unsigned End = std::min(Text.find('\n', Begin), Text.size());
      Line L{{Begin, End - (text({Begin, End}).ends_with("\r") ? 1 : 0)},
             Kind::Users};
      unsigned Ours = visible(L.Where, Edited.New, New);
      unsigned Inside = visible(L.Where, Edited.Users, Users);
      if (Ours > 0)
        L.K = Ours == visible(L.Where) ? Kind::New : Kind::Rewritten;
      else if (Inside > 0 && !Known.contains(text(L.Where).trim()))
        L.K = Kind::Rewritten;
      Lines.push_back(L);
      Begin = End + 1;
    }
  }

  /// How many visible characters there are.
  unsigned visible(SourceRange R) const {
    return llvm::count_if(text(R), [](char C) { return !llvm::isSpace(C); });
  }

  /// Those of \p Line that are in \p Parts, whose first part that may reach
  /// into the line is number \p Next.
  unsigned visible(SourceRange Line, const std::vector<SourceRange> &Parts,
                   size_t &Next) const {
    while (Next < Parts.size() && Parts[Next].End <= Line.Begin)
      ++Next;
    unsigned Count = 0;
    for (size_t I = Next; I < Parts.size() && Parts[I].Begin < Line.End; ++I)
      Count += visible({std::max(Parts[I].Begin, Line.Begin),
                        std::min(Parts[I].End, Line.End)});
    return Count;
  }

  unsigned columns(llvm::StringRef Line) const {
    unsigned Width = 0;
    for (char C : Line.take_while([](char C) { return llvm::isSpace(C); }))
      Width += C == '\t' ? Style.TabWidth : 1;
    return Width +
           std::max(0, llvm::sys::unicode::columnWidthUTF8(Line.ltrim()));
  }

  /// Whether line \p I, the user's but rewritten, cannot stay as it is.
  bool needsLayout(size_t I) const {
    if (Style.ColumnLimit && columns(text(I)) > Style.ColumnLimit)
      return true;
    return I + 1 < Lines.size() && isMisaligned(text(I), text(I + 1));
  }

  /// Whether \p Next continues \p Line far to the right, but not under the
  /// bracket that is open.
  bool isMisaligned(llvm::StringRef Line, llvm::StringRef Next) const {
    std::vector<unsigned> Open;
    for (unsigned C = 0; C < Line.size(); ++C)
      if (llvm::StringRef("([").contains(Line[C]))
        Open.push_back(C);
      else if (llvm::StringRef(")]").contains(Line[C]) && !Open.empty())
        Open.pop_back();
    if (Open.empty() || Next.trim().empty())
      return false;
    auto Indent = [&](llvm::StringRef L) {
      return columns(L) - columns(L.ltrim());
    };
    unsigned Under = columns(Line.take_front(Open.back() + 1));
    return Indent(Next) != Under &&
           Indent(Next) > Indent(Line) + 2 * Style.ContinuationIndentWidth;
  }

  //===--- What may change ------------------------------------------------===//

  void allow(SourceRange Region, SourceRange Line) {
    // Neighbours are one: see reformatInParts.
    if (!Ranges.empty() &&
        text(
            {Ranges.back().getOffset() + Ranges.back().getLength(), Line.Begin})
            .trim()
            .empty())
      Ranges.back() = {Ranges.back().getOffset(),
                       Line.End - Ranges.back().getOffset()};
    else
      Ranges.emplace_back(Line.Begin, Line.size());
    if (!Allowed.empty() && Region.Begin <= Allowed.back().End)
      Allowed.back() = {std::min(Allowed.back().Begin, Region.Begin),
                        std::max(Allowed.back().End, Region.End)};
    else
      Allowed.push_back(Region);
  }

  /// Whether no statement goes on behind line \p I.
  bool ends(size_t I) const {
    llvm::StringRef Line = text(I).trim();
    Line = Line.take_front(Line.find("//")).rtrim();
    return Line.empty() || Line.starts_with("#") ||
           llvm::StringRef(";{}").contains(Line.back());
  }

  /// The lines of the statement that line \p I is part of.
  void allowStatement(size_t I) {
    size_t First = I, Last = I;
    while (First > 0 && !ends(First - 1))
      --First;
    while (Last + 1 < Lines.size() && !ends(Last))
      ++Last;
    unsigned Begin = Lines[First].Where.Begin;
    Begin += text(First).size() - text(First).ltrim().size();
    allow({Begin, Lines[Last].Where.End}, Lines[I].Where);
  }

  //===--- Indentation ----------------------------------------------------===//

  unsigned indentOf(llvm::StringRef Space) const {
    llvm::StringRef Last = Space.drop_front(Space.rfind('\n') + 1);
    return Last.size() + Last.count('\t') * (Style.TabWidth - 1);
  }

  /// The line that byte \p Offset is in.
  size_t lineAt(unsigned Offset) const {
    auto Behind =
        llvm::upper_bound(Lines, Offset, [](unsigned At, const Line &L) {
          return At < L.Where.Begin;
        });
    return Behind - Lines.begin() - 1;
  }

  /// The first line of the statement that line \p I is part of.
  size_t firstLine(size_t I) const {
    while (I > 0 && Lines[I].K != Kind::New && !ends(I - 1))
      --I;
    return I;
  }

  /// Statements stay at the depth where they are, whatever clang-format makes
  /// of the file around them; their further lines move along.
  ///
  /// \p Moves how far clang-format wants to move the first lines.
  std::string indented(const tooling::Replacement &R,
                       const std::map<size_t, int> &Moves) const {
    llvm::StringRef New = R.getReplacementText();
    auto Move = Moves.find(firstLine(lineAt(R.getOffset())));
    if (Move == Moves.end() || !New.contains('\n'))
      return New.str();
    llvm::StringRef First = text(Move->first);
    llvm::StringRef Lead = First.take_while(llvm::isSpace);
    int Columns = std::max(0, int(indentOf(New)) - Move->second);
    int Rest = Columns - int(indentOf(Lead));
    std::string Space = Rest >= 0 ? Lead.str() + std::string(Rest, ' ')
                                  : std::string(Columns, ' ');
    return New.take_front(New.rfind('\n') + 1).str() + Space;
  }

  /// Whether \p Old, which ends a line, ends a statement, too. What macros
  /// contain is laid out as a whole.
  bool startsStatement(SourceRange Old) const {
    return text(Old).contains('\n') && !text(Old).contains('\\') &&
           firstLine(lineAt(Old.End)) == lineAt(Old.End);
  }

  /// Whether \p Where is inside of `<<<` or `>>>`, which clang-format takes for
  /// comparisons where much stands before it.
  bool isInLaunch(SourceRange Where) const {
    if (Where.size() > 0 || Where.Begin == 0 || Where.Begin >= Text.size())
      return false;
    const char Next = Text[Where.Begin];
    return (Next == '<' || Next == '>') && Text[Where.Begin - 1] == Next;
  }

  std::string apply(llvm::ArrayRef<tooling::Replacement> Changes) const {
    std::map<size_t, int> Moves;
    for (const tooling::Replacement &R : Changes) {
      SourceRange Where{R.getOffset(), R.getOffset() + R.getLength()};
      llvm::StringRef New = R.getReplacementText();
      if (startsStatement(Where) && New.contains('\n'))
        Moves[lineAt(Where.End)] =
            int(indentOf(New)) - int(indentOf(text(Where)));
    }
    std::string Result;
    unsigned From = 0;
    size_t Next = 0;
    for (const tooling::Replacement &R : Changes) {
      SourceRange Where{R.getOffset(), R.getOffset() + R.getLength()};
      while (Next < Allowed.size() && Allowed[Next].End < Where.End)
        ++Next;
      if (Next == Allowed.size() || !Allowed[Next].contains(Where))
        continue;
      if (startsStatement(Where) && R.getReplacementText().contains('\n'))
        continue;
      if (isInLaunch(Where))
        continue;
      Result += Text.slice(From, Where.Begin);
      Result += indented(R, Moves);
      From = Where.End;
    }
    return Result += Text.drop_front(From);
  }

  const llvm::StringRef File, Source, Text;
  const EditedText &Edited;
  const format::FormatStyle Style;
  std::vector<Line> Lines;
  std::vector<tooling::Range> Ranges; ///< for clang-format
  std::vector<SourceRange> Allowed;   ///< in order, apart
};

} // namespace

std::string formatNewText(llvm::StringRef File, llvm::StringRef Source,
                          const EditedText &Edited) {
  if (Edited.New.empty() && Edited.Users.empty())
    return Edited.Text;
  return Formatter(File, Source, Edited).run();
}

} // namespace tessera

//===- SplicedSource.cpp - A program and its own headers in one text ------===//
#include "tessera/Frontend/SplicedSource.h"
#include "llvm/ADT/StringExtras.h"

namespace tessera {

static constexpr llvm::StringLiteral BeginMark =
    "#pragma tessera_header_begin ";
/// In place of a directive that finds that the text was read before.
static constexpr llvm::StringLiteral AgainMark =
    "#pragma tessera_header_again ";
static constexpr llvm::StringLiteral EndMark = "#pragma tessera_header_end";
/// Of a header that does not end with a line break.
static constexpr llvm::StringLiteral CutEndMark =
    "#pragma tessera_header_end cut";

/// \p Text between quotes.
static std::string quoted(llvm::StringRef Text) {
  std::string Result;
  llvm::raw_string_ostream OS(Result);
  llvm::printEscapedString(Text, OS);
  return "\"" + Result + "\"";
}

/// Takes what \ref quoted made from the front of \p Text.
static std::string unquoted(llvm::StringRef &Text) {
  Text.consume_front("\"");
  llvm::StringRef Inside = Text.take_until([](char C) { return C == '"'; });
  Text = Text.drop_front(std::min(Text.size(), Inside.size() + 1)).ltrim();
  std::string Result;
  for (size_t I = 0; I < Inside.size(); ++I)
    if (Inside[I] != '\\')
      Result += Inside[I];
    else if (Inside.substr(I, 2) == "\\\\")
      Result += Inside[++I];
    else if (unsigned Code; !Inside.substr(I + 1, 2).getAsInteger(16, Code)) {
      Result += static_cast<char>(Code);
      I += 2;
    }
  return Result;
}

std::string spliced(const SplicedHeader &Header) {
  const bool Cut = !Header.Text.empty() && Header.Text.back() != '\n';
  const std::string Names =
      quoted(Header.Path) + " " + quoted(Header.Directive) + "\n";
  if (Header.Again)
    return AgainMark.str() + Names;
  return BeginMark.str() + Names + Header.Text + (Cut ? "\n" : "") +
         (Cut ? CutEndMark : EndMark).str() + "\n";
}

bool areInOneFile(llvm::StringRef Text, SourcePlace A, SourcePlace B) {
  return placeInFile(Text, A).Header == placeInFile(Text, B).Header;
}

bool endsHeader(llvm::StringRef Line) { return Line.starts_with(EndMark); }

namespace {

/// Goes through a text line by line.
class Splitter {
public:
  explicit Splitter(llvm::StringRef Text) : Rest(Text) {}

  /// Takes one line. \returns false at the end.
  bool next() {
    if (Rest.empty())
      return false;
    const size_t Break = Rest.find('\n');
    llvm::StringRef Line = Rest.take_front(
        Break == llvm::StringRef::npos ? Rest.size() : Break + 1);
    Rest = Rest.drop_front(Line.size());
    llvm::StringRef Mark = Line.rtrim("\n");
    const bool Again = Mark.consume_front(AgainMark);
    if (Again || Mark.consume_front(BeginMark)) {
      SplicedHeader Header;
      Header.Again = Again;
      Header.Path = unquoted(Mark);
      Header.Directive = unquoted(Mark);
      if (!Open.empty())
        Header.Includer = Open.back();
      Header.At = text().size();
      text() += Header.Directive;
      if (!Again)
        Open.push_back(Result.Headers.size());
      Result.Headers.push_back(std::move(Header));
    } else if (!Open.empty() && (Mark == EndMark || Mark == CutEndMark)) {
      if (Mark == CutEndMark)
        text().pop_back();
      Open.pop_back();
    } else {
      text() += Line;
    }
    return true;
  }

  /// Where the next line is.
  SplitPlace place() {
    return {Open.empty() ? std::nullopt : std::optional(Open.back()),
            {unsigned(text().size())}};
  }
  size_t left() const { return Rest.size(); }

  SplitSource Result;

private:
  std::string &text() {
    return Open.empty() ? Result.Main : Result.Headers[Open.back()].Text;
  }

  llvm::StringRef Rest;
  std::vector<unsigned> Open; ///< the headers around the line
};

} // namespace

std::vector<std::string> splicedHeaders(llvm::StringRef Text) {
  std::vector<std::string> Result;
  for (size_t At = Text.find(BeginMark); At != llvm::StringRef::npos;
       At = Text.find(BeginMark, At + 1))
    if (At == 0 || Text[At - 1] == '\n') {
      llvm::StringRef Mark = Text.drop_front(At + BeginMark.size());
      Result.push_back(unquoted(Mark));
    }
  return Result;
}

SplitSource split(llvm::StringRef Text) {
  Splitter S(Text);
  while (S.next())
    ;
  return std::move(S.Result);
}

std::vector<SplitLine> linesOfFiles(llvm::StringRef Text) {
  std::vector<SplitLine> Result;
  std::map<std::optional<unsigned>, std::pair<size_t, unsigned>> Counted;
  Splitter S(Text);
  do {
    const SplitPlace Place = S.place();
    auto &[Offset, Breaks] = Counted[Place.Header];
    const llvm::StringRef Own =
        Place.Header ? S.Result.Headers[*Place.Header].Text : S.Result.Main;
    Breaks += Own.drop_front(Offset).count('\n');
    Offset = Own.size();
    Result.push_back({Place.Header, Breaks + 1});
  } while (S.next());
  return Result;
}

std::vector<std::vector<unsigned>> splitLines(llvm::StringRef Before,
                                              llvm::StringRef After,
                                              llvm::ArrayRef<unsigned> Lines) {
  const std::vector<SplitLine> From = linesOfFiles(Before),
                               To = linesOfFiles(After);
  std::vector<std::vector<unsigned>> Result(1 + split(After).Headers.size());
  for (size_t I = 0; I < std::min(To.size(), Lines.size()); ++I) {
    const SplitLine &Origin = From[std::min<size_t>(Lines[I], From.size()) - 1];
    if (Origin.Header == To[I].Header)
      Result[To[I].Header ? 1 + *To[I].Header : 0].resize(To[I].Number,
                                                          Origin.Number);
  }
  return Result;
}

SplitPlace placeInFile(llvm::StringRef Text, SourcePlace Where) {
  if (!Where.isKnown())
    return {std::nullopt, Where};
  Splitter S(Text);
  while (true) {
    SplitPlace Line = S.place();
    const size_t Begin = Text.size() - S.left();
    if (!S.next() || Text.size() - S.left() > Where.Offset) {
      Line.Where.Offset += Where.Offset - Begin;
      return Line;
    }
  }
}

} // namespace tessera

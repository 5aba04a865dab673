//===- KeptOriginal.cpp - The way back to the original, in the result -----===//
#include "files/KeptOriginal.h"
#include "tessera/Driver/Difference.h"
#include "tessera/Support/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

namespace tessera {

namespace {

constexpr llvm::StringLiteral Off = "// clang-format off";
constexpr llvm::StringLiteral From =
    "// Kept by tessera --keep-original: a patch from the text above,";
constexpr llvm::StringLiteral To = ", to the original, ";
constexpr llvm::StringLiteral Use = ", for --revert.";
constexpr llvm::StringLiteral End = "// End of what tessera keeps.";
constexpr llvm::StringLiteral On = "// clang-format on";
constexpr llvm::StringLiteral NoNewline = "//\\ No newline at end of file";

std::string hashOf(llvm::StringRef Text) {
  return llvm::utohexstr(llvm::xxh3_64bits(Text), /*LowerCase=*/true,
                         /*Width=*/16);
}

/// Takes the line break off the end of \p Line.
llvm::StringRef takeBreak(llvm::StringRef &Line) {
  for (llvm::StringRef Break : {"\r\n", "\n"})
    if (Line.ends_with(Break)) {
      llvm::StringRef Taken = Line.take_back(Break.size());
      Line = Line.drop_back(Break.size());
      return Taken;
    }
  return "";
}

/// \p Line, which has no line break, as a comment can hold it.
std::string encoded(llvm::StringRef Line) {
  std::string Text;
  for (char C : Line)
    if (C == '$' || C == '\r' || C == '\0')
      Text += "$" + llvm::utohexstr(static_cast<unsigned char>(C),
                                    /*LowerCase=*/false, /*Width=*/2);
    else
      Text += C;
  // A trigraph is a backslash, too.
  if (!Line.empty() && (llvm::isSpace(Line.back()) || Line.back() == '\\' ||
                        Line.ends_with("\?\?/")))
    Text += '$';
  return Text;
}

/// What \ref encoded made \p Text of.
std::string decoded(llvm::StringRef Text) {
  std::string Line;
  while (!Text.empty()) {
    auto [Before, Rest] = Text.split('$');
    Line += Before;
    Text = Rest;
    uint8_t Byte;
    if (Rest.size() >= 2 &&
        llvm::tryGetHexFromNibbles(Rest[0], Rest[1], Byte)) {
      Line += char(Byte);
      Text = Rest.drop_front(2);
    }
  }
  return Line;
}

/// The comment, taken apart.
struct Block {
  size_t Begin = 0, End = 0; ///< in the text, the empty line before included
  std::string TextHash, OriginalHash;
  std::vector<Hunk> Hunks;
};

/// Reads the block that begins at some byte of a text.
class BlockReader {
public:
  BlockReader(llvm::StringRef Text, size_t Begin)
      : Text(Text), Rest(Text.drop_front(Begin)) {
    Result.Begin = Begin;
    // The empty line before it, with its line break.
    llvm::StringRef Above = Text.take_front(Begin);
    if (!takeBreak(Above).empty() && (Above.empty() || Above.ends_with("\n")))
      Result.Begin = Above.size();
  }

  /// Nothing if \ref line is not what it should be.
  std::optional<Block> read() {
    if (next() != Off || next() != From || !readHashes())
      return std::nullopt;
    while (next() != End)
      if (!readLine()) // nor is there one at the end of the text
        return std::nullopt;
    if (next() != On)
      return std::nullopt;
    Result.End = Text.size() - Rest.size();
    return std::move(Result);
  }

  /// The byte at which the last line that was read begins.
  size_t line() const { return Start; }

private:
  /// The next line without its line break; an empty one at the end.
  llvm::StringRef next() {
    Start = Text.size() - Rest.size();
    size_t Length = Rest.find('\n');
    Line =
        Rest.take_front(Length == llvm::StringRef::npos ? Length : Length + 1);
    Rest = Rest.drop_front(Line.size());
    Break = takeBreak(Line);
    return Line;
  }

  bool readHashes() {
    llvm::StringRef Hashes = next();
    if (!Hashes.consume_front("// ") || !Hashes.consume_back(Use))
      return false;
    auto [First, Second] = Hashes.split(To);
    Result.TextHash = First;
    Result.OriginalHash = Second;
    return true;
  }

  /// `//@@ -1,2 +3,4 @@`, or a line of a hunk.
  bool readLine() {
    if (Line == NoNewline && !Result.Hunks.empty() &&
        !Result.Hunks.back().Lines.empty()) {
      llvm::StringRef Last = Result.Hunks.back().Lines.back().Text;
      takeBreak(Last);
      Result.Hunks.back().Lines.back().Text = Last.str();
      return true;
    }
    llvm::StringRef L = Line;
    if (!L.consume_front("//"))
      return false;
    if (L.consume_front("@@ -")) {
      Hunk H;
      size_t Count;
      if (L.consumeInteger(10, H.Before) || !L.consume_front(",") ||
          L.consumeInteger(10, Count))
        return false;
      H.Before -= Count != 0 && H.Before != 0;
      Result.Hunks.push_back(std::move(H));
      return true;
    }
    if (L.empty()) // editors drop spaces that end a line
      L = " ";
    if (Result.Hunks.empty() || !llvm::StringRef(" -+").contains(L.front()))
      return false;
    Result.Hunks.back().Lines.push_back(
        {L.front(), decoded(L.drop_front()) + Break.str()});
    return true;
  }

  const llvm::StringRef Text;
  llvm::StringRef Rest, Line, Break;
  size_t Start = 0;
  Block Result;
};

/// Where the last block of \p Text begins.
size_t findBlock(llvm::StringRef Text) {
  for (size_t At = Text.size(); At != llvm::StringRef::npos && At;) {
    At = Text.take_front(At).rfind(Off);
    if (At == llvm::StringRef::npos)
      break;
    llvm::StringRef Behind = Text.drop_front(At + Off.size());
    if ((At == 0 || Text[At - 1] == '\n') &&
        (Behind.consume_front("\n") || Behind.consume_front("\r\n")) &&
        Behind.starts_with(From))
      return At;
  }
  return llvm::StringRef::npos;
}

} // namespace

bool keepsOriginal(llvm::StringRef Text) {
  return findBlock(Text) != llvm::StringRef::npos;
}

std::string withOriginal(llvm::StringRef Text, llvm::StringRef Original) {
  if (Text == Original)
    return Text.str();
  const size_t FirstBreak = Text.find('\n');
  const llvm::StringRef Break = FirstBreak != llvm::StringRef::npos &&
                                        FirstBreak > 0 &&
                                        Text[FirstBreak - 1] == '\r'
                                    ? "\r\n"
                                    : "\n";
  std::string Result = Text.str();
  if (!Text.ends_with("\n"))
    Result += Break;
  const std::vector<Hunk> Hunks = difference(Result, Original, /*Around=*/1);
  auto Add = [&](const llvm::Twine &Line, llvm::StringRef LineEnd) {
    Result += (Line + LineEnd).str();
  };
  const std::string Hashes =
      ("// " + hashOf(Result) + To + hashOf(Original) + Use).str();
  Add("", Break); // where the text ends in a backslash, that joins this line
  for (llvm::StringRef Line :
       {llvm::StringRef(Off), llvm::StringRef(From), llvm::StringRef(Hashes)})
    Add(Line, Break);
  for (const Hunk &H : Hunks) {
    Add("//" + llvm::Twine(H.heading()), Break);
    for (const DiffLine &L : H.Lines) {
      llvm::StringRef Line = L.Text;
      llvm::StringRef Own = takeBreak(Line);
      Add("//" + llvm::Twine(L.Mark) + encoded(Line),
          Own.empty() ? Break : Own);
      if (Own.empty())
        Add(NoNewline, Break);
    }
  }
  Add(End, Break);
  Add(On, Break);
  return Result;
}

llvm::Expected<std::string> keptOriginal(llvm::StringRef File,
                                         llvm::StringRef Text) {
  auto Fail = [&](size_t Offset, llvm::StringRef Why) {
    return reject(DiagKind::NotReverted, SourcePlace{unsigned(Offset)},
                  File.str(), Why.str());
  };
  BlockReader Reader(Text, findBlock(Text));
  std::optional<Block> Kept = Reader.read();
  if (!Kept)
    return Fail(Reader.line(), "this line of what it keeps was edited");
  const llvm::StringRef Above = Text.take_front(Kept->Begin);
  Patched Result = applyHunks(Above, Kept->Hunks);
  if (Result.FailedAt)
    return Fail(lineOffset(Above, *Result.FailedAt),
                "this line was edited since, where the original has another "
                "text");
  if (hashOf(Above) == Kept->TextHash &&
      hashOf(Result.Text) != Kept->OriginalHash)
    return Fail(Kept->Begin, "what it keeps was edited");
  return Result.Text + Text.drop_front(Kept->End).str();
}

} // namespace tessera

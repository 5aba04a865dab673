//===- Edits.cpp - Changes to the user's text, as values ------------------===//
#include "tessera/Emit/Edits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace tessera {

static std::vector<const TextEdit *> inOrder(llvm::ArrayRef<TextEdit> Edits) {
  std::vector<const TextEdit *> Order;
  for (const TextEdit &E : Edits)
    Order.push_back(&E);
  // The addresses, in one array, keep the order of insertions.
  llvm::sort(Order, [](const TextEdit *L, const TextEdit *R) {
    return std::tuple(L->Where.Begin, L->Where.size() > 0, L) <
           std::tuple(R->Where.Begin, R->Where.size() > 0, R);
  });
  return Order;
}

/// Counts \p More, which begins at \p From; each of its lines is \p Step below
/// the line before it.
void MixedText::addLines(llvm::StringRef More, SourcePlace From,
                         unsigned Step) {
  llvm::StringRef Begun = Text;
  Begun = Begun.drop_front(Begun.rfind('\n') + 1);
  const LineOrigin Unknown;
  for (unsigned Below = 0;; Below += Step) {
    auto [Line, Rest] = More.split('\n');
    if (Begun.trim().empty() && !Line.trim().empty() && From.isKnown())
      Lines.back() = {From, Below};
    if (Line.size() == More.size())
      return;
    Lines.push_back(Unknown);
    More = Rest;
    Begun = "";
  }
}

void MixedText::addNew(llvm::StringRef More, SourcePlace For) {
  addLines(More, For, 0);
  Text += More;
}

void MixedText::addUsers(llvm::StringRef More, SourcePlace From) {
  addLines(More, From, 1);
  unsigned Begin = Text.size();
  Text += More;
  if (!Users.empty() && Users.back().End == Begin)
    Users.back().End = Text.size();
  else if (!More.empty())
    Users.push_back({Begin, unsigned(Text.size())});
}

void MixedText::add(const MixedText &More) {
  llvm::StringRef Begun = Text;
  if (!Begun.drop_front(Begun.rfind('\n') + 1).trim().empty())
    Lines.insert(Lines.end(), std::next(More.Lines.begin()), More.Lines.end());
  else {
    Lines.pop_back();
    llvm::append_range(Lines, More.Lines);
  }
  for (SourceRange R : More.Users)
    Users.push_back(
        {unsigned(Text.size()) + R.Begin, unsigned(Text.size()) + R.End});
  Text += More.Text;
}

namespace {

/// Puts a text together that has the line breaks of the user's.
class Assembler {
public:
  explicit Assembler(llvm::StringRef Source)
      : Carriage(Source.take_front(Source.find('\n')).ends_with("\r")) {}

  void add(const TextEdit &E) {
    llvm::StringRef Text = E.Replacement;
    unsigned From = 0;
    for (SourceRange R : E.Users) {
      add(Text.slice(From, R.Begin), Result.New);
      add(Text.slice(R.Begin, R.End), Result.Users);
      From = R.End;
    }
    add(Text.drop_front(From), Result.New);
  }

  EditedText Result;

private:
  void add(llvm::StringRef Text, std::vector<SourceRange> &Into) {
    unsigned Begin = Result.Text.size();
    for (char C : Text) {
      if (C == '\n' && Carriage &&
          !llvm::StringRef(Result.Text).ends_with("\r"))
        Result.Text += '\r';
      Result.Text += C;
    }
    if (Begin < Result.Text.size())
      Into.push_back({Begin, unsigned(Result.Text.size())});
  }

  const bool Carriage;
};

} // namespace

llvm::Expected<EditedText> applyEdits(llvm::StringRef Source,
                                      llvm::ArrayRef<TextEdit> Edits) {
  Assembler Into(Source);
  unsigned From = 0;
  std::string Last = "the start of the file";
  for (const TextEdit *E : inOrder(Edits)) {
    if (E->Where.Begin < From || E->Where.End < E->Where.Begin ||
        E->Where.End > Source.size())
      return llvm::createStringError("edits overlap at byte %u: '%s' and '%s'",
                                     E->Where.Begin, Last.c_str(),
                                     E->Why.c_str());
    Into.Result.Text += Source.slice(From, E->Where.Begin);
    Into.add(*E);
    From = E->Where.End;
    Last = E->Why;
  }
  Into.Result.Text += Source.drop_front(From);
  return std::move(Into.Result);
}

/// Whether a change of white space keeps \p C, which no end of a line in a
/// macro is.
static bool isInk(char C) { return !llvm::isSpace(C) && C != '\\'; }

static size_t inkOf(llvm::StringRef Text) {
  return llvm::count_if(Text, isInk);
}

/// Where a byte of an edited text is from.
struct TextOrigin {
  const TextEdit *Edit = nullptr; ///< that made it; null: the user's text
  unsigned Offset = 0;            ///< of the user's text otherwise
};

static TextOrigin findOrigin(llvm::StringRef Source,
                             llvm::ArrayRef<TextEdit> Edits,
                             llvm::StringRef Edited, unsigned Offset) {
  size_t Ink = inkOf(Edited.take_front(Offset));
  unsigned From = 0;
  for (const TextEdit *E : inOrder(Edits)) {
    size_t Kept = inkOf(Source.slice(From, E->Where.Begin));
    if (Ink < Kept)
      break;
    Ink -= Kept;
    From = E->Where.End;
    size_t New = inkOf(E->Replacement);
    if (Ink < New)
      return {E};
    Ink -= New;
  }
  for (; From < Source.size(); ++From)
    if (isInk(Source[From]) && Ink-- == 0)
      break;
  return {nullptr, From};
}

std::optional<unsigned> originOf(llvm::StringRef Source,
                                 llvm::ArrayRef<TextEdit> Edits,
                                 llvm::StringRef Edited, unsigned Offset) {
  const TextOrigin Origin = findOrigin(Source, Edits, Edited, Offset);
  return Origin.Edit ? std::nullopt : std::optional(Origin.Offset);
}

std::optional<size_t> editAt(llvm::StringRef Source,
                             llvm::ArrayRef<TextEdit> Edits,
                             llvm::StringRef Edited, unsigned Offset) {
  const TextOrigin Origin = findOrigin(Source, Edits, Edited, Offset);
  return Origin.Edit ? std::optional<size_t>(Origin.Edit - Edits.data())
                     : std::nullopt;
}

namespace {

/// Collects where lines begin, in a text that is read in order.
class LineStarts {
public:
  explicit LineStarts(llvm::StringRef Source) {
    for (size_t At = 0; At < Source.size(); ++At)
      if (Source[At] == '\n')
        Breaks.push_back(At);
  }

  /// The line of a byte, from 1.
  unsigned lineOf(unsigned Offset) const {
    return llvm::lower_bound(Breaks, Offset) - Breaks.begin() + 1;
  }
  unsigned last() const { return Breaks.size() + 1; }

  /// What follows, up to the end of a line, is from \p Line.
  void startAt(unsigned Line) {
    if (!Starts.empty() && Starts.back().first == Ink)
      Starts.pop_back();
    Starts.push_back({Ink, Line});
  }
  void read(char C) { Ink += isInk(C); }

  /// The line that the character \p Ink is from.
  unsigned at(size_t Ink) const {
    auto Behind = llvm::upper_bound(
        Starts, Ink, [](size_t I, const auto &S) { return I < S.first; });
    return Behind == Starts.begin() ? 1 : std::prev(Behind)->second;
  }

private:
  std::vector<unsigned> Breaks;
  std::vector<std::pair<size_t, unsigned>> Starts;
  size_t Ink = 0;
};

} // namespace

std::vector<unsigned> lineOrigins(llvm::StringRef Source,
                                  llvm::ArrayRef<TextEdit> Edits,
                                  llvm::StringRef Edited) {
  LineStarts Starts(Source);
  unsigned From = 0;
  auto Keep = [&](unsigned End) {
    for (unsigned At = From; At < End; ++At) {
      if (At == From || Source[At - 1] == '\n')
        Starts.startAt(Starts.lineOf(At));
      Starts.read(Source[At]);
    }
  };
  for (const TextEdit *E : inOrder(Edits)) {
    Keep(E->Where.Begin);
    From = E->Where.End;
    unsigned Line = Starts.lineOf(E->Where.Begin);
    size_t Number = 0;
    bool Begins = true;
    for (char C : E->Replacement) {
      if (std::exchange(Begins, false)) {
        if (Number < E->Lines.size() && E->Lines[Number].Where.isKnown())
          Line = std::min(Starts.lineOf(E->Lines[Number].Where.Offset) +
                              E->Lines[Number].Below,
                          Starts.last());
        Starts.startAt(Line);
      }
      Starts.read(C);
      Begins = C == '\n';
      Number += Begins;
    }
  }
  Keep(Source.size());

  std::vector<unsigned> Result;
  size_t Ink = 0;
  while (true) {
    auto [Line, Rest] = Edited.split('\n');
    const size_t Own = inkOf(Line);
    Result.push_back(Own              ? Starts.at(Ink)
                     : Result.empty() ? 1
                                      : Result.back() + 1);
    Ink += Own;
    if (Line.size() == Edited.size())
      return Result;
    Edited = Rest;
  }
}

void print(llvm::raw_ostream &OS, llvm::ArrayRef<TextEdit> Edits,
           llvm::StringRef Source) {
  for (const TextEdit *E : inOrder(Edits)) {
    OS << "line " << Source.take_front(E->Where.Begin).count('\n') + 1 << ": "
       << E->Why << ": '";
    OS.write_escaped(Source.slice(E->Where.Begin, E->Where.End));
    OS << "' -> '";
    OS.write_escaped(E->Replacement);
    OS << "'\n";
  }
}

} // namespace tessera

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

void MixedText::addUsers(llvm::StringRef More) {
  unsigned Begin = Text.size();
  Text += More;
  if (!Users.empty() && Users.back().End == Begin)
    Users.back().End = Text.size();
  else if (!More.empty())
    Users.push_back({Begin, unsigned(Text.size())});
}

void MixedText::add(const MixedText &More) {
  unsigned From = 0;
  for (SourceRange R : More.Users) {
    addNew(llvm::StringRef(More.Text).slice(From, R.Begin));
    addUsers(llvm::StringRef(More.Text).slice(R.Begin, R.End));
    From = R.End;
  }
  addNew(llvm::StringRef(More.Text).drop_front(From));
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

/// The characters of \p Text that are not white space.
static size_t inkOf(llvm::StringRef Text) {
  return llvm::count_if(Text, [](char C) { return !llvm::isSpace(C); });
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
    if (!llvm::isSpace(Source[From]) && Ink-- == 0)
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

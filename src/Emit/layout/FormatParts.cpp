//===- FormatParts.cpp - Layout of long files, part by part ---------------===//
#include "layout/FormatParts.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using format::FormatStyle;
using tooling::Range;
using tooling::Replacement;

namespace tessera {
namespace {

/// A part has at least so many ranges, unless it is the last one.
constexpr size_t RangesOfPart = 16;

/// A place between two functions.
struct Cut {
  unsigned At;       ///< the end of a line
  std::string Opens; ///< the namespaces that it is in: `namespace a {`
  unsigned Levels;   ///< how many they are
};

/// Finds all places where a file may be cut.
class CutFinder {
public:
  explicit CutFinder(llvm::StringRef Text) : Text(Text) {
    Language.CPlusPlus = Language.CPlusPlus11 = Language.CPlusPlus17 = true;
    Language.Bool = Language.LineComment = Language.CUDA = true;
  }

  std::vector<Cut> run() {
    const std::string Copy = Text.str(); // ends with a 0
    Lexer Tokens(SourceLocation(), Language, Copy.data(), Copy.data(),
                 Copy.data() + Copy.size());
    Token T;
    bool InDirective = false;
    for (bool Last = false; !Last;) {
      Last = Tokens.LexFromRawLexer(T);
      const unsigned End = Tokens.getBufferLocation() - Copy.data();
      const unsigned Begin = End - T.getLength();
      if (T.isAtStartOfLine()) {
        InDirective = T.is(tok::hash);
        Directive = InDirective;
      } else if (Directive && T.is(tok::raw_identifier)) {
        directive(T.getRawIdentifier());
      }
      if (!InDirective && !T.is(tok::eof))
        token(T, Begin, End);
    }
    return std::move(Cuts);
  }

private:
  void directive(llvm::StringRef Name) {
    Directive = false;
    if (Name.starts_with("if"))
      ++Conditionals;
    else if (Name == "endif" && Conditionals > 0)
      --Conditionals;
  }

  void token(const Token &T, unsigned Begin, unsigned End) {
    if (Closed && T.isAtStartOfLine() && T.is(tok::raw_identifier))
      cutBehind(*Closed);
    Closed.reset();
    if (!First)
      First = Begin;
    if (T.is(tok::l_brace)) {
      if (Inner == 0 && isNamespace(Text.slice(*First, Begin))) {
        Namespaces.push_back(Text.slice(*First, End).str() + "\n");
        First.reset();
      } else {
        ++Inner;
      }
    } else if (T.is(tok::r_brace)) {
      if (Inner > 0 && --Inner == 0) {
        Closed = End;
        First.reset();
      } else if (Inner == 0 && !Namespaces.empty()) {
        Namespaces.pop_back();
        First.reset();
      }
    } else if (T.is(tok::semi) && Inner == 0) {
      First.reset();
    }
  }

  static bool isNamespace(llvm::StringRef Head) {
    Head.consume_front("inline ");
    return !Head.contains('#') && !Head.contains('(') &&
           (Head.starts_with("namespace") || Head.starts_with("extern \"C"));
  }

  void cutBehind(unsigned Brace) {
    const size_t Break = Text.find('\n', Brace);
    const llvm::StringRef Rest = Text.slice(Brace, Break).trim();
    if (Conditionals > 0 || Break == Text.npos ||
        !(Rest.empty() || Rest.starts_with("//")))
      return;
    Cuts.push_back({unsigned(Break), llvm::join(Namespaces, ""),
                    unsigned(Namespaces.size())});
  }

  const llvm::StringRef Text;
  LangOptions Language;
  std::vector<std::string> Namespaces; ///< around what is read: their heads
  unsigned Inner = 0;                  ///< other braces around it
  unsigned Conditionals = 0;           ///< `#if` around it
  bool Directive = false;              ///< its name is next
  std::optional<unsigned> First;       ///< where a declaration begins
  std::optional<unsigned> Closed;      ///< the end of a `}` right before
  std::vector<Cut> Cuts;
};

bool isBefore(const Range &R, unsigned At) {
  return R.getOffset() + R.getLength() <= At;
}

/// \p Style as clang-format derives it from all of \p Text; nothing if parts of
/// it may be laid out in another way than in the whole.
std::optional<FormatStyle>
styleForParts(FormatStyle Style, llvm::StringRef Text, llvm::StringRef File) {
  if (Style.Standard == FormatStyle::LS_Auto ||
      Style.ExperimentalAutoDetectBinPacking || Text.contains('\r') ||
      Text.contains("clang-format off"))
    return std::nullopt;
  if (!Style.DerivePointerAlignment)
    return Style;
  // Spaces on both sides are no vote.
  const llvm::StringRef Probe = "int * p;\n";
  const std::string Probed = (Text + "\n" + Probe).str();
  const unsigned At = Probed.size() - Probe.size();
  auto Changed = tooling::applyAllReplacements(
      Probed, format::reformat(Style, Probed, {Range(At, Probe.size())}, File));
  if (!Changed) {
    llvm::consumeError(Changed.takeError());
    return std::nullopt;
  }
  const llvm::StringRef Result = *Changed;
  Style.DerivePointerAlignment = false;
  Style.ReferenceAlignment = FormatStyle::RAS_Pointer;
  if (Result.ends_with("int *p;\n"))
    Style.PointerAlignment = FormatStyle::PAS_Right;
  else if (Result.ends_with("int* p;\n"))
    Style.PointerAlignment = FormatStyle::PAS_Left;
  else if (Style.PointerAlignment != FormatStyle::PAS_Middle)
    return std::nullopt;
  return Style;
}

} // namespace

std::vector<Replacement> reformatInParts(FormatStyle Style,
                                         llvm::StringRef Text,
                                         const std::vector<Range> &Ranges,
                                         llvm::StringRef File) {
  std::vector<Replacement> Result;
  auto Whole = [&] {
    llvm::append_range(Result, format::reformat(Style, Text, Ranges, File));
    return Result;
  };
  if (Ranges.size() <= RangesOfPart)
    return Whole();
  std::optional<FormatStyle> Derived = styleForParts(Style, Text, File);
  if (!Derived)
    return Whole();
  std::vector<Cut> Cuts = CutFinder(Text).run();
  Cuts.push_back({unsigned(Text.size()), "", 0});
  Cut From = {0, "", 0};
  size_t First = 0, Next = 0; // ranges of this part
  for (const Cut &To : Cuts) {
    while (Next < Ranges.size() && isBefore(Ranges[Next], To.At))
      ++Next;
    const bool Last = To.At == Text.size();
    if (!Last && (Next - First < RangesOfPart ||
                  (Next < Ranges.size() && Ranges[Next].getOffset() < To.At)))
      continue;
    // What stands before makes it no file's first line.
    const std::string Before = From.At ? "class before;\n" + From.Opens : "";
    const std::string Behind =
        Last ? "" : "\n" + std::string(To.Levels, '}') + "\n";
    const std::string Part = Before + Text.slice(From.At, To.At).str() + Behind;
    const unsigned Shift = Before.size() - From.At;
    std::vector<Range> Own;
    for (; First < Next; ++First)
      Own.emplace_back(Ranges[First].getOffset() + Shift,
                       Ranges[First].getLength());
    for (const Replacement &R : format::reformat(*Derived, Part, Own, File)) {
      const unsigned Offset = R.getOffset() - Shift;
      if (R.getOffset() >= Before.size() && Offset + R.getLength() <= To.At)
        Result.emplace_back(File, Offset, R.getLength(),
                            R.getReplacementText());
    }
    From = To;
  }
  return Result;
}

} // namespace tessera

//===- InferStyle.cpp - How the user lays out a file ----------------------===//
//
// What can be counted is counted: indentation, tabs, braces on lines of their
// own, blanks behind keywords, lengths of lines. The rest is LLVM's style.
//
//===----------------------------------------------------------------------===//
#include "layout/InferStyle.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <map>

using namespace clang::format;

namespace tessera {
namespace {

/// How often the user does it one way and the other.
struct Votes {
  unsigned Yes = 0, No = 0;
  void count(bool Vote) { ++(Vote ? Yes : No); }
  bool majority() const { return Yes > No; }
};

class Counter {
public:
  explicit Counter(llvm::StringRef Source) {
    bool Continues = false; // of a macro's definition
    for (llvm::StringRef Line : llvm::split(Source, '\n')) {
      Line = Line.rtrim();
      llvm::StringRef Text = Line.ltrim();
      bool Code = !Continues && !Text.empty() && !Text.starts_with("#") &&
                  !Text.starts_with("/") && !Text.starts_with("*");
      Continues = Line.ends_with("\\") && (Continues || Text.starts_with("#"));
      if (Code)
        line(Line.drop_back(Text.size()), Text);
    }
  }

  FormatStyle style() const {
    FormatStyle Style = getLLVMStyle();
    Style.DerivePointerAlignment = true;
    auto Most = llvm::max_element(Widths, [](const auto &A, const auto &B) {
      return A.second < B.second;
    });
    if (Tabs.majority()) {
      Style.UseTab = FormatStyle::UT_AlignWithSpaces;
      Style.IndentWidth = Style.TabWidth = TabWidth;
    } else if (Most != Widths.end()) {
      Style.IndentWidth = Most->first;
    }
    Style.ColumnLimit = longestUsual();
    Style.BreakBeforeBraces = FormatStyle::BS_Custom;
    Style.BraceWrapping.AfterFunction = FunctionBraceAlone.majority();
    Style.BraceWrapping.AfterControlStatement = ControlBraceAlone.majority()
                                                    ? FormatStyle::BWACS_Always
                                                    : FormatStyle::BWACS_Never;
    Style.BraceWrapping.BeforeElse = ElseAlone.majority();
    if (KeywordTouches.majority())
      Style.SpaceBeforeParens = FormatStyle::SBPO_Never;
    return Style;
  }

private:
  static constexpr unsigned TabWidth = 4;

  void line(llvm::StringRef Indent, llvm::StringRef Text) {
    if (!Indent.empty())
      Tabs.count(Indent.contains('\t'));
    if (Last.ends_with("{") && !Indent.contains('\t') &&
        Indent.size() > LastIndent)
      ++Widths[Indent.size() - LastIndent];
    bool Nested = !Indent.empty();
    Votes &BraceAlone = Nested ? ControlBraceAlone : FunctionBraceAlone;
    if (Text == "{" && (Last.ends_with(")") || Last.ends_with("else")))
      BraceAlone.count(true);
    if (Text.size() > 1 && Text.ends_with("{") &&
        (Text.contains(')') || Text.contains("else")))
      BraceAlone.count(false);
    if (Text.starts_with("else") || Text.starts_with("} else") ||
        Text.starts_with("}else"))
      if (Text.starts_with("}") || Last == "}")
        ElseAlone.count(!Text.starts_with("}"));
    for (llvm::StringRef Keyword : {"if", "for", "while"})
      if (llvm::StringRef Rest = Text; Rest.consume_front(Keyword))
        if (Rest.starts_with("(") || Rest.starts_with(" ("))
          KeywordTouches.count(Rest.starts_with("("));
    Lengths.push_back(Indent.size() + Text.size() +
                      Indent.count('\t') * (TabWidth - 1));
    Last = Text;
    LastIndent = Indent.size();
  }

  /// A column that a few lines at most exceed; not beyond reason.
  unsigned longestUsual() const {
    std::vector<unsigned> Sorted = Lengths;
    llvm::sort(Sorted, std::greater<>());
    size_t Few = Sorted.size() / 50 + 1;
    unsigned Longest = Sorted.size() > Few ? Sorted[Few] : 0;
    return std::clamp(Longest, 80u, 120u);
  }

  std::map<unsigned, unsigned> Widths; ///< what an opening brace adds
  Votes Tabs, FunctionBraceAlone, ControlBraceAlone, ElseAlone, KeywordTouches;
  std::vector<unsigned> Lengths;
  llvm::StringRef Last; ///< the line of code before, without indentation
  size_t LastIndent = 0;
};

} // namespace

/// Turns off what changes more than white space, and what changes text that
/// stands by itself.
static void keepTokens(FormatStyle &Style) {
  Style.AlignTrailingComments.Kind = FormatStyle::TCAS_Leave;
  Style.BreakStringLiterals = false;
  Style.DisableFormat = false;
  Style.FixNamespaceComments = false;
  Style.InsertBraces = false;
  Style.InsertNewlineAtEOF = false;
  Style.InsertTrailingCommas = FormatStyle::TCS_None;
  Style.IntegerLiteralSeparator = {};
  Style.KeepEmptyLines = {true, true, true};
  Style.MaxEmptyLinesToKeep = 1000;
  Style.QualifierAlignment = FormatStyle::QAS_Leave;
  Style.ReflowComments = FormatStyle::RCS_Never;
  Style.RemoveBracesLLVM = false;
  Style.RemoveEmptyLinesInUnwrappedLines = false;
  Style.RemoveParentheses = FormatStyle::RPS_Leave;
  Style.RemoveSemicolon = false;
  Style.SeparateDefinitionBlocks = FormatStyle::SDS_Leave;
  Style.SortIncludes.Enabled = false;
  Style.SortUsingDeclarations = FormatStyle::SUD_Never;
}

FormatStyle styleOf(llvm::StringRef File, llvm::StringRef Source) {
  // Where nothing governs the file, the fallback turns formatting off.
  llvm::Expected<FormatStyle> Governing =
      getStyle("file", File, "none", Source, /*FS=*/nullptr,
               /*AllowUnknownOptions=*/true);
  FormatStyle Style = Governing && !Governing->DisableFormat
                          ? *Governing
                          : Counter(Source).style();
  llvm::consumeError(Governing.takeError());
  keepTokens(Style);
  return Style;
}

} // namespace tessera

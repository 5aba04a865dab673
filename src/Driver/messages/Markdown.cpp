//===- Markdown.cpp -------------------------------------------------------===//
#include "messages/Markdown.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>

namespace tessera {

/// \p Text with what stands between backticks as code. A backtick that has no
/// other one behind it is text.
static void printInline(llvm::raw_ostream &OS, llvm::StringRef Text) {
  while (true) {
    const size_t Begin = Text.find('`');
    const size_t End = Text.find('`', Begin == Text.npos ? Begin : Begin + 1);
    if (End == Text.npos) {
      llvm::printHTMLEscaped(Text, OS);
      return;
    }
    llvm::printHTMLEscaped(Text.take_front(Begin), OS);
    OS << "<code>";
    llvm::printHTMLEscaped(Text.slice(Begin + 1, End), OS);
    OS << "</code>";
    Text = Text.drop_front(End + 1);
  }
}

namespace {

constexpr llvm::StringLiteral Fence("```");

/// Takes one line after the other, and prints a block when it has ended.
class BlockPrinter {
public:
  BlockPrinter(llvm::raw_ostream &OS, unsigned TopLevel)
      : OS(OS), TopLevel(TopLevel) {}

  void add(llvm::StringRef Line) {
    if (InFence) {
      if (Line.starts_with(Fence)) {
        closeFence();
      } else {
        llvm::printHTMLEscaped(Line, OS);
        OS << "\n";
      }
      return;
    }
    const size_t Hashes = Line.find_first_not_of('#');
    if (Line.consume_front(Fence)) {
      closeList();
      openFence(Line.trim());
    } else if (Hashes != 0 && Hashes != Line.npos && Line[Hashes] == ' ') {
      closeList();
      heading(Hashes, Line.drop_front(Hashes).trim());
    } else if (Line.consume_front("- ")) {
      endText();
      if (!InList)
        OS << "<ul>\n";
      InList = InItem = true;
      Text = Line.trim();
    } else if (Line.trim().empty()) {
      endText();
    } else {
      if (Text.empty())
        closeList(); // a paragraph behind it
      Text += (Text.empty() ? "" : " ") + Line.trim().str();
    }
  }

  void end() {
    if (InFence)
      closeFence();
    closeList();
  }

private:
  /// Prints the paragraph or the item that the last lines make up.
  void endText() {
    if (Text.empty())
      return;
    OS << (InItem ? "<li>" : "<p>");
    printInline(OS, Text);
    OS << (InItem ? "</li>\n" : "</p>\n");
    Text.clear();
    InItem = false;
  }

  void closeList() {
    endText();
    if (InList)
      OS << "</ul>\n";
    InList = false;
  }

  void heading(unsigned Level, llvm::StringRef Title) {
    const unsigned Shown = std::min(TopLevel + Level - 1, 6u);
    OS << "<h" << Shown << ">";
    printInline(OS, Title);
    OS << "</h" << Shown << ">\n";
  }

  void openFence(llvm::StringRef Info) {
    auto [Language, Caption] = Info.split(' ');
    OS << "<figure>\n";
    if (!Caption.empty())
      caption(Caption);
    OS << "<pre tabindex=\"0\"";
    if (!Language.empty()) {
      OS << " class=\"";
      llvm::printHTMLEscaped(Language, OS);
      OS << "\"";
    }
    OS << "><code>";
    InFence = true;
  }

  void caption(llvm::StringRef Text) {
    auto [Words, Flags] = Text.split("[flags: ");
    Words = Words.trim();
    Flags.consume_back("]");
    OS << "<figcaption>";
    llvm::printHTMLEscaped(Words == "after" ? "After the change" : Words, OS);
    if (!Flags.empty()) {
      OS << (Words.empty() ? "With <code>" : ", with <code>");
      llvm::printHTMLEscaped(Flags, OS);
      OS << "</code>";
    }
    OS << "</figcaption>\n";
  }

  void closeFence() {
    OS << "</code></pre>\n</figure>\n";
    InFence = false;
  }

  llvm::raw_ostream &OS;
  const unsigned TopLevel;
  std::string Text; ///< of the paragraph or item so far
  bool InItem = false, InList = false, InFence = false;
};

} // namespace

std::string markdownToHtml(llvm::StringRef Markdown, unsigned TopLevel) {
  std::string Html;
  llvm::raw_string_ostream OS(Html);
  BlockPrinter Printer(OS, TopLevel);
  while (!Markdown.empty()) {
    auto [Line, Rest] = Markdown.split('\n');
    Printer.add(Line.rtrim('\r'));
    Markdown = Rest;
  }
  Printer.end();
  return Html;
}

} // namespace tessera

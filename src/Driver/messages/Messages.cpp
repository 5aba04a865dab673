//===- Messages.cpp - Diagnostics in Clang's form -------------------------===//
#include "tessera/Driver/Messages.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/Unicode.h"
#include "llvm/Support/WithColor.h"

namespace tessera {

static llvm::StringRef name(DiagLevel Level) {
  switch (Level) {
  case DiagLevel::Remark:
  case DiagLevel::Missed:
  case DiagLevel::Analysis:
    return "remark";
  case DiagLevel::Note:
    return "note";
  case DiagLevel::Warning:
    return "warning";
  case DiagLevel::Error:
    return "error";
  }
  return "";
}

static llvm::raw_ostream::Colors color(DiagLevel Level) {
  switch (Level) {
  case DiagLevel::Warning:
    return llvm::raw_ostream::MAGENTA;
  case DiagLevel::Error:
    return llvm::raw_ostream::RED;
  default:
    return llvm::raw_ostream::BLUE;
  }
}

/// Whether a terminal can show \p Line: text, and not the bytes of something
/// that is no source file.
static bool isPrintable(llvm::StringRef Line) {
  const auto *Bytes = reinterpret_cast<const llvm::UTF8 *>(Line.begin());
  return llvm::isLegalUTF8String(&Bytes, Bytes + Line.size()) &&
         llvm::none_of(Line,
                       [](char C) { return C != '\t' && C >= 0 && C < ' '; });
}

LinePlace locate(llvm::StringRef Source, SourcePlace Where) {
  llvm::StringRef Before = Source.take_front(Where.Offset);
  size_t Start = Before.rfind('\n') + 1; // no line break: rfind returns -1
  llvm::StringRef Text = Source.drop_front(Start).take_until(
      [](char C) { return C == '\n' || C == '\r'; });
  return {unsigned(Before.count('\n')) + 1, unsigned(Before.size() - Start) + 1,
          Text};
}

void printMessage(llvm::raw_ostream &OS, llvm::StringRef File,
                  llvm::StringRef Source, const Diagnostic &D) {
  printMessage(OS, File, Source, D, level(D.Kind));
}

void printMessage(llvm::raw_ostream &OS, llvm::StringRef File,
                  llvm::StringRef Source, const Diagnostic &D,
                  DiagLevel Level) {
  LinePlace Where = locate(Source, D.Where);
  {
    llvm::WithColor Bold(OS, llvm::raw_ostream::SAVEDCOLOR, /*Bold=*/true);
    OS << File << ":";
    if (D.Where.isKnown())
      OS << Where.Line << ":" << Where.Column << ":";
    OS << " ";
  }
  {
    llvm::WithColor Colored(OS, color(Level), /*Bold=*/true);
    OS << name(Level) << ": ";
  }
  {
    llvm::WithColor Bold(OS, llvm::raw_ostream::SAVEDCOLOR, /*Bold=*/true);
    OS << D.message() << " [tessera-" << identity(D.Kind) << "]";
  }
  OS << "\n";
  if (!D.Where.isKnown() || Source.empty() || !isPrintable(Where.Text))
    return;
  OS << "  " << Where.Text << "\n  ";
  llvm::StringRef Before = Where.Text.take_front(Where.Column - 1);
  while (!Before.empty()) {
    auto [Visible, Rest] = Before.split('\t');
    OS.indent(std::max(0, llvm::sys::unicode::columnWidthUTF8(Visible)));
    if (Visible.size() < Before.size())
      OS << '\t';
    Before = Rest;
  }
  {
    llvm::WithColor Caret(OS, llvm::raw_ostream::GREEN, /*Bold=*/true);
    OS << "^";
  }
  OS << "\n";
}

void arrange(std::vector<Diagnostic> &Messages) {
  llvm::sort(Messages, [](const auto &A, const auto &B) {
    return std::tuple(A.Where, A.Kind, A.Arguments, A.Instance) <
           std::tuple(B.Where, B.Kind, B.Arguments, B.Instance);
  });
  // Several block shapes say the same.
  Messages.erase(std::unique(Messages.begin(), Messages.end()), Messages.end());
}

} // namespace tessera

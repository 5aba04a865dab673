//===- Messages.cpp - Diagnostics in Clang's form -------------------------===//
#include "tessera/Driver/Messages.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ConvertUTF.h"
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

namespace {

/// A place as people count, and the line it is in.
struct LinePlace {
  unsigned Line, Column;
  llvm::StringRef Text;
};

} // namespace

static LinePlace locate(llvm::StringRef Source, SourcePlace Where) {
  llvm::StringRef Before = Source.take_front(Where.Offset);
  size_t Start = Before.rfind('\n') + 1; // no line break: rfind returns -1
  llvm::StringRef Text = Source.drop_front(Start).take_until(
      [](char C) { return C == '\n' || C == '\r'; });
  return {unsigned(Before.count('\n')) + 1, unsigned(Before.size() - Start) + 1,
          Text};
}

void printMessage(llvm::raw_ostream &OS, llvm::StringRef File,
                  llvm::StringRef Source, const Diagnostic &D) {
  LinePlace Where = locate(Source, D.Where);
  {
    llvm::WithColor Bold(OS, llvm::raw_ostream::SAVEDCOLOR, /*Bold=*/true);
    OS << File << ":";
    if (D.Where.isKnown())
      OS << Where.Line << ":" << Where.Column << ":";
    OS << " ";
  }
  {
    llvm::WithColor Colored(OS, color(level(D.Kind)), /*Bold=*/true);
    OS << name(level(D.Kind)) << ": ";
  }
  OS << D.message() << " [tessera-" << identity(D.Kind) << "]\n";
  if (!D.Where.isKnown() || Source.empty() || !isPrintable(Where.Text))
    return;
  OS << "  " << Where.Text << "\n  ";
  for (char C : Where.Text.take_front(Where.Column - 1))
    OS << (C == '\t' ? '\t' : ' ');
  OS << "^\n";
}

void arrange(std::vector<Diagnostic> &Messages) {
  llvm::sort(Messages, [](const auto &A, const auto &B) {
    return std::tuple(A.Where, A.Kind, A.Arguments) <
           std::tuple(B.Where, B.Kind, B.Arguments);
  });
  // Several block shapes say the same.
  Messages.erase(std::unique(Messages.begin(), Messages.end()), Messages.end());
}

} // namespace tessera

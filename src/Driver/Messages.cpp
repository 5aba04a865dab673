//===- Messages.cpp - Diagnostics in Clang's form -------------------------===//
#include "tessera/Driver/Messages.h"
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

void printMessage(llvm::raw_ostream &OS, llvm::StringRef File,
                  llvm::StringRef Source, const Diagnostic &D) {
  unsigned Offset = std::min<size_t>(D.Where.Offset, Source.size());
  size_t Break = Source.take_front(Offset).rfind('\n');
  size_t LineStart = Break == llvm::StringRef::npos ? 0 : Break + 1;
  unsigned Line = 1 + Source.take_front(Offset).count('\n');
  unsigned Column = Offset - LineStart + 1;
  {
    llvm::WithColor Bold(OS, llvm::raw_ostream::SAVEDCOLOR, /*Bold=*/true);
    OS << File << ":" << Line << ":" << Column << ": ";
  }
  {
    llvm::WithColor Colored(OS, color(level(D.Kind)), /*Bold=*/true);
    OS << name(level(D.Kind)) << ": ";
  }
  OS << D.message() << " [tessera-" << identity(D.Kind) << "]\n";
  if (Source.empty())
    return;
  llvm::StringRef Text = Source.drop_front(LineStart).take_until(
      [](char C) { return C == '\n' || C == '\r'; });
  OS << "  " << Text << "\n  ";
  for (char C : Text.take_front(Column - 1))
    OS << (C == '\t' ? '\t' : ' ');
  OS << "^\n";
}

} // namespace tessera

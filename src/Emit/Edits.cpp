//===- Edits.cpp - Replacements in the user's file ------------------------===//
#include "tessera/Emit/Edits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <numeric>

namespace tessera {

/// By place; insertions before replacements.
static void sortEdits(std::vector<TextEdit> &Edits) {
  std::vector<size_t> Order(Edits.size());
  std::iota(Order.begin(), Order.end(), 0);
  llvm::sort(Order, [&](size_t A, size_t B) {
    return std::tuple(Edits[A].Where, A) < std::tuple(Edits[B].Where, B);
  });
  std::vector<TextEdit> Sorted;
  for (size_t I : Order)
    Sorted.push_back(std::move(Edits[I]));
  Edits = std::move(Sorted);
}

llvm::Expected<std::string> applyEdits(llvm::StringRef Source,
                                       std::vector<TextEdit> Edits) {
  sortEdits(Edits);
  std::string Result;
  unsigned From = 0;
  for (const TextEdit &E : Edits) {
    if (E.Where.Begin < From || E.Where.End < E.Where.Begin ||
        E.Where.End > Source.size())
      return llvm::createStringError(
          "edits overlap at byte %u (%s)", E.Where.Begin, E.Why.c_str());
    Result += Source.slice(From, E.Where.Begin);
    Result += E.Replacement;
    From = E.Where.End;
  }
  return Result += Source.drop_front(From);
}

void printEdits(llvm::raw_ostream &OS, llvm::StringRef Source,
                std::vector<TextEdit> Edits) {
  sortEdits(Edits);
  for (const TextEdit &E : Edits) {
    unsigned Line = 1 + Source.take_front(E.Where.Begin).count('\n');
    OS << "line " << Line << ": " << E.Why << "\n";
    auto Print = [&](llvm::StringRef Text, llvm::StringRef Mark) {
      if (Text.empty())
        return;
      for (llvm::StringRef L : llvm::split(Text, '\n'))
        OS << Mark << L << "\n";
    };
    Print(Source.slice(E.Where.Begin, E.Where.End), "- ");
    Print(E.Replacement, "+ ");
  }
}

} // namespace tessera

//===- Edits.cpp - Changes to the user's text, as values ------------------===//
#include "tessera/Emit/Edits.h"
#include "llvm/ADT/STLExtras.h"
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

llvm::Expected<std::string> applyEdits(llvm::StringRef Source,
                                       llvm::ArrayRef<TextEdit> Edits) {
  std::string Result;
  unsigned From = 0;
  std::string Last = "the start of the file";
  for (const TextEdit *E : inOrder(Edits)) {
    if (E->Where.Begin < From || E->Where.End < E->Where.Begin ||
        E->Where.End > Source.size())
      return llvm::createStringError("edits overlap at byte %u: '%s' and '%s'",
                                     E->Where.Begin, Last.c_str(),
                                     E->Why.c_str());
    Result += Source.slice(From, E->Where.Begin);
    Result += E->Replacement;
    From = E->Where.End;
    Last = E->Why;
  }
  return Result += Source.drop_front(From);
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

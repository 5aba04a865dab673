//===- TypePieces.cpp - Types in text that may move -----------------------===//
#include "tessera/Model/TypePieces.h"
#include "llvm/ADT/SetOperations.h"
#include <set>

namespace tessera {

Piece typePiece(unsigned Number, Text Written, std::string Plain) {
  return {Piece::Kind::Macro,
          "type",
          Number,
          std::move(Written),
          {Piece::verbatim(std::move(Plain))}};
}

bool isType(const Piece &P) {
  return P.K == Piece::Kind::Macro && P.Spelling == "type";
}

static void collectTypes(const Text &T, std::set<unsigned> &Into) {
  for (const Piece &P : T) {
    if (isType(P))
      Into.insert(P.Id);
    collectTypes(P.Parts, Into);
    collectTypes(P.Expanded, Into);
  }
}

/// Whether \p Macro expands to a type that its call does not have.
static bool hidesType(const Piece &Macro) {
  std::set<unsigned> All, Seen;
  collectTypes(Macro.Expanded, All);
  collectTypes(Macro.Parts, Seen);
  return !llvm::set_is_subset(All, Seen);
}

Text withPlainTypes(const Text &T) {
  Text Result;
  for (const Piece &P : T) {
    if (isType(P) || (P.K == Piece::Kind::Macro && hidesType(P))) {
      const Text Plain = withPlainTypes(P.Expanded);
      Result.insert(Result.end(), Plain.begin(), Plain.end());
      continue;
    }
    Result.push_back(P);
    Result.back().Parts = withPlainTypes(P.Parts);
    Result.back().Expanded = withPlainTypes(P.Expanded);
  }
  return Result;
}

static NodePtr withPlainTypes(const NodePtr &N) {
  Node Copy = *N;
  for (Text *T : {&Copy.Head, &Copy.Condition})
    *T = withPlainTypes(*T);
  for (Node::Declarator &D : Copy.Declared)
    D.Initializer = withPlainTypes(D.Initializer);
  for (NodePtr &Child : Copy.Children)
    Child = withPlainTypes(Child);
  return std::make_shared<Node>(std::move(Copy));
}

KernelModel withPlainTypes(KernelModel K) {
  K.Body = withPlainTypes(K.Body);
  for (LoopInfo &L : K.Loops)
    for (Text *T : {&L.LowerText, &L.UpperText, &L.SecondBound, &L.StrideText})
      *T = withPlainTypes(*T);
  return K;
}

} // namespace tessera

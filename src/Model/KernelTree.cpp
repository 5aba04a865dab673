//===- KernelTree.cpp - The statements of a kernel ------------------------===//
#include "tessera/Model/KernelTree.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

namespace tessera {

std::string spell(const Text &T) {
  std::string Result;
  for (const Piece &P : T)
    Result += P.hasParts() || P.K == Piece::Kind::Macro         ? spell(P.Parts)
              : P.K == Piece::Kind::Builtin && !P.Parts.empty() ? spell(P.Parts)
                                                                : P.Spelling;
  return Result;
}

/// Whether \p T has the hole \p Wanted.
static bool hasHole(const Text &T, const Piece &Wanted) {
  return llvm::any_of(T, [&](const Piece &P) {
    return (P.K == Wanted.K && P.Id == Wanted.Id &&
            P.Spelling == Wanted.Spelling) ||
           hasHole(P.Parts, Wanted);
  });
}

Text fillHoles(const Text &T,
               llvm::function_ref<std::optional<Text>(const Piece &)> Fill) {
  Text Result;
  for (const Piece &P : T) {
    if (P.K == Piece::Kind::Macro) {
      bool Expand = false;
      Text Expanded = fillHoles(P.Expanded, [&](const Piece &Hole) {
        std::optional<Text> New = Fill(Hole);
        Expand |= New && !hasHole(P.Parts, Hole);
        return New;
      });
      if (Expand) {
        Result.insert(Result.end(), Expanded.begin(), Expanded.end());
        continue;
      }
      Result.push_back(P);
      Result.back().Parts = fillHoles(P.Parts, Fill);
      Result.back().Expanded = std::move(Expanded);
      continue;
    }
    if (P.K != Piece::Kind::Verbatim)
      if (std::optional<Text> New = Fill(P)) {
        Result.insert(Result.end(), New->begin(), New->end());
        continue;
      }
    Result.push_back(P);
    if (P.hasParts())
      Result.back().Parts = fillHoles(P.Parts, Fill);
  }
  return Result;
}

std::string spell(const Node &N) {
  std::string Result = spell(N.Lead) + spell(N.Head);
  for (unsigned I = 0; I < N.Children.size(); ++I) {
    if (N.K == Node::Kind::If && I == 1)
      Result += spell(N.Middle);
    Result += spell(*N.Children[I]);
  }
  return Result + spell(N.Tail);
}

NodePtr
fillAccesses(const NodePtr &N,
             llvm::function_ref<std::optional<Text>(const Piece &)> Fill) {
  Node Copy = *N;
  Copy.Head = fillHoles(N->Head, Fill);
  Copy.Condition = fillHoles(N->Condition, Fill);
  for (Node::Declarator &D : Copy.Declared)
    D.Initializer = fillHoles(D.Initializer, Fill);
  for (NodePtr &Child : Copy.Children)
    Child = fillAccesses(Child, Fill);
  return std::make_shared<Node>(std::move(Copy));
}

static void collectAccesses(const Text &T, std::vector<AccessId> &Into) {
  for (const Piece &P : T)
    if (P.hasParts()) {
      if (P.K == Piece::Kind::Access)
        Into.push_back({P.Id});
      collectAccesses(P.Parts, Into);
    } else if (P.K == Piece::Kind::Macro) {
      collectAccesses(P.Expanded, Into);
    }
}

std::vector<AccessId> accessesIn(const Node &N) {
  std::vector<AccessId> All;
  collectAccesses(N.Head, All);
  for (const NodePtr &Child : N.Children)
    for (AccessId Id : accessesIn(*Child))
      All.push_back(Id);
  return All;
}

void walk(const NodePtr &N, llvm::function_ref<void(const NodePtr &)> Visit) {
  Visit(N);
  for (const NodePtr &Child : N->Children)
    walk(Child, Visit);
}

std::vector<NodePtr> pathToLoop(const NodePtr &Root, LoopId Id) {
  if (Root->Loop == Id)
    return {Root};
  for (const NodePtr &Child : Root->Children) {
    std::vector<NodePtr> Below = pathToLoop(Child, Id);
    if (Below.empty())
      continue;
    Below.insert(Below.begin(), Root);
    return Below;
  }
  return {};
}

static std::string withHoles(const Text &T) {
  std::string Result;
  for (const Piece &P : T)
    switch (P.K) {
    case Piece::Kind::Verbatim:
      Result += P.Spelling;
      break;
    case Piece::Kind::Scalar:
      Result += "{" + P.Spelling + "}";
      break;
    case Piece::Kind::Builtin:
      Result += "{" + P.Spelling + "}";
      break;
    case Piece::Kind::Access:
      Result += "{@" + std::to_string(P.Id) + " " + withHoles(P.Parts) + "}";
      break;
    case Piece::Kind::Operand:
      Result += "{" + withHoles(P.Parts) + "}";
      break;
    case Piece::Kind::Macro:
      Result += "{" + withHoles(P.Parts) + " = " + withHoles(P.Expanded) + "}";
      break;
    }
  return Result;
}

static void print(llvm::raw_ostream &OS, const Node &N, unsigned Depth) {
  OS.indent(2 * Depth);
  switch (N.K) {
  case Node::Kind::Block:
    OS << "block\n";
    break;
  case Node::Kind::Loop:
    OS << "loop";
    if (N.Loop)
      OS << " #" << N.Loop->Index;
    OS << " " << withHoles(N.Head) << "\n";
    break;
  case Node::Kind::If:
    OS << "if";
    if (N.Guard)
      OS << " #" << N.Guard->Index;
    OS << " " << withHoles(N.Condition) << "\n";
    break;
  case Node::Kind::Leaf:
    OS << "leaf ";
    switch (N.Leaf) {
    case Node::LeafKind::Expression:
      break;
    case Node::LeafKind::Declaration:
      OS << "declaration ";
      break;
    case Node::LeafKind::Return:
      OS << "return ";
      break;
    case Node::LeafKind::Barrier:
      OS << "barrier ";
      break;
    case Node::LeafKind::Jump:
      OS << "jump ";
      break;
    }
    OS << withHoles(N.Head) << "\n";
    break;
  }
  for (unsigned I = 0; I < N.Children.size(); ++I) {
    if (N.K == Node::Kind::If && I == 1) {
      OS.indent(2 * Depth);
      OS << "else\n";
    }
    print(OS, *N.Children[I], Depth + 1);
  }
}

bool isEarlyExit(const Node &N) {
  if (N.K != Node::Kind::If || N.Children.size() != 1)
    return false;
  const Node *Then = N.Children.front().get();
  while (Then->K == Node::Kind::Block && Then->Children.size() == 1)
    Then = Then->Children.front().get();
  return Then->K == Node::Kind::Leaf &&
         (Then->Leaf == Node::LeafKind::Return ||
          (Then->Leaf == Node::LeafKind::Jump &&
           llvm::StringRef(spell(Then->Head)).starts_with("continue")));
}

bool leavesAtTop(const Node &Body) {
  for (const NodePtr &Child : Body.Children) {
    bool Returns = false;
    walk(Child, [&](const NodePtr &N) {
      Returns |= N->K == Node::Kind::Leaf && N->Leaf == Node::LeafKind::Return;
    });
    bool AtEnd = Child == Body.Children.back() && Child->K == Node::Kind::Leaf;
    if (Returns && !isEarlyExit(*Child) && !AtEnd)
      return false;
  }
  return true;
}

void print(llvm::raw_ostream &OS, const Node &Root) { print(OS, Root, 0); }

} // namespace tessera

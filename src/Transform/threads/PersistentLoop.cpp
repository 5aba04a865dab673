//===- PersistentLoop.cpp - Blocks that take turns ------------------------===//
#include "tessera/Transform/Build.h"
#include "tessera/Transform/FlowTransforms.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {
namespace {

/// Puts the number of the user's block for `blockIdx`.
class Renumberer {
public:
  explicit Renumberer(const PersistentBlocks &Blocks) : Blocks(Blocks) {}

  NodePtr renumber(const NodePtr &N) const {
    Node Copy = *N;
    for (Text *T : {&Copy.Head, &Copy.Middle, &Copy.Condition})
      renumber(*T);
    for (Node::Declarator &D : Copy.Declared)
      renumber(D.Initializer);
    for (NodePtr &Child : Copy.Children)
      Child = renumber(Child);
    return std::make_shared<Node>(std::move(Copy));
  }

private:
  void renumber(Text &T) const {
    for (size_t I = 0; I < T.size(); ++I) {
      Piece &P = T[I];
      if (P.K == Piece::Kind::Builtin && P.Spelling[0] == 'b' &&
          P.Spelling[1] == "xyz"[Blocks.Axis]) {
        P = Piece::verbatim((isFactorOfSize(T, I) ? "" : "(unsigned)") +
                            Blocks.Counter);
        continue;
      }
      renumber(P.Parts);
      renumber(P.Expanded);
    }
  }

  /// Whether piece \p I of \p T is multiplied with a size of blocks, so that it
  /// is converted to `unsigned` anyway.
  static bool isFactorOfSize(const Text &T, size_t I) {
    auto IsTimes = [&](size_t At) {
      return At < T.size() && T[At].K == Piece::Kind::Verbatim &&
             llvm::StringRef(T[At].Spelling).trim() == "*";
    };
    auto IsSize = [&](size_t At) {
      return At < T.size() && T[At].K == Piece::Kind::Builtin &&
             T[At].Spelling[0] == 'B';
    };
    return (IsTimes(I + 1) && IsSize(I + 2)) ||
           (I >= 2 && IsTimes(I - 1) && IsSize(I - 2));
  }

  const PersistentBlocks &Blocks;
};

} // namespace

NodePtr takeTurns(const NodePtr &Body, const KernelModel &Kernel,
                  const KernelPlan &Plan, const SymbolNames &Symbols,
                  NameScope &Names) {
  const PersistentBlocks &Blocks = *Plan.Persistent;
  const std::optional<int64_t> Size = Plan.newBlock()[Blocks.Axis];
  const std::optional<int64_t> Known = Blocks.Extent.constant();
  std::vector<NodePtr> Result;
  std::string End;
  if (Known && Blocks.InBlocks) {
    End = std::to_string(*Known);
  } else if (Known && Size) {
    End = std::to_string((*Known + *Size - 1) / *Size);
  } else {
    End = Names.fresh("blocks");
    std::string Dim = std::string("blockDim.") + "xyz"[Blocks.Axis];
    Result.push_back(
        makeLeaf("const int " + End + " = (" +
                 Symbols.expression(Size ? Blocks.Extent + Polynomial(*Size - 1)
                                         : Blocks.Extent,
                                    /*Wide=*/true) +
                 (Size ? "" : " + " + Dim + " - 1") + ") / " +
                 (Size ? std::to_string(*Size) : Dim) + ";"));
  }
  const std::string Letter(1, "xyz"[Blocks.Axis]), &Counter = Blocks.Counter;
  Text Header;
  append(Header, "for (int " + Counter + " = blockIdx." + Letter + "; " +
                     Counter + " < " + End + "; " + Counter +
                     " += (int)gridDim." + Letter + ")");
  const Renumberer Ids(Blocks);
  std::vector<NodePtr> Inside;
  const NodePtr Closed = closeExits(Body, Kernel);
  for (const NodePtr &N : Closed->Children)
    Inside.push_back(moved(Ids.renumber(N)));
  Result.push_back(makeLoop(std::move(Header), makeBlock(std::move(Inside))));
  return withChildren(*Body, std::move(Result));
}

} // namespace tessera

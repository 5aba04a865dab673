//===- PipelineCopies.cpp - Strips that asynchronous copies bring ahead ---===//
//===//
#include "tessera/Transform/Build.h"
#include "tessera/Transform/TileText.h"
#include "tiles/PipelineParts.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {
namespace {

class CopyPipeliner {
public:
  CopyPipeliner(const KernelModel &Kernel, const StagePoint &Point,
                const SymbolNames &Symbols, NameScope &Names,
                std::vector<NodePtr> After)
      : K(Kernel), L(Kernel.loop(*Point.Loop)), Point(Point), Symbols(Symbols),
        Names(Names), After(std::move(After)), Distance(Point.Steps * L.Step) {
    for (const TileStage &T : Point.Tiles)
      if (T.CopiedIn)
        Copied.push_back(&T);
    Buffer = Copied.front()->Buffer;
    if (isPair()) // the other one
      Next = Buffer + " ^ 1";
    else
      this->Symbols.define(Next = Names.fresh("next"), Next);
  }

  std::vector<NodePtr> run(const Node &Loop) {
    std::vector<NodePtr> Nodes;
    prologue(Nodes);
    Nodes.push_back(loop(Loop));
    return Nodes;
  }

private:
  bool isPair() const { return Point.Buffers == 2; }

  /// Declares what begins to copy a strip to the buffer that is filled.
  void declareCopy(std::vector<NodePtr> &Into) {
    std::string To = Next, Parameters = L.stripType() + " " + Point.StepName;
    if (isPair()) {
      To = Names.fresh("to");
      Parameters += ", int " + To;
      Symbols.define(To, To);
    }
    std::vector<NodePtr> Copies;
    for (const TileStage *T : Copied) {
      TileStage At = *T;
      At.Buffer = To;
      llvm::append_range(Copies,
                         copyAsync(At, K, Symbols, Names,
                                   Polynomial::symbol(Point.StepSymbol)));
    }
    Copy = Names.fresh("copy");
    Into.push_back(makeFunction(Copy, Parameters, std::move(Copies)));
  }

  /// Begins to copy the strip at \p Step where \p Test holds, as one batch.
  void copyBatch(const std::string &Test, const std::string &Step,
                 const std::string &To, std::vector<NodePtr> &Into) {
    const NodePtr Call =
        makeLeaf(Copy + "(" + Step + (isPair() ? ", " + To : "") + ");");
    Into.push_back(Test.empty() ? Call : makeIf(Test, {Call}));
    Into.push_back(makeLeaf("__pipeline_commit();"));
  }

  void prologue(std::vector<NodePtr> &Into) {
    Into.push_back(makeLeaf("// Copy the next strips of " + listOf(Copied, K) +
                            " during this one."));
    const std::string First = spell(firstStrip(L));
    if (isPair()) {
      Into.push_back(makeLeaf("int " + Buffer + " = 0;"));
      declareCopy(Into);
      return copyBatch(startTest(L), First, Buffer, Into);
    }
    // It is compared with the bound as the counter is.
    if (L.Type == "int" || L.Narrow) {
      Into.push_back(makeLeaf("int " + Buffer + " = 0, " + Next + " = 0;"));
    } else {
      Into.push_back(makeLeaf("int " + Buffer + " = 0;"));
      Into.push_back(makeLeaf(L.Type + " " + Next + " = 0;"));
    }
    declareCopy(Into);
    const std::string Ahead = Next + " * " + std::to_string(Distance);
    std::vector<NodePtr> Batch;
    copyBatch(startTest(L, Ahead), aheadOfFirst(L, Ahead), Next, Batch);
    Text Header;
    append(Header, "for (; " + Next + " < " +
                       std::to_string(Point.Buffers - 1) + "; ++" + Next + ")");
    Into.push_back(makeLoop(std::move(Header), makeBlock(std::move(Batch))));
  }

  NodePtr loop(const Node &N) {
    const int64_t Ahead = Point.Buffers - 1;
    std::vector<NodePtr> Steps = {
        makeLeaf("__pipeline_wait_prior(" + std::to_string(Ahead - 1) + ");"),
        makeBarrier()};
    copyBatch(stripTest(L, Point, Ahead * Distance),
              Point.StepName + " + " + std::to_string(Ahead * Distance), Next,
              Steps);
    llvm::append_range(Steps, computeStrip(N, K, Point, Symbols, Names));
    llvm::append_range(Steps, After);
    if (isPair()) {
      Steps.push_back(makeLeaf(Buffer + " ^= 1;"));
    } else {
      const std::string Last = std::to_string(Ahead);
      for (const std::string &Number : {Buffer, Next})
        Steps.push_back(makeLeaf(Number + " = " + Number + " < " + Last +
                                 " ? " + Number + " + 1 : 0;"));
    }
    return serving(makeLoop(stripHeader(L, Point), makeBlock(std::move(Steps))),
                   N);
  }

  const KernelModel &K;
  const LoopInfo &L;
  const StagePoint &Point;
  SymbolNames Symbols;
  NameScope &Names;
  const std::vector<NodePtr> After;
  const int64_t Distance; ///< from strip to strip
  std::vector<const TileStage *> Copied;
  std::string Buffer; ///< the number of the current buffer
  std::string Next;   ///< the number of the buffer that is filled
  std::string Copy;   ///< the function that begins to copy a strip
};

} // namespace

NodePtr pipelineCopies(const NodePtr &Body, const KernelModel &Kernel,
                       const StagePoint &Point, const SymbolNames &Symbols,
                       NameScope &Names, std::vector<NodePtr> After) {
  return replaceLoop(Body, Kernel, Point, [&](const Node &Loop) {
    return CopyPipeliner(Kernel, Point, Symbols, Names, After).run(Loop);
  });
}

} // namespace tessera

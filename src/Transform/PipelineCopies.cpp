//===- PipelineCopies.cpp - Strips that asynchronous copies bring ahead ---===//
//===//
#include "PipelineParts.h"
#include "tessera/Transform/Build.h"
#include "tessera/Transform/TileText.h"
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

  /// Begins to copy the strip at \p Step to the buffer number \p To.
  std::vector<NodePtr> copy(const Polynomial &Step, const std::string &To) {
    std::vector<NodePtr> Nodes;
    for (const TileStage *T : Copied) {
      TileStage At = atStep(*T, Point, Step);
      At.Buffer = To;
      Nodes.push_back(copyAsync(At, K, Symbols, Names, Step));
    }
    return Nodes;
  }

  /// The same where \p Test holds, as one batch.
  void copyBatch(const std::string &Test, const Polynomial &Step,
                 const std::string &To, std::vector<NodePtr> &Into) {
    std::vector<NodePtr> Copies = copy(Step, To);
    if (Test.empty())
      llvm::append_range(Into, Copies);
    else
      Into.push_back(makeIf(Test, std::move(Copies)));
    Into.push_back(makeLeaf("__pipeline_commit();"));
  }

  void prologue(std::vector<NodePtr> &Into) {
    Into.push_back(makeLeaf("// Copy the next strips of " + listOf(Copied, K) +
                            " during this one."));
    if (isPair()) {
      Into.push_back(makeLeaf("int " + Buffer + " = 0;"));
      return copyBatch(startTest(L), L.Lower, Buffer, Into);
    }
    // It is compared with the bound as the counter is.
    if (L.Type == "int" || L.Narrow) {
      Into.push_back(makeLeaf("int " + Buffer + " = 0, " + Next + " = 0;"));
    } else {
      Into.push_back(makeLeaf("int " + Buffer + " = 0;"));
      Into.push_back(makeLeaf(L.Type + " " + Next + " = 0;"));
    }
    std::vector<NodePtr> Batch;
    copyBatch(startTest(L, Next + " * " + std::to_string(Distance)),
              L.Lower + Polynomial::symbol(Next) * Distance, Next, Batch);
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
              Polynomial::symbol(Point.StepSymbol) + Ahead * Distance, Next,
              Steps);
    for (const NodePtr &Compute : computeStrip(N, K, Point, Symbols))
      Steps.push_back(Compute);
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
};

} // namespace

NodePtr pipelineCopies(const NodePtr &Body, const KernelModel &Kernel,
                       const StagePoint &Point, const SymbolNames &Symbols,
                       NameScope &Names, std::vector<NodePtr> After) {
  return replaceLoop(Body, Point, [&](const Node &Loop) {
    return CopyPipeliner(Kernel, Point, Symbols, Names, After).run(Loop);
  });
}

} // namespace tessera

//===- SlideWindow.cpp - Registers that slide over a tile -----------------===//
#include "tessera/Transform/Build.h"
#include "tessera/Transform/RegisterTransforms.h"
#include "tessera/Transform/TileText.h"
#include "tessera/Transform/Transforms.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {
namespace {

class Slider {
public:
  Slider(const LoopInfo &L, const StagePoint &Point, const KernelModel &Kernel,
         const SymbolNames &Symbols)
      : L(L), Point(Point), K(Kernel), Symbols(Symbols), Names(K.Identifiers) {
    for (const TileStage &T : Point.Tiles)
      for (const RedirectedAccess &R : T.Redirected)
        if (T.Window && !R.Registers.empty())
          Windows.push_back({&T, &R});
    const AccessInfo &First = K.access(Windows.front().Access->Access);
    Output = K.loop(First.Loops.back());
    Size = *Output.Upper.constant();
    Step = Names.fresh("step");
    Member = Names.fresh("u");
    this->Symbols.define(StepSymbol, Step);
    this->Symbols.define(MemberSymbol, Member);
  }

  std::vector<NodePtr> run(const NodePtr &Body) {
    std::vector<NodePtr> Result;
    for (const Window &W : Windows)
      start(W, Result);
    Result.push_back(makeLeaf("int " + Step + " = 0;"));
    Result.push_back(wholeSteps(Body));
    Result.push_back(rest(Body));
    return Result;
  }

private:
  struct Window {
    const TileStage *Tile;
    const RedirectedAccess *Access;
  };
  static constexpr const char *StepSymbol = "~step";
  static constexpr const char *MemberSymbol = "~u";

  /// The cell of \p W that output \p R reads in the iteration with this
  /// counter.
  std::string cell(const Window &W, const Polynomial &R,
                   const Polynomial &Counter) const {
    std::vector<Polynomial> Index = W.Access->Index;
    for (Polynomial &I : Index)
      I = I.substitute(L.Symbol, Counter).substitute(Output.Symbol, R);
    return cellText(*W.Tile, Index, Symbols);
  }

  Polynomial stripStart() const { return Polynomial::symbol(Point.StepSymbol); }

  /// Loads what all but the last output read in the first iteration.
  void start(const Window &W, std::vector<NodePtr> &Into) const {
    const std::string &Name = W.Access->Registers;
    Into.push_back(makeLeaf(K.array(W.Tile->Array).ElementType + " " + Name +
                            "[" + std::to_string(Size) + "];"));
    Into.push_back(serving(
        makeLoop(
            unrolledHeader(Output.Name, Size - 1),
            makeLeaf(Name + "[" + Output.Name + "] = " +
                     cell(W, Polynomial::symbol(Output.Symbol), stripStart()) +
                     ";")),
        K.access(W.Access->Access).Source));
  }

  static bool mentions(const NodePtr &N, const std::string &Scalar) {
    bool Found = false;
    walk(N, [&](const NodePtr &Inner) {
      fillHoles(Inner->Head, [&](const Piece &P) -> std::optional<Text> {
        Found |= P.K == Piece::Kind::Scalar && P.Spelling == Scalar;
        return std::nullopt;
      });
    });
    return Found;
  }

  /// As many iterations at a time as there are registers.
  NodePtr wholeSteps(const NodePtr &Body) const {
    const std::string R = std::to_string(Size);
    NodePtr Reads =
        fillAccesses(Body, [&](const Piece &P) -> std::optional<Text> {
          for (const Window &W : Windows)
            if (P.K == Piece::Kind::Access && P.Id == W.Access->Access.Index)
              return standingFor(P, W.Access->Registers + "[(" + Member +
                                        " + " + Output.Name + ") % " + R + "]");
          return std::nullopt;
        });
    std::vector<NodePtr> Iteration;
    if (mentions(Reads, L.Name))
      Iteration.push_back(makeLeaf("const " + L.Type + " " + L.Name + " = " +
                                   Point.StepName + " + " + Step + " * " + R +
                                   " + " + Member + ";"));
    Polynomial Counter = stripStart() + Polynomial::symbol(StepSymbol) * Size +
                         Polynomial::symbol(MemberSymbol);
    for (const Window &W : Windows)
      Iteration.push_back(
          makeLeaf(W.Access->Registers + "[(" + Member + " + " +
                   std::to_string(Size - 1) + ") % " + R +
                   "] = " + cell(W, Polynomial(Size - 1), Counter) + ";"));
    bool Splice = Reads->K == Node::Kind::Block && !Reads->Source &&
                  llvm::all_of(Reads->Children, [](const NodePtr &N) {
                    return N->Declared.empty();
                  });
    if (Splice)
      llvm::append_range(Iteration, Reads->Children);
    else
      Iteration.push_back(Reads);
    NodePtr Inner =
        makeLoop(unrolledHeader(Member, Size), makeBlock(std::move(Iteration)));
    std::string Test = Step + " < " + std::to_string(Point.Steps / Size);
    if (!Point.Divides) {
      std::string Compare = L.UpperOp == "!=" ? "<" : L.UpperOp;
      Test += " && " + Point.StepName + " + " + Step + " * " + R + " + " +
              std::to_string(Size - 1) + " " + Compare + " " +
              spell(L.UpperText);
    }
    Text Header;
    append(Header, "for (; " + Test + "; ++" + Step + ")");
    return makeLoop(std::move(Header), Inner);
  }

  /// The iterations that are left; accesses stay holes.
  NodePtr rest(const NodePtr &Body) const {
    Text Header;
    append(Header, "for (" + (L.Declares ? L.Type + " " : "") + L.Name + " = " +
                       Point.StepName + " + " + Step + " * " +
                       std::to_string(Size) + "; " + L.Name + " < " +
                       Point.StepName + " + " + std::to_string(Point.Steps));
    if (!Point.Divides) {
      std::string Compare = L.UpperOp == "!=" ? "<" : L.UpperOp;
      append(Header, " && " + L.Name + " " + Compare + " ");
      append(Header, L.UpperText);
    }
    append(Header, "; " + L.StepText + ")");
    return makeLoop(std::move(Header), Body);
  }

  const LoopInfo &L;
  const StagePoint &Point;
  const KernelModel &K;
  SymbolNames Symbols;
  NameScope Names;
  std::vector<Window> Windows;
  LoopInfo Output;
  int64_t Size = 0;
  std::string Step, Member;
};

} // namespace

std::vector<NodePtr> slideWindow(const NodePtr &Body, const LoopInfo &L,
                                 const StagePoint &Point,
                                 const KernelModel &Kernel,
                                 const SymbolNames &Symbols) {
  return Slider(L, Point, Kernel, Symbols).run(Body);
}

} // namespace tessera

//===- StripMine.cpp - Loops in strips ------------------------------------===//
#include "tessera/Transform/Build.h"
#include "tessera/Transform/RegisterTransforms.h"
#include "tessera/Transform/Transforms.h"

namespace tessera {

/// Splits the text before a loop: `#pragma` lines right before it belong to
/// the loop itself.
static std::pair<std::string, std::string> splitPragmas(llvm::StringRef Lead) {
  size_t At = Lead.find("#pragma");
  if (At == llvm::StringRef::npos)
    return {Lead.str(), ""};
  size_t LineStart = Lead.rfind('\n', At);
  LineStart = LineStart == llvm::StringRef::npos ? At : LineStart;
  return {Lead.take_front(LineStart).str(), Lead.drop_front(At).rtrim().str()};
}

/// The comparison with the bound; counters jump over it.
static std::string compareOf(const LoopInfo &L) {
  return L.UpperOp == "!=" ? "<" : L.UpperOp;
}

std::string stripTest(const LoopInfo &L, const StagePoint &Point,
                      int64_t Ahead) {
  return Point.StepName + " + " + std::to_string(Ahead) + " " + compareOf(L) +
         " " + spell(L.UpperText);
}

/// Whether the start, converted to a narrow counter's type, may be another.
static bool startsConverted(const LoopInfo &L) {
  return L.Narrow && !L.StartsAsCounter && !L.Lower.constant();
}

Text firstStrip(const LoopInfo &L) {
  if (!startsConverted(L))
    return L.LowerText;
  Text First;
  append(First, "(" + L.Type + ")(");
  append(First, L.LowerText);
  append(First, ")");
  return First;
}

Text stripHeader(const LoopInfo &L, const StagePoint &Point) {
  std::string Compare = compareOf(L);
  Text Header;
  append(Header, "for (" + L.stripType() + " " + Point.StepName + " = ");
  append(Header, firstStrip(L));
  append(Header, "; " + Point.StepName + " " + Compare + " ");
  append(Header, L.UpperText);
  append(Header, "; " + Point.StepName +
                     " += " + std::to_string(Point.Steps * L.Step) + ")");
  return Header;
}

/// Where a thread begins in the strip: `k0`, or its own first value if that is
/// behind it.
static Text innerStart(const LoopInfo &L, const StagePoint &Point) {
  Text Start;
  if (!L.StartsApart) {
    append(Start, Point.StepName);
    return Start;
  }
  append(Start, "max(" + Point.StepName + ", ");
  const bool AsIs = L.StartsAsCounter && !L.Narrow;
  append(Start, AsIs ? "" : "(" + L.stripType() + ")");
  append(Start, startsConverted(L) ? "(" + L.Type + ")" : "");
  append(Start, AsIs ? "" : "(");
  append(Start, L.LowerText);
  append(Start, AsIs ? ")" : "))");
  return Start;
}

/// `for (int k = k0; k < k0 + 16 && k < n; k++)`, or one of its two tests.
static Text innerHeader(const LoopInfo &L, const StagePoint &Point,
                        bool TestStrip, bool TestBound) {
  Text Header;
  append(Header, "for (" + (L.Declares ? L.Type + " " : "") + L.Name + " = ");
  append(Header, innerStart(L, Point));
  append(Header, "; ");
  if (TestStrip)
    append(Header, L.Name + " < " + Point.StepName + " + " +
                       std::to_string(Point.Steps * L.Step));
  if (TestStrip && TestBound)
    append(Header, " && ");
  if (TestBound) {
    append(Header, L.Name + " " + compareOf(L) + " ");
    append(Header, L.UpperText);
  }
  if (!L.SecondBound.empty()) {
    append(Header, " && ");
    append(Header, L.SecondBound);
  }
  append(Header, "; " + L.StepText + ")");
  return Header;
}

/// Strips of at most this many rounds are unrolled as a whole, longer ones in
/// parts: these do not fit the instruction cache. Measured on an H100: strips
/// of 64 with two loads and a sum take 0.69 to 0.94 of the time that parts of
/// 32 need; parts of 32 of strips of 128 and more, bodies of 5 to 40
/// instructions, lose nothing.
constexpr int64_t MostUnrolled = 64, RoundsOfPart = 32;

/// The strip's iterations in an unrolled loop, or in another at the end.
static std::vector<NodePtr> unrolledStrip(const LoopInfo &L,
                                          const StagePoint &Point, NodePtr Body,
                                          NameScope &Names) {
  std::vector<NodePtr> Result;
  if (!Point.Divides && L.Declares && paysAsFunction({Body})) {
    const std::string Step = Names.fresh("step");
    Result.push_back(makeFunction(Step, L.Type + " " + L.Name, {Body}));
    Body = serving(makeLeaf(Step + "(" + L.Name + ");"), *Body);
  }
  Text Header;
  append(Header, Point.Steps > MostUnrolled
                     ? "#pragma unroll " + std::to_string(RoundsOfPart) + "\n"
                     : "#pragma unroll\n");
  append(Header, innerHeader(L, Point, true, false));
  NodePtr Whole = makeLoop(std::move(Header), Body);
  if (Point.Divides)
    return {Whole};
  // The last strip runs once: short code matters more.
  Text Last;
  append(Last, "#pragma unroll 1\n");
  append(Last, innerHeader(L, Point, false, true));
  Node If = *makeIf(stripTest(L, Point, (Point.Steps - 1) * L.Step), {});
  const NodePtr Rest = makeLoop(std::move(Last), Body);
  const bool Short = Body->K == Node::Kind::Leaf;
  If.Children = {Short ? Whole : makeBlock({Whole}),
                 Short ? Rest : makeBlock({Rest})};
  append(If.Middle, " else");
  Result.push_back(std::make_shared<Node>(std::move(If)));
  return Result;
}

/// `if (active) body` as the whole body of a loop, made by predicateGuards.
static const Node *wholePredicate(const Node &Body) {
  if (Body.Source || Body.K != Node::Kind::Block || Body.Children.size() != 1)
    return nullptr;
  const Node &Only = *Body.Children.front();
  return !Only.Source && Only.K == Node::Kind::If && Only.Children.size() == 1
             ? &Only
             : nullptr;
}

/// Whether registers slide over a tile of \p Point.
static bool hasWindow(const StagePoint &Point) {
  return llvm::any_of(Point.Tiles, [](const TileStage &T) {
    return llvm::any_of(T.Redirected, [&](const RedirectedAccess &R) {
      return T.Window && !R.Registers.empty();
    });
  });
}

bool isPlainStrip(const StagePoint &Point) {
  return Point.Steps != 1 && Point.Buffers == 1 && !Point.Unroll &&
         !hasWindow(Point);
}

std::vector<NodePtr> computeStrip(const Node &N, const KernelModel &Kernel,
                                  const StagePoint &Point,
                                  const SymbolNames &Symbols,
                                  NameScope &Names) {
  const LoopInfo &L = Kernel.loop(*Point.Loop);
  NodePtr Body = N.Children.front();
  if (hasWindow(Point)) {
    std::vector<NodePtr> Window = slideWindow(Body, L, Point, Kernel, Symbols);
    for (NodePtr &Part : Window)
      if (!Part->Serves)
        Part = serving(Part, N);
    return Window;
  }
  const Node *Predicate = wholePredicate(*Body);
  if (Predicate)
    Body = Predicate->Children.front();
  std::vector<NodePtr> Compute;
  std::string Pragmas = splitPragmas(spell(N.Lead)).second;
  if (!Pragmas.empty() && !Point.Unroll)
    Compute.push_back(makeLeaf(Pragmas));
  if (Point.Unroll)
    llvm::append_range(Compute, unrolledStrip(L, Point, Body, Names));
  else
    Compute.push_back(
        makeLoop(innerHeader(L, Point, true, !Point.Divides), Body));
  Compute.back() = serving(Compute.back(), N);
  if (Predicate) {
    NodePtr If = makeIf(spell(Predicate->Condition), Compute);
    if (Compute.size() == 1 && !Point.Unroll)
      If = withChildren(*If, Compute);
    Compute = {If};
  }
  return Compute;
}

/// The strips of the loop \p N.
static NodePtr strips(const Node &N, const KernelModel &Kernel,
                      const StagePoint &Point, const SymbolNames &Symbols,
                      NameScope &Names, std::vector<NodePtr> Before,
                      std::vector<NodePtr> After) {
  std::vector<NodePtr> Steps = std::move(Before);
  std::vector<NodePtr> Compute = computeStrip(N, Kernel, Point, Symbols, Names);
  Steps.insert(Steps.end(), Compute.begin(), Compute.end());
  Steps.insert(Steps.end(), After.begin(), After.end());
  const LoopInfo Block = inBlockBounds(Kernel.loop(*Point.Loop), Symbols);
  return serving(
      makeLoop(stripHeader(Block, Point), makeBlock(std::move(Steps))), N);
}

std::vector<NodePtr> withoutContinue(llvm::ArrayRef<NodePtr> Children,
                                     const KernelModel &Kernel) {
  auto Exit = llvm::find_if(
      Children, [](const NodePtr &Child) { return isEarlyExit(*Child); });
  std::vector<NodePtr> Result(Children.begin(), Exit);
  if (Exit == Children.end())
    return Result;
  Children = Children.drop_front(Result.size() + 1);
  NodePtr If = makeIf("", withoutContinue(Children, Kernel));
  Node Guarded = *If;
  Guarded.Head.clear();
  append(Guarded.Head, "if (");
  append(Guarded.Head, negatedCondition(**Exit, Kernel));
  append(Guarded.Head, ")");
  Result.push_back(std::make_shared<Node>(std::move(Guarded)));
  return Result;
}

/// A strip of one iteration is the iteration itself.
static NodePtr surroundBody(const Node &N, const KernelModel &Kernel,
                            std::vector<NodePtr> Before,
                            std::vector<NodePtr> After) {
  const NodePtr &Body = N.Children.front();
  std::vector<NodePtr> Steps = std::move(Before);
  if (Body->K == Node::Kind::Block)
    llvm::append_range(Steps, withoutContinue(Body->Children, Kernel));
  else
    Steps.push_back(Body);
  Steps.insert(Steps.end(), After.begin(), After.end());
  return withChildren(N, {Body->K == Node::Kind::Block
                              ? withChildren(*Body, std::move(Steps))
                              : makeBlock(std::move(Steps))});
}

NodePtr firstValue(const LoopInfo &L) {
  const std::optional<int64_t> Trip = (L.Upper - L.Lower).constant();
  if (!L.SeenOutside || (Trip && *Trip > 0))
    return nullptr;
  Text Start;
  append(Start, L.Name + " = ");
  append(Start, L.LowerText);
  append(Start, ";");
  return makeLeaf(std::move(Start));
}

NodePtr stripMine(const NodePtr &Body, const KernelModel &Kernel,
                  const StagePoint &Point, const SymbolNames &Symbols,
                  NameScope &Names, std::vector<NodePtr> Before,
                  std::vector<NodePtr> After) {
  if (Body->Loop != Point.Loop) {
    std::vector<NodePtr> Children;
    for (const NodePtr &Child : Body->Children) {
      if (pathToLoop(Child, *Point.Loop).empty()) {
        Children.push_back(Child);
        continue;
      }
      // The loop's comments and, where its counter lives on, its first value.
      const LoopInfo &L = Kernel.loop(*Point.Loop);
      if (Child->Loop == Point.Loop && Point.Steps != 1) {
        std::string Comments = splitPragmas(spell(Child->Lead)).first;
        llvm::StringRef Trimmed = llvm::StringRef(Comments).trim();
        if (!Trimmed.empty())
          Children.push_back(makeLeaf(Trimmed));
        if (NodePtr First = firstValue(L))
          Children.push_back(std::move(First));
      }
      Children.push_back(
          stripMine(Child, Kernel, Point, Symbols, Names, Before, After));
    }
    return withChildren(*Body, std::move(Children));
  }
  if (Point.Steps == 1)
    return surroundBody(*Body, Kernel, std::move(Before), std::move(After));
  return strips(*Body, Kernel, Point, Symbols, Names, std::move(Before),
                std::move(After));
}

} // namespace tessera

//===- InteriorPath.cpp - A path for threads inside -----------------------===//
#include "registers/WindowMoves.h"
#include "tessera/Plan/Registers.h"
#include "tessera/Transform/RegisterTransforms.h"
#include "tessera/Transform/TileText.h"
#include "tessera/Transform/Transforms.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace tessera {

namespace {

class Interior {
public:
  Interior(const NodePtr &Body, const CoarsenedKernel &Coarse,
           const KernelPlan &Plan, NameScope &Names)
      : Body(Body), Coarse(Coarse), K(Coarse.Kernel), Plan(Plan),
        Path(*Plan.Interior), Names(Names), Text(Coarse, {}, SymbolNames(K)) {
    Stripped = assumeGuards(Body, Path.Holds);
    Text.Ahead = true;
    Text.classify(Stripped->Children);
    for (const NodePtr &N : Body->Children) {
      if (N->K != Node::Kind::Leaf || N->Declared.empty())
        break;
      if (!llvm::all_of(N->Declared, [&](const Node::Declarator &D) {
            return Text.Variables.at(D.Scalar.Index).As == OutputRole::Uniform;
          }))
        continue;
      Common.push_back(N);
      for (const Node::Declarator &D : N->Declared)
        IsCommon.insert(D.Scalar.Index);
    }
    if (HasTest)
      Stripped = withoutCommon(Stripped);
    Counted.emplace(Text, declaredIn({}), Names);
    Text.First = &*Counted;
  }

  NodePtr run() {
    if (!HasTest)
      return fast();
    std::vector<NodePtr> Tested;
    const std::string Test = test(Tested);
    std::vector<NodePtr> Result = Common;
    llvm::append_range(Result, Counted->takeDeclarations());
    llvm::append_range(Result, Tested);
    const NodePtr Fast = fast();
    Node Both = *makeIf(Test, {});
    Both.Children = {Fast, makeBlock({slow()})};
    append(Both.Middle, "else");
    Result.push_back(makeLeaf(
        std::string("// ") +
        (Path.Ends.empty() ? "All outputs of the thread are inside: "
                           : "Outputs are inside, or at the ends of rows: ") +
        (llvm::all_of(Path.Windows,
                      [](const RegisterWindow &W) { return W.Loads.empty(); })
             ? "what they write is stored at once."
             : "what they read is loaded once.")));
    Result.push_back(std::make_shared<Node>(std::move(Both)));
    return withChildren(*Body, std::move(Result));
  }

private:
  NodePtr withoutCommon(const NodePtr &In) const {
    std::vector<NodePtr> Children = In->Children;
    llvm::erase_if(Children, [&](const NodePtr &N) {
      return llvm::is_contained(Common, N);
    });
    return withChildren(*In, std::move(Children));
  }

  //===--- The test -------------------------------------------------------===//

  /// The condition that all outputs are inside, or all but some at the ends of
  /// rows; what it needs is declared in \p Into.
  std::string test(std::vector<NodePtr> &Into) {
    std::vector<std::string> All, EndOf[2];
    auto AddNew = [](std::vector<std::string> &To, std::string One) {
      if (!llvm::is_contained(To, One))
        To.push_back(std::move(One));
    };
    const std::vector<bool> First(Plan.Coarsen.size(), false);
    for (const auto &[Loop, Condition] : Path.Entered)
      AddNew(All, oneOf({{{Condition, First, {}}}, {}, {}, {}}, Into));
    for (unsigned I = 0; I < Path.Tests.size(); ++I) {
      const InteriorTest &T = Path.Tests[I];
      const std::string One = oneOf(T, Into);
      if (!llvm::is_contained(Path.Ends, I)) {
        AddNew(All, One);
        continue;
      }
      AddNew(Moves.WholeRows, One);
      for (bool Last : {false, true}) {
        InteriorTest End = T;
        End.OneOf[0].Last[*Path.ColumnAxis] = Last;
        AddNew(EndOf[Last], oneOf(End, Into));
      }
    }
    if (!Path.Ends.empty()) {
      std::vector<std::string> Ends;
      for (const std::vector<std::string> &End : EndOf)
        Ends.push_back(End.size() > 1 ? "(" + llvm::join(End, " && ") + ")"
                                      : End.front());
      All.push_back("(" + llvm::join(Ends, " || ") + ")");
    }
    for (ArrayId Array : Path.TestedInside)
      All.push_back("(" + typeName(K, "size_t") + ")" + K.array(Array).Name +
                    " % " + std::to_string(Path.Aligned.at(Array)) + " == 0");
    return llvm::join(All, " && ");
  }

  std::string oneOf(const InteriorTest &T, std::vector<NodePtr> &Into) {
    std::vector<std::string> Corners;
    for (const CornerTest &Corner : T.OneOf)
      Corners.push_back(tidy(spell(at(Corner, Corner.Condition, Into))));
    const std::string One = llvm::join(Corners, " || ");
    return Corners.size() > 1 ? "(" + One + ")" : One;
  }

  /// \p T for the output of \p Test.
  tessera::Text at(const CornerTest &Test, const tessera::Text &T,
                   std::vector<NodePtr> &Into) {
    OutputText Corner = Text;
    for (unsigned A = 0; A < Test.Last.size(); ++A)
      Corner.Ranges[A] = {Test.Last[A] ? Corner.Axes[A].Factor - 1 : 0, 1};
    // What stands for counters is made of variables, too.
    const auto Counters = Moves.byName(Test.Counters);
    const tessera::Text Placed =
        fillHoles(T, [&](const Piece &P) -> std::optional<tessera::Text> {
          auto At = Counters.find(P.Spelling);
          return P.K == Piece::Kind::Scalar && At != Counters.end()
                     ? std::optional(At->second)
                     : std::nullopt;
        });
    return Corner.fill(
        fillHoles(Placed, [&](const Piece &P) -> std::optional<tessera::Text> {
          auto V = Text.Variables.find(P.Id);
          if (P.K != Piece::Kind::Scalar || V == Text.Variables.end() ||
              IsCommon.count(P.Id) || Counted->has(P.Id))
            return std::nullopt;
          return tessera::Text{
              Piece::verbatim(nameAt(Test, Corner, V->second, Into))};
        }));
  }

  /// The name of \p V for the output of \p Test, declared in \p Into.
  std::string nameAt(const CornerTest &Test, const OutputText &Corner,
                     const OutputVariable &V, std::vector<NodePtr> &Into) {
    const std::set<unsigned> Axes = Text.axesOf(V);
    std::vector<std::pair<unsigned, bool>> Key;
    bool Any = false, All = true;
    for (unsigned A : Axes) {
      Key.emplace_back(A, Test.Last[A]);
      Any |= Test.Last[A];
      All &= Test.Last[A];
    }
    std::map<LoopId, std::string> Counters;
    for (const auto &[L, Value] : Test.Counters)
      if (Moves.dependsOn({V.Declared.Scalar.Index}, {{L, Value}}))
        Counters.emplace(L, spell(Value.Spelled));
    auto [It, New] = Corners.try_emplace(
        {V.Declared.Scalar.Index, Key, std::move(Counters)});
    if (!New)
      return It->second;
    const char *Which = !Any ? "_first" : All ? "_last" : "_corner";
    It->second = Names.fresh(V.Declared.Name + Which);
    const std::string Name = It->second;
    tessera::Text Line;
    const bool Const = llvm::StringRef(V.Declared.Type).starts_with("const ");
    append(Line,
           (Const ? "" : "const ") + V.Declared.Type + " " + Name + " = ");
    append(Line, tidy(spell(at(Test, V.Declared.Initializer, Into))) + ";");
    Into.push_back(serving(makeLeaf(std::move(Line)), V.Source));
    return Name;
  }

  //===--- Outputs outside ------------------------------------------------===//

  /// The user's statements, for one output after the other.
  NodePtr slow() {
    OutputText Each(Coarse, {}, Symbols);
    Each.Unroll = false;
    const NodePtr Closed = closeExits(withoutCommon(Body), K);
    std::vector<NodePtr> Statements;
    for (const NodePtr &N : Closed->Children)
      Statements.push_back(Each.fill(N));
    return Each.loops({}, Statements);
  }

  //===--- Outputs inside -------------------------------------------------===//

  NodePtr fast() {
    std::set<AccessId> InWindows;
    for (const RegisterWindow &W : Path.Windows)
      for (const RegisterUse &U : W.Uses)
        InWindows.insert(U.Access);
    NodePtr Result = redirect(
        coarsen(Stripped, Coarse, Plan, InWindows, Symbols, Names, &*Counted));
    std::vector<NodePtr> Needed = Result->Children;
    for (NodePtr &N : Needed)
      if (N->K != Node::Kind::Leaf) // moves declare again what they need
        N = dropUnused(N, Body);
    Result = withChildren(*Result, std::move(Needed));
    // Declarations for all outputs come first: loads may need them.
    const size_t First =
        llvm::find_if(Result->Children,
                      [](const NodePtr &N) {
                        return N->K != Node::Kind::Leaf ||
                               N->Leaf != Node::LeafKind::Declaration ||
                               !accessesIn(*N).empty();
                      }) -
        Result->Children.begin();
    const llvm::ArrayRef<NodePtr> All = Result->Children;
    std::vector<NodePtr> Start, End;
    std::map<LoopId, std::vector<NodePtr>> BeforeLoops, InLoops;
    std::map<std::optional<LoopId>, std::vector<NodePtr>> Loads;
    for (const RegisterWindow &W : Path.Windows) {
      std::vector<NodePtr> &Into = W.Slides ? BeforeLoops[*W.Loop]
                                   : W.Loop ? InLoops[*W.Loop]
                                            : Start;
      Into.push_back(Moves.declare(W));
      Text.Visible = W.Loop ? visibleIn(Result, *W.Loop)
                            : declaredIn(All.take_front(First));
      if (W.Slides) {
        Moves.add(W, W.Starts, /*IsStore=*/false, Into);
        Moves.slide(W, InLoops[*W.Loop]);
      }
      Moves.add(W, W.Loads, /*IsStore=*/false, Loads[W.Loop]);
      Text.Visible = declaredIn(All);
      Moves.add(W, W.Stores, /*IsStore=*/true, End);
    }
    for (const auto &[Loop, Of] : Loads)
      llvm::append_range(Loop ? InLoops[*Loop] : Start, withSharedLoops(Of));
    Result = rebuild(Result, BeforeLoops, InLoops);
    auto Rest = Result->Children.begin() + First;
    std::vector<NodePtr> Children(Result->Children.begin(), Rest);
    llvm::append_range(Children, Counted->takeDeclarations());
    llvm::append_range(Children, Moves.functions());
    llvm::append_range(Children, Start);
    Children.insert(Children.end(), Rest, Result->Children.end());
    llvm::append_range(Children, End);
    return HasTest ? makeBlock(std::move(Children))
                   : withChildren(*Body, std::move(Children));
  }

  /// What \p Statements declare, and what stands before the path.
  std::set<unsigned> declaredIn(llvm::ArrayRef<NodePtr> Statements) const {
    std::set<unsigned> Found = HasTest ? IsCommon : std::set<unsigned>();
    for (const NodePtr &N : Statements)
      for (const Node::Declarator &D : N->Declared)
        Found.insert(D.Scalar.Index);
    return Found;
  }

  /// What is visible where the rounds of \p Loop begin.
  std::set<unsigned> visibleIn(const NodePtr &Root, LoopId Loop) const {
    const std::vector<NodePtr> Path = pathToLoop(Root, Loop);
    std::set<unsigned> Found = declaredIn({});
    for (size_t I = 0; I + 1 < Path.size(); ++I) {
      const llvm::ArrayRef<NodePtr> All = Path[I]->Children;
      const size_t Before = llvm::find(All, Path[I + 1]) - All.begin();
      const std::set<unsigned> More = declaredIn(All.take_front(Before));
      Found.insert(More.begin(), More.end());
    }
    return Found;
  }

  /// Accesses of windows use registers.
  NodePtr redirect(const NodePtr &N) const {
    return fillAccesses(N, [&](const Piece &P) -> std::optional<tessera::Text> {
      if (P.K != Piece::Kind::Access)
        return std::nullopt;
      for (const RegisterWindow &W : Path.Windows)
        for (const RegisterUse &U : W.Uses)
          if (U.Access.Index == P.Id)
            return standingFor(P, Moves.cell(W, Symbols.expression(U.Row),
                                             Symbols.expression(U.Column)));
      return std::nullopt;
    });
  }

  using ByLoop = std::map<LoopId, std::vector<NodePtr>>;

  /// \p N with \p Before in front of loops, \p First where their iterations
  /// begin, and those unrolled whose counters choose registers.
  NodePtr rebuild(const NodePtr &N, const ByLoop &Before,
                  const ByLoop &First) const {
    Node Copy = *N;
    Copy.Children.clear();
    for (const NodePtr &Child : N->Children) {
      std::vector<NodePtr> All;
      if (Child->Loop && Child->K == Node::Kind::Loop)
        if (auto It = Before.find(*Child->Loop); It != Before.end())
          All = It->second;
      All.push_back(rebuild(Child, Before, First));
      if (All.size() > 1 && N->K != Node::Kind::Block)
        All = {makeBlock(std::move(All))};
      llvm::append_range(Copy.Children, All);
    }
    if (!N->Loop || N->K != Node::Kind::Loop)
      return std::make_shared<Node>(std::move(Copy));
    if (auto It = First.find(*N->Loop); It != First.end()) {
      std::vector<NodePtr> Inside = It->second;
      llvm::append_range(Inside, OutputText::statementsOf(Copy.Children[0]));
      Copy.Children = {makeBlock(std::move(Inside))};
    }
    if (!Path.Unrolled.count(*N->Loop))
      return std::make_shared<Node>(std::move(Copy));
    tessera::Text Header{Piece::verbatim("#pragma unroll\n")};
    append(Header, N->Head);
    Node Unrolled = *makeLoop(std::move(Header), Copy.Children[0]);
    Unrolled.Loop = N->Loop;
    return serving(std::make_shared<Node>(std::move(Unrolled)), *N);
  }

  const NodePtr &Body;
  NodePtr Stripped; ///< with its conditions true
  const CoarsenedKernel &Coarse;
  const KernelModel &K;
  const KernelPlan &Plan;
  const InteriorPath &Path;
  NameScope &Names;
  OutputText Text;
  const SymbolNames Symbols{K};
  const bool HasTest = !Path.Tests.empty() || !Path.TestedInside.empty();
  std::optional<FirstOutputs> Counted;
  WindowMoves Moves{Text, Stripped, Plan, Names};
  std::vector<NodePtr> Common; ///< what is declared for all outputs, first
  std::set<unsigned> IsCommon; ///< by ScalarId
  /// Names of index variables, by what they are for.
  std::map<std::tuple<unsigned, std::vector<std::pair<unsigned, bool>>,
                      std::map<LoopId, std::string>>,
           std::string>
      Corners;
};

} // namespace

NodePtr interiorPath(const NodePtr &Body, const CoarsenedKernel &Coarse,
                     const KernelPlan &Plan, NameScope &Names) {
  OutputText Text(Coarse, {}, SymbolNames(Coarse.Kernel));
  Text.classify(Body->Children);
  const NodePtr Apart = Text.declaredApart(Body);
  return Interior(Apart, Coarse, Plan, Names).run();
}

} // namespace tessera

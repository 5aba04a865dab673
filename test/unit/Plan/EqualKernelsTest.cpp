//===- EqualKernelsTest.cpp - Which kernels are decided once --------------===//
#include "candidates/EqualKernels.h"
#include <gtest/gtest.h>

namespace tessera {
namespace {

class EqualKernelsTest : public testing::Test {
protected:
  /// Kernels with one statement, one access and one launch, at different
  /// places.
  EqualKernelsTest() {
    for (const char *Name : {"first", "second"}) {
      const unsigned At = 100 * P.Kernels.size();
      KernelModel &K = P.Kernels.emplace_back();
      K.Name = Name;
      K.Identifiers = {Name, "a", "i"};
      K.NamePlace = {At + 10};
      K.Arrays.emplace_back().Name = "a";
      AccessInfo &A = K.Accesses.emplace_back();
      A.Subscripts = {Polynomial::symbol("tx")};
      A.Source = {At + 20, At + 24};
      setText(K, "a[i] = 1.5f;");
      LaunchModel &L = P.Launches.emplace_back();
      L.Kernel = {unsigned(P.Kernels.size() - 1)};
      L.Block = {64, 1, 1};
      L.Source = {At + 1000, At + 1020};
    }
  }

  static void setText(KernelModel &K, const char *Code) {
    Node Statement;
    Statement.Head = {Piece::verbatim(Code)};
    Statement.Source = {{K.NamePlace.Offset + 10, K.NamePlace.Offset + 22}};
    Node Block;
    Block.K = Node::Kind::Block;
    Block.Children = {std::make_shared<const Node>(std::move(Statement))};
    K.Body = std::make_shared<const Node>(std::move(Block));
  }

  /// The decision about the second kernel after that about the first.
  PlanDecision decideBoth(bool Kept = false) {
    DecidedKernels Known;
    Decided = 0;
    decide(Known, {0}, false);
    return decide(Known, {1}, Kept);
  }

  PlanDecision decide(DecidedKernels &Known, KernelId Id, bool Kept) {
    return llvm::cantFail(
        Known.get(P, Id, Kept, [&]() -> llvm::Expected<PlanDecision> {
          ++Decided;
          PlanDecision D;
          D.Kernel = Id;
          D.Messages.push_back(
              {DiagKind::NoReuse,
               {P.kernel(Id).access({0}).Source.Begin + Beside},
               {"a", "of '" + P.kernel(Id).Name + "'"}});
          D.Shapes.emplace_back().Plan.emplace().Kernel = Id;
          D.Shapes.front().Plan->Name = P.kernel(Id).Name;
          complete(P.kernel(Id), D);
          return D;
        }));
  }

  /// Adds what has names of the kernel, once it has a loop.
  void complete(const KernelModel &K, PlanDecision &D) const {
    if (K.Loops.empty())
      return;
    const std::string Array = K.Arrays[0].Name;
    D.Messages.front().Arguments = {Array, Prose + "'" + Array + "'"};
    KernelPlan &Plan = *D.Shapes.front().Plan;
    Plan.Conditions = K.Accesses[0].Subscripts;
    StagePoint &Point = Plan.Points.emplace_back();
    Point.Loop = LoopId{0};
    auto Fresh = [&](const std::string &Name) {
      return K.Identifiers.count(Name) ? Name + "2" : Name;
    };
    Point.StepName = Point.StepSymbol = Fresh(K.Loops[0].Name + "0");
    TileStage &Tile = Point.Tiles.emplace_back();
    Tile.Name = Fresh(Array + "_tile");
    Tile.LoadTest = "@0 < " + K.Parameters[0].Name + " && @s";
  }

  /// Has the second kernel's array, size and counter by these names, in a file
  /// that has \p Others, too; the first's are a, n and i.
  void rename(const char *Array, const char *Size, const char *Counter,
              const char *Code, std::set<std::string> Others = {}) {
    for (unsigned I : {0, 1}) {
      KernelModel &K = P.Kernels[I];
      ParameterInfo &Parameter = K.Parameters.emplace_back();
      Parameter.Name = Parameter.Symbol = I ? Size : "n";
      K.Arrays[0].Name = I ? Array : "a";
      LoopInfo &L = K.Loops.emplace_back();
      L.Name = L.Symbol = I ? Counter : "i";
      L.Upper = Polynomial::symbol(Parameter.Symbol);
      K.Accesses[0].Subscripts = {Polynomial::symbol("tx") *
                                      Polynomial::symbol(Parameter.Symbol) +
                                  Polynomial::symbol(L.Symbol)};
      K.Identifiers = Others;
      for (const char *Name :
           {"first", "second", "a", "n", "i", Array, Size, Counter})
        K.Identifiers.insert(Name);
    }
    setText(P.Kernels[0], "a[tx * n + i] = s.a;");
    setText(P.Kernels[1], Code);
  }

  Program P;
  unsigned Decided = 0;
  std::string Prose = "it may overlap ";
  unsigned Beside = 0; ///< the message's place is so far from the access
};

TEST_F(EqualKernelsTest, NamesAndPlacesAreTheirOwn) {
  const PlanDecision D = decideBoth();
  EXPECT_EQ(Decided, 1u);
  EXPECT_EQ(D.Kernel, KernelId{1});
  EXPECT_EQ(D.Messages.front().Where.Offset, 120u);
  EXPECT_EQ(D.Messages.front().Arguments,
            (std::vector<std::string>{"a", "of 'second'"}));
  EXPECT_EQ(D.Shapes.front().Plan->Kernel, KernelId{1});
  EXPECT_EQ(D.Shapes.front().Plan->Name, "second");
}

TEST_F(EqualKernelsTest, FloatingConstantsDecideNothing) {
  for (const char *Code : {"a[i] = 2.0f;", "a[i] = 1e-3;", "a[i] = .5;",
                           "a[i] = 0x1p-3;", "a[i] = 7e0f;"}) {
    setText(P.Kernels[1], Code);
    decideBoth();
    EXPECT_EQ(Decided, 1u) << Code;
  }
}

TEST_F(EqualKernelsTest, OtherTextMay) {
  for (const char *Code : {"a[i] = 2;", "a[i] = x1;", "a[i] += 1.5f;",
                           "a[i] = 0xf;", "a[1] = 1.5f;"}) {
    setText(P.Kernels[1], Code);
    decideBoth();
    EXPECT_EQ(Decided, 2u) << Code;
  }
}

TEST_F(EqualKernelsTest, SubscriptsLaunchesAndNamesDecide) {
  const Program Equal = P;
  P.Kernels[1].Accesses[0].Subscripts = {Polynomial::symbol("tx") + 1};
  decideBoth();
  EXPECT_EQ(Decided, 2u);
  P = Equal;
  P.Launches[1].Block[0] = 32;
  decideBoth();
  EXPECT_EQ(Decided, 2u);
  P = Equal;
  P.Launches[1].Statement = {1100, 1121}; // the first is no statement
  decideBoth();
  EXPECT_EQ(Decided, 2u);
  P = Equal;
  P.Kernels[1].Identifiers.insert("a_tile");
  decideBoth();
  EXPECT_EQ(Decided, 2u);
  P = Equal;
  decideBoth(/*Kept=*/true);
  EXPECT_EQ(Decided, 2u);
}

TEST_F(EqualKernelsTest, WhereTheHostDeclaresDecidesNothing) {
  for (const auto &[Grid, Times] :
       {std::pair("n@90", 1u), {"m@90", 2u}, {"n@9", 1u}}) {
    P.Launches[0].GridValues[0] = HostValue{Polynomial::symbol("n@12")};
    P.Launches[1].GridValues[0] = HostValue{Polynomial::symbol(Grid)};
    P.Launches[0].Function = "run";
    decideBoth();
    EXPECT_EQ(Decided, Times) << Grid;
  }
  // Two variables of one name are in the order of their places.
  P.Launches[0].GridValues[1] = HostValue{Polynomial::symbol("n@7")};
  P.Launches[1].GridValues[1] = HostValue{Polynomial::symbol("n@8")};
  decideBoth();
  EXPECT_EQ(Decided, 2u);
}

TEST_F(EqualKernelsTest, APlaceWithoutAMatchIsDecidedAgain) {
  Beside = 2;
  EXPECT_EQ(decideBoth().Messages.front().Where.Offset, 122u);
  EXPECT_EQ(Decided, 2u);
}

TEST_F(EqualKernelsTest, NamesInsideAreTheirOwn) {
  rename("b", "m", "j", "b[tx * m + j] = s.a;");
  const PlanDecision D = decideBoth();
  EXPECT_EQ(Decided, 1u);
  EXPECT_EQ(D.As, KernelId{0});
  EXPECT_EQ(D.Messages.front().Arguments,
            (std::vector<std::string>{"b", "it may overlap 'b'"}));
  const KernelPlan &Plan = *D.Shapes.front().Plan;
  EXPECT_EQ(Plan.Conditions, P.Kernels[1].Accesses[0].Subscripts);
  const StagePoint &Point = Plan.Points.front();
  EXPECT_EQ(Point.StepName, "j0");
  EXPECT_EQ(Point.StepSymbol, "j0");
  EXPECT_EQ(Point.Tiles.front().Name, "b_tile");
  EXPECT_EQ(Point.Tiles.front().LoadTest, "@0 < m && @s");
}

TEST_F(EqualKernelsTest, NamesThatChangePlacesChangeTheirOrder) {
  rename("a", "i", "n", "a[tx * i + n] = s.a;");
  decideBoth();
  EXPECT_EQ(Decided, 2u);
}

TEST_F(EqualKernelsTest, EachNameHasOneMatch) {
  for (const char *Code :
       {"b[tx * m + j] = s.b;", "b[tx * m + m] = s.a;", "b[tx * m + i] = s.a;",
        "a[tx * m + j] = s.a;", "b[b * m + j] = s.a;"}) {
    const Program Before = P;
    rename("b", "m", "j", Code);
    decideBoth();
    EXPECT_EQ(Decided, 2u) << Code;
    P = Before;
  }
}

TEST_F(EqualKernelsTest, TheOrderOfSymbolsDecides) {
  rename("b", "z", "j", "b[tx * z + j] = s.a;"); // n < tx < z
  decideBoth();
  EXPECT_EQ(Decided, 2u);
}

TEST_F(EqualKernelsTest, NewNamesAreNewInTheFile) {
  for (const char *Other : {"a_tile", "b_tile", "b_tile2", "i0", "j02"}) {
    const Program Before = P;
    rename("b", "m", "j", "b[tx * m + j] = s.a;", {Other});
    decideBoth();
    EXPECT_EQ(Decided, 2u) << Other;
    P = Before;
  }
}

TEST_F(EqualKernelsTest, NamesThatMeanSomethingElseDecide) {
  const Program Before = P;
  rename("b", "m", "tx", "b[tx * m + tx] = s.a;");
  decideBoth();
  EXPECT_EQ(Decided, 2u);
  P = Before;
  rename("b", "m", "j", "b[tx * m + j] = s.a;");
  Prose = "it is a pointer beside "; // an `a` that may be a name
  decideBoth();
  EXPECT_EQ(Decided, 2u);
  DecidedKernels Known(/*MayRename=*/false);
  Prose = "";
  Decided = 0;
  decide(Known, {0}, false);
  decide(Known, {1}, false);
  EXPECT_EQ(Decided, 2u);
}

} // namespace
} // namespace tessera

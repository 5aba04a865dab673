//===- TransferPlannerTest.cpp - Transfers as equations -------------------===//
//
// Programs are written as expressions: `seq(host(w), loop(launch()))`. The
// result is the text of the placed transfers, in the order of the program, with
// the statements they stand at.
//
//===----------------------------------------------------------------------===//
#include "tessera/Plan/TransferPlan.h"
#include "gmock/gmock.h"

using namespace tessera;
using Kind = HostStatement::Kind;

namespace {

struct Access {
  bool Reads = false, Writes = false;
};
constexpr Access R = {true, false}, W = {false, true};

/// Builds one program with one shared array `a` and one kernel that updates it.
class TransferPlannerTest : public testing::Test {
protected:
  TransferPlannerTest() {
    SharedVariable V;
    V.Name = "a";
    V.ElementType = "int";
    V.ElementBytes = 4;
    V.Extents = {64};
    V.ExtentTexts = {"64"};
    P.Host.Variables.push_back(V);
    P.Source = std::string(Size, ';');
    KernelModel K;
    K.Name = "k";
    K.Parameters.push_back(
        {"x", "", "int *", true, false, false, {}, {}, {}, {}});
    ArrayInfo A;
    A.Name = "x";
    K.Arrays.push_back(A);
    AccessInfo Update;
    Update.K = AccessInfo::Kind::Update;
    K.Accesses.push_back(Update);
    P.Kernels.push_back(K);
    P.Host.Kernels.resize(1);
  }

  HostStatement leaf(Kind K = Kind::Leaf) {
    HostStatement S;
    S.K = K;
    S.Source = {Next, Next + 5};
    Next += 10;
    return S;
  }
  HostStatement host(Access A, unsigned Variable = 0) {
    HostStatement S = leaf();
    S.Accesses.push_back({{Variable}, A.Reads, A.Writes});
    return S;
  }
  /// Makes the array, or one more, a pointer of function 0.
  void usePointers(unsigned Count) {
    SharedVariable V = P.Host.Variables.front();
    V.D = SharedVariable::Dialect::Managed;
    V.Extents = {0};
    V.Pointer.emplace();
    V.Pointer->Owner = 0;
    V.Pointer->Bytes = "n";
    P.Host.Variables.assign(Count, V);
  }
  HostStatement event(MemoryEvent::Kind K, unsigned Variable = 0) {
    HostStatement S = leaf();
    MemoryEvent E = {K, {Variable}};
    if (K == MemoryEvent::Kind::Exchange)
      E.Other = SharedVarId{Variable + 1};
    S.Events.push_back(E);
    return S;
  }
  HostStatement launch(unsigned Variable = 0) {
    HostStatement S = leaf();
    // Some text that ends as a launch does.
    P.Source[S.Source.Begin + 3] = ')';
    LaunchModel L;
    L.Source = {S.Source.Begin, S.Source.Begin + 4};
    L.Statement = S.Source;
    LaunchArgument A;
    A.Text = "a";
    A.IsPointer = true;
    A.Root = {PointerRoot::Kind::SharedVariable, "a", SharedVarId{Variable}};
    A.RootName = SourceRange{0, 1};
    L.Arguments.push_back(A);
    S.Launches.push_back({unsigned(P.Launches.size())});
    P.Launches.push_back(L);
    return S;
  }
  HostStatement call(unsigned Function) {
    HostStatement S = leaf();
    S.Calls.push_back(Function);
    return S;
  }
  HostStatement back() { return leaf(Kind::Return); }
  HostStatement jump(bool Continues) {
    HostStatement S = leaf(Kind::Jump);
    S.Continues = Continues;
    return S;
  }
  HostStatement nest(Kind K, std::vector<HostStatement> Children) {
    HostStatement S;
    S.K = K;
    S.Children = std::move(Children);
    S.Source = {Next, Next};
    for (const HostStatement &C : S.Children) {
      S.Source.Begin = std::min(S.Source.Begin, C.Source.Begin - 1);
      S.Source.End = std::max(S.Source.End, C.Source.End + 1);
    }
    Next = std::max(Next, S.Source.End + 4);
    return S;
  }
  // Braces, so that children are made in the order of the text.
  template <typename... T> HostStatement seq(T... Children) {
    return nest(Kind::Sequence, {Children...});
  }
  HostStatement loop(HostStatement Body) {
    return nest(Kind::Loop, {HostStatement(), std::move(Body)});
  }
  HostStatement loopWhile(HostStatement Header, HostStatement Body) {
    return nest(Kind::Loop, {std::move(Header), std::move(Body)});
  }
  HostStatement branch(std::vector<HostStatement> Arms) {
    Arms.insert(Arms.begin(), HostStatement());
    return nest(Kind::If, std::move(Arms));
  }
  unsigned function(HostStatement Body, bool Main = false) {
    HostFunction F;
    F.Name = Main ? "main" : "f";
    F.IsMain = Main;
    F.Source = Body.Source;
    F.Body = std::move(Body);
    P.Host.Functions.push_back(F);
    return P.Host.Functions.size() - 1;
  }

  /// The transfers of the program, like `upload@12 readback@40`: the bytes they
  /// stand at, in order.
  std::string plan() {
    TransferPlan Plan = planTransfers(P);
    if (Plan.Variables[0].Where == Placement::Managed)
      return "managed: " + Plan.Variables[0].Why;
    std::vector<std::pair<unsigned, std::string>> All;
    for (const TransferAction &A : Plan.Actions) {
      bool Behind = A.Where.S == CodePosition::Side::After ||
                    A.Where.S == CodePosition::Side::AtEnd;
      unsigned At = Behind ? A.Where.Statement.End : A.Where.Statement.Begin;
      std::string Other = A.Variable.Index ? " b" : "";
      if (A.K == TransferAction::Kind::Upload)
        All.emplace_back(At, "upload" + Other);
      else if (A.K == TransferAction::Kind::Clear)
        All.emplace_back(At, "clear" + Other);
      else if (A.K == TransferAction::Kind::Readback)
        All.emplace_back(At, "readback" + Other);
    }
    llvm::sort(All);
    std::string Text;
    for (auto &[At, Name] : All)
      Text += (Text.empty() ? "" : " ") + Name + "@" + std::to_string(At);
    return Text;
  }
  std::string mainPlan(HostStatement Body) {
    function(std::move(Body), /*Main=*/true);
    return plan();
  }

  static constexpr unsigned Size = 2000;
  Program P;
  unsigned Next = 10;
};

std::string at(llvm::StringRef What, unsigned Where) {
  return (What + "@" + llvm::Twine(Where)).str();
}
unsigned begin(const HostStatement &S) { return S.Source.Begin; }
unsigned end(const HostStatement &S) { return S.Source.End; }

TEST_F(TransferPlannerTest, StraightLineUploadsBeforeAndReadsBackAfter) {
  HostStatement Init = host(W), K = launch(), Use = host(R);
  EXPECT_EQ(mainPlan(seq(Init, K, Use)),
            at("upload", begin(K)) + " " + at("readback", begin(Use)));
}

TEST_F(TransferPlannerTest, NothingIsReadBackThatNobodyReads) {
  HostStatement Init = host(W), K = launch();
  EXPECT_EQ(mainPlan(seq(Init, K, back())), at("upload", begin(K)));
}

TEST_F(TransferPlannerTest, ZerosAreClearedNotCopied) {
  HostStatement K = launch();
  EXPECT_EQ(mainPlan(seq(K, back())), at("clear", begin(K)));
}

TEST_F(TransferPlannerTest, AnInitialisedArrayIsUploaded) {
  P.Host.Variables[0].Initialized = true;
  HostStatement K = launch();
  EXPECT_EQ(mainPlan(seq(K, back())), at("upload", begin(K)));
}

TEST_F(TransferPlannerTest, SecondLaunchNeedsNoUpload) {
  HostStatement Init = host(W), K = launch(), Look = host(R), K2 = launch(),
                Use = host(R);
  EXPECT_EQ(mainPlan(seq(Init, K, Look, K2, Use)),
            at("upload", begin(K)) + " " + at("readback", begin(Look)) + " " +
                at("readback", begin(Use)));
}

TEST_F(TransferPlannerTest, LoopOfLaunchesIsLeftAlone) {
  HostStatement Init = host(W), L = loop(seq(launch())), Use = host(R);
  EXPECT_EQ(mainPlan(seq(Init, L, Use)),
            at("upload", begin(L)) + " " + at("readback", begin(Use)));
}

TEST_F(TransferPlannerTest, NestedLoopsHoistToTheOutermost) {
  HostStatement Init = host(W), L = loop(seq(loop(seq(launch())))),
                Use = loop(seq(host(R)));
  EXPECT_EQ(mainPlan(seq(Init, L, Use)),
            at("upload", begin(L)) + " " + at("readback", begin(Use)));
}

TEST_F(TransferPlannerTest, LoopThatReadsEachTimeReadsBackEachTime) {
  HostStatement Init = host(W), K = launch(), Look = host(R);
  HostStatement L = loop(seq(K, Look));
  EXPECT_EQ(mainPlan(seq(Init, L)),
            at("upload", begin(L)) + " " + at("readback", begin(Look)));
}

TEST_F(TransferPlannerTest, LoopThatWritesEachTimeUploadsEachTime) {
  HostStatement Init = host(W), K = launch();
  HostStatement Body = seq(Init, K), L = loop(Body);
  EXPECT_EQ(mainPlan(seq(L, back())),
            at("upload", begin(K)) + " " + at("readback", end(Body)));
}

TEST_F(TransferPlannerTest, HeaderThatReadsIsServedBeforeAndAtTheEnd) {
  HostStatement K0 = launch(), Header = host(R), K = launch();
  HostStatement Body = seq(K), L = loopWhile(Header, Body);
  EXPECT_EQ(mainPlan(seq(K0, L)), at("clear", begin(K0)) + " " +
                                      at("readback", begin(L)) + " " +
                                      at("readback", end(Body)));
}

TEST_F(TransferPlannerTest, ContinueIsServedLikeTheEnd) {
  HostStatement Header = host(R), K = launch(), Skip = jump(true);
  HostStatement Arm = branch({seq(Skip)}), Rest = leaf();
  HostStatement Body = seq(K, Arm, Rest), L = loopWhile(Header, Body);
  EXPECT_EQ(mainPlan(seq(L)), at("clear", begin(L)) + " " +
                                  at("readback", begin(Skip)) + " " +
                                  at("readback", end(Body)));
}

TEST_F(TransferPlannerTest, BreakCarriesItsStateOut) {
  HostStatement K = launch(), Out = jump(false);
  HostStatement Arm = branch({seq(Out)});
  HostStatement L = loop(seq(K, Arm)), Use = host(R);
  EXPECT_EQ(mainPlan(seq(L, Use)),
            at("clear", begin(L)) + " " + at("readback", begin(Use)));
}

TEST_F(TransferPlannerTest, BranchThatLaunchesJoinsBranchThatWrites) {
  HostStatement Then = seq(launch()), Else = seq(host(W));
  HostStatement B = branch({Then, Else}), Use = host(R);
  EXPECT_EQ(mainPlan(seq(B, Use)), at("clear", begin(Then.Children[0])) + " " +
                                       at("readback", end(Then)));
}

TEST_F(TransferPlannerTest, RareWriteUploadsInItsBranch) {
  HostStatement K0 = launch(), Write = host(W);
  HostStatement Then = seq(Write), B = branch({Then}), K = launch();
  EXPECT_EQ(mainPlan(seq(K0, B, K)), at("clear", begin(K0)) + " " +
                                         at("readback", begin(Write)) + " " +
                                         at("upload", end(Then)));
}

TEST_F(TransferPlannerTest, RareWriteInALoopUploadsInItsBranchOnly) {
  P.Kernels[0].Accesses[0].K = AccessInfo::Kind::Read;
  HostStatement Init = host(W), K = launch(), Write = host(W);
  HostStatement Then = seq(Write), B = branch({Then});
  HostStatement L = loop(seq(K, B));
  EXPECT_EQ(mainPlan(seq(Init, L)),
            at("upload", begin(L)) + " " + at("upload", end(Then)));
}

TEST_F(TransferPlannerTest, RareLaunchInALoopReadsBackInItsBranchOnly) {
  HostStatement Init = host(W), K = launch(), Look = host(R);
  HostStatement Then = seq(K), B = branch({Then});
  HostStatement L = loop(seq(B, Look));
  EXPECT_EQ(mainPlan(seq(Init, L)),
            at("upload", begin(L)) + " " + at("readback", end(Then)));
}

TEST_F(TransferPlannerTest, CalleeThatOnlyLaunchesIsALaunch) {
  HostStatement K = launch();
  unsigned F = function(seq(K));
  HostStatement Init = host(W), L = loop(seq(call(F))), Use = host(R);
  EXPECT_EQ(mainPlan(seq(Init, L, Use)),
            at("upload", begin(L)) + " " + at("readback", begin(Use)));
}

TEST_F(TransferPlannerTest, CalleeThatDoesBothKeepsTheHostValid) {
  HostStatement Write = host(W), K = launch();
  HostStatement Body = seq(Write, K);
  unsigned F = function(Body);
  HostStatement Call = call(F), Use = host(R);
  EXPECT_EQ(mainPlan(seq(Call, Use)),
            at("upload", begin(K)) + " " + at("readback", end(Body)));
}

TEST_F(TransferPlannerTest, RecursionKeepsTheHostValid) {
  HostStatement Write = host(W), K = launch(), Again = call(0);
  HostStatement Body = seq(Write, K, Again);
  function(Body);
  EXPECT_EQ(mainPlan(seq(call(0), host(R))),
            at("upload", begin(K)) + " " + at("readback", begin(Again)));
}

TEST_F(TransferPlannerTest, OpaqueFlowCopiesAroundEachLaunch) {
  HostStatement K = launch();
  HostStatement S = nest(Kind::Opaque, {K}), Use = host(R);
  EXPECT_EQ(mainPlan(seq(S, Use)),
            at("upload", begin(K)) + " " + at("readback", end(K)));
}

TEST_F(TransferPlannerTest, JumpOutOfOpaqueFlowForcesTheHostValid) {
  HostStatement K = launch(), Skip = jump(true), Use = host(R);
  HostStatement S = nest(Kind::Opaque, {Skip, Use}), K2 = launch();
  HostStatement Body = seq(K, S, K2), L = loop(Body);
  std::string Plan = mainPlan(seq(L, host(R)));
  EXPECT_THAT(Plan, testing::HasSubstr(at("readback", begin(S))));
}

TEST_F(TransferPlannerTest, WithoutMainExternalFunctionsKeepTheHostValid) {
  HostStatement K = launch(), Body = seq(K);
  function(Body);
  P.Host.Functions[0].External = true;
  EXPECT_EQ(plan(), at("upload", begin(K)) + " " + at("readback", end(Body)));
}

TEST_F(TransferPlannerTest, CaughtExceptionsMakeEveryLaunchComplete) {
  P.Host.HasTry = true;
  HostStatement K = launch(), K2 = launch();
  EXPECT_EQ(mainPlan(seq(K, K2)),
            at("upload", begin(K)) + " " + at("readback", end(K)) + " " +
                at("upload", begin(K2)) + " " + at("readback", end(K2)));
}

TEST_F(TransferPlannerTest, OneStatementOnBothSidesNeedsManagedMemory) {
  HostStatement K = launch();
  unsigned F = function(seq(K));
  HostStatement Both = call(F);
  Both.Accesses.push_back({{0}, true, false});
  EXPECT_THAT(mainPlan(seq(Both)),
              testing::StartsWith("managed: one statement"));
}

TEST_F(TransferPlannerTest, LargeArraysThatMoveArePinned) {
  P.Host.Variables[0].Extents = {int64_t(8) << 20};
  HostStatement K = launch();
  function(seq(host(W), K), /*Main=*/true);
  EXPECT_TRUE(planTransfers(P).Variables[0].Pinned);
}

TEST_F(TransferPlannerTest, SmallArraysAreNotPinned) {
  HostStatement K = launch();
  function(seq(host(W), K), /*Main=*/true);
  EXPECT_FALSE(planTransfers(P).Variables[0].Pinned);
}

using Event = MemoryEvent::Kind;

TEST_F(TransferPlannerTest, WhatIsAllocatedHasNothingToUpload) {
  usePointers(1);
  HostStatement New = event(Event::Allocate), K = launch(), Use = host(R),
                End = event(Event::Free);
  EXPECT_EQ(mainPlan(seq(New, K, Use, End)),
            at("clear", begin(K)) + " " + at("readback", begin(Use)));
}

TEST_F(TransferPlannerTest, MemoryIsAllocatedAnewInEachRound) {
  usePointers(1);
  HostStatement New = event(Event::Allocate), Init = host(W), K = launch(),
                End = event(Event::Free);
  EXPECT_EQ(mainPlan(seq(loop(seq(New, Init, K, End)))),
            at("upload", begin(K)));
}

TEST_F(TransferPlannerTest, NoTransferWhereMemoryMayBeMissing) {
  usePointers(1);
  HostStatement Arm = branch({seq(event(Event::Allocate))}), K = launch();
  EXPECT_THAT(mainPlan(seq(Arm, K)),
              testing::StartsWith("managed: the control"));
}

TEST_F(TransferPlannerTest, NoTransferIsHoistedBeforeTheAllocation) {
  usePointers(1);
  HostStatement New = event(Event::Allocate), Init = host(W), K = launch();
  HostStatement First = branch({seq(New, Init)});
  EXPECT_THAT(mainPlan(seq(loop(seq(First, K)))),
              testing::StartsWith("managed: the control"));
}

TEST_F(TransferPlannerTest, AllocationInOpaqueFlowNeedsManagedMemory) {
  usePointers(1);
  HostStatement S = nest(Kind::Opaque, {event(Event::Allocate)});
  EXPECT_THAT(mainPlan(seq(S, launch())),
              testing::StartsWith("managed: it is allocated"));
}

TEST_F(TransferPlannerTest, ExchangedCopiesStayOnTheDevice) {
  usePointers(2);
  HostStatement NewA = event(Event::Allocate), NewB = event(Event::Allocate, 1);
  HostStatement InitA = host(W), InitB = host(W, 1);
  HostStatement KA = launch(), Swap = event(Event::Exchange);
  HostStatement L = loop(seq(KA, Swap)), Use = host(R);
  // The first round needs `a`; later ones what was `b`.
  EXPECT_EQ(mainPlan(seq(NewA, NewB, InitA, InitB, L, Use)),
            at("upload", begin(L)) + " " + at("upload b", begin(L)) + " " +
                at("readback", begin(Use)));
}

TEST_F(TransferPlannerTest, AnExchangeTakesTheValidCopyAlong) {
  usePointers(2);
  HostStatement NewA = event(Event::Allocate), NewB = event(Event::Allocate, 1);
  HostStatement InitA = host(W), InitB = host(W, 1), K = launch(),
                Swap = event(Event::Exchange), Same = host(R),
                Other = host(R, 1);
  EXPECT_EQ(mainPlan(seq(NewA, NewB, InitA, InitB, K, Swap, Same, Other)),
            at("upload", begin(K)) + " " + at("readback b", begin(Other)));
}

TEST_F(TransferPlannerTest, ExchangedPointersAreApartInOtherFunctions) {
  usePointers(2);
  for (SharedVariable &V : P.Host.Variables)
    V.Pointer->Owner.reset();
  HostStatement KA = launch(), KB = launch(1), Look = host(R, 1);
  unsigned F = function(seq(KA, KB, Look));
  HostStatement NewA = event(Event::Allocate), NewB = event(Event::Allocate, 1);
  HostStatement Call = call(F), Swap = event(Event::Exchange), Use = host(R, 1);
  EXPECT_EQ(mainPlan(seq(NewA, NewB, Call, Swap, Use)),
            at("upload b", begin(KB)) + " " + at("readback b", begin(Look)) +
                " " + at("clear", begin(Call)) + " " +
                at("readback b", begin(Use)));
}

TEST_F(TransferPlannerTest, CallsOfTheFunctionDoNotTouchThisPointer) {
  usePointers(1);
  HostStatement New = event(Event::Allocate), K = launch(), Again = call(0),
                Use = host(R);
  function(seq(New, K, Again, Use));
  EXPECT_EQ(plan(), at("clear", begin(K)) + " " + at("readback", begin(Use)));
}

} // namespace

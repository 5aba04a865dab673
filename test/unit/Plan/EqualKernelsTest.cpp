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
               {"a", "of " + P.kernel(Id).Name}});
          D.Shapes.emplace_back().Plan.emplace().Kernel = Id;
          D.Shapes.front().Plan->Name = P.kernel(Id).Name;
          return D;
        }));
  }

  Program P;
  unsigned Decided = 0;
  unsigned Beside = 0; ///< the message's place is so far from the access
};

TEST_F(EqualKernelsTest, NamesAndPlacesAreTheirOwn) {
  const PlanDecision D = decideBoth();
  EXPECT_EQ(Decided, 1u);
  EXPECT_EQ(D.Kernel, KernelId{1});
  EXPECT_EQ(D.Messages.front().Where.Offset, 120u);
  EXPECT_EQ(D.Messages.front().Arguments,
            (std::vector<std::string>{"a", "of second"}));
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

TEST_F(EqualKernelsTest, APlaceWithoutAMatchIsDecidedAgain) {
  Beside = 2;
  EXPECT_EQ(decideBoth().Messages.front().Where.Offset, 122u);
  EXPECT_EQ(Decided, 2u);
}

} // namespace
} // namespace tessera

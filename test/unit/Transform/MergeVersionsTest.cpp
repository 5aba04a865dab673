//===- MergeVersionsTest.cpp - Two versions as one template ---------------===//
#include "tessera/Transform/MergeVersions.h"
#include "tessera/Transform/Build.h"
#include "tessera/Transform/TileText.h"
#include <regex>

using namespace tessera;

namespace {

NodePtr leaves(std::initializer_list<const char *> Texts) {
  std::vector<NodePtr> Nodes;
  for (const char *Text : Texts)
    Nodes.push_back(makeLeaf(Text));
  return makeBlock(std::move(Nodes));
}

NodePtr block(std::vector<NodePtr> Nodes) {
  return makeBlock(std::move(Nodes));
}

/// Statements that are the same in both, so that merging pays.
std::vector<NodePtr> common() {
  std::vector<NodePtr> Nodes;
  for (int I = 0; I < 12; ++I)
    Nodes.push_back(makeLeaf("f(" + std::to_string(I) + ");"));
  return Nodes;
}

std::string merged(const NodePtr &First, const NodePtr &Second) {
  KernelModel K;
  std::optional<MergedBody> Both = mergeBodies(K, First, Second);
  return Both ? spell(*Both->Body) : "";
}

NodePtr with(std::vector<NodePtr> Before, std::vector<NodePtr> After = {}) {
  std::vector<NodePtr> All = common();
  All.insert(All.begin(), Before.begin(), Before.end());
  All.insert(All.end(), After.begin(), After.end());
  return makeBlock(std::move(All));
}

/// \p Text of a template with the numbers of one instance.
std::string instance(std::string Text, bool Wide) {
  Text = std::regex_replace(Text, std::regex("\\(Wide \\? (\\w+) : (\\w+)\\)"),
                            Wide ? "$1" : "$2");
  return std::regex_replace(Text, std::regex("Wide \\? (\\w+) : (\\w+)"),
                            Wide ? "$1" : "$2");
}

} // namespace

TEST(MergeVersions, InstancesHaveTheNumbersOfTheirVersion) {
  const NodePtr A = with({makeLeaf("const int row = thread / 2;"),
                          makeLoop(unrolledHeader("y", 4),
                                   makeLeaf("tile[y * 8][thread % 2] = 1;"))});
  const NodePtr B = with({makeLeaf("const int row = thread / 8;"),
                          makeLoop(unrolledHeader("y", 16),
                                   makeLeaf("tile[y * 32][thread % 8] = 1;"))});
  const std::string Both = merged(A, B);
  ASSERT_NE(Both, "");
  EXPECT_EQ(instance(Both, true), spell(*A));
  EXPECT_EQ(instance(Both, false), spell(*B));
  EXPECT_NE(Both.find("thread / (Wide ? 2 : 8);"), Both.npos) << Both;
}

TEST(MergeVersions, PartsOfNumbersAreNotChosen) {
  for (const auto &[A, B] : {std::pair("a = 1.5;", "a = 2.5;"),
                             std::pair("a = 1'000;", "a = 2'000;"),
                             std::pair("a = 0.25;", "a = 0.75;")}) {
    const std::string Both = merged(with({makeLeaf(A)}), with({makeLeaf(B)}));
    EXPECT_EQ(Both.find("?"), Both.npos) << Both;
  }
}

TEST(MergeVersions, EqualVersionsNeedNoChoice) {
  EXPECT_EQ(merged(with({}), with({})), spell(*with({})));
}

TEST(MergeVersions, WhatOnlyOneHasStandsUnderACondition) {
  const std::string Both =
      merged(with({makeLeaf("a = 1;")}), with({makeLeaf("g();")}));
  EXPECT_NE(Both.find("if constexpr (Wide)"), Both.npos) << Both;
  EXPECT_LT(Both.find("a = 1;"), Both.find("else")) << Both;
  EXPECT_LT(Both.find("else"), Both.find("g();")) << Both;
  const std::string Second = merged(with({}), with({}, {makeLeaf("g();")}));
  EXPECT_NE(Second.find("if constexpr (!Wide)"), Second.npos) << Second;
}

TEST(MergeVersions, ConstantsThatOneNeedsAreDeclaredForBoth) {
  const std::string Both =
      merged(with({makeLeaf("const int row = thread / 2;")}), with({}));
  EXPECT_EQ(Both.find("Wide"), Both.npos) << Both;
  EXPECT_NE(Both.find("const int row = thread / 2;"), Both.npos) << Both;
}

TEST(MergeVersions, NoLoadOfOneIsForBoth) {
  for (const char *Load :
       {"const float x = a[i];",
        "const float4 x = *reinterpret_cast<const float4 *>(a);"})
    EXPECT_EQ(merged(with({makeLeaf(Load)}), with({})), "") << Load;
}

TEST(MergeVersions, NoVariableOfOneIsHiddenFromWhatFollows) {
  EXPECT_EQ(merged(with({makeLeaf("float a[4];")}), with({})), "");
  EXPECT_EQ(
      merged(with({makeLeaf("float4 a;")}), with({makeLeaf("float a[4];")})),
      "");
  // At the end of a block nothing follows.
  EXPECT_NE(merged(with({}, {makeLeaf("float4 a = f();"), makeLeaf("g(a);")}),
                   with({})),
            "");
}

TEST(MergeVersions, WhatOneHasAlignedIsAlignedInBoth) {
  const std::string Both =
      merged(with({makeLeaf("__shared__ __align__(16) float tile[8][68];")}),
             with({makeLeaf("__shared__ float tile[8][65];")}));
  EXPECT_NE(
      Both.find("__shared__ __align__(16) float tile[8][Wide ? 68 : 65];"),
      Both.npos)
      << Both;
  EXPECT_EQ(merged(with({makeLeaf("__align__(16) float a[4];")}),
                   with({makeLeaf("__align__(8) float a[4];")})),
            "");
}

TEST(MergeVersions, FunctionsWithOtherBodiesChooseInside) {
  const NodePtr A = with({makeFunction("fetch", "int k", {makeLeaf("a(k);")})});
  const NodePtr B = with({makeFunction("fetch", "int k", {makeLeaf("b(k);")})});
  const std::string Both = merged(A, B);
  EXPECT_LT(Both.find("auto fetch = [&](int k)"), Both.find("if constexpr"))
      << Both;
}

TEST(MergeVersions, VersionsWithLittleInCommonStayTwo) {
  EXPECT_EQ(merged(leaves({"a();", "b();", "c();", "d();"}),
                   leaves({"e();", "f();", "g();", "d();"})),
            "");
  EXPECT_EQ(merged(block({leaves({"a();"})}), leaves({"a();"})), "");
}

TEST(MergeVersions, NamesOfInstancesHaveArguments) {
  EXPECT_EQ(splitInstance("k_tiled<true>"),
            std::pair(llvm::StringRef("k_tiled"), llvm::StringRef("<true>")));
  EXPECT_EQ(splitInstance("k_tiled"),
            std::pair(llvm::StringRef("k_tiled"), llvm::StringRef()));
}

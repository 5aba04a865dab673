//===- RollStatementsTest.cpp - Loops for statements ----------------------===//
#include "registers/WindowMoves.h"

using namespace tessera;

namespace {

std::string rolledText(const std::vector<std::string> &Statements) {
  std::vector<NodePtr> Nodes;
  for (const std::string &S : Statements)
    Nodes.push_back(makeLeaf(S));
  std::string Text;
  for (const NodePtr &N : rolled(Nodes, "v"))
    Text += spell(*N) + "\n";
  return Text;
}

std::vector<std::string> counted(int From, int To,
                                 std::string (*Of)(const std::string &)) {
  std::vector<std::string> Statements;
  for (int I = From; I < To; ++I)
    Statements.push_back(Of(std::to_string(I)));
  return Statements;
}

} // namespace

TEST(RollStatements, StatementsThatCountAreALoop) {
  const std::string Text = rolledText(counted(1, 11, [](const std::string &I) {
    return "reg[r][" + I + "] = in[x + " + I + " - R];";
  }));
  EXPECT_EQ(Text, "#pragma unroll\nfor (int v = 0; v < 10; ++v)"
                  "reg[r][v + 1] = in[x + (v + 1) - R];\n");
}

TEST(RollStatements, WhatGrowsFasterIsAProduct) {
  std::vector<std::string> Statements;
  for (int I = 0; I < 6; ++I)
    Statements.push_back("reg[" + std::to_string(I) + "] = in[" +
                         std::to_string(5 + 3 * I) + "];");
  EXPECT_EQ(rolledText(Statements),
            "#pragma unroll\nfor (int v = 0; v < 6; ++v)"
            "reg[v] = in[v * 3 + 5];\n");
}

TEST(RollStatements, OtherNumbersStayAsTheyAre) {
  EXPECT_EQ(rolledText(counted(1, 6,
                               [](const std::string &I) {
                                 return "a[" + I + "] = b[" + I +
                                        " + 010 * 1'000 - 0];";
                               })),
            "#pragma unroll\nfor (int v = 0; v < 5; ++v)"
            "a[v + 1] = b[(v + 1) + 010 * 1'000 - 0];\n");
}

TEST(RollStatements, NumbersMayFall) {
  std::vector<std::string> Statements;
  for (int I = 0; I < 5; ++I)
    Statements.push_back("reg[" + std::to_string(I) + "] = in[x - " +
                         std::to_string(9 - I) + "];");
  EXPECT_EQ(rolledText(Statements),
            "#pragma unroll\nfor (int v = 0; v < 5; ++v)"
            "reg[v] = in[x - (9 - v)];\n");
}

TEST(RollStatements, OthersStay) {
  const std::vector<std::string> Few = {"a[0] = b[0];", "a[1] = b[1];",
                                        "a[2] = b[2];", "a[3] = b[3];"};
  EXPECT_EQ(rolledText(Few),
            "a[0] = b[0];\na[1] = b[1];\na[2] = b[2];\na[3] = b[3];\n");
  std::vector<std::string> Uneven = Few;
  Uneven.push_back("a[5] = b[5];");
  EXPECT_EQ(rolledText(Uneven).find("for"), std::string::npos);
  // Digits in names and of other numbers do not count.
  for (const char *Of : {"a%d = 1;", "f(1.%d);", "f(0x%d);", "f(%df);",
                         "f(0%d);", "f(1'00%d);", "f(%d'000);"}) {
    std::vector<std::string> Words;
    for (int I = 1; I < 8; ++I) {
      std::string Text = Of;
      Text.replace(Text.find("%d"), 2, std::to_string(I));
      Words.push_back(Text);
    }
    EXPECT_EQ(rolledText(Words).find("for"), std::string::npos) << Of;
  }
}

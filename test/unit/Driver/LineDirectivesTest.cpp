//===- LineDirectivesTest.cpp - Lines of the user's file ------------------===//
#include "files/LineDirectives.h"
#include "llvm/ADT/SmallVector.h"
#include <gtest/gtest.h>

using namespace tessera;

namespace {

/// What compilers count each line of \p Text as, without directives.
std::vector<unsigned> counted(llvm::StringRef Text) {
  std::vector<unsigned> Result;
  unsigned Line = 1;
  llvm::SmallVector<llvm::StringRef> Lines;
  Text.split(Lines, '\n');
  for (llvm::StringRef L : Lines) {
    if (L.consume_front("#line ")) {
      L.consumeInteger(10, Line);
      continue;
    }
    Result.push_back(Line++);
  }
  return Result;
}

/// \p Text without directives.
std::string rest(llvm::StringRef Text) {
  std::string Result;
  while (!Text.empty()) {
    llvm::StringRef Line =
        Text.take_front(std::min(Text.find('\n'), Text.size() - 1) + 1);
    Text = Text.drop_front(Line.size());
    if (!Line.starts_with("#line "))
      Result += Line;
  }
  return Result;
}

TEST(LineDirectives, NameTheFile) {
  EXPECT_EQ(withLineDirectives("a \"b\\.cu", "x\n", {1, 2}),
            "#line 1 \"a \\\"b\\\\.cu\"\nx\n");
}

TEST(LineDirectives, StandBeforeLinesThatDoNotFollow) {
  const std::vector<unsigned> Lines = {1, 2, 2, 2, 3, 4, 9, 10};
  const std::string Text = "a\nnew\nnewer\nb\nc\nd\nz\n";
  const std::string Result = withLineDirectives("f", Text, Lines);
  EXPECT_EQ(rest(Result), Text);
  EXPECT_EQ(counted(Result), Lines);
  EXPECT_EQ(llvm::StringRef(Result).count("#line"), 4u);
}

TEST(LineDirectives, LetLinesWithoutOriginFollow) {
  EXPECT_EQ(counted(withLineDirectives("f", "a\nb\nc\n", {7})),
            (std::vector<unsigned>{7, 8, 9, 10}));
}

TEST(LineDirectives, StandWhereTheyMay) {
  // Not in comments, literals, macros, nor between parentheses.
  const char *After = "/* one\n two */\n"
                      "#define M(a) \\\n  a\n"
                      "auto t = R\"(raw\n text)\";\n"
                      "int y = M(1\n + 2);\n"
                      "x\n";
  std::string Text =
      withLineDirectives("f", After, {1, 1, 1, 1, 1, 1, 1, 1, 1, 2});
  EXPECT_EQ(rest(Text), After);
  for (const char *Whole :
       {"/* one\n two */", "M(a) \\\n  a", "raw\n text", "M(1\n + 2)"})
    EXPECT_NE(Text.find(Whole), std::string::npos) << Whole;
  EXPECT_TRUE(llvm::StringRef(Text).ends_with("#line 1\nx\n"));
}

} // namespace

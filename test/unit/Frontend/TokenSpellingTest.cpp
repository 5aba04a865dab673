//===- TokenSpellingTest.cpp - One spelling for each token ----------------===//
#include "tessera/Frontend/TokenSpelling.h"
#include <gtest/gtest.h>

using namespace tessera;

TEST(TokenSpelling, digraphsAreSignsAndSpaces) {
  EXPECT_EQ(withPlainTokens("a<:i:> = %:b;"), "a[ i]  = # b;");
  EXPECT_EQ(withPlainTokens("<% %>"), "{  } ");
}

TEST(TokenSpelling, tokensAreInOneLine) {
  EXPECT_EQ(withPlainTokens("te\\\nrm + 1"), "term\\\n + 1");
  EXPECT_EQ(withPlainTokens("1\\ \n2 + 1"), "12\\ \n + 1");
  EXPECT_EQ(withPlainTokens("a +\\\n= b"), "a +=\\\n b");
}

TEST(TokenSpelling, endsOfLinesAreBehindAllTokensWithoutSpaceBetween) {
  // Clang reads an end of a line in front of a token as a part of it.
  EXPECT_EQ(withPlainTokens("d\\\n) s"), "d)\\\n s");
  EXPECT_EQ(withPlainTokens("d+\\\n+) s"), "d++)\\\n s");
  EXPECT_EQ(withPlainTokens("a\\\n[\\\ni\\\n];\n"), "a[i];\\\n\\\n\\\n\n");
}

TEST(TokenSpelling, textsOfTheProgramStay) {
  for (const char *Same :
       {"a[i] = b;\n", "\"te\\\nrm\" \"<:\"", "// te\\\nrm <:\nint a;",
        "R\"(a\\\nb)\" c", "#define A(x) \\\n  x + 1\n"})
    EXPECT_EQ(withPlainTokens(Same), Same);
}

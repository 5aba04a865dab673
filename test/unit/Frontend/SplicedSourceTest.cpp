//===- SplicedSourceTest.cpp - Texts with headers come apart again --------===//
#include "tessera/Frontend/SplicedSource.h"
#include <gtest/gtest.h>

using namespace tessera;

namespace {

SplicedHeader header(std::string Path, std::string Text,
                     std::string Directive) {
  SplicedHeader Result;
  Result.Path = std::move(Path);
  Result.Text = std::move(Text);
  Result.Directive = std::move(Directive);
  return Result;
}

TEST(SplicedSource, ComesApartAgain) {
  const std::string Odd = "  #  include \"a \\\"b\".h\" // \t\"x\\\r\n";
  std::string Inner = spliced(header("d/in ner.h", "int x;", "#include <i>\n"));
  SplicedHeader Outer = header("o\"uter.h", "first\n" + Inner + "last\n", Odd);
  SplicedHeader Again = header("o\"uter.h", "", "#include \"o\"\n");
  Again.Again = true;
  const std::string Text =
      "before\n" + spliced(Outer) + spliced(Again) + "after";

  SplitSource Parts = split(Text);
  EXPECT_EQ(Parts.Main, "before\n" + Odd + "#include \"o\"\nafter");
  ASSERT_EQ(Parts.Headers.size(), 3u);
  EXPECT_EQ(Parts.Headers[0].Text, "first\n#include <i>\nlast\n");
  EXPECT_EQ(Parts.Headers[0].Path, "o\"uter.h");
  EXPECT_EQ(Parts.Headers[0].Directive, Odd);
  EXPECT_EQ(Parts.Headers[0].At, strlen("before\n"));
  EXPECT_EQ(Parts.Headers[1].Text, "int x;"); // no line break is added
  EXPECT_EQ(Parts.Headers[1].Includer, 0u);
  EXPECT_TRUE(Parts.Headers[2].Again);
  EXPECT_EQ(splicedHeaders(Text),
            (std::vector<std::string>{"o\"uter.h", "d/in ner.h"}));
}

TEST(SplicedSource, FindsPlaces) {
  const std::string Text =
      "one\n" + spliced(header("h", "two\nthree\n", "#include \"h\"\n")) +
      "four\n";
  auto Place = [&](llvm::StringRef Word) {
    return placeInFile(Text, {unsigned(Text.find(Word))});
  };
  EXPECT_EQ(Place("one").Header, std::nullopt);
  EXPECT_EQ(Place("ne").Where.Offset, 1u);
  EXPECT_EQ(Place("three").Header, 0u);
  EXPECT_EQ(Place("hree").Where.Offset, 5u);
  EXPECT_EQ(Place("four").Header, std::nullopt);
  EXPECT_EQ(Place("four").Where.Offset, strlen("one\n#include \"h\"\n"));
  EXPECT_FALSE(placeInFile(Text, SourcePlace::nowhere()).Where.isKnown());
}

TEST(SplicedSource, TellsOfLinesFileByFile) {
  auto Whole = [](const std::string &Header, const std::string &Rest) {
    return "one\n" + spliced(header("h", Header, "#include \"h\"\n")) + Rest;
  };
  // Before, the lines are: one, the mark, two, three, the mark, four.
  const auto Lines = splitLines(Whole("two\nthree\n", "four\n"),
                                Whole("two\nnew\nthree\n", "new\nfour\n"),
                                {1, 2, 3, 4, 4, 5, 6, 6, 7});
  ASSERT_EQ(Lines.size(), 2u);
  EXPECT_EQ(Lines[0], (std::vector<unsigned>{1, 2, 3, 3, 4}));
  EXPECT_EQ(Lines[1], (std::vector<unsigned>{1, 2, 2, 3}));
}

TEST(SplicedSource, LeavesOtherTextsAlone) {
  for (const char *Text : {"", "a", "a\n", "#pragma tessera_header_end\nx",
                           "x #pragma tessera_header_begin \"a\" \"b\"\n"}) {
    EXPECT_EQ(split(Text).Main, Text);
    EXPECT_TRUE(splicedHeaders(Text).empty());
  }
}

} // namespace

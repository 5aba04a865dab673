//===- LineOriginsTest.cpp - The lines that new text comes from -----------===//
#include "tessera/Emit/Edits.h"
#include <gtest/gtest.h>

using namespace tessera;

namespace {

using Lines = std::vector<unsigned>;

/// The place of \p Word in \p Text.
SourcePlace placeOf(llvm::StringRef Text, llvm::StringRef Word) {
  return {unsigned(Text.find(Word))};
}

SourceRange rangeOf(llvm::StringRef Text, llvm::StringRef Words) {
  const unsigned At = Text.find(Words);
  return {At, At + unsigned(Words.size())};
}

/// The origins of what \p Edits make of \p Source.
Lines originsOf(llvm::StringRef Source, llvm::ArrayRef<TextEdit> Edits) {
  return lineOrigins(Source, Edits,
                     llvm::cantFail(applyEdits(Source, Edits)).Text);
}

TEST(LineOrigins, OfUnchangedTextAreItsOwnLines) {
  EXPECT_EQ(originsOf("a\n\nb\n", {}), (Lines{1, 2, 3, 4}));
}

TEST(LineOrigins, OfInsertedLinesAreWhereTheyStand) {
  const char *Source = "a\nb\nc\n";
  const unsigned At = placeOf(Source, "b").Offset;
  EXPECT_EQ(originsOf(Source, {{{At, At}, "x\ny\n", "test"}}),
            (Lines{1, 2, 2, 2, 3, 4}));
  // Behind a line, and inside one.
  EXPECT_EQ(originsOf(Source, {{{At + 1, At + 1}, "\nx\ny", "test"}}),
            (Lines{1, 2, 2, 2, 3, 4}));
}

TEST(LineOrigins, OfReplacementsAreThoseTheyTell) {
  const char *Source = "a\n{\n  b\n  c\n}\nd\n";
  MixedText Text;
  Text.addUsers("{\n", placeOf(Source, "{"));
  Text.addNew("  for (;;)\n    copy(c);\n", placeOf(Source, "c"));
  Text.addUsers("  b\n  c\n}", placeOf(Source, "b"));
  const std::vector<TextEdit> Edits = {{rangeOf(Source, "{\n  b\n  c\n}"),
                                        Text.Text, "test", Text.Users,
                                        Text.Lines}};
  EXPECT_EQ(originsOf(Source, Edits), (Lines{1, 2, 4, 4, 3, 4, 5, 6, 7}));
}

TEST(LineOrigins, FollowChangesOfWhiteSpace) {
  const char *Source = "a\nlong(b)\nc\n";
  MixedText Text;
  Text.addNew("one;  two;\n", placeOf(Source, "c"));
  Text.addNew("#define M \\\n  x\n", placeOf(Source, "a"));
  const unsigned At = placeOf(Source, "long").Offset;
  const std::vector<TextEdit> Edits = {
      {{At, At}, Text.Text, "test", Text.Users, Text.Lines}};
  EXPECT_EQ(lineOrigins(Source, Edits,
                        "a\none;\ntwo;\n#define M \\\n    \\\n  x\n"
                        "long(\n    b)\nc\n"),
            (Lines{1, 3, 3, 1, 1 + 1, 1, 2, 2, 3, 4}));
}

TEST(LineOrigins, OfTextsPutTogetherAreThoseOfTheParts) {
  MixedText Body;
  Body.addUsers(" {\n  b\n}", {40});
  MixedText Whole;
  Whole.addNew("// Comment.\n", {10});
  Whole.addUsers("void f()", {30});
  Whole.add(Body);
  ASSERT_EQ(Whole.Lines.size(), 4u);
  EXPECT_EQ(Whole.Lines[0].Where, SourcePlace{10});
  EXPECT_EQ(Whole.Lines[1].Where, SourcePlace{30}); // begun before
  EXPECT_EQ(Whole.Lines[2].Where, SourcePlace{40});
  EXPECT_EQ(Whole.Lines[2].Below, 1u);
  EXPECT_EQ(Whole.Lines[3].Below, 2u);
  EXPECT_EQ(Whole.Users.size(), 2u);
}

} // namespace

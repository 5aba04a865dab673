//===- LibraryTableTest.cpp - The table of library functions --------------===//
#include "calls/LibraryTable.h"
#include "gtest/gtest.h"

using namespace tessera;

namespace {

TEST(LibraryTableTest, EveryRowIsRead) {
  llvm::Expected<LibraryTable> Table =
      LibraryTable::parse(LibraryTable::text());
  ASSERT_TRUE(bool(Table)) << llvm::toString(Table.takeError());
  EXPECT_GT(Table->rows().size(), 100u);
}

/// The most arguments that any row without `...` has.
constexpr unsigned Most = 8;

TEST(LibraryTableTest, EveryRowIsFound) {
  const LibraryTable &Table = LibraryTable::get();
  for (const LibraryRow &Row : Table.rows())
    for (llvm::StringRef Name : Row.Names) {
      bool All = Name.consume_back("::*");
      std::string Asked = All ? (Name + "::member").str() : Name.str();
      bool Found = false;
      for (unsigned Count = 0; Count <= Most; ++Count)
        Found |= Table.find(Asked, Count) == &Row;
      EXPECT_TRUE(Found) << Asked << ": a row before it has its arguments";
    }
}

/// A function that writes all of something writes it.
TEST(LibraryTableTest, ExtentsAreWritten) {
  for (const LibraryRow &Row : LibraryTable::get().rows())
    if (Row.Certain)
      EXPECT_TRUE(Row.Arguments[Row.Certain->From].Writes) << Row.Names.front();
}

TEST(LibraryTableTest, RowsMatchByCount) {
  const LibraryTable &Table = LibraryTable::get();
  EXPECT_EQ(Table.find("memcpy", 2), nullptr);
  EXPECT_EQ(Table.find("no_such_function", 1), nullptr);
  const LibraryRow *Four = Table.find("std::transform", 4);
  const LibraryRow *Five = Table.find("std::transform", 5);
  ASSERT_TRUE(Four && Five && Four != Five);
  EXPECT_TRUE(Four->argument(2)->Writes && !Four->argument(2)->Reads);
  EXPECT_TRUE(Five->argument(2)->Reads && Five->argument(3)->Writes);
  EXPECT_TRUE(Table.find("std::vector::push_back", 1)->argument(0)->Copies);
  EXPECT_TRUE(Table.find("std::basic_string::copy", 2)->argument(0)->Writes);
  EXPECT_EQ(Table.find("strtol", 3)->argument(1)->Source, 0u);
  EXPECT_TRUE(Table.find("printf", 9)->argument(8)->Reads);
}

std::string errorOf(llvm::StringRef Yaml) {
  llvm::Expected<LibraryTable> Table = LibraryTable::parse(Yaml);
  return Table ? "" : llvm::toString(Table.takeError());
}

TEST(LibraryTableTest, MalformedRowsAreRefused) {
  EXPECT_EQ(errorOf("- {names: [f], args: [to], reads: [from]}"),
            "the row of 'f': it has no role 'from'");
  EXPECT_EQ(errorOf("- {names: [f], args: [to, to]}"),
            "the row of 'f': it has two roles 'to'");
  EXPECT_EQ(errorOf("- {names: [f], args: [to?, from]}"),
            "the row of 'f': nothing can follow the role 'to'");
  EXPECT_EQ(errorOf("- {names: [f], args: [to..., from]}"),
            "the row of 'f': nothing can follow the role 'to'");
  EXPECT_EQ(errorOf("- {names: [f], args: ['']}"),
            "the row of 'f': '' is no role");
  EXPECT_EQ(errorOf("- {names: [], args: [to]}"),
            "the row of '': it names no function");
  EXPECT_EQ(errorOf("- {names: [f], args: [to], writes: [to+bytes]}"),
            "the row of 'f': it has no role 'bytes'");
  EXPECT_EQ(errorOf("- {names: [f], args: [to], stores: {to: from}}"),
            "the row of 'f': it has no role 'from'");
  EXPECT_EQ(errorOf("- {names: [f], args: [to, n], writes: [to+n, to+n]}"),
            "the row of 'f': only one extent can be written");
  EXPECT_EQ(errorOf("- {names: [f], args: [to], formats: format}"),
            "the row of 'f': it has no role 'format'");
  EXPECT_EQ(errorOf("- {names: [f], args: [to], reeds: [to]}"),
            "line 1: unknown key 'reeds'");
  EXPECT_EQ(errorOf("- {names: [f]}"), "line 1: missing required key 'args'");
  EXPECT_NE(errorOf("- {names: [f], args: [to"), "");
}

} // namespace

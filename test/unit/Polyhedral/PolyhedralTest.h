//===- PolyhedralTest.h - Vocabulary of tests about sets ------------------===//
#ifndef TESSERA_TEST_UNIT_POLYHEDRAL_POLYHEDRALTEST_H
#define TESSERA_TEST_UNIT_POLYHEDRAL_POLYHEDRALTEST_H

#include "tessera/Polyhedral/Box.h"
#include "tessera/Polyhedral/Count.h"
#include "tessera/Polyhedral/Guarded.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace tessera {

inline Polynomial s(llvm::StringRef Name) { return Polynomial::symbol(Name); }

/// How failed comparisons print a value.
template <typename T>
  requires requires(llvm::raw_ostream &OS, const T &V) { OS << V; } &&
           (std::is_same_v<T, Polynomial> || std::is_same_v<T, Count> ||
            std::is_same_v<T, Box>)
void PrintTo(const T &Value, std::ostream *OS) {
  std::string Text;
  llvm::raw_string_ostream(Text) << Value;
  *OS << Text;
}

class PolyhedralTest : public testing::Test {
protected:
  isl::set set(const char *Text) { return isl::set(Context, Text); }
  isl::map map(const char *Text) { return isl::map(Context, Text); }

  IslContext Context;
};

} // namespace tessera

#endif

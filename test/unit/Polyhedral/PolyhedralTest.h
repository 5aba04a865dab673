//===- PolyhedralTest.h - Vocabulary of tests about sets ------------------===//
#ifndef TESSERA_TEST_UNIT_POLYHEDRAL_POLYHEDRALTEST_H
#define TESSERA_TEST_UNIT_POLYHEDRAL_POLYHEDRALTEST_H

#include "tessera/Polyhedral/Guarded.h"
#include "tessera/Polyhedral/Sets.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace tessera {

inline Polynomial s(llvm::StringRef Name) { return Polynomial::symbol(Name); }

class PolyhedralTest : public testing::Test {
protected:
  isl::set set(const char *Text) { return isl::set(Context, Text); }
  isl::map map(const char *Text) { return isl::map(Context, Text); }

  IslContext Context;
};

} // namespace tessera

#endif

//===- HostFormsTest.cpp - Each class of statement has a form -------------===//
#include "HostForms.h"
#include <gtest/gtest.h>

using namespace tessera;
using clang::Stmt;

namespace {

/// Asks for every class that Clang has: one without a case would end the test.
TEST(HostForms, NameEveryClass) {
  unsigned Known = 0, All = 0;
  auto Count = [&](Stmt::StmtClass Class) {
    ++All;
    Known += hostFormOf(Class) != HostForm::Unknown;
  };
#define ABSTRACT_STMT(Type)
#define STMT(Type, Base) Count(Stmt::Type##Class);
#include "clang/AST/StmtNodes.inc"
  EXPECT_GT(All, 250u);
  EXPECT_GT(Known, All / 2);
}

TEST(HostForms, WhatRunsElsewhereIsUnknown) {
  for (Stmt::StmtClass Class :
       {Stmt::CoroutineBodyStmtClass, Stmt::CoawaitExprClass,
        Stmt::CoyieldExprClass, Stmt::BlockExprClass, Stmt::MSAsmStmtClass})
    EXPECT_EQ(hostFormOf(Class), HostForm::Unknown);
}

} // namespace

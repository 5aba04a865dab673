//===- RepeatableTest.cpp - Expressions that may be evaluated again -------===//
#include "effects/Repeatable.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"
#include "clang/Frontend/ASTUnit.h"
#include "clang/Tooling/Tooling.h"
#include "gtest/gtest.h"

using namespace clang;
using namespace tessera;

namespace {

bool repeatable(std::string Expression) {
  std::string Code =
      "int global; volatile int device; int away(int);\n"
      "int twice(int x) { int y = x; y += x; return y; }\n"
      "int counts() { return ++global; }\n"
      "int inside(int x) { return twice(x) + counts(); }\n"
      "int keeps() { static int n = 0; return n; }\n"
      "int through(int &r) { r = 3; return r; }\n"
      "struct dim3 { unsigned x, y, z; dim3(unsigned x = 1, unsigned y = 1, "
      "unsigned z = 1) : x(x), y(y), z(z) {} };\n"
      "struct Counts { int n; operator int() { return n++; } };\n"
      "struct Holds { int n; operator int() const { return n; } };\n"
      "struct Ordered { int v; bool operator<(const Ordered &o) const; };\n"
      "struct Base { int n; Base(int n) : n(n + counts()) {} };\n"
      "struct Derived : Base { using Base::Base; };\n"
      "struct Plain { int n; Plain(int n) : n(n) {} };\n"
      "struct Named : Plain { using Plain::Plain; };\n"
      "void undo(int *);\n"
      "int undone() { int x __attribute__((cleanup(undo))) = 5; return x; }\n"
      "namespace std {\n"
      "template <class T> const T &min(const T &a, const T &b);\n"
      "template <class T, class C> const T &min(const T &a, const T &b, C "
      "less);\n"
      "template <class T> auto size(const T &t) -> decltype(t.size());\n"
      "template <class T> struct allocator {};\n"
      "template <class T, class A = allocator<T>> struct vector {\n"
      "  unsigned size() const; const T &operator[](unsigned) const; };\n"
      "int rand(); }\n"
      "struct Own {};\n"
      "struct Sized { int size() const { return ++global; } };\n"
      "std::vector<Ordered> some; std::vector<int, Own> own; Sized sized;\n"
      "struct Less { bool operator()(int, int) const; };\n"
      "bool less(int, int); Ordered left, right;\n"
      "void f(int n, int *p, Counts c, Holds h) { auto value = " +
      Expression + "; }";
  std::unique_ptr<ASTUnit> AST =
      tooling::buildASTFromCodeWithArgs(Code, {"-std=c++20", "-w"});
  EXPECT_FALSE(AST->getDiagnostics().hasErrorOccurred()) << Code;
  const Expr *E = nullptr;
  for (const Decl *D : AST->getASTContext().getTranslationUnitDecl()->decls())
    if (const auto *F = dyn_cast<FunctionDecl>(D);
        F && F->getNameAsString() == "f") {
      const auto *Body = cast<CompoundStmt>(F->getBody());
      const auto *Group = cast<DeclStmt>(*Body->body_begin());
      E = cast<VarDecl>(Group->getSingleDecl())->getInit();
    }
  return isRepeatable(E, AST->getASTContext());
}

TEST(RepeatableTest, WhatOnlyReads) {
  EXPECT_TRUE(repeatable("n + p[2] * global"));
  EXPECT_TRUE(repeatable("dim3((n + 127) / 128, n)"));
  EXPECT_TRUE(repeatable("n > 3 ? twice(n) : -n"));
  EXPECT_TRUE(repeatable("std::min(n, 3)"));
  EXPECT_TRUE(repeatable("h + 1"));
  EXPECT_TRUE(repeatable("sizeof(n++)"));
  EXPECT_TRUE(repeatable("some.size() + std::size(some)"));
  EXPECT_TRUE(repeatable("some[2].v"));
  EXPECT_TRUE(repeatable("Named(n)"));
}

TEST(RepeatableTest, LibrariesCallThePrograms) {
  EXPECT_FALSE(repeatable("std::min(n, 3, less)"));
  EXPECT_FALSE(repeatable("std::min(n, 3, Less())"));
  EXPECT_FALSE(repeatable("std::min(left, right).v"));
  EXPECT_FALSE(repeatable("std::size(sized)"));
  EXPECT_FALSE(repeatable("own.size()"));
}

TEST(RepeatableTest, WhatNoTextCalls) {
  EXPECT_FALSE(repeatable("Derived(n)"));
  EXPECT_FALSE(repeatable("undone()"));
}

TEST(RepeatableTest, WhatWrites) {
  EXPECT_FALSE(repeatable("n++"));
  EXPECT_FALSE(repeatable("(n *= 2) / 2"));
  EXPECT_FALSE(repeatable("(global = 3, n)"));
  EXPECT_FALSE(repeatable("*p++"));
  EXPECT_FALSE(repeatable("n && (global = 1)"));
  EXPECT_FALSE(repeatable("dim3(n, n--)"));
  EXPECT_FALSE(repeatable("new int"));
}

TEST(RepeatableTest, WhatIsCalled) {
  EXPECT_FALSE(repeatable("away(n)"));
  EXPECT_FALSE(repeatable("counts()"));
  EXPECT_FALSE(repeatable("inside(n)"));
  EXPECT_FALSE(repeatable("keeps()"));
  EXPECT_FALSE(repeatable("through(n)"));
  EXPECT_FALSE(repeatable("std::rand()"));
  EXPECT_FALSE(repeatable("c + 1"));
  EXPECT_FALSE(repeatable("[&] { return n++; }()"));
  EXPECT_FALSE(repeatable("device"));
}

} // namespace

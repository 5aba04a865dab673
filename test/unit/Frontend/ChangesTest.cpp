//===- ChangesTest.cpp - Variables that get other values ------------------===//
#include "effects/Changes.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"
#include "clang/Frontend/ASTUnit.h"
#include "clang/Tooling/Tooling.h"
#include "gtest/gtest.h"

using namespace clang;
using namespace tessera;

namespace {

/// Whether `n` changes in the body of `f`.
bool changes(std::string Body, std::string Before = "") {
  std::string Code = Before + "\nvoid f(int n, int m) { " + Body + " }";
  std::unique_ptr<ASTUnit> AST =
      tooling::buildASTFromCodeWithArgs(Code, {"-std=c++20", "-w"});
  EXPECT_FALSE(AST->getDiagnostics().hasErrorOccurred()) << Code;
  const FunctionDecl *F = nullptr;
  for (const Decl *D : AST->getASTContext().getTranslationUnitDecl()->decls())
    if (const auto *Named = dyn_cast<FunctionDecl>(D);
        Named && Named->getName() == "f")
      F = Named;
  return changedIn(F->getBody()).count(F->getParamDecl(0));
}

TEST(ChangesTest, Reads) {
  EXPECT_FALSE(changes("m = n + 1; (void)n; if (n) m++;"));
  EXPECT_FALSE(changes("const int &r = n; m = r;"));
  EXPECT_FALSE(changes("int &r = n; m = r;"));
  EXPECT_FALSE(changes("auto g = [&] { m = n; }; g();"));
  EXPECT_FALSE(changes("auto g = [=] { return n; }; m = g();"));
  EXPECT_FALSE(changes("m = least(n, m);",
                       "template <class T> const T &least(const T &a, const T "
                       "&b) { return b < a ? b : a; }"));
  EXPECT_FALSE(changes("m = sizeof(n = 3);"));
}

TEST(ChangesTest, Operators) {
  EXPECT_TRUE(changes("n = 1;"));
  EXPECT_TRUE(changes("(m, n) = 1;"));
  EXPECT_TRUE(changes("(m ? n : m) += 1;"));
  EXPECT_TRUE(changes("(n) ? m : n++;"));
  EXPECT_TRUE(changes("(n += 0) = 2;"));
  EXPECT_TRUE(changes("m && (n = 3);"));
}

TEST(ChangesTest, ReturnedReferences) {
  const std::string G = "auto g = [&]() -> int & { return n; };";
  EXPECT_FALSE(changes(G + "m = g();"));
  EXPECT_FALSE(changes(G + "const int &r = g(); m = r;"));
  EXPECT_TRUE(changes(G + "g() = 1;"));
  EXPECT_TRUE(changes(G + "++(m ? g() : m);"));
  EXPECT_TRUE(changes(G + "int &r = g(); r = 1;"));
  EXPECT_TRUE(changes(G + "int *p = &g(); *p = 1;"));
  EXPECT_TRUE(changes(G + "auto h = [&]() -> int & { return g(); }; h() = 1;"));
  EXPECT_TRUE(changes("[&]() -> int & { return n; }() = 1;"));
  EXPECT_TRUE(changes("[&](bool b) -> int & { return b ? n : m; }(m) += 1;"));
  EXPECT_TRUE(changes("S s{n}; auto h = [&]() -> S & { return s; }; h().r = 1;",
                      "struct S { int &r; };"));
  EXPECT_TRUE(changes("keep([&]() -> int & { return n; }) = 1;",
                      "template <class F> int &keep(F f) { return f(); }"));
}

TEST(ChangesTest, Casts) {
  EXPECT_TRUE(changes("(int &)n = 1;"));
  EXPECT_TRUE(changes("(char &)n = 1;"));
  EXPECT_TRUE(changes("const_cast<int &>((const int &)n) = 1;"));
  EXPECT_TRUE(changes("int &&r = static_cast<int &&>(n); r = 1;"));
  EXPECT_TRUE(changes("*(int *)&(const int &)n = 1;"));
}

TEST(ChangesTest, References) {
  EXPECT_TRUE(changes("int &r = n; r = 1;"));
  EXPECT_TRUE(changes("int &r{n}; int &s = r; ++s;"));
  EXPECT_TRUE(changes("S s{n}; s.r = 1;", "struct S { int &r; };"));
  EXPECT_TRUE(changes("S s(n); s.set();",
                      "struct S { int &r; S(int &x) : r(x) {} void set() { r = "
                      "1; } };"));
  EXPECT_TRUE(changes("{ S s(n); }",
                      "struct S { int &r; S(int &x) : r(x) {} ~S() { r = 1; } "
                      "};"));
  EXPECT_TRUE(changes("int *p = &n; *p = 1;"));
}

TEST(ChangesTest, Functions) {
  EXPECT_TRUE(changes("set(n);", "void set(int &x) { x = 1; }"));
  EXPECT_TRUE(changes("set(n);", "void set(int &x);"));
  EXPECT_FALSE(changes("get(n);", "int get(const int &x) { return x; }"));
  EXPECT_TRUE(changes("get(n);", "int get(const int &x);"));
  EXPECT_TRUE(changes("pick(n) = 1;", "int &pick(int &x) { return x; }"));
  EXPECT_FALSE(changes("m = pick(n);", "int &pick(int &x) { return x; }"));
  EXPECT_TRUE(
      changes("int &r = pick(n); r = 1;", "int &pick(int &x) { return x; }"));
  EXPECT_TRUE(changes("auto g = [](int &a, int b) { a = b; }; g(n, m);"));
  EXPECT_TRUE(changes("auto g = [&] { n++; }; g();"));
  EXPECT_TRUE(changes("F g; g(n, m);",
                      "struct F { void operator()(int &a, int b) { a = b; } "
                      "};"));
}

TEST(ChangesTest, Parts) {
  const std::string Pair = "struct P { int x, y; void add() { ++x; } };";
  // `n` is of the class here.
  auto Changes = [&](std::string Body) {
    return changes(Body, Pair + "\n#define int P\n#define m q\n");
  };
  EXPECT_FALSE(Changes("q.x = n.x;"));
  EXPECT_FALSE(Changes("P p = n; p.x = 1;"));
  EXPECT_TRUE(Changes("n.x = 1;"));
  EXPECT_TRUE(Changes("n.*(&P::x) = 1;"));
  EXPECT_TRUE(Changes("auto &[a, b] = n; b = 1;"));
  EXPECT_FALSE(Changes("auto [a, b] = n; b = 1;"));
  EXPECT_TRUE(Changes("n.add();"));
  EXPECT_TRUE(Changes("n = q;"));
}

TEST(ChangesTest, ResultsThatAreElsewhere) {
  const std::string Rows =
      "struct R { int *data, own; int &at(int i) { return data[i]; } int "
      "&self() { return own; } R &all() { return *this; } };\n#define int R\n"
      "#define m q\n";
  EXPECT_FALSE(changes("n.at(1) = n.at(2);", Rows));
  EXPECT_TRUE(changes("n.self() = 1;", Rows));
  EXPECT_TRUE(changes("n.all() = m;", Rows));
  EXPECT_TRUE(changes("n.all().self()++;", Rows));
}

TEST(ChangesTest, Statements) {
  EXPECT_TRUE(changes("switch (m) case 1: n = 2;"));
  EXPECT_TRUE(changes("switch (m) { case 1: n = 2; break; default: m = 3; }"));
  EXPECT_TRUE(changes("switch (m) { case 1: case 2: { n++; } }"));
  EXPECT_TRUE(changes("switch (m) { default: case 2: n += m; }"));
  EXPECT_TRUE(changes("switch (m) case 1: for (n = 0; n < 3; n++) ;"));
  EXPECT_FALSE(changes("switch (n) case 1: m = n;"));
  EXPECT_TRUE(changes("again: n = 2; if (m) goto again;"));
  EXPECT_TRUE(changes("do n = 2; while (m--);"));
}

TEST(ChangesTest, WhatIsNotUnderstood) {
  EXPECT_TRUE(changes("asm(\"\" : \"+r\"(n));"));
  EXPECT_TRUE(changes("asm(\"\" : : \"m\"(n));"));
}

} // namespace

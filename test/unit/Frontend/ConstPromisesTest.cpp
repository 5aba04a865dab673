//===- ConstPromisesTest.cpp - Whether `const` is meant -------------------===//
#include "effects/ConstPromises.h"
#include "clang/AST/Decl.h"
#include "clang/Frontend/ASTUnit.h"
#include "clang/Tooling/Tooling.h"
#include "gtest/gtest.h"

using namespace clang;
using namespace tessera;

namespace {

bool keeps(std::string Body) {
  std::string Code =
      "extern \"C\" void *memcpy(void *, const void *, decltype(sizeof 1));\n"
      "struct Two { float x, y; };\n"
      "struct Holds { const float *p; };\n"
      "struct Frees { float *p; };\n"
      "struct Base { int b; }; struct Derived : Base { int d; };\n"
      "struct Caches { mutable int hits; int n; int at() const { return "
      "++hits; }"
      " int plain() const { return n; } };\n"
      "struct Ends { float *p; Ends(const float *p) : p((float *)p) {} };\n"
      "struct Late { const float *p; ~Late() { *(float *)p = 1; } };\n"
      "union Either { const float *from; float *to; int n; };\n"
      "float sum(const float *x, int n) { return n ? *x + sum(x + 1, n - 1) : "
      "0; "
      "}\n"
      "void set(const float &x) { const_cast<float &>(x) = 1; }\n"
      "void put(float &x) { x = 1; }\n"
      "void away(const float *);\n"
      "template <class T> void fill(const T *x) { *(T *)x = 1; }\n"
      "void f(const float *x, float *y, int n, const Derived *d, const Caches "
      "*c,"
      " const Holds *h, void (*call)(const float *)) { " +
      Body + " }";
  std::unique_ptr<ASTUnit> AST =
      tooling::buildASTFromCodeWithArgs(Code, {"-std=c++20", "-w"});
  EXPECT_FALSE(AST->getDiagnostics().hasErrorOccurred()) << Code;
  for (const Decl *D : AST->getASTContext().getTranslationUnitDecl()->decls())
    if (const auto *F = dyn_cast<FunctionDecl>(D);
        F && F->getNameAsString() == "f")
      return keepsConst(AST->getASTContext(), F);
  return false;
}

TEST(ConstPromisesTest, Kept) {
  EXPECT_TRUE(keeps("y[n] = x[n] + sum(x, n);"));
  EXPECT_TRUE(keeps("x += n; const float *p = n ? x : y; *y = *p++;"));
  EXPECT_TRUE(keeps("const Two *t = (const Two *)x; *y = t->x;"));
  EXPECT_TRUE(keeps("Two *t = reinterpret_cast<Two *>(y); t->x = *x;"));
  EXPECT_TRUE(keeps("const Base *b = d; *y = b->b + c->plain();"));
  EXPECT_TRUE(keeps("auto l = [&](int i) { return x[i]; }; *y = l(n);"));
  EXPECT_TRUE(keeps("memcpy(y, x, 4); put(y[n]);"));
  EXPECT_TRUE(keeps("Holds mine = {x}; *y = *mine.p + *h->p;"));
  EXPECT_TRUE(keeps("const char *bytes = (const char *)x; *y = bytes[n];"));
}

TEST(ConstPromisesTest, Broken) {
  EXPECT_FALSE(keeps("((float *)x)[n] = 1;"));
  EXPECT_FALSE(keeps("const_cast<float &>(x[n]) = 1;"));
  EXPECT_FALSE(keeps("auto &r = (float &)x[n]; r = 1;"));
  EXPECT_FALSE(keeps("*(int *)x = 1;"));
  EXPECT_FALSE(keeps("*(float *)(__UINTPTR_TYPE__)x = 1;"));
  EXPECT_FALSE(keeps("**(float **)&x = 1;"));
  EXPECT_FALSE(keeps("float *p; memcpy(&p, &x, 8); *p = 1;"));
  EXPECT_FALSE(keeps("((Frees *)h)->p[n] = 1;"));
  EXPECT_FALSE(keeps("((const Frees *)h)->p[n] = 1;"));
  EXPECT_FALSE(keeps("Either e; e.from = x; *e.to = 1;"));
  EXPECT_FALSE(keeps("((Derived *)(const Base *)d)->b = 1;"));
  EXPECT_FALSE(keeps("asm(\"\" : : \"r\"(x));"));
}

TEST(ConstPromisesTest, InCalledFunctions) {
  EXPECT_FALSE(keeps("set(x[n]);"));
  EXPECT_FALSE(keeps("fill(x);"));
  EXPECT_FALSE(keeps("away(x);"));
  EXPECT_FALSE(keeps("call(x);"));
  EXPECT_FALSE(keeps("*y = c->at();"));
  EXPECT_FALSE(keeps("*Ends(x).p = 1;"));
  EXPECT_FALSE(keeps("Late late{x};"));
  EXPECT_FALSE(keeps("auto l = [&](int i) { (float &)x[i] = 1; }; l(n);"));
}

} // namespace

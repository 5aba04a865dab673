//===- UsedMemoryTest.cpp - That no use of memory is missed ---------------===//
#include "kernel/accesses/UsedMemory.h"
#include "clang/AST/Decl.h"
#include "clang/Frontend/ASTUnit.h"
#include "clang/Tooling/Tooling.h"
#include "gtest/gtest.h"

using namespace clang;
using namespace tessera;

namespace {

/// How often \p Body uses its pointers and references.
size_t uses(std::string Body) {
  std::string Code = "namespace std { class type_info; }\n"
                     "struct Two { float x, y; };\n"
                     "float read(const Two &t) { return t.x; }\n"
                     "void f(float *x, float &r, Two *t, int n) { " +
                     Body + " }";
  std::unique_ptr<ASTUnit> AST =
      tooling::buildASTFromCodeWithArgs(Code, {"-std=c++20", "-w"});
  EXPECT_FALSE(AST->getDiagnostics().hasErrorOccurred()) << Code;
  for (const Decl *D : AST->getASTContext().getTranslationUnitDecl()->decls())
    if (const auto *F = dyn_cast<FunctionDecl>(D);
        F && F->getNameAsString() == "f")
      return usesOfMemory(F->getBody(),
                          [](const VarDecl *V) {
                            return V->getType()->isPointerType() ||
                                   V->getType()->isReferenceType();
                          })
          .size();
  return 0;
}

TEST(UsedMemoryTest, EachNameThatIsEvaluated) {
  EXPECT_EQ(uses("x[n] = n;"), 1u);
  EXPECT_EQ(uses("x[n] = x[n + 1] + r;"), 3u);
  EXPECT_EQ(uses("r = t->x + (*t).y + t[n].x;"), 4u);
  EXPECT_EQ(uses("r = (n ? x : &r)[0] + read(*t);"), 4u);
  EXPECT_EQ(uses("float *p = x; float v[2]{r, p[1]};"), 3u);
  EXPECT_EQ(uses("for (int i = x[0]; i < r; i += t->x) { }"), 3u);
  EXPECT_EQ(uses("float Two::*m = &Two::x; r = t->*m;"), 2u);
  EXPECT_EQ(uses("auto [a, b] = *t; n = a;"), 1u);
}

TEST(UsedMemoryTest, NothingElse) {
  EXPECT_EQ(uses("n = n + 1;"), 0u);
  EXPECT_EQ(uses("n = sizeof(x[0]) + sizeof r;"), 0u);
  EXPECT_EQ(uses("decltype(x[n]) v = r;"), 1u);
  EXPECT_EQ(uses("n = noexcept(x[n]);"), 0u);
  EXPECT_EQ(uses("auto at = [&](int i) { return x[i]; };"), 0u);
  EXPECT_EQ(uses("auto at = [](float *p) { return *p; }; r = at(x);"), 2u);
}

} // namespace

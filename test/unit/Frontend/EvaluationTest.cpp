//===- EvaluationTest.cpp - The table of evaluations ----------------------===//
#include "effects/Evaluation.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Frontend/ASTUnit.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

using namespace clang;
using namespace tessera;

namespace {

/// Every class that Clang has is either known, or said not to be.
TEST(EvaluationTest, ClassesThatAreNotKnownAreFew) {
  std::vector<std::string> Unknown;
#define ABSTRACT_STMT(Name)
#define STMT(Name, Base)                                                       \
  if (!isEvaluationKnown(Stmt::Name##Class))                                   \
    Unknown.push_back(#Name);
#include "clang/AST/StmtNodes.inc"
  auto IsForeign = [](llvm::StringRef Name) {
    for (llvm::StringRef Start : {"ObjC", "OpenACC", "SEH", "MS", "HLSL",
                                  "SYCL", "OMPArray", "OMPIter", "OMPCanon"})
      if (Name.starts_with(Start))
        return true;
    return false;
  };
  llvm::erase_if(Unknown, IsForeign);
  llvm::sort(Unknown);
  EXPECT_EQ(Unknown,
            std::vector<std::string>({"ArraySectionExpr",
                                      "AtomicExpr",
                                      "BlockExpr",
                                      "CXXDependentScopeMemberExpr",
                                      "CXXFoldExpr",
                                      "CXXUnresolvedConstructExpr",
                                      "CoawaitExpr",
                                      "CoreturnStmt",
                                      "CoroutineBodyStmt",
                                      "CoyieldExpr",
                                      "DeferStmt",
                                      "DependentCoawaitExpr",
                                      "DependentScopeDeclRefExpr",
                                      "DesignatedInitExpr",
                                      "FunctionParmPackExpr",
                                      "GCCAsmStmt",
                                      "PackExpansionExpr",
                                      "ParenListExpr",
                                      "RecoveryExpr",
                                      "SubstNonTypeTemplateParmPackExpr",
                                      "UnresolvedLookupExpr",
                                      "UnresolvedMemberExpr",
                                      "VAArgExpr"}));
}

/// The parts of the last statement of the body of `f`, as text.
std::string parts(llvm::StringRef Code) {
  std::unique_ptr<ASTUnit> AST =
      tooling::buildASTFromCodeWithArgs(Code, {"-std=c++20", "-w"});
  const Stmt *Last = nullptr;
  for (const Decl *D : AST->getASTContext().getTranslationUnitDecl()->decls())
    if (const auto *F = dyn_cast<FunctionDecl>(D); F && F->getName() == "f")
      Last = cast<CompoundStmt>(F->getBody())->body_back();
  if (const auto *Full = dyn_cast<ExprWithCleanups>(Last))
    Last = Full->getSubExpr();
  std::string Text;
  static const char *const Uses[] = {
      "discard", "value",   "read", "write", "update", "same",   "part",
      "point",   "address", "bind", "give",  "return", "unknown"};
  static const char *const Often[] = {"", "?", "*", "!"};
  Evaluation E = evaluationOf(Last);
  for (const EvaluatedPart &P : E.Parts)
    Text += (Text.empty() ? "" : " ") + std::string(Uses[unsigned(P.How)]) +
            Often[unsigned(P.Often)];
  return (E.Known ? "" : "unknown: ") + Text;
}

TEST(EvaluationTest, Assignments) {
  EXPECT_EQ(parts("void f(int a) { a = 1; }"), "value write same!");
  EXPECT_EQ(parts("void f(int a) { a += 1; }"), "value update same!");
  EXPECT_EQ(parts("void f(int a) { a++; }"), "update");
  EXPECT_EQ(parts("void f(int a) { --a; }"), "update same!");
}

TEST(EvaluationTest, LvaluesOfOperators) {
  EXPECT_EQ(parts("void f(int a, int b) { a, b; }"), "discard same");
  EXPECT_EQ(parts("void f(bool c, int a, int b) { c ? a : b; }"),
            "value same? same?");
  EXPECT_EQ(parts("void f(int a, int b) { a ?: b; }"),
            "discard value same? same?");
  EXPECT_EQ(parts("void f(int *a) { a[1]; }"), "point value");
  EXPECT_EQ(parts("struct S { int x; }; void f(S s) { s.x; }"), "part");
  EXPECT_EQ(parts("struct S { int x; }; void f(S *s) { s->x; }"), "point");
  EXPECT_EQ(parts("struct S { int x; }; void f(S s, int S::*m) { s.*m; }"),
            "part value");
}

TEST(EvaluationTest, Conditions) {
  EXPECT_EQ(parts("void f(bool a, bool b) { a && b; }"), "value value?");
  EXPECT_EQ(parts("void f(bool a) { if (a) ; else ; }"),
            "value discard? discard?");
  EXPECT_EQ(parts("void f(int n) { for (int i = 0; i < n; ++i) ; }"),
            "discard value* discard* discard*");
  EXPECT_EQ(parts("void f(int n) { static int m = n; }"), "bind?");
}

TEST(EvaluationTest, Calls) {
  EXPECT_EQ(parts("void g(int, int); void f() { g(1, 2); }"),
            "value give give");
  EXPECT_EQ(parts("struct S { void g(int); }; void f(S s) { s.g(1); }"),
            "give give");
  EXPECT_EQ(parts("struct S { void operator()(int); }; void f(S s) { s(1); }"),
            "value give give");
  EXPECT_EQ(parts("void f(int n) { [&, m = n] { n = m; }; }"), "bind discard*");
}

/// Adds the numbers that \p S assigns wherever it is, in order of the text.
void addAssigned(const Stmt *S, std::vector<int64_t> &Into) {
  if (const auto *E = dyn_cast<BinaryOperator>(S);
      E && E->getOpcode() == BO_Assign)
    if (const auto *Number =
            dyn_cast<IntegerLiteral>(E->getRHS()->IgnoreParenImpCasts()))
      Into.push_back(Number->getValue().getSExtValue());
  for (const EvaluatedPart &Part : evaluationOf(S).Parts)
    if (Part.S && Part.Often != Times::Never)
      addAssigned(Part.S, Into);
}

TEST(EvaluationTest, WhatIsInsideIsReached) {
  std::unique_ptr<ASTUnit> AST =
      tooling::buildASTFromCodeWithArgs(R"(
    struct S { int x; S(int); S &operator+=(int); int operator[](int); };
    struct A { int x, y[2]; };
    int g(int);
    int f(int n, int a, int *p, S s) {
      switch (a) case 1: n = 1;
      switch (int q = a; q) {
      case 2: n = 2;
      case 3 ... 5: case 6: { n = 3; } break;
      default: n = 4;
      }
      switch (n = 5) default: n = 6;
      if (int q = n = 7) n = 8; else n = 9;
      if consteval { n = 10; } else { n = 11; }
      while (n = 12) n = 13;
      do n = 14; while (n = 15);
      for (n = 16; n = 17; n = 18) n = 19;
      for (int e : (int[]){n = 20, 2}) n = 21;
      again: n = 22;
      if (a) [[likely]] n = 23;
      try { n = 24; } catch (int) { n = 25; } catch (...) { n = 26; }
      ({ n = 27; });
      auto l = [&] { n = 28; };
      auto m = [k = n = 29] { };
      a ? n = 30 : (n = 31);
      (n = 32), n = 33;
      a && (n = 34) || (n = 35);
      p[n = 36] = (n = 37);
      g(n = 38);
      S made{n = 39};
      S other = n = 40;
      delete new int(n = 41);
      new int[n = 42];
      int v = n = 43, w = (n = 44);
      static int once = n = 45;
      (void)(long)(n = 46);
      -(n = 47);
      int variable[(n = 48)];
      A b = {n = 49, {n = 50}}, c = {.y = {n = 51, 1}};
      a ?: (n = 52);
      s += (n = 53);
      s[n = 54];
      *(p + (n = 55)) += n = 56;
      if (a) goto again;
      if (a) throw n = 57;
      return n = 58;
    })",
                                        {"-std=c++23", "-w"});
  std::vector<int64_t> Assigned, All;
  for (const Decl *D : AST->getASTContext().getTranslationUnitDecl()->decls())
    if (const auto *F = dyn_cast<FunctionDecl>(D);
        F && F->getNameAsString() == "f")
      addAssigned(F->getBody(), Assigned);
  llvm::sort(Assigned);
  Assigned.erase(llvm::unique(Assigned), Assigned.end());
  for (int64_t Number = 1; Number <= 58; ++Number)
    All.push_back(Number);
  EXPECT_EQ(Assigned, All);
}

TEST(EvaluationTest, WhatIsNotUnderstoodSaysSo) {
  EXPECT_EQ(parts("void f(int n) { asm(\"\" : \"=r\"(n) : \"r\"(n)); }"),
            "unknown: unknown* unknown*");
}

} // namespace

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

TEST(EvaluationTest, WhatIsNotUnderstoodSaysSo) {
  EXPECT_EQ(parts("void f(int n) { asm(\"\" : \"=r\"(n) : \"r\"(n)); }"),
            "unknown: unknown* unknown*");
}

} // namespace

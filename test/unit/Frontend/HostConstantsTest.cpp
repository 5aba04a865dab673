//===- HostConstantsTest.cpp - Integers that host code computes -----------===//
#include "values/HostConstants.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"
#include "clang/Frontend/ASTUnit.h"
#include "clang/Tooling/Tooling.h"
#include "gtest/gtest.h"

using namespace clang;
using namespace tessera;

namespace {

const VarDecl *declaredLast(const FunctionDecl *F) {
  const VarDecl *Last = nullptr;
  for (const Stmt *S : cast<CompoundStmt>(F->getBody())->body())
    if (const auto *Group = dyn_cast<DeclStmt>(S))
      Last = cast<VarDecl>(*Group->decl_begin());
  return Last;
}

/// The value of the variable that \p Body declares last, as text: "?" if it is
/// not known. Its parameters are `int n`, `unsigned u`, `size_t s`, `signed
/// char c`, `long l`.
std::string valueOf(std::string Body) {
  std::string Code =
      "using size_t = decltype(sizeof 0);\nenum Byte : unsigned char { Zero "
      "};\n"
      "int any();\n"
      "void f(int n, unsigned u, size_t s, signed char c, long l) { " +
      Body + " }";
  std::unique_ptr<ASTUnit> AST =
      tooling::buildASTFromCodeWithArgs(Code, {"-std=c++20", "-w"});
  EXPECT_FALSE(AST->getDiagnostics().hasErrorOccurred()) << Code;
  const FunctionDecl *F = nullptr;
  for (const Decl *D : AST->getASTContext().getTranslationUnitDecl()->decls())
    if (const auto *Named = dyn_cast<FunctionDecl>(D);
        Named && Named->getName() == "f")
      F = Named;
  HostConstants Values(AST->getASTContext(), F->getBody());
  std::optional<HostValue> Known = Values.value(declaredLast(F)->getInit());
  if (!Known)
    return "?";
  Polynomial Plain = Known->Numerator.substitute([](llvm::StringRef Symbol) {
    return std::optional(Polynomial::symbol(Symbol.split('@').first));
  });
  return toString(Plain) +
         (Known->Divisor == 1 ? "" : " / " + std::to_string(Known->Divisor));
}

TEST(HostConstantsTest, ConstantsAreConverted) {
  EXPECT_EQ(valueOf("int m = 258; unsigned char b = m; int v = b;"), "2");
  EXPECT_EQ(valueOf("int m = 200; signed char b = m; int v = b;"), "-56");
  EXPECT_EQ(valueOf("int m = 64; bool b = m; int v = b;"), "1");
  EXPECT_EQ(valueOf("int m = 258; int v = (Byte)m;"), "2");
  EXPECT_EQ(valueOf("long m = 4294967297; int v = m;"), "1");
  EXPECT_EQ(valueOf("int m = 65; char v{(char)(m + 256)};"), "65");
  EXPECT_EQ(valueOf("int m = -1; unsigned v = m;"), "4294967295");
  EXPECT_EQ(valueOf("int m = -1; int v = static_cast<unsigned short>(m);"),
            "65535");
}

TEST(HostConstantsTest, ConstantsWrapAround) {
  EXPECT_EQ(valueOf("unsigned m = 3; unsigned v = m - 4;"), "4294967295");
  EXPECT_EQ(valueOf("unsigned m = 65536; size_t v = m * m;"), "0");
  EXPECT_EQ(valueOf("int m = -4; int v = m / 2u;"), "2147483646");
  EXPECT_EQ(valueOf("int m = -1; int v = m % 7u;"), "3");
  EXPECT_EQ(valueOf("unsigned char b = 255; int v = (unsigned char)(b + 1);"),
            "0");
  EXPECT_EQ(valueOf("int m = 2147483647; int v = m + 1;"), "?");
  EXPECT_EQ(valueOf("int m = 1; int v = m << 40;"), "?");
  EXPECT_EQ(valueOf("int m = -2147483647 - 1; int v = -m;"), "?");
}

TEST(HostConstantsTest, FloatingValuesAreFolded) {
  EXPECT_EQ(valueOf("int v = (int)(0.5 * 8);"), "4");
  EXPECT_EQ(valueOf("int m = 1; int v = (float)m / 2 * 4;"), "?");
  EXPECT_EQ(valueOf("float x = 16777217; int v = x;"), "?");
  EXPECT_EQ(valueOf("int v = n * 1.0;"), "?");
}

TEST(HostConstantsTest, SizesKeepTheirValues) {
  EXPECT_EQ(valueOf("unsigned v = (n + 127) / 128;"), "n + 127 / 128");
  EXPECT_EQ(valueOf("size_t v = (size_t)n * n * sizeof(int);"), "n * n * 4");
  EXPECT_EQ(valueOf("size_t v = s * s * 8;"), "s * s * 8");
  EXPECT_EQ(valueOf("int v = u;"), "u");
  EXPECT_EQ(valueOf("int v = n - 4;"), "n - 4");
  EXPECT_EQ(valueOf("int v = n - 4u;"), "n - 4");
  EXPECT_EQ(valueOf("int m = (size_t)n - 4; int v = m + 4;"), "n");
}

TEST(HostConstantsTest, WhatMayWrapIsNotKnown) {
  EXPECT_EQ(valueOf("unsigned v = n - 4;"), "?");
  EXPECT_EQ(valueOf("size_t v = (unsigned)(n - 4);"), "?");
  EXPECT_EQ(valueOf("int v = (n - 4u) / 2;"), "?");
  EXPECT_EQ(valueOf("unsigned v = u * u;"), "?");
  EXPECT_EQ(valueOf("unsigned char b = n; int v = b;"), "b");
  EXPECT_EQ(valueOf("unsigned v = c;"), "?");
  EXPECT_EQ(valueOf("int v = l;"), "?");
  EXPECT_EQ(valueOf("int v = (n - 8) / 2;"), "?");
  EXPECT_EQ(valueOf("unsigned m = n - 4; unsigned v = m + 255;"), "?");
  EXPECT_EQ(valueOf("bool b = n; int v = b + 1;"), "b + 1");
  EXPECT_EQ(valueOf("unsigned m = n << 4; unsigned v = (m + 255) / 256;"),
            "m + 255 / 256");
}

TEST(HostConstantsTest, VariablesThatChangedAreNotNamed) {
  EXPECT_EQ(valueOf("int k = n; n = n * n; int v = k;"), "k");
  EXPECT_EQ(valueOf("int k = n; int v = k;"), "n");
}

TEST(HostConstantsTest, VariablesHaveTheValueThatTheyGotLast) {
  EXPECT_EQ(valueOf("int m = 3; int k = m; m = 64; int v = k;"), "3");
  EXPECT_EQ(valueOf("int k = n; n = 64; int v = k + n;"), "k + 64");
  EXPECT_EQ(valueOf("int k, m; m = k = 7; int v = k * m;"), "49");
  EXPECT_EQ(valueOf("int k = 1; if (n > 3) k = 2; int v = k;"), "?");
  EXPECT_EQ(valueOf("int k = 1; for (int i = 0; i < 2; ++i) k = 2; "
                    "int v = k;"),
            "?");
  EXPECT_EQ(valueOf("int k = 1, &r = k; k = 2; r = 3; int v = k;"), "?");
  EXPECT_EQ(valueOf("int k = 1; auto f = [&] { k = 3; }; k = 2; f(); "
                    "int v = k;"),
            "?");
}

} // namespace

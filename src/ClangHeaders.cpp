//===- ClangHeaders.cpp - Exists to build ClangHeaders.h ------------------===//

//===- AllocationFinder.h - Pointers that receive memory ------------------===//
#ifndef TESSERA_FRONTEND_VARIABLES_ALLOCATIONFINDER_H
#define TESSERA_FRONTEND_VARIABLES_ALLOCATIONFINDER_H

#include "clang/AST/DeclCXX.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include <map>

namespace tessera {

/// Collects allocations by pointer, each described by a \p Memory, with the
/// functions that make them. \p Derived recognises them.
template <typename Derived, typename Memory>
class AllocationFinder : public clang::DynamicRecursiveASTVisitor {
  using Base = clang::DynamicRecursiveASTVisitor;

public:
  struct Allocation {
    Memory What;
    const clang::FunctionDecl *Function = nullptr; ///< null at file scope
  };

  bool TraverseFunctionDecl(clang::FunctionDecl *F) override {
    return in(F, [&] { return Base::TraverseFunctionDecl(F); });
  }
  bool TraverseCXXMethodDecl(clang::CXXMethodDecl *F) override {
    return in(F, [&] { return Base::TraverseCXXMethodDecl(F); });
  }
  bool TraverseCXXConstructorDecl(clang::CXXConstructorDecl *F) override {
    return in(F, [&] { return Base::TraverseCXXConstructorDecl(F); });
  }

  std::vector<const clang::ValueDecl *> Order; ///< pointers, as found
  std::map<const clang::ValueDecl *, std::vector<Allocation>> Allocations;

protected:
  void add(const clang::ValueDecl *D, Memory What) {
    const auto *V = clang::cast<clang::ValueDecl>(D->getCanonicalDecl());
    if (!Allocations.count(V))
      Order.push_back(V);
    Allocations[V].push_back({std::move(What), Function});
  }

private:
  template <typename Traversal>
  bool in(const clang::FunctionDecl *F, Traversal Go) {
    const clang::FunctionDecl *Outer = std::exchange(Function, F);
    bool Result = Go();
    Function = Outer;
    return Result;
  }

  const clang::FunctionDecl *Function = nullptr;
};

} // namespace tessera

#endif

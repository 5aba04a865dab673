//===- Callbacks.h - Which functions of the file libraries may run --------===//
//
// Clang has a body for every function of a library that a call needs and that
// is not compiled already: an instance of a template, or an inline function.
// What they call is read off these bodies: function objects, comparators,
// iterators, operators, constructors, destructors, conversions, allocators,
// deleters and replaced `operator new`. Two kinds of calls name no function:
//
//   a computed call runs any function of its type whose address is taken;
//   a virtual call runs what overrides it in any class that is constructed.
//
// A library function without a body may run whatever libraries take the address
// of, unless the library table knows it. Functions of the file whose address
// the file takes, destructors and virtual ones count as called unseen anyway.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_FRONTEND_CALLS_CALLBACKS_H
#define TESSERA_FRONTEND_CALLS_CALLBACKS_H

#include "calls/CalledFunctions.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/DenseSet.h"

namespace tessera {

/// Whether the body of \p E is among the functions of the file, or in all its
/// instances.
bool isFunctionHere(const FrontendContext &C, const clang::LambdaExpr *E);
/// The definition of \p Callee in this file, or null.
const clang::FunctionDecl *definitionHere(const FrontendContext &C,
                                          const clang::FunctionDecl *Callee);

/// Functions of the file that run behind calls of functions elsewhere.
class Callbacks {
public:
  /// Looks at all that \p C.HostFunctionList and initialisers reach.
  explicit Callbacks(const FrontendContext &C);

  /// What a call of \p Callee, which is not of the file, may run.
  const FunctionList &of(const clang::FunctionDecl *Callee);
  /// What a computed call of \p Callee may run, by way of libraries, too.
  const FunctionList &ofComputed(const clang::Expr *Callee);
  /// What may run at the end of an object's life, where no call is seen.
  const FunctionList &unseen() const { return Unseen; }
  /// What initialisers at file scope run, directly or not.
  const FunctionList &beforeMain() const { return BeforeMain; }
  /// Functions of the program whose address is taken.
  const FunctionList &addressed() const { return Addressed; }
  /// What any function elsewhere calls.
  const FunctionList &all() const { return Leaves; }
  /// A library function that was made for types of the file has no body here,
  /// as those of the system's headers are not parsed at first.
  bool misses() const { return KnowsFile; }

private:
  class Reader;

  /// What a function elsewhere does.
  struct Node {
    FunctionList Calls; ///< definitions, where there are some
    std::vector<clang::QualType> Computed;
    std::vector<const clang::CXXMethodDecl *> Virtual;
    bool Foreign = false; ///< it has no body, and nothing is known of it
    FunctionList Next;    ///< all that it may run itself
  };

  void read(const clang::FunctionDecl *F);
  const clang::FunctionDecl *add(const clang::FunctionDecl *F);
  void construct(const clang::CXXRecordDecl *Class);
  void take(const clang::FunctionDecl *F, clang::QualType Type);
  bool isHere(const clang::FunctionDecl *F) const;
  bool isForeign(const clang::FunctionDecl *F) const;
  void resolve();
  void sort(FunctionList &All) const;
  void callVirtual(const clang::CXXMethodDecl *Method,
                   FunctionList &Into) const;
  FunctionList step(const Node &Does) const;
  FunctionList reached(FunctionList ToDo) const;
  FunctionList reachedBy(const Node &Does);

  const FrontendContext &C;
  llvm::DenseMap<const clang::FunctionDecl *, Node> Nodes;
  FunctionList ToRead;
  /// Functions whose address is taken, by their types.
  std::map<void *, FunctionList> Taken;
  llvm::DenseSet<const clang::CXXRecordDecl *> Constructed;
  FunctionList Strangers; ///< what functions without body may run
  FunctionList Addressed;
  FunctionList Replaced; ///< `operator new` and `delete` of the file
  bool KnowsFile = false;
  FunctionList Unseen, BeforeMain, Leaves;
  /// Functions elsewhere that lead to functions of the file.
  llvm::DenseSet<const clang::FunctionDecl *> Leading;
  std::map<const clang::FunctionDecl *, FunctionList> Of;
  std::map<void *, FunctionList> OfComputed;
};

} // namespace tessera

#endif

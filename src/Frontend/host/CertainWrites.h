//===- CertainWrites.h - What host code writes whatever happens -----------===//
#ifndef TESSERA_FRONTEND_HOST_CERTAINWRITES_H
#define TESSERA_FRONTEND_HOST_CERTAINWRITES_H

#include "host/HostEffects.h"
#include "tessera/Model/CertainWrite.h"
#include <memory>

namespace tessera {

/// A write to a shared variable or to what a parameter points to.
struct RootedWrite {
  MemoryRoot Root;
  CertainWrite Write; ///< its variable is not set
};

/// Finds the writes that statements make on every path: assignments and known
/// calls, in loops that count between bounds that do not change, and not in
/// branches, nor where anything jumps. Functions of the file are looked into.
///
/// What is read, and what runs in between, is not looked at here.
class CertainWrites {
public:
  explicit CertainWrites(FrontendContext &C);
  ~CertainWrites();

  /// Those of \p S, an expression or a loop in \p F.
  std::vector<CertainWrite> of(const clang::FunctionDecl *F,
                               const clang::Stmt *S);

private:
  friend class CertainWriteFinder;
  struct Function;
  Function &function(const clang::FunctionDecl *F);
  /// Those of a call of \p F, in terms of its parameters.
  const std::vector<RootedWrite> &inCalls(const clang::FunctionDecl *F);

  FrontendContext &C;
  std::map<const clang::FunctionDecl *, std::unique_ptr<Function>> Functions;
};

} // namespace tessera

#endif

//===- OwnCopies.h - Copies between memory of host and device -------------===//
//
// Programs that copy themselves have memory on each side: pointers that malloc,
// new or cudaMalloc set, and ordinary variables that a copy names. All of them
// are shared variables to HostEffects, which finds who uses them.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_FRONTEND_VARIABLES_OWNCOPIES_H
#define TESSERA_FRONTEND_VARIABLES_OWNCOPIES_H

#include "FrontendContext.h"
#include "effects/ResultChecks.h"
#include "values/HostConstants.h"

namespace tessera {

/// Memory of the host alone or of the device alone. Its size is the product of
/// what is there.
struct OwnMemory {
  bool OnDevice = false;
  bool IsPageable = false;
  const clang::Expr *Count = nullptr;
  const clang::Expr *Each = nullptr;
  clang::QualType Element; ///< its size
};

/// What malloc, calloc or `new[]` in \p E makes, if \p E is its result.
std::optional<OwnMemory> allocatedBy(const clang::Expr *E);
/// What \p E, cudaMalloc or its kin, sets its first argument to.
std::optional<OwnMemory> allocatedThrough(const clang::CallExpr *E);
/// The value of the size of \p M in the function \p F.
std::optional<HostValue> sizeOf(const FrontendContext &C,
                                const clang::FunctionDecl *F,
                                const OwnMemory &M);
/// Its text; empty if it may not be evaluated again.
std::string sizeText(const FrontendContext &C, const OwnMemory &M);

/// Whether a call of \p Callee, of the CUDA library, has effects in the order
/// of statements only, and shows the host no memory.
bool isOrderly(const clang::FunctionDecl *Callee);
/// Whether \p Callee, of the CUDA library, only tells of errors.
bool asksForError(const clang::FunctionDecl *Callee);
/// Whether the result of \p Callee, of a system's header, depends on time.
bool readsClock(const clang::FunctionDecl *Callee);

/// Describes copies in one function.
class OwnCopies {
public:
  OwnCopies(const FrontendContext &C, const clang::FunctionDecl *F);

  /// Those that \p Statements make, which follow each other. Only where they do
  /// nothing else, but for what they do if the copy fails, can it be moved or
  /// removed.
  std::vector<HostCopy>
  of(llvm::ArrayRef<const clang::Stmt *> Statements) const;
  /// How many of the first of \p Statements are a copy and a check of its
  /// result that choose what runs; 0 if they are not.
  unsigned together(llvm::ArrayRef<const clang::Stmt *> Statements) const;
  /// Fills RunsOnce and EntryTest of the loop \p S.
  void describeEntry(const clang::Stmt *S, HostStatement &Into) const;

private:
  HostCopy describe(const clang::CallExpr *Call) const;
  void describeResult(const ResultUse &Use, SourceRange Statement,
                      HostCopy &Copy) const;
  std::optional<SharedVarId> whole(const clang::Expr *E) const;
  std::string text(const clang::Expr *E) const;

  const FrontendContext &C;
  const clang::FunctionDecl *F;
  std::set<std::string> InLoops; ///< symbols that have several values
  HostConstants Values;
};

} // namespace tessera

#endif

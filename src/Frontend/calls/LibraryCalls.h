//===- LibraryCalls.h - What calls of library functions do ----------------===//
#ifndef TESSERA_FRONTEND_CALLS_LIBRARYCALLS_H
#define TESSERA_FRONTEND_CALLS_LIBRARYCALLS_H

#include "FrontendContext.h"
#include "calls/LibraryTable.h"
#include "effects/MemoryEffect.h"
#include "clang/AST/ExprCXX.h"

namespace tessera {

using ArgumentList = llvm::ArrayRef<const clang::Expr *>;

/// Whether \p F is declared by the system, and not by the program.
bool isOfLibrary(const FrontendContext &C, const clang::FunctionDecl *F);
/// The name of \p F as in the table; empty if it can have no row.
std::string libraryName(const clang::FunctionDecl *F);

/// Whether the library function \p F, perhaps a container's, makes a thread
/// that runs one of \p Arguments.
bool startsThread(const clang::FunctionDecl *F, ArgumentList Arguments);

/// A call of a function that the table knows.
class LibraryCall {
public:
  /// The call of \p F with \p Arguments, which are as of its parameters.
  static std::optional<LibraryCall> of(const FrontendContext &C,
                                       const clang::FunctionDecl *F,
                                       ArgumentList Arguments);

  const LibraryRow &row() const { return *Row; }
  /// What the table says of argument \p Index; null for an execution policy.
  const LibraryArgument *argument(unsigned Index) const;
  /// What is done to what argument \p Index points, or refers, to.
  MemoryEffect effect(unsigned Index) const;
  /// The argument whose pointer is put into what argument \p Index leads to.
  const clang::Expr *stored(unsigned Index) const;
  /// Whether the result may point to what argument \p Index does.
  bool returns(unsigned Index) const;
  /// Whether argument \p Index runs before the function returns, and is then
  /// forgotten.
  bool runs(unsigned Index) const;
  /// What is certainly written, if anything: where, and how much of it.
  const LibraryExtent *certain() const;
  const clang::Expr *at(unsigned Index) const { return Arguments[Index]; }
  unsigned count() const { return Arguments.size(); }
  /// The first argument of a role.
  const clang::Expr *ofRole(unsigned Role) const {
    return Arguments[Role + Skipped];
  }

private:
  LibraryCall(const FrontendContext &C, const clang::FunctionDecl *F,
              ArgumentList Arguments)
      : C(C), F(F), Arguments(Arguments) {}

  bool writesByFormat(unsigned Index) const;
  bool keepsByFormat(unsigned Index) const;
  MemoryEffect copied(unsigned Index) const;

  const FrontendContext &C;
  const clang::FunctionDecl *F;
  ArgumentList Arguments;
  const LibraryRow *Row = nullptr;
  unsigned Skipped = 0; ///< an execution policy
};

/// The local pointer that \p Target, an argument, is, or is the address of;
/// null if it is neither.
const clang::VarDecl *targetPointer(const clang::Expr *Target);

} // namespace tessera

#endif

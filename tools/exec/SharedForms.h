//===- SharedForms.h - How __shared__ variables are spelled ---------------===//
#ifndef TESSERA_EXEC_SHAREDFORMS_H
#define TESSERA_EXEC_SHAREDFORMS_H

#include "EditList.h"
#include "Sources.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/Basic/Diagnostic.h"
#include <set>

namespace tessera::exec {

/// Makes types of the declarations of `__shared__` variables: see
/// tessera_run/launch.h.
class SharedForms {
public:
  SharedForms(clang::ASTContext &Context, EditList &Edits)
      : Context(Context), SM(Context.getSourceManager()), Edits(Edits) {}

  /// Renames the declared type and \returns the declaration of the variable.
  std::string rename(clang::VarDecl &Var);
  /// Removes `extern` and `static`, which a type cannot have, between \p Begin
  /// and \p Name.
  void dropStorageClass(clang::SourceLocation Begin,
                        clang::SourceLocation Name);

private:
  std::string respellAlignment(const clang::VarDecl &Var);
  std::string takeAlignment(const clang::AlignedAttr &A);

  clang::ASTContext &Context;
  const clang::SourceManager &SM;
  EditList &Edits;
};

/// Prints nothing, and finds `__shared__` objects that have constructors.
class SharedObjectFinder : public clang::DiagnosticConsumer {
public:
  void HandleDiagnostic(clang::DiagnosticsEngine::Level Level,
                        const clang::Diagnostic &Info) override;
  /// Makes declarations of them in \p Texts. \returns whether it can.
  bool declareIn(FileTexts &Texts) const;

private:
  std::map<std::string, std::set<unsigned>> Found; ///< names, by file
};

} // namespace tessera::exec

#endif

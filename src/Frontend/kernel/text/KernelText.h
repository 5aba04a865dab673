//===- KernelText.h - The text of a kernel, with holes --------------------===//
#ifndef TESSERA_FRONTEND_KERNEL_TEXT_KERNELTEXT_H
#define TESSERA_FRONTEND_KERNEL_TEXT_KERNELTEXT_H

#include "kernel/KernelParts.h"
#include "kernel/arithmetic/ArithmeticCounter.h"

namespace tessera {

/// The parsed text of a kernel and of what its macros expand to, with the holes
/// that its statements have so far, and what is said of it.
struct KernelText : KernelParts {
  explicit KernelText(FrontendContext &C) : C(C), Counter(C.AST) {}

  void refuse(DiagKind Kind, clang::SourceLocation Loc,
              std::vector<std::string> Arguments = {});
  void unsupported(clang::SourceLocation Loc, llvm::StringRef What) {
    refuse(DiagKind::UnsupportedStatement, Loc, {What.str()});
  }
  std::string freshSymbol(llvm::StringRef Name);
  /// Of \p S, which starts behind \p Cursor, with its semicolon.
  std::optional<SourceRange> statementRange(const clang::Stmt *S,
                                            unsigned Cursor);
  /// AccessInfo::Waits of what \p Test decides, which has been visited.
  unsigned waitsBehind(const clang::Expr *Test);
  void addHole(clang::SourceRange Range, Piece P);
  /// Remembers that \p P stands among the tokens of a macro; false if \p Range
  /// is not inside of one call.
  bool addExpanded(clang::SourceRange Range, const Piece &P, bool Hidden);
  void hide(const Piece &P); ///< no text has a hole for it
  void hideAll(const Text &T);
  /// Makes holes of the calls in \p Where that hide accesses; what other calls
  /// hide stays hidden.
  void placeExpansions(std::optional<SourceRange> Where);
  Text expanded(SourceRange Call) const;
  Text expanded(unsigned First, unsigned Last, const Expansion *Around) const;
  /// The parsed bytes \p Range with the holes collected so far, but for the
  /// hole \p Around itself.
  Text text(SourceRange Range, const Hole *Around = nullptr) const;
  Text verbatim(unsigned Begin, unsigned End) const;
  Text builtin(llvm::StringRef Symbol, SourceRange Parsed) const;
  /// Makes pieces of the types that \p Of names by what it declares, or holes
  /// of the variables where there is no other name.
  void
  writeTypes(const clang::FunctionDecl *Of,
             llvm::function_ref<unsigned(const clang::VarDecl *)> ScalarOf);
  void writeType(const struct TypePlace &Place, const clang::FunctionDecl *Of,
                 llvm::function_ref<unsigned(const clang::VarDecl *)> ScalarOf);

  FrontendContext &C;
  ArithmeticCounter Counter;
  unsigned TypeCount = 0;
  std::vector<Hole> Types;            ///< of all statements
  std::vector<Expansion> HiddenTypes; ///< of statements that are not yet built
};

} // namespace tessera

#endif

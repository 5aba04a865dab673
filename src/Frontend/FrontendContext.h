//===- FrontendContext.h - What the parts of the frontend share -----------===//
//
// Parse.cpp runs Clang and then the steps of Steps.h, room by room:
//
//   source      what the text says; variables  memory that both sides use
//   kernel      kernels, by values and effects; reading, normal  their form
//   launch      launches;   host  the functions of the host, by calls
//
// All of them run inside one Clang callback and only collect values.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_FRONTEND_FRONTENDCONTEXT_H
#define TESSERA_FRONTEND_FRONTENDCONTEXT_H

#include "source/Overlay.h"
#include "source/PreprocessorFacts.h"
#include "tessera/Frontend/Frontend.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/DenseMap.h"
#include <map>
#include <memory>
#include <optional>
#include <set>

namespace tessera {

/// The top-level declarations that the file and its own includes have, in
/// order; those of a precompiled prelude are not loaded for it.
llvm::iterator_range<clang::DeclContext::decl_iterator>
programDecls(clang::ASTContext &AST);
/// The state of one parse.
struct FrontendContext {
  FrontendContext(clang::ASTContext &AST, const PreprocessorFacts &Facts,
                  const Overlay &Edits, Program &Result)
      : AST(AST), SM(AST.getSourceManager()), Facts(Facts), Edits(Edits),
        Result(Result) {}

  clang::ASTContext &AST;
  const clang::SourceManager &SM;
  const PreprocessorFacts &Facts;
  const Overlay &Edits;
  Program &Result;
  bool OwnCopies = false; ///< see FrontendOptions
  const OtherFiles *Others = nullptr;
  const std::set<std::string> *AsKernels = nullptr; ///< of FrontendOptions
  const std::set<std::string> *KeepTiles = nullptr; ///< the same

  llvm::DenseMap<const clang::VarDecl *, SharedVarId> SharedVariables;
  /// Pointers, also members, that cudaMallocManaged sets: they *hold* memory.
  llvm::DenseMap<const clang::ValueDecl *, SharedVarId> Pointers;
  /// By call: see HostFunction::Passed.
  std::map<const clang::Expr *, std::map<SharedVarId, std::set<SharedVarId>>>
      Passed;
  /// Pointers whose memory Pointers may exchange.
  std::map<unsigned, std::set<unsigned>> ExchangedWith;
  /// Assignments that rotate pointers: the last has these.
  std::map<const clang::Stmt *, std::vector<const clang::ValueDecl *>>
      Exchanges;
  /// What variables and members are or point to.
  llvm::DenseMap<const clang::ValueDecl *, HostPlace> Memories;
  /// Variables that hold the one stream that was created for them.
  llvm::DenseMap<const clang::ValueDecl *, HostStream> Streams;
  llvm::DenseMap<const clang::FunctionDecl *, KernelId> Kernels;
  std::set<const clang::FunctionDecl *> NamedKernels; ///< not only by launches
  llvm::DenseMap<const clang::FunctionDecl *, unsigned> HostFunctions;
  std::vector<const clang::FunctionDecl *> HostFunctionList; ///< by index
  llvm::DenseMap<const clang::Expr *, LaunchId> Launches;
  /// Calls for the object that their function knows, by member.
  std::set<std::pair<const clang::Expr *, SharedVarId>> BoundCalls;
  bool NeedsBodies = false, LacksBodies = false; ///< see SystemBodies.h
  std::shared_ptr<class Callbacks> CalledBack;   ///< set with HostFunctions
  /// Functions, also without definition, that computed calls may run.
  std::vector<const clang::FunctionDecl *> AddressTaken;

  /// The parsed text of the main file.
  llvm::StringRef buffer() const {
    return SM.getBufferData(SM.getMainFileID());
  }
  /// The offset of \p Loc in the main file, if any; macros expanded outwards.
  std::optional<unsigned> offset(clang::SourceLocation Loc) const;
  /// The parsed main file's bytes of \p Range, a token range. A macro call is
  /// included as a whole.
  std::optional<SourceRange> parsedRange(clang::SourceRange Range) const;
  /// The bytes that spell exactly \p E: a macro argument or a whole macro call
  /// qualifies, a part of a macro's body does not.
  std::optional<SourceRange> exactRange(clang::SourceRange Range) const;
  llvm::StringRef text(SourceRange Parsed) const {
    return buffer().slice(Parsed.Begin, Parsed.End);
  }
  SourceRange toUser(SourceRange Parsed) const {
    return {Edits.toUser(Parsed.Begin), Edits.toUser(Parsed.End)};
  }
  SourcePlace toUser(unsigned ParsedOffset) const {
    return {Edits.toUser(ParsedOffset)};
  }
  std::vector<clang::Decl *> mainFileDecls() const; ///< in order, top-level
  /// The model of \p F, or of the template that it is an instance of.
  std::optional<KernelId> kernel(const clang::FunctionDecl *F) const;
  std::optional<SharedVarId> held(const clang::ValueDecl *V) const;
  SourcePlace place(clang::SourceLocation Loc) const {
    return toUser(offset(Loc).value_or(0));
  }
};

/// Every identifier of \p Source, comments and strings excluded.
std::set<std::string> identifiers(llvm::StringRef Source,
                                  const clang::LangOptions &Options);
bool isKernel(const clang::FunctionDecl *F);
/// The function that the text of \p F is: of an instance the template's.
const clang::FunctionDecl *patternOf(const clang::FunctionDecl *F);
/// The name that the linker knows \p D by, a function or a variable; empty if
/// other files cannot use it, or may define it, too.
std::string linkName(const clang::NamedDecl &D);
/// The pieces `x`, `y`, `z` of a built-in index variable as a symbol (`tx`).
std::optional<std::string> builtinSymbol(const clang::Expr *E);

} // namespace tessera

#endif

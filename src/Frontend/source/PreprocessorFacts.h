//===- PreprocessorFacts.h - What only the preprocessor sees --------------===//
#ifndef TESSERA_FRONTEND_SOURCE_PREPROCESSORFACTS_H
#define TESSERA_FRONTEND_SOURCE_PREPROCESSORFACTS_H

#include "tessera/Frontend/Frontend.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Token.h"
#include "llvm/ADT/DenseMap.h"
#include <map>
#include <set>

namespace tessera {

/// What only the preprocessor sees, as offsets of the parsed main file.
struct PreprocessorFacts {
  std::set<unsigned> GlobalSpecifiers;  ///< `__global__` tokens
  std::set<unsigned> ManagedSpecifiers; ///< `__managed__` tokens
  /// `#if` ... `#endif` whose conditions depend on `__CUDA_ARCH__`.
  std::vector<SourceRange> ArchConditionals;
  /// Offsets of all directives that include or exclude text.
  std::set<unsigned> ConditionalDirectives;
  /// Offsets of the names in `#define` and `#undef`.
  std::set<unsigned> MacroDirectives;
  /// The text that conditionals leave out, directives around it included.
  std::vector<SourceRange> Skipped;
  std::set<std::string> Headers; ///< that the main file includes, as spelled
  /// Ends of the main file's includes that no conditional surrounds.
  std::set<unsigned> IncludeEnds;
  std::set<std::string> Macros;         ///< defined outside of system headers
  std::set<std::string> ExpandedMacros; ///< in the main file
  std::set<std::string> ChangedMacros;  ///< undefined or defined again
  /// Macros that flags of the compiler may set, also unused ones.
  std::set<std::string> Settings;
  /// Where in the main file the last definition of a macro is complete: behind
  /// all conditionals and includes around it.
  std::map<std::string, unsigned> KnownBehind;
  const clang::Preprocessor *PP = nullptr;
  llvm::ArrayRef<std::string> Files; ///< that the parse read, in order
  /// What macro calls in the main file expand to, in order.
  std::vector<clang::Token> MacroTokens;
  llvm::DenseMap<clang::SourceLocation, unsigned> MacroTokenNumbers;
  /// As ArchConditionals, in all files but those of the system, with their
  /// directives.
  std::vector<clang::SourceRange> ArchRegions;
  /// Macros that may be others in code of the device.
  std::set<std::string> ArchMacros;
  std::set<unsigned> ArchExpansions; ///< where \ref ArchMacros are expanded
  /// Macros that conditionals of the main file test, without a definition or
  /// with one by flags (true).
  std::map<std::string, bool> Tested;
  /// All that these conditionals name.
  std::set<std::string> Conditions;
  /// By macro of the program's files: what the conditionals around its
  /// definitions name.
  std::map<std::string, std::set<std::string>> DefinedUnder;
  /// From `#if` to `#endif` in the program's headers, and what the conditions
  /// name.
  std::vector<std::pair<clang::SourceRange, std::set<std::string>>>
      HeaderConditionals;
  void addMacroToken(const clang::Token &T);
};

/// Whether people put a blank between \p Left and \p Right; \p Before is what
/// stands before them, if anything.
bool isSpaced(const clang::Token *Before, const clang::Token &Left,
              const clang::Token &Right);

/// Fills \p Facts while \p PP works.
std::unique_ptr<clang::PPCallbacks>
watchPreprocessor(const clang::Preprocessor &PP, PreprocessorFacts &Facts);

} // namespace tessera

#endif

//===- ClangRun.h - How Clang is run on a program -------------------------===//
#ifndef TESSERA_FRONTEND_SOURCE_CLANGRUN_H
#define TESSERA_FRONTEND_SOURCE_CLANGRUN_H

#include "tessera/Frontend/Frontend.h"
#include "clang/Basic/FileManager.h"
#include <optional>

namespace tessera {

/// What comes before the program.
enum class Prelude {
  /// Read from its precompiled form, without the special functions.
  Precompiled,
  /// Without the special functions of C++17 (`std::cyl_bessel_j` and so on),
  /// which take longer than everything else that nvcc includes first.
  WithoutSpecialFunctions,
  Whole,
  /// With what later toolkits dropped: names that programs may have themselves.
  /// Only our own declarations have it.
  Older,
};

/// The file that comes before programs.
std::string preludeOf(const FrontendOptions &Options);

/// Clang's command line for \p File; without \p First: for the prelude itself.
///
/// \param Text of the file: headers whose text it contains find their own
///             includes where they were.
std::vector<std::string> clangCommand(llvm::StringRef File,
                                      llvm::StringRef Text,
                                      const FrontendOptions &Options,
                                      std::optional<Prelude> First);

/// The files of the disk, but \p File has \p Text, and headers whose text it
/// contains are empty; an empty \p File: the disk has that, too.
llvm::IntrusiveRefCntPtr<clang::FileManager>
filesWith(llvm::StringRef File, llvm::StringRef Text,
          const FrontendOptions &Options);

/// Whether \p Path is a file that only \ref filesWith has: what hides macros of
/// the flags from the headers that come before the program, as nvcc's do not
/// have these names.
bool hidesMacros(llvm::StringRef Path);

/// The prelude that is read fastest and right for a first try.
Prelude quickPrelude(const FrontendOptions &Options);

} // namespace tessera

#endif

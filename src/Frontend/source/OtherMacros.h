//===- OtherMacros.h - Macros that may have other values ------------------===//
#ifndef TESSERA_FRONTEND_SOURCE_OTHERMACROS_H
#define TESSERA_FRONTEND_SOURCE_OTHERMACROS_H

#include "FrontendContext.h"

namespace tessera {

/// Whether flags may define \p Name: the names of compilers and of libraries
/// are not the program's to choose.
bool isForFlags(llvm::StringRef Name);

/// Which macros flags define or not, where conditionals of the file, or
/// those around definitions that it uses, depend on it: settings that are
/// called `defined(NAME)`. Needs the other settings.
void collectTested(FrontendContext &C);

/// Whether host code that is inserted may use \p Name, of the C or CUDA
/// library.
bool isLibraryName(const FrontendContext &C, const clang::IdentifierInfo *Name);

/// A macro of the program that gives another meaning to what inserted code
/// would use, by the end of the file: to a word of kernels, or, if \p OnHost,
/// to a name of a library. Empty if there is none.
std::string findHidingMacro(const FrontendContext &C, bool OnHost);

/// Whether the macros in \p Text have other values somewhere in the file.
bool usesChangedMacro(const FrontendContext &C, llvm::StringRef Text);

/// The first name in \p Text that a macro of the program hides where nothing
/// follows it: one with arguments does not. Empty if there is none.
std::string hiddenName(const FrontendContext &C, llvm::StringRef Text);

} // namespace tessera

#endif

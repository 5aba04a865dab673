//===- Verify.h - The result, run against the input -----------------------===//
#ifndef TESSERA_DRIVER_STEPS_VERIFY_H
#define TESSERA_DRIVER_STEPS_VERIFY_H

#include "project/TranslateFiles.h"

namespace tessera {

/// Those of \p All, flags of the compiler, that every compiler has: macros,
/// folders of headers and the language.
std::vector<std::string> commonFlags(const std::vector<std::string> &All);

/// Runs the program \p File and \p Result, its translation with the headers
/// that changed, with tessera-verify, which prints what it finds.
///
/// \param Verifier the path of tessera-verify.
/// \param Flags of the compiler; it gets those that it knows.
/// \returns why the two are not known to be the same; empty if they are.
std::string whyNotVerified(const std::string &Verifier, const std::string &File,
                           const TranslatedProgram &Result,
                           const std::vector<std::string> &Flags);

} // namespace tessera

#endif

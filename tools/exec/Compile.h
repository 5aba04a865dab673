//===- Compile.h - From source files to an executable ---------------------===//
#ifndef TESSERA_EXEC_COMPILE_H
#define TESSERA_EXEC_COMPILE_H

#include "Execute.h"
#include "Installation.h"
#include "llvm/ADT/ArrayRef.h"

namespace tessera::exec {

/// Translates and compiles the files \p Sources, each by itself, and links
/// them into the executable \p Output.
///
/// \param Scratch a prefix for intermediate files.
/// \returns a failure; the compiler's own messages are printed.
llvm::Error compileProgram(llvm::ArrayRef<std::string> Sources,
                           const std::vector<std::string> &Flags,
                           const Installation &Where,
                           const TemporaryFolder &Scratch,
                           const std::string &Output);

/// Makes Where.HostPrelude. \returns whether that was possible.
bool precompileForCompilation(const Installation &Where);

} // namespace tessera::exec

#endif

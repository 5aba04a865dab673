//===- Translate.h - From CUDA to C++ that runs ---------------------------===//
//
// One parse as CUDA, then local edits; see runtime/include/tessera_run/launch.h
// for what they make. No line moves, so messages about the translated program
// point into the user's.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_EXEC_TRANSLATE_H
#define TESSERA_EXEC_TRANSLATE_H

#include "DeviceNames.h"
#include "Sources.h"

namespace tessera::exec {

/// Makes Where.CudaPrelude. \returns whether that was possible.
bool precompileForReading(const Installation &Where);

/// A translated file: its text, and those of headers with something of CUDA.
struct Translation {
  FileTexts Texts;
  /// The same, but names of device functions and variables are the file's own:
  /// see DeviceNames.h.
  FileTexts WithOwnNames;
  DeviceNeeds Needs; ///< of device names, the second form is wrong
};

/// Translates \p File; one in plain C++ or C only gets its table of variables.
///
/// \param Flags the user's flags for the compiler.
/// \param SharedKernels see keepDeviceNames.
/// \returns a failure after Clang's errors were printed if it does not parse.
llvm::Expected<Translation>
translate(const SourceFile &File, const std::vector<std::string> &Flags,
          const Installation &Where,
          const std::set<std::string> &SharedKernels = {});

} // namespace tessera::exec

#endif

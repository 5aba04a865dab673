//===- Installation.h - What the tools need of their installation ---------===//
#ifndef TESSERA_EXEC_INSTALLATION_H
#define TESSERA_EXEC_INSTALLATION_H

#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace tessera::exec {

/// Where the tools find what they need.
struct Installation {
  std::string Linker;            ///< ld.lld
  std::string RuntimeHeaders;    ///< folder of cuda_runtime.h
  std::string RuntimeLibrary;    ///< libtessera-run.a
  std::string ContextLibrary;    ///< libboost_context.a
  std::string ResourceDirectory; ///< Clang's own headers
  std::string Declarations;      ///< folder of the frontend's CUDA headers
  /// What comes before every program, precompiled; they may not exist: for the
  /// frontend, for the reading as CUDA, and for the compilation.
  std::string FrontendPrelude, CudaPrelude, HostPrelude;
};

/// Finds the runtime beside \p Executable, and the linker where the build found
/// it or else on PATH.
llvm::Expected<Installation> findInstallation(const std::string &Executable);

/// Flags of the compiler by which thrust computes on the host, with memory of
/// the device: see runtime/include/tessera_run/thrust.h.
std::vector<std::string> thrustFlags(const Installation &Where);

} // namespace tessera::exec

#endif

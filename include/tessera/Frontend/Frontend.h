//===- Frontend.h - From a .cu file to the model --------------------------===//
#ifndef TESSERA_FRONTEND_FRONTEND_H
#define TESSERA_FRONTEND_FRONTEND_H

#include "tessera/Frontend/AssumedBlocks.h"
#include "tessera/Model/Program.h"
#include "llvm/Support/Error.h"
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace tessera {

/// A header with something of CUDA whose text stays where it is.
struct LeftHeader {
  std::string Why; ///< a clause behind its name
  bool OfProject = false;
};

/// How to parse.
struct FrontendOptions {
  /// Root of a CUDA Toolkit; empty: the declarations that come with the tool.
  std::string CudaPath;
  /// Folder of those declarations.
  std::string StubDirectory;
  /// What comes before every program, precompiled; may not exist.
  std::string PrecompiledPrelude;
  /// Clang's own headers.
  std::string ResourceDirectory;
  /// The user's compiler flags, as Clang takes them.
  std::vector<std::string> Flags;
  /// Shared variables are those of the program's own copies, and no others.
  bool OwnCopies = false;
  /// The directives in the file count.
  bool Directives = true;
  /// What the rest of the program says; null: nothing is known of it.
  std::shared_ptr<const OtherFiles> Others;
  /// See SplicedProgram::Left.
  std::map<std::string, LeftHeader> LeftHeaders;
  std::vector<AssumedBlock> AssumedBlocks;
  /// Functions of the device that are modelled as kernels are: of a result,
  /// those that kernels call in place of their own text.
  std::set<std::string> AsKernels;
  /// Facts are those of kernels in their normal form, and not as they stand.
  bool Normal = false;
  /// Kernels whose normal form keeps the user's tiles.
  std::set<std::string> KeepTiles;
  /// Program::Traces is filled.
  bool Trace = false;
};

/// Parses \p Source, the bytes of \p File, and builds the model.
///
/// \returns Reject(SyntaxError) with Clang's first error if the file is not
///          valid CUDA, also after the simple memory model is normalised.
llvm::Expected<Program> readProgram(llvm::StringRef File,
                                    llvm::StringRef Source,
                                    const FrontendOptions &Options);

/// Whether flags of the compiler change nothing in what comes before a program:
/// they define or undefine macros with names that are the program's to choose.
bool leavePreludeAlone(const std::vector<std::string> &Flags);

/// The name of the file that holds, precompiled, what comes before programs
/// that are read with the CUDA Toolkit at \p CudaPath; empty: with none.
std::string precompiledName(llvm::StringRef CudaPath);

/// Makes Options.PrecompiledPrelude, which is read instead of the toolkit's or
/// the tool's own declarations and of the standard library's headers as long as
/// none of these files changes. Clang's errors go to stderr.
bool precompilePrelude(const FrontendOptions &Options);

} // namespace tessera

#endif

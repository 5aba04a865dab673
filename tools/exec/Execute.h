//===- Execute.h - Run a compiled program ---------------------------------===//
#ifndef TESSERA_EXEC_EXECUTE_H
#define TESSERA_EXEC_EXECUTE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tessera::exec {

/// Exit codes of our own; all others are the program's.
enum : int { CannotRun = 125, CheckFailed = 126 };

/// A folder that disappears with this object, or when the program is
/// interrupted. There is one at a time.
class TemporaryFolder {
public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;
  std::string file(const std::string &Name) const { return Path + "/" + Name; }

private:
  std::string Path;
};

/// Prints why \p Tool cannot go on; an empty text was printed before.
void printFailure(llvm::StringRef Tool, llvm::Error Err);

/// How one run is to go.
struct RunOptions {
  uint64_t Seed = 0;
  unsigned Seconds = 0; ///< then the run is ended; 0: never
  uint64_t Blocks = 0;  ///< of each launch; 0: all
  unsigned Devices = 1;
  uint64_t DeviceMemory = uint64_t(16) << 30; ///< bytes of each
  bool TraceCopies = false;
  std::string DisabledChecks;             ///< comma separated
  std::string DumpFile;                   ///< empty: none
  std::optional<std::string> StandardOut; ///< file to write to
  std::vector<std::string> Arguments;     ///< of the program
};

/// Runs \p Executable and prints what the checks found, with source lines.
///
/// \returns the exit code of tessera-run.
int runProgram(const std::string &Executable, const std::string &Name,
               const RunOptions &Options, const TemporaryFolder &Scratch);

} // namespace tessera::exec

#endif

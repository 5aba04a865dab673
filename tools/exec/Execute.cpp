//===- Execute.cpp --------------------------------------------------------===//
#include "Execute.h"
#include "Findings.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/ThreadPool.h"
#include "llvm/Support/raw_ostream.h"
#include <array>
#include <csignal>
#include <cstdlib>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tessera::exec {

/// The folder that an interrupt removes; a signal handler reads it.
static std::array<char, 4096> Interrupted;

/// Removes it, by what a signal handler may call, and ends the program.
static void removeAndEnd() {
  // Who asks again waits, and so does what is started here.
  for (int Signal : {SIGINT, SIGTERM, SIGHUP})
    signal(Signal, SIG_IGN);
  // What runs for us is being interrupted, too, and removes its own files.
  constexpr int Rounds = 100, Milliseconds = 10;
  for (int Round = 0; Round < Rounds && waitpid(-1, nullptr, WNOHANG) >= 0;
       ++Round)
    poll(nullptr, 0, Milliseconds);
  const pid_t Id = fork();
  if (Id == 0) {
    execl("/bin/rm", "rm", "-rf", Interrupted.data(), nullptr);
    _exit(1);
  }
  if (Id > 0)
    waitpid(Id, nullptr, 0);
  _exit(128 + SIGINT);
}

TemporaryFolder::TemporaryFolder() {
  llvm::SmallString<128> Created;
  if (llvm::sys::fs::createUniqueDirectory("tessera-run", Created))
    return;
  Path = Created.str().str();
  if (Path.size() < Interrupted.size()) {
    llvm::copy(Path, Interrupted.begin());
    llvm::sys::SetInterruptFunction(removeAndEnd);
  }
}

TemporaryFolder::~TemporaryFolder() {
  llvm::sys::SetInterruptFunction(nullptr);
  if (!Path.empty())
    llvm::sys::fs::remove_directories(Path);
}

void printFailure(llvm::StringRef Tool, llvm::Error Err) {
  std::string Text = llvm::toString(std::move(Err));
  if (!Text.empty())
    llvm::errs() << Tool << ": error: " << Text << '\n';
}

int runProgram(const std::string &Executable, const std::string &Name,
               const RunOptions &Options, const TemporaryFolder &Scratch) {
  std::string Report = Scratch.file("report");
  llvm::sys::fs::remove(Report);
  setenv("TESSERA_RUN_REPORT", Report.c_str(), 1);
  setenv("TESSERA_RUN_SEED", std::to_string(Options.Seed).c_str(), 1);
  setenv("TESSERA_RUN_BLOCKS", std::to_string(Options.Blocks).c_str(), 1);
  setenv("TESSERA_RUN_DEVICES", std::to_string(Options.Devices).c_str(), 1);
  setenv("TESSERA_RUN_DEVICE_MEMORY",
         std::to_string(Options.DeviceMemory).c_str(), 1);
  setenv("TESSERA_RUN_TRACE_COPIES", Options.TraceCopies ? "1" : "", 1);
  setenv("TESSERA_RUN_DUMP", Options.DumpFile.c_str(), 1);
  setenv("TESSERA_RUN_NO_CHECK", Options.DisabledChecks.c_str(), 1);

  std::vector<llvm::StringRef> Arguments = {Name};
  Arguments.insert(Arguments.end(), Options.Arguments.begin(),
                   Options.Arguments.end());
  std::vector<std::optional<llvm::StringRef>> Redirects(3);
  if (Options.StandardOut)
    Redirects[1] = *Options.StandardOut;
  std::string Reason;
  bool Failed = false;
  int Code = llvm::sys::ExecuteAndWait(
      Executable, Arguments, std::nullopt,
      Options.StandardOut ? llvm::ArrayRef(Redirects)
                          : llvm::ArrayRef<std::optional<llvm::StringRef>>(),
      Options.Seconds, 0, &Reason, &Failed);
  if (Failed) {
    llvm::errs() << "tessera-run: error: " << Reason << '\n';
    return CannotRun;
  }
  printFindings(Report, Executable);
  if (Code == -2 && Options.Seconds && Reason.find("timed out") != Reason.npos)
    llvm::errs() << "tessera-run: error: '" << Name << "' runs for more than "
                 << Options.Seconds << " seconds [time-limit]\n";
  return Code < 0 ? CheckFailed : Code;
}

} // namespace tessera::exec

//===- Execute.cpp --------------------------------------------------------===//
#include "Execute.h"
#include "Findings.h"
#include "tessera/Frontend/Frontend.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"
#include <array>
#include <csignal>
#include <cstdlib>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tessera::exec {

llvm::Expected<Installation> findInstallation(const std::string &Executable) {
  namespace fs = llvm::sys::fs;
  namespace path = llvm::sys::path;
  llvm::SmallString<128> Root(path::parent_path(Executable));
  path::append(Root, "..", "lib", "tessera", "run");
  path::remove_dots(Root, /*remove_dot_dot=*/true);
  Installation Where;
  Where.RuntimeHeaders = (Root + "/include").str();
  Where.Declarations = (path::parent_path(Root.str()) + "/cuda").str();
  Where.RuntimeLibrary = (Root + "/libtessera-run.a").str();
  Where.ContextLibrary = (Root + "/libboost_context.a").str();
  if (!fs::exists(Where.RuntimeLibrary))
    return llvm::createStringError("the runtime is not installed: no '%s'",
                                   Where.RuntimeLibrary.c_str());
  Where.FrontendPrelude =
      (path::parent_path(Root.str()) + "/prelude.pch").str();
  Where.CudaPrelude = (Root + "/cuda.pch").str();
  Where.HostPrelude = (Root + "/host.pch").str();
  Where.Clang = TESSERA_CLANG;
  std::string Headers = (path::parent_path(Root.str()) + "/clang").str();
  Where.ResourceDirectory =
      fs::exists(Headers + "/include") ? Headers : TESSERA_CLANG_RESOURCES;
  if (!fs::can_execute(Where.Clang)) {
    auto Found = llvm::sys::findProgramByName("clang++-22");
    if (!Found)
      return llvm::createStringError("clang++-22 was not found");
    Where.Clang = *Found;
  }
  return Where;
}

/// The folder that an interrupt removes; a signal handler reads it.
static std::array<char, 4096> Interrupted;

/// Removes it, by what a signal handler may call, and ends the program.
static void removeAndEnd() {
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

static llvm::Error writeFile(const std::string &Path, llvm::StringRef Text) {
  std::error_code Code;
  llvm::raw_fd_ostream File(Path, Code);
  if (Code)
    return llvm::createStringError(Code, "cannot write '%s'", Path.c_str());
  File << Text;
  return llvm::Error::success();
}

/// How every program is compiled.
static std::vector<std::string> compiler(const Installation &Where) {
  return {Where.Clang, "-std=gnu++17", "-O1", "-gline-tables-only", "-w",
          // The accesses of kernels are reported to our runtime.
          "-fsanitize=thread", "-mllvm", "-tsan-instrument-read-before-write",
          "-mllvm", "-tsan-instrument-func-entry-exit=0",
          // Overflow of a row is inside of its array; our runtime is asked. So
          // it is for the alignment of vectors.
          "-fsanitize=array-bounds,alignment",
          // Addresses in messages are those of the executable.
          "-fno-pie", "-no-pie", "-fno-optimize-sibling-calls",
          "-fstack-clash-protection",
          // Kernels read floats as float4, and sum in the order written.
          "-fno-strict-aliasing", "-ffp-contract=off", "-fdeclspec",
          "-fno-access-control", "-isystem", Where.RuntimeHeaders,
          "-D__CUDACC__=1", "-D__NVCC__=1"};
}

/// Runs a command. \returns why that failed: the empty text if it printed it.
static std::optional<std::string>
execute(const std::vector<std::string> &Command, bool Silent = false) {
  std::vector<llvm::StringRef> Arguments(Command.begin(), Command.end());
  std::vector<std::optional<llvm::StringRef>> Nowhere(3, llvm::StringRef());
  std::string Reason;
  if (llvm::sys::ExecuteAndWait(
          Command.front(), Arguments, std::nullopt,
          Silent ? llvm::ArrayRef(Nowhere)
                 : llvm::ArrayRef<std::optional<llvm::StringRef>>(),
          0, 0, &Reason) == 0)
    return std::nullopt;
  return Reason;
}

bool precompileForCompilation(const Installation &Where) {
  std::vector<std::string> Command = compiler(Where);
  llvm::append_values(Command, "-x", "c++-header",
                      Where.RuntimeHeaders + "/cuda_runtime.h", "-o",
                      Where.HostPrelude);
  return !execute(Command);
}

llvm::Error compileProgram(const std::string &Source,
                           const std::vector<std::string> &Flags,
                           const Installation &Where,
                           const TemporaryFolder &Scratch,
                           const std::string &Output) {
  llvm::Expected<std::string> Text = loadProgram(Source, Flags, Where);
  if (!Text)
    return Text.takeError();
  llvm::Expected<TranslatedFiles> Files =
      translate(Source, *Text, Flags, Where);
  if (!Files)
    return Files.takeError();

  std::vector<std::string> Rest;
  unsigned Number = 0;
  for (const auto &[Path, Edited] : *Files) {
    std::string Copy = Scratch.file("source" + std::to_string(Number++));
    if (llvm::Error Err = writeFile(Copy, Edited))
      return Err;
    llvm::append_values(Rest, "-Xclang", "-remap-file", "-Xclang",
                        Path + ";" + Copy);
  }
  llvm::append_range(Rest, Flags);
  std::string Object = Output + ".o";
  llvm::append_values(Rest, "-c", "-x", "c++", Source, "-o", Object);
  auto compile = [&](const char *Option, const std::string &Prelude,
                     bool Silent) {
    std::vector<std::string> Command = compiler(Where);
    llvm::append_values(Command, Option, Prelude);
    llvm::append_range(Command, Rest);
    return execute(Command, Silent);
  };
  std::optional<std::string> Failure;
  if (!leavePreludeAlone(Flags) || !llvm::sys::fs::exists(Where.HostPrelude) ||
      compile("-include-pch", Where.HostPrelude, /*Silent=*/true))
    Failure = compile("-include", "cuda_runtime.h", /*Silent=*/false);
  if (!Failure)
    Failure = execute({Where.Clang, "-fuse-ld=lld", "-no-pie", Object,
                       Where.RuntimeLibrary, Where.ContextLibrary, "-lm", "-o",
                       Output});
  if (!Failure)
    return llvm::Error::success();
  return llvm::createStringError("'%s' cannot be compiled to run%s%s",
                                 Source.c_str(), Failure->empty() ? "" : ": ",
                                 Failure->c_str());
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

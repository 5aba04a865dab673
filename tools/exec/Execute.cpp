//===- Execute.cpp --------------------------------------------------------===//
#include "Execute.h"
#include "Findings.h"
#include "Link.h"
#include "tessera/Frontend/Frontend.h"

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

/// How files are compiled.
static std::vector<std::string> compiler(const Installation &Where,
                                         Language Written = Language::Cuda) {
  std::vector<std::string> Command = {
      Where.Clang, "-O1", "-gline-tables-only", "-w",
      // The accesses of kernels are reported to our runtime.
      "-fsanitize=thread", "-mllvm", "-tsan-instrument-read-before-write",
      "-mllvm", "-tsan-instrument-func-entry-exit=0",
      // Overflow of a row is inside of its array; our runtime is asked. So it
      // is for the alignment of vectors.
      "-fsanitize=array-bounds,alignment",
      // Addresses in messages are those of the executable.
      "-fno-pie", "-no-pie", "-fno-optimize-sibling-calls",
      "-fstack-clash-protection",
      // Kernels read floats as float4, and sum in the order written.
      "-fno-strict-aliasing", "-ffp-contract=off", "-fdeclspec", "-isystem",
      Where.RuntimeHeaders};
  if (Written == Language::Cuda)
    llvm::append_values(Command, "-D__CUDACC__=1", "-D__NVCC__=1");
  if (Written != Language::C)
    llvm::append_values(Command, "-std=gnu++17", "-fno-access-control");
  return Command;
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
  // What its functions use is instantiated once, and not in each program.
  llvm::append_values(Command, "-fpch-instantiate-templates", "-x",
                      "c++-header", Where.RuntimeHeaders + "/cuda_runtime.h",
                      "-o", Where.HostPrelude);
  return !execute(Command);
}

namespace {

/// The compilation of one translated file.
class Compilation {
public:
  Compilation(const SourceFile &File, const std::vector<std::string> &Flags,
              const Installation &Where, std::string Object)
      : File(File), Flags(Flags), Where(Where), Object(std::move(Object)) {}

  /// Writes \p Texts, what is read instead of files.
  llvm::Error prepare(const FileTexts &Texts) {
    for (const auto &[Path, Text] : Texts) {
      std::string Copy = Object + "." + std::to_string(Replaced.size());
      if (llvm::Error Err = writeFile(Copy, Text))
        return Err;
      llvm::append_values(Replaced, "-Xclang", "-remap-file", "-Xclang",
                          Path + ";" + Copy);
    }
    return llvm::Error::success();
  }

  /// Compiles in silence, the fastest way. \returns whether that was possible.
  bool run() const {
    return hasPrelude()
               ? !run("-include-pch", Where.HostPrelude, /*Silent=*/true)
               : !run("-include", header(), /*Silent=*/true);
  }

  /// Compiles what \ref run could not, so that the compiler says why not.
  llvm::Error runAgain() const {
    std::optional<std::string> Why = run("-include", header(),
                                         /*Silent=*/false);
    if (!Why)
      return llvm::Error::success();
    return llvm::createStringError("'%s' cannot be compiled to run%s%s",
                                   File.Path.c_str(), Why->empty() ? "" : ": ",
                                   Why->c_str());
  }

private:
  /// What comes before the file.
  std::string header() const {
    return File.Written == Language::Cuda
               ? "cuda_runtime.h"
               : Where.RuntimeHeaders + "/tessera_run/globals.h";
  }

  bool hasPrelude() const {
    return File.Written == Language::Cuda && leavePreludeAlone(Flags) &&
           llvm::sys::fs::exists(Where.HostPrelude);
  }

  std::optional<std::string> run(const char *Option, const std::string &Prelude,
                                 bool Silent) const {
    std::vector<std::string> Command = compiler(Where, File.Written);
    llvm::append_values(Command, Option, Prelude);
    llvm::append_range(Command, Replaced);
    llvm::append_range(Command, flagsFor(File.Written, Flags));
    llvm::append_values(Command, "-c", "-x",
                        File.Written == Language::C ? "c" : "c++", File.Path,
                        "-o", Object);
    return execute(Command, Silent);
  }

  const SourceFile &File;
  const std::vector<std::string> &Flags;
  const Installation &Where;
  std::string Object;
  std::vector<std::string> Replaced;
};

} // namespace

/// Compiles all, several at a time.
static llvm::Error compile(llvm::ArrayRef<Compilation> All) {
  std::vector<char> Done(All.size());
  if (All.size() == 1) {
    Done[0] = All[0].run();
  } else {
    llvm::DefaultThreadPool Pool;
    for (size_t I = 0; I < All.size(); ++I)
      Pool.async([&, I] { Done[I] = All[I].run(); });
    Pool.wait();
  }
  for (size_t I = 0; I < All.size(); ++I)
    if (!Done[I])
      if (llvm::Error Err = All[I].runAgain())
        return Err;
  return llvm::Error::success();
}

/// What each of \p Files is compiled from.
static llvm::Expected<std::vector<FileTexts>>
translated(llvm::ArrayRef<SourceFile> Files,
           const std::vector<std::string> &Flags, const Installation &Where) {
  std::vector<FileTexts> Texts, WithOwnNames;
  DeviceNeeds Needs;
  for (const SourceFile &File : Files) {
    llvm::Expected<Translation> T = translate(File, Flags, Where);
    if (!T)
      return T.takeError();
    Needs.Names |= T->Needs.Names;
    Needs.Kernels.insert(T->Needs.Kernels.begin(), T->Needs.Kernels.end());
    Texts.push_back(std::move(T->Texts));
    WithOwnNames.push_back(std::move(T->WithOwnNames));
  }
  if (Files.size() == 1 || Needs.Names)
    return Texts;
  if (!Needs.Kernels.empty())
    for (auto [File, Own] : llvm::zip(Files, WithOwnNames)) {
      llvm::Expected<Translation> T =
          translate(File, Flags, Where, Needs.Kernels);
      if (!T)
        return T.takeError();
      Own = std::move(T->WithOwnNames);
    }
  return WithOwnNames;
}

llvm::Error compileProgram(llvm::ArrayRef<std::string> Sources,
                           const std::vector<std::string> &Flags,
                           const Installation &Where,
                           const TemporaryFolder &Scratch,
                           const std::string &Output) {
  llvm::Expected<std::vector<SourceFile>> Files =
      loadProgram(Sources, Flags, Where);
  if (!Files)
    return Files.takeError();
  llvm::Expected<std::vector<FileTexts>> Texts =
      translated(*Files, Flags, Where);
  if (!Texts)
    return Texts.takeError();
  std::vector<Compilation> All;
  std::vector<Object> Objects;
  for (auto [File, Own] : llvm::zip(*Files, *Texts)) {
    Objects.push_back(
        {Scratch.file("object" + std::to_string(All.size())), File.Path});
    All.emplace_back(File, Flags, Where, Objects.back().Path);
    if (llvm::Error Err = All.back().prepare(Own))
      return Err;
  }
  if (llvm::Error Err = compile(All))
    return Err;
  return linkProgram(Objects, Where, Output, Scratch.file("linker"));
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

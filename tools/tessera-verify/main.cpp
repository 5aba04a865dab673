//===- main.cpp - tessera-verify: do two programs compute the same? -------===//
#include "CommandLine.h"
#include "Compare.h"
#include "Execute.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace tessera::exec;
using namespace tessera::verify;

static const char Usage[] =
    "usage: tessera-verify [options] ORIGINAL.cu REWRITTEN.cu [-- ARGUMENTS]\n"
    "\n"
    "Runs both as tessera-run does, and compares what they print, how they\n"
    "exit, and every array that both have. Exit: 0 the same, 1 different, 2\n"
    "usage, 125 one cannot be run, 126 a check failed.\n"
    "\n"
    "  --seeds=K          how many orders of execution; 2\n"
    "  --ulp=N            let floating-point elements differ a little; 0\n"
    "  --no-check=LIST    of races, bounds, uninitialised, barriers\n"
    "  --timeout=SECONDS  end a run that takes longer, as a failed check\n"
    "  -DNAME=VALUE -IDIR -std=...  passed to the compiler\n";

namespace {
/// One of the two programs, compiled.
struct Program {
  std::string Source;
  std::string Executable;
};
} // namespace

static std::string contents(const std::string &Path) {
  auto Buffer = llvm::MemoryBuffer::getFile(Path);
  return Buffer ? (*Buffer)->getBuffer().str() : "";
}

/// Runs \p P. \returns the exit code of tessera-verify if that is the end.
static std::optional<int> run(const Program &P, RunOptions Options,
                              const TemporaryFolder &Scratch, Outcome &Result) {
  Options.DumpFile = Scratch.file("arrays");
  Options.StandardOut = Scratch.file("output");
  llvm::sys::fs::remove(Options.DumpFile);
  Result.ExitCode = runProgram(P.Executable, P.Source, Options, Scratch);
  Result.StandardOut = contents(*Options.StandardOut);
  if (Result.ExitCode == CannotRun || Result.ExitCode == CheckFailed) {
    llvm::errs() << "tessera-verify: error: '" << P.Source
                 << "' failed with seed " << Options.Seed << '\n';
    return Result.ExitCode;
  }
  llvm::Expected<std::vector<DumpedArray>> Arrays = readDump(Options.DumpFile);
  if (Arrays)
    Result.Arrays = std::move(*Arrays);
  else // a crash, or _exit: there is the exit code to compare
    llvm::consumeError(Arrays.takeError());
  return std::nullopt;
}

int main(int Argc, char **Argv) {
  CommandLine Line(Argc, Argv, {"--seeds", "--ulp", "--no-check", "--timeout"});
  if (Line.wantsHelp()) {
    llvm::outs() << Usage;
    return 0;
  }
  if (!Line.error().empty() || Line.files().size() != 2) {
    llvm::errs() << "tessera-verify: error: "
                 << (Line.error().empty() ? "two programs are needed"
                                          : Line.error())
                 << '\n'
                 << Usage;
    return 2;
  }
  std::string Self = llvm::sys::fs::getMainExecutable(
      Argv[0], reinterpret_cast<void *>(&main));
  llvm::Expected<Installation> Where = findInstallation(Self);
  if (!Where) {
    llvm::errs() << "tessera-verify: error: "
                 << llvm::toString(Where.takeError()) << '\n';
    return CannotRun;
  }
  TemporaryFolder Scratch;
  Program Programs[] = {{Line.files()[0], Scratch.file("original")},
                        {Line.files()[1], Scratch.file("rewritten")}};
  for (const Program &P : Programs)
    if (llvm::Error Err = compileProgram(P.Source, Line.flags(), *Where,
                                         Scratch, P.Executable)) {
      printFailure("tessera-verify", std::move(Err));
      return CannotRun;
    }

  RunOptions Options;
  Options.DisabledChecks = Line.value("--no-check", "") + ",leaks";
  Options.Seconds =
      std::strtoul(Line.value("--timeout", "0").c_str(), nullptr, 0);
  Options.Arguments = Line.arguments();
  uint64_t Seeds =
      std::strtoull(Line.value("--seeds", "2").c_str(), nullptr, 0);
  uint64_t Ulps = std::strtoull(Line.value("--ulp", "0").c_str(), nullptr, 0);
  size_t Compared = 0;
  for (Options.Seed = 0; Options.Seed < Seeds; ++Options.Seed) {
    Outcome Original, Rewritten;
    if (std::optional<int> Code = run(Programs[0], Options, Scratch, Original))
      return *Code;
    if (std::optional<int> Code = run(Programs[1], Options, Scratch, Rewritten))
      return *Code;
    if (auto Difference = firstDifference(Original, Rewritten, Ulps)) {
      llvm::errs() << "tessera-verify: error: " << *Difference << " (seed "
                   << Options.Seed << ") [different]\n";
      return 1;
    }
    Compared = commonArrays(Original, Rewritten);
  }
  llvm::outs() << "same: output, exit code and " << Compared
               << (Compared == 1 ? " array, " : " arrays, ") << Seeds
               << (Seeds == 1 ? " order" : " orders") << " of execution\n";
  return 0;
}

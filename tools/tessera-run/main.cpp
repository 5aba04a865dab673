//===- main.cpp - tessera-run: a CUDA program on the CPU ------------------===//
#include "CommandLine.h"
#include "Execute.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace tessera::exec;

static const char Usage[] =
    "usage: tessera-run [options] PROGRAM.cu [-- ARGUMENTS]\n"
    "\n"
    "Compiles PROGRAM.cu for the CPU and runs it, checking what its kernels\n"
    "do. Exit: the program's own code; 125 it cannot be run, 126 a check\n"
    "failed, 2 usage.\n"
    "\n"
    "  --seed=N           permute blocks, and threads between barriers; with "
    "an\n"
    "                     odd one streams run early, else late\n"
    "  --no-check=LIST    of races, bounds, uninitialised, barriers, leaks\n"
    "  --timeout=SECONDS  end a run that takes longer, as a failed check\n"
    "  --dump=FILE        write the final arrays, for tessera-verify\n"
    "  --keep=FILE        keep the executable\n"
    "  -DNAME=VALUE -IDIR -std=...  passed to the compiler\n";

int main(int Argc, char **Argv) {
  CommandLine Line(Argc, Argv,
                   {"--seed", "--no-check", "--timeout", "--dump", "--keep"});
  if (Line.wantsHelp()) {
    llvm::outs() << Usage;
    return 0;
  }
  if (!Line.error().empty() || Line.files().size() != 1) {
    llvm::errs() << "tessera-run: error: "
                 << (Line.error().empty() ? "one program is needed"
                                          : Line.error())
                 << '\n'
                 << Usage;
    return 2;
  }
  std::string Self = llvm::sys::fs::getMainExecutable(
      Argv[0], reinterpret_cast<void *>(&main));
  TemporaryFolder Scratch;
  RunOptions Options;
  Options.Seed = std::strtoull(Line.value("--seed", "0").c_str(), nullptr, 0);
  Options.DisabledChecks = Line.value("--no-check", "");
  Options.Seconds =
      std::strtoul(Line.value("--timeout", "0").c_str(), nullptr, 0);
  Options.DumpFile = Line.value("--dump", "");
  Options.Arguments = Line.arguments();
  std::string Program = Line.files().front();
  std::string Executable = Line.value("--keep", Scratch.file("program"));

  llvm::Expected<Installation> Where = findInstallation(Self);
  llvm::Error Err =
      Where ? compileProgram(Program, Line.flags(), *Where, Scratch, Executable)
            : Where.takeError();
  if (Err) {
    printFailure("tessera-run", std::move(Err));
    return CannotRun;
  }
  return runProgram(Executable, Program, Options, Scratch);
}

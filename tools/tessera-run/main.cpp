//===- main.cpp - tessera-run: a CUDA program on the CPU ------------------===//
#include "CommandLine.h"
#include "Compile.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

namespace cl = llvm::cl;
using namespace tessera::exec;

static const char Overview[] =
    "compiles a CUDA program of one or several files for the CPU and runs it,\n"
    "checking what its kernels do; files in C and C++ are its host code,\n"
    "`-- ARGUMENTS` at the end are the program's. Exit: the program's own\n"
    "code; 125 it cannot be run, 126 a check failed, 2 usage\n";

static cl::opt<uint64_t>
    Seed("seed", cl::value_desc("N"),
         cl::desc("permute blocks, and threads between barriers; with an odd "
                  "one streams run early, else late"),
         cl::cat(Category));
static cl::opt<std::string>
    Dump("dump", cl::value_desc("FILE"),
         cl::desc("write the final arrays, for tessera-verify"),
         cl::cat(Category));
static cl::opt<bool>
    TraceCopies("trace-copies",
                cl::desc("print each copy between host and device, and a sum"),
                cl::cat(Category));
static cl::opt<std::string> Keep("keep", cl::value_desc("FILE"),
                                 cl::desc("keep the executable"),
                                 cl::cat(Category));

int main(int Argc, char **Argv) {
  CommandLine Line =
      readCommandLine(Argc, Argv, "tessera-run", Overview, "FILE.cu...");
  if (Line.Exit)
    return *Line.Exit;
  std::string Self = llvm::sys::fs::getMainExecutable(
      Argv[0], reinterpret_cast<void *>(&main));
  TemporaryFolder Scratch;
  Line.Run.Seed = Seed;
  Line.Run.DumpFile = Dump;
  Line.Run.TraceCopies = TraceCopies;
  std::string Executable = Keep.empty() ? Scratch.file("program") : Keep;

  llvm::Expected<Installation> Where = findInstallation(Self);
  llvm::Error Err = Where ? compileProgram(Line.Files, Line.Flags, *Where,
                                           Scratch, Executable)
                          : Where.takeError();
  if (Err) {
    printFailure("tessera-run", std::move(Err));
    return CannotRun;
  }
  return runProgram(Executable, Line.Files.front(), Line.Run, Scratch);
}

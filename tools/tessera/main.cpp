//===- main.cpp - The command line tool -----------------------------------===//
#include "tessera/Driver/Options.h"
#include "tessera/Driver/Run.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/raw_ostream.h"
#include <csignal>

int main(int Argc, const char **Argv) {
  llvm::InitLLVM Init(Argc, Argv);
  llvm::setBugReportMsg("please report the input, and this:\n");
  std::signal(SIGXFSZ, SIG_IGN); // it is an error of writing like others
  tessera::CommandLine Line =
      tessera::readCommandLine(Argc, Argv, llvm::outs(), llvm::errs());
  if (Line.Exit)
    return *Line.Exit;
  return tessera::run(Line.Opts, llvm::outs(), llvm::errs());
}

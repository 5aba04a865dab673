//===- main.cpp - The command line tool -----------------------------------===//
#include "tessera/Driver/Options.h"
#include "tessera/Driver/Pipeline.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace tessera;

int main(int Argc, const char **Argv) {
  CommandLine Line =
      readCommandLine(Argc, Argv, llvm::outs(), llvm::errs());
  if (Line.Exit)
    return *Line.Exit;
  for (const std::string &File : Line.Opts.Files) {
    auto Buffer = llvm::MemoryBuffer::getFile(File);
    llvm::Expected<Translation> T =
        translate(File, (*Buffer)->getBuffer(), Line.Opts);
    if (!T) {
      llvm::errs() << toString(T.takeError()) << "\n";
      return 1;
    }
    llvm::outs() << T->Text;
  }
  return 0;
}

//===- ClangRun.cpp - How Clang is run on a program -----------------------===//
#include "ClangRun.h"
#include "tessera/Frontend/SplicedSource.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/VirtualFileSystem.h"

namespace tessera {

std::string preludeOf(const FrontendOptions &Options) {
  return Options.StubDirectory + "/tessera_prelude.h";
}

std::vector<std::string> clangCommand(llvm::StringRef File,
                                      llvm::StringRef Text,
                                      const FrontendOptions &Options,
                                      std::optional<Prelude> First) {
  std::vector<std::string> Command = {
      "tessera",
      "-fsyntax-only",
      "-xcuda",
      "--cuda-host-only",
      "-std=gnu++17",
      "-resource-dir=" + Options.ResourceDirectory,
      "-fbracket-depth=256",    // Clang's own limit overflows its stack
      "-fno-caret-diagnostics", // no "1 error generated." on stderr
  };
  if (Options.CudaPath.empty()) {
    Command.insert(Command.end(), {"-nocudainc", "-nocudalib", "-isystem",
                                   Options.StubDirectory});
  } else {
    Command.insert(Command.end(),
                   {"--cuda-path=" + Options.CudaPath, "-nocudalib", "-isystem",
                    Options.CudaPath + "/include/cccl"});
  }
  // The guard of libstdc++'s header of these functions.
  if (First != Prelude::Whole)
    Command.push_back("-D_GLIBCXX_BITS_SPECFUN_H");
  if (First == Prelude::Precompiled)
    Command.insert(Command.end(), {"-include-pch", Options.PrecompiledPrelude});
  else if (First)
    Command.insert(Command.end(), {"-include", preludeOf(Options)});
  for (const std::string &Path : splicedHeaders(Text)) {
    llvm::StringRef Folder = llvm::sys::path::parent_path(Path);
    Command.push_back("-iquote" + (Folder.empty() ? "." : Folder.str()));
  }
  Command.insert(Command.end(), Options.Flags.begin(), Options.Flags.end());
  Command.push_back("-w"); // also if the flags have -Werror
  Command.push_back(File.str());
  return Command;
}

llvm::IntrusiveRefCntPtr<clang::FileManager> filesWith(llvm::StringRef File,
                                                       llvm::StringRef Text) {
  auto Memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  auto Disk = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(
      llvm::vfs::getRealFileSystem());
  Disk->pushOverlay(Memory);
  if (llvm::ErrorOr<std::string> Here = Disk->getCurrentWorkingDirectory())
    Memory->setCurrentWorkingDirectory(*Here);
  Memory->addFile(File, 0, llvm::MemoryBuffer::getMemBufferCopy(Text, File));
  for (const std::string &Path : splicedHeaders(Text))
    Memory->addFile(Path, 0, llvm::MemoryBuffer::getMemBufferCopy("", Path));
  return llvm::makeIntrusiveRefCnt<clang::FileManager>(
      clang::FileSystemOptions(), Disk);
}

/// Whether the precompiled prelude is what the file would get otherwise.
static bool hasPrecompiledPrelude(const FrontendOptions &Options) {
  return Options.CudaPath.empty() && leavePreludeAlone(Options.Flags) &&
         llvm::sys::fs::exists(Options.PrecompiledPrelude);
}

Prelude quickPrelude(const FrontendOptions &Options) {
  return hasPrecompiledPrelude(Options) ? Prelude::Precompiled
                                        : Prelude::WithoutSpecialFunctions;
}

} // namespace tessera

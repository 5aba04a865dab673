//===- ClangRun.cpp - How Clang is run on a program -----------------------===//
#include "source/ClangRun.h"
#include "tessera/Frontend/SplicedSource.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/Support/xxhash.h"
#include <set>

namespace tessera {

static constexpr llvm::StringLiteral HideMacros = "/tessera/hide_macros.h";
static constexpr llvm::StringLiteral ShowMacros = "/tessera/show_macros.h";

bool hidesMacros(llvm::StringRef Path) {
  return Path == HideMacros || Path == ShowMacros;
}

/// Whether a macro \p Name is the program's to choose, and no header's.
static bool isOwnMacro(llvm::StringRef Name) {
  return !Name.empty() && !Name.starts_with("_") && !Name.starts_with("NDEBUG");
}

/// The macros of \p Flags that only concern the program.
static std::set<std::string> ownMacros(const std::vector<std::string> &Flags) {
  std::set<std::string> Result;
  for (size_t I = 0; I < Flags.size(); ++I) {
    llvm::StringRef Flag = Flags[I];
    if (!Flag.consume_front("-D"))
      continue;
    if (Flag.empty() && I + 1 < Flags.size())
      Flag = Flags[++I];
    llvm::StringRef Name =
        Flag.take_until([](char C) { return C == '=' || C == '('; });
    if (isOwnMacro(Name))
      Result.insert(Name.str());
  }
  return Result;
}

bool leavePreludeAlone(const std::vector<std::string> &Flags) {
  for (size_t I = 0; I < Flags.size(); ++I) {
    llvm::StringRef Flag = Flags[I];
    if (!Flag.consume_front("-D") && !Flag.consume_front("-U"))
      return false;
    if (Flag.empty() && ++I < Flags.size())
      Flag = Flags[I];
    if (!isOwnMacro(Flag))
      return false;
  }
  return true;
}

std::string precompiledName(llvm::StringRef CudaPath) {
  if (CudaPath.empty())
    return "prelude.pch";
  return "prelude-" + llvm::utohexstr(llvm::xxh3_64bits(CudaPath)) + ".pch";
}

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
      // Warnings of nvcc's that are errors to Clang.
      "-Wno-register",
      "-Wno-c++11-narrowing",
      "-idirafter",
      Options.StubDirectory + "/host",
  };
  if (Options.CudaPath.empty()) {
    Command.insert(Command.end(), {"-nocudainc", "-nocudalib", "-isystem",
                                   Options.StubDirectory});
  } else {
    // As the driver has them, but for macros that are hidden meanwhile.
    Command.insert(Command.end(),
                   {"--cuda-path=" + Options.CudaPath, "-nocudalib",
                    "-nocudainc", "-isystem",
                    Options.ResourceDirectory + "/include/cuda_wrappers",
                    "-isystem", Options.CudaPath + "/include", "-isystem",
                    Options.CudaPath + "/include/cccl",
                    // Clang has them, which these headers do not know.
                    "-D_CG_CLUSTER_INTRINSICS_AVAILABLE"});
  }
  // The guard of libstdc++'s header of these functions.
  if (First != Prelude::Whole && First != Prelude::Older)
    Command.push_back("-D_GLIBCXX_BITS_SPECFUN_H");
  if (First == Prelude::Older)
    Command.push_back("-D__TESSERA_OLDER_CUDA__");
  if (First == Prelude::Precompiled)
    Command.insert(Command.end(),
                   {"-include-pch", Options.PrecompiledPrelude, "-Xclang",
                    "-fmodules-validate-system-headers"});
  if (First != Prelude::Precompiled && First)
    Command.insert(Command.end(), {"-include", HideMacros.str()});
  if (First != Prelude::Precompiled && !Options.CudaPath.empty())
    Command.insert(Command.end(),
                   {"-include", "__clang_cuda_runtime_wrapper.h"});
  if (First != Prelude::Precompiled && First)
    Command.insert(Command.end(), {"-include", preludeOf(Options), "-include",
                                   ShowMacros.str()});
  for (const std::string &Path : splicedHeaders(Text)) {
    llvm::StringRef Folder = llvm::sys::path::parent_path(Path);
    Command.push_back("-iquote" + (Folder.empty() ? "." : Folder.str()));
  }
  Command.insert(Command.end(), Options.Flags.begin(), Options.Flags.end());
  Command.push_back("-w"); // also if the flags have -Werror
  Command.push_back(File.str());
  return Command;
}

llvm::IntrusiveRefCntPtr<clang::FileManager>
filesWith(llvm::StringRef File, llvm::StringRef Text,
          const FrontendOptions &Options) {
  auto Memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  auto Disk = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(
      llvm::vfs::getRealFileSystem());
  Disk->pushOverlay(Memory);
  if (llvm::ErrorOr<std::string> Here = Disk->getCurrentWorkingDirectory())
    Memory->setCurrentWorkingDirectory(*Here);
  if (!File.empty())
    Memory->addFile(File, 0, llvm::MemoryBuffer::getMemBufferCopy(Text, File));
  for (const std::string &Path : splicedHeaders(Text))
    Memory->addFile(Path, 0, llvm::MemoryBuffer::getMemBufferCopy("", Path));
  // The wrapper wants the toolkit's, and not one of the program's folders.
  if (!Options.CudaPath.empty())
    Memory->addFile(
        Options.ResourceDirectory + "/include/cuda.h", 0,
        llvm::MemoryBuffer::getMemBufferCopy("#include \"" + Options.CudaPath +
                                             "/include/cuda.h\"\n"));
  std::string Hide, Show;
  for (const std::string &Name : ownMacros(Options.Flags)) {
    Hide += "#pragma push_macro(\"" + Name + "\")\n#undef " + Name + "\n";
    Show += "#pragma pop_macro(\"" + Name + "\")\n";
  }
  Memory->addFile(HideMacros, 0, llvm::MemoryBuffer::getMemBufferCopy(Hide));
  Memory->addFile(ShowMacros, 0, llvm::MemoryBuffer::getMemBufferCopy(Show));
  return llvm::makeIntrusiveRefCnt<clang::FileManager>(
      clang::FileSystemOptions(), Disk);
}

/// Whether the precompiled prelude is what the file would get otherwise.
static bool hasPrecompiledPrelude(const FrontendOptions &Options) {
  return leavePreludeAlone(Options.Flags) &&
         llvm::sys::fs::exists(Options.PrecompiledPrelude);
}

Prelude quickPrelude(const FrontendOptions &Options) {
  return hasPrecompiledPrelude(Options) ? Prelude::Precompiled
                                        : Prelude::WithoutSpecialFunctions;
}

} // namespace tessera

//===- Installation.cpp - Where the tool's own files are ------------------===//
#include "files/Installation.h"
#include "clang/Basic/Version.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"
#include <cstdlib>
#include <isl/version.h>

namespace tessera {

std::string ownExecutable(const char *Argv0) {
  return llvm::sys::fs::getMainExecutable(
      Argv0, reinterpret_cast<void *>(&ownExecutable));
}

std::string ownFile(const char *Argv0, llvm::StringRef Name) {
  std::string Self = ownExecutable(Argv0);
  llvm::SmallString<128> Path(Self);
  llvm::sys::path::remove_filename(Path);
  llvm::sys::path::append(Path, "..", "lib", "tessera", Name);
  llvm::sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
  return std::string(Path);
}

std::string clangHeaders(const char *Argv0) {
  std::string Installed = ownFile(Argv0, "clang");
  return llvm::sys::fs::exists(Installed + "/include/stddef.h")
             ? Installed
             : TESSERA_RESOURCE_DIR;
}

std::string findToolkit() {
  for (const char *Variable : {"CUDA_PATH", "CUDA_HOME"})
    if (const char *Value = std::getenv(Variable))
      if (llvm::sys::fs::exists(std::string(Value) + "/include/cuda_runtime.h"))
        return Value;
  if (llvm::sys::fs::exists("/usr/local/cuda/include/cuda_runtime.h"))
    return "/usr/local/cuda";
  return "";
}

/// The version of the toolkit at \p Root, as its headers tell, or "none".
static std::string toolkitVersion(const std::string &Root) {
  auto Header = llvm::MemoryBuffer::getFile(Root + "/include/cuda.h");
  if (Root.empty() || !Header)
    return "none (built-in declarations)";
  llvm::Regex Define("#define[ \t]+CUDA_VERSION[ \t]+([0-9]+)");
  llvm::SmallVector<llvm::StringRef> Groups;
  unsigned Version = 0;
  if (!Define.match((*Header)->getBuffer(), &Groups) ||
      Groups[1].getAsInteger(10, Version))
    return "unknown";
  return std::to_string(Version / 1000) + "." +
         std::to_string(Version % 1000 / 10) + " at " + Root;
}

#ifdef NDEBUG
static constexpr const char *Assertions = "without";
#else
static constexpr const char *Assertions = "with";
#endif

void printVersion(llvm::raw_ostream &OS, llvm::StringRef Program) {
  OS << Program
     << " " TESSERA_VERSION "\n"
        "  LLVM " LLVM_VERSION_STRING "\n"
        "  Clang " CLANG_VERSION_STRING "\n"
        "  isl "
     << llvm::StringRef(isl_version()).trim().split("isl-").second << "\n"
     << "  CUDA " << toolkitVersion(findToolkit())
     << "\n"
        "  tested with CUDA " TESSERA_TESTED_CUDA "\n"
        "  built by "
#ifndef __clang__
        "GCC "
#endif
      __VERSION__ ", " TESSERA_BUILD_TYPE ", "
     << Assertions << " assertions\n";
}

} // namespace tessera

//===- Installation.cpp ---------------------------------------------------===//
#include "Installation.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

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
  Where.Linker = TESSERA_LINKER;
  std::string Headers = (path::parent_path(Root.str()) + "/clang").str();
  Where.ResourceDirectory =
      fs::exists(Headers + "/include") ? Headers : TESSERA_CLANG_RESOURCES;
  if (!fs::can_execute(Where.Linker)) {
    auto Found = llvm::sys::findProgramByName("ld.lld-22");
    if (!Found)
      Found = llvm::sys::findProgramByName("ld.lld");
    if (!Found)
      return llvm::createStringError("no ld.lld was found, of the package lld");
    Where.Linker = *Found;
  }
  return Where;
}

std::vector<std::string> thrustFlags(const Installation &Where) {
  return {"-DTHRUST_DEVICE_SYSTEM=THRUST_DEVICE_SYSTEM_CPP",
          "-I" + Where.RuntimeHeaders + "/first"};
}

} // namespace tessera::exec

//===- Verify.cpp ---------------------------------------------------------===//
#include "Verify.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>

namespace tessera {

std::vector<std::string> commonFlags(const std::vector<std::string> &All) {
  std::vector<std::string> Result;
  for (size_t I = 0; I < All.size(); ++I) {
    llvm::StringRef Flag = All[I];
    if (!Flag.starts_with("-D") && !Flag.starts_with("-I") &&
        !Flag.starts_with("-U") && !Flag.starts_with("-std="))
      continue;
    Result.push_back(All[I]);
    if (Flag.size() == 2 && I + 1 < All.size()) // the value stands alone
      Result.push_back(All[++I]);
  }
  return Result;
}

std::string whyNotVerified(const std::string &Verifier, const std::string &File,
                           llvm::StringRef Text,
                           const std::vector<std::string> &Flags) {
  if (!llvm::sys::fs::can_execute(Verifier))
    return "'" + Verifier + "' cannot be executed";
  llvm::SmallString<128> Result;
  int Descriptor = 0;
  if (std::error_code Code = llvm::sys::fs::createTemporaryFile(
          "tessera-verify", "cu", Descriptor, Result))
    return "no temporary file: " + Code.message();
  llvm::sys::RemoveFileOnSignal(Result);
  llvm::raw_fd_ostream(Descriptor, /*shouldClose=*/true) << Text;
  // Headers beside the input are not beside the copy.
  llvm::SmallString<128> Folder(File);
  llvm::sys::path::remove_filename(Folder);
  std::vector<std::string> Command = {
      Verifier, "-I" + (Folder.empty() ? "." : std::string(Folder))};
  for (std::string &Flag : commonFlags(Flags))
    Command.push_back(std::move(Flag));
  Command.push_back(File);
  Command.push_back(std::string(Result));
  std::vector<llvm::StringRef> Arguments(Command.begin(), Command.end());
  // What the program prints is not the result of ours.
  std::optional<llvm::StringRef> Redirects[] = {std::nullopt, "", std::nullopt};
  std::string Why;
  int Code = llvm::sys::ExecuteAndWait(Verifier, Arguments, std::nullopt,
                                       Redirects, 0, 0, &Why);
  llvm::sys::fs::remove(Result);
  llvm::sys::DontRemoveFileOnSignal(Result);
  switch (Code) {
  case 0:
    return "";
  case 1:
    return "the result does not compute the same";
  case 125:
    return "tessera-verify cannot run the program";
  case -1: // llvm takes 126, a failed check, for a program that cannot start
    return "a check failed";
  default:
    return "tessera-verify failed" + (Why.empty() ? "" : ": " + Why);
  }
}

} // namespace tessera

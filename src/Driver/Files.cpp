//===- Files.cpp ----------------------------------------------------------===//
#include "Files.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

namespace tessera {

bool hasText(const std::string &Path, llvm::StringRef Text) {
  auto Buffer = llvm::MemoryBuffer::getFile(Path);
  return Buffer && (*Buffer)->getBuffer() == Text;
}

std::string replaceFile(const std::string &Path, llvm::StringRef Text,
                        bool IsNew) {
  if (!IsNew && hasText(Path, Text))
    return "";
  llvm::Error Err =
      llvm::writeToOutput(Path, [&](llvm::raw_ostream &OS) -> llvm::Error {
        OS << Text;
        return llvm::Error::success();
      });
  std::string Why;
  llvm::handleAllErrors(
      std::move(Err),
      [&](const llvm::FileError &E) { Why = E.messageWithoutFileInfo(); },
      [&](const llvm::ErrorInfoBase &E) { Why = E.message(); });
  return Why;
}

} // namespace tessera

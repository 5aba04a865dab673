//===- Files.cpp ----------------------------------------------------------===//
#include "files/Files.h"
#include "tessera/Support/Diagnostics.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

namespace tessera {

std::string absolutePath(llvm::StringRef Path) {
  llvm::SmallString<128> Full(Path);
  llvm::sys::fs::make_absolute(Full);
  llvm::sys::path::remove_dots(Full, /*remove_dot_dot=*/true);
  return std::string(Full);
}

bool hasText(const std::string &Path, llvm::StringRef Text) {
  auto Buffer = llvm::MemoryBuffer::getFile(Path);
  return Buffer && (*Buffer)->getBuffer() == Text;
}

/// Largest source file.
static constexpr size_t MaximalSource = 16 << 20;

llvm::Expected<std::string> readSource(const std::string &Path) {
  auto Fail = [&](const std::string &Why) {
    return reject(DiagKind::CannotRead, SourcePlace::nowhere(), Path, Why);
  };
  llvm::Expected<llvm::sys::fs::file_t> File =
      Path == StandardInput ? llvm::sys::fs::getStdinHandle()
                            : llvm::sys::fs::openNativeFileForRead(Path);
  if (!File)
    return Fail(llvm::errorToErrorCode(File.takeError()).message());
  auto Close = llvm::scope_exit([&] {
    if (Path != StandardInput)
      llvm::sys::fs::closeFile(*File);
  });
  std::string Text;
  while (Text.size() <= MaximalSource) {
    const size_t Before = Text.size();
    Text.resize(Before + (1 << 16));
    llvm::Expected<size_t> Size = llvm::sys::fs::readNativeFile(
        *File,
        llvm::MutableArrayRef(Text.data(), Text.size()).drop_front(Before));
    if (!Size)
      return Fail(llvm::errorToErrorCode(Size.takeError()).message());
    Text.resize(Before + *Size);
    if (*Size != 0)
      continue;
    if (llvm::hasUTF16ByteOrderMark(Text))
      return Fail("it is in UTF-16 or UTF-32, and not in UTF-8");
    return Text;
  }
  return Fail("it has more than " + std::to_string(MaximalSource >> 20) +
              " MiB");
}

/// Writes all of \p Text. \returns why that failed; empty if it did not.
static std::string writeTo(int Descriptor, llvm::StringRef Text) {
  llvm::raw_fd_ostream OS(Descriptor, /*shouldClose=*/false);
  OS << Text;
  OS.flush();
  const std::error_code Code = OS.error();
  OS.clear_error(); // or it ends the program
  return Code ? Code.message() : "";
}

std::string replaceFile(const std::string &Path, llvm::StringRef Text,
                        bool IsNew) {
  llvm::sys::fs::file_status Status;
  const bool Exists = !llvm::sys::fs::status(Path, Status);
  if (Exists && !llvm::sys::fs::is_regular_file(Status) &&
      !llvm::sys::fs::is_directory(Status)) { // a device, or a pipe
    int Descriptor = 0;
    if (std::error_code Code = llvm::sys::fs::openFileForWrite(
            Path, Descriptor, llvm::sys::fs::CD_OpenExisting))
      return Code.message();
    std::string Why = writeTo(Descriptor, Text);
    llvm::sys::fs::closeFile(Descriptor);
    return Why;
  }
  // A link stays one.
  llvm::SmallString<128> Target(Path);
  unsigned Mode = llvm::sys::fs::all_read | llvm::sys::fs::all_write;
  if (Exists) {
    llvm::sys::fs::real_path(Path, Target);
    if (!IsNew && hasText(std::string(Target), Text))
      return "";
    Mode = Status.permissions() & llvm::sys::fs::all_perms;
  }
  llvm::Expected<llvm::sys::fs::TempFile> New =
      llvm::sys::fs::TempFile::create(Target + ".temp-%%%%%%", Mode);
  if (!New)
    return llvm::errorToErrorCode(New.takeError()).message();
  if (std::string Why = writeTo(New->FD, Text); !Why.empty()) {
    llvm::consumeError(New->discard());
    return Why;
  }
  if (llvm::Error Failed = New->keep(Target))
    return llvm::errorToErrorCode(std::move(Failed)).message();
  return "";
}

} // namespace tessera

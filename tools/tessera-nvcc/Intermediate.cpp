//===- Intermediate.cpp ---------------------------------------------------===//
#include "Intermediate.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace tessera::nvcc {

Intermediates::Intermediates(const CompilerCommand &Command) {
  if (Command.Output)
    Folder = *Command.Output;
  else
    Folder = path::stem(Command.Inputs.front()).str() + ".o";
  Folder += ".tessera";
}

Intermediates::~Intermediates() {
  if (!Kept && Count)
    fs::remove_directories(Folder);
}

llvm::Expected<std::string> Intermediates::pathFor(llvm::StringRef Source) {
  // Several sources may have one name.
  llvm::SmallString<128> Path(Folder);
  if (Count++)
    path::append(Path, std::to_string(Count));
  if (std::error_code Code = fs::create_directories(Path))
    return llvm::createStringError(Code, "cannot make the folder '%s': %s",
                                   Path.c_str(), Code.message().c_str());
  path::append(Path, path::filename(Source));
  return std::string(Path);
}

/// \p Path as dependency files spell it.
static std::string escaped(llvm::StringRef Path) {
  std::string Text;
  for (char C : Path)
    Text += (C == ' ' || C == '#' ? "\\"
             : C == '$'           ? "$"
                                  : "") +
            std::string(1, C);
  return Text;
}

std::string nameSource(const std::string &File, const std::string &Translated,
                       const std::string &Source) {
  auto Buffer = llvm::MemoryBuffer::getFile(File);
  if (!Buffer)
    return "";
  std::string Text = (*Buffer)->getBuffer().str();
  const std::string Old = escaped(Translated), New = escaped(Source);
  for (size_t At = 0; (At = Text.find(Old, At)) != std::string::npos;
       At += New.size())
    Text.replace(At, Old.size(), New);
  llvm::Error Failed =
      llvm::writeToOutput(File, [&](llvm::raw_ostream &OS) -> llvm::Error {
        OS << Text;
        return llvm::Error::success();
      });
  return Failed ? toString(std::move(Failed)) : "";
}

} // namespace tessera::nvcc

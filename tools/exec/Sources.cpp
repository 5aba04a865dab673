//===- Sources.cpp --------------------------------------------------------===//
#include "Sources.h"
#include "HeaderArrays.h"
#include "files/LineDirectives.h"
#include "tessera/Emit/HostEdits.h"
#include "tessera/Frontend/Frontend.h"
#include "tessera/Frontend/SplicedSource.h"
#include "tessera/Frontend/TokenSpelling.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <optional>

namespace tessera::exec {

static Language languageOf(llvm::StringRef Path) {
  llvm::StringRef Ending = llvm::sys::path::extension(Path);
  if (Ending == ".c")
    return Language::C;
  return llvm::is_contained({".cpp", ".cc", ".cxx", ".c++", ".C"}, Ending)
             ? Language::Cxx
             : Language::Cuda;
}

std::vector<std::string> flagsFor(Language Written,
                                  const std::vector<std::string> &All) {
  std::vector<std::string> Result;
  for (llvm::StringRef Flag : All)
    if (!Flag.starts_with("-std=") ||
        Flag.contains("++") == (Written != Language::C))
      Result.push_back(Flag.str());
  return Result;
}

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
filesWith(const FileTexts &Texts) {
  auto Memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  llvm::SmallString<128> Here;
  llvm::sys::fs::current_path(Here);
  Memory->setCurrentWorkingDirectory(Here);
  for (const auto &[Path, Text] : Texts)
    Memory->addFile(Path, 0, llvm::MemoryBuffer::getMemBufferCopy(Text, Path));
  auto Overlay = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(
      llvm::vfs::getRealFileSystem());
  Overlay->pushOverlay(Memory);
  return Overlay;
}

/// What the frontend makes of a file; nothing if it does not parse: the parse
/// that follows tells what is wrong.
static std::optional<Program> plain(const SourceFile &File,
                                    const FrontendOptions &Options) {
  llvm::Expected<Program> P =
      readProgram(File.Path, File.Texts.at(File.Path), Options);
  if (P)
    return std::move(*P);
  llvm::consumeError(P.takeError());
  return std::nullopt;
}

/// The same of the file with the project's headers, if there are any and it
/// parses with them.
static std::optional<Program> withHeaders(const SourceFile &File,
                                          const FrontendOptions &Options) {
  std::optional<std::string> Spliced =
      spliceHeaders(File.Path, File.Texts.at(File.Path), Options).Text;
  if (!Spliced)
    return std::nullopt;
  llvm::Expected<Program> P = readProgram(File.Path, *Spliced, Options);
  if (P)
    return std::move(*P);
  llvm::consumeError(P.takeError());
  return std::nullopt;
}

static bool isOfSimpleModel(const Program &P) {
  return llvm::any_of(P.Host.Variables, [](const SharedVariable &V) {
    return V.D == SharedVariable::Dialect::SimpleModel;
  });
}

/// Gives \p File, which is \p P, the texts of managed CUDA. Lines keep their
/// numbers.
static llvm::Error spellManaged(SourceFile &File, const Program &P) {
  llvm::Expected<TracedText> Spelled = toManagedSpelling(P);
  if (!Spelled)
    return Spelled.takeError();
  const SplitSource Old = split(P.Source), New = split(Spelled->Text);
  const std::vector<std::vector<unsigned>> Lines =
      splitLines(P.Source, Spelled->Text, Spelled->Lines);
  if (Old.Main != New.Main)
    File.Texts[File.Path] = withLineDirectives(File.Path, New.Main, Lines[0]);
  for (size_t I = 0; I < New.Headers.size(); ++I)
    if (const SplicedHeader &H = New.Headers[I]; Old.Headers[I].Text != H.Text)
      File.Texts[H.Path] = withLineDirectives(H.Path, H.Text, Lines[1 + I]);
  return llvm::Error::success();
}

llvm::Expected<std::vector<SourceFile>>
loadProgram(llvm::ArrayRef<std::string> Paths,
            const std::vector<std::string> &Flags, const Installation &Where) {
  std::vector<SourceFile> Files;
  for (const std::string &Path : Paths) {
    auto Buffer = llvm::MemoryBuffer::getFile(Path);
    if (!Buffer)
      return llvm::createStringError(Buffer.getError(), "cannot read '%s': %s",
                                     Path.c_str(),
                                     Buffer.getError().message().c_str());
    const Language Written = languageOf(Path);
    llvm::StringRef Text = (*Buffer)->getBuffer();
    Files.push_back({Path,
                     Written,
                     {{Path, Written == Language::Cuda ? spelledForClang(Text)
                                                       : Text.str()}}});
  }
  FrontendOptions Options;
  Options.StubDirectory = Where.Declarations;
  Options.ResourceDirectory = Where.ResourceDirectory;
  Options.PrecompiledPrelude = Where.FrontendPrelude;
  Options.Flags = flagsFor(Language::Cuda, Flags);
  Options.Directives = false; // they are no part of what a program means
  // Launches of kernels that other files define are launches, too.
  auto Others = std::make_shared<OtherFiles>();
  Others->Known = false;
  Options.Others = std::move(Others);
  // To look for headers takes time, and most have none of the arrays.
  std::vector<std::optional<Program>> Programs(Files.size());
  std::vector<char> HasHeaders(Files.size());
  auto Read = [&](size_t I) {
    std::optional<Program> P = withHeaders(Files[I], Options);
    HasHeaders[I] = true;
    return P;
  };
  bool SimpleModel = false;
  for (size_t I = 0; I < Files.size(); ++I) {
    const SourceFile &File = Files[I];
    if (File.Written != Language::Cuda)
      continue;
    if (mayHaveHeaderArrays(File.Path, File.Texts.at(File.Path), Flags))
      Programs[I] = Read(I);
    if (!Programs[I])
      Programs[I] = plain(File, Options);
    SimpleModel |= Programs[I] && isOfSimpleModel(*Programs[I]);
  }
  if (!SimpleModel)
    return Files;
  for (size_t I = 0; I < Files.size(); ++I) {
    Files[I].SimpleModel = true;
    if (Programs[I] && !HasHeaders[I]) // these may have launches
      if (std::optional<Program> P = Read(I))
        Programs[I] = std::move(P);
    if (Programs[I])
      if (llvm::Error Err = spellManaged(Files[I], *Programs[I]))
        return std::move(Err);
  }
  return Files;
}

} // namespace tessera::exec

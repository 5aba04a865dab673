//===- Sources.cpp --------------------------------------------------------===//
#include "Sources.h"
#include "LineDirectives.h"
#include "tessera/Emit/HostEdits.h"
#include "tessera/Frontend/Frontend.h"
#include "tessera/Frontend/SplicedSource.h"

#include "llvm/ADT/STLExtras.h"
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

/// What the frontend makes of a file with the project's headers, or without
/// any; nothing if neither parses: the parse that follows tells what is wrong.
static std::optional<Program> understood(const SourceFile &File,
                                         const FrontendOptions &Options) {
  const std::string &Source = File.Texts.at(File.Path);
  if (std::optional<std::string> Spliced =
          spliceHeaders(File.Path, Source, Options)) {
    llvm::Expected<Program> P = readProgram(File.Path, *Spliced, Options);
    if (P)
      return std::move(*P);
    llvm::consumeError(P.takeError());
  }
  llvm::Expected<Program> P = readProgram(File.Path, Source, Options);
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
  llvm::Expected<std::string> Spelled = toManagedSpelling(P);
  if (!Spelled)
    return Spelled.takeError();
  const SplitSource Old = split(P.Source), New = split(*Spelled);
  if (Old.Main != New.Main)
    File.Texts[File.Path] = withLineDirectives(File.Path, Old.Main, New.Main);
  for (const auto &[Before, After] : llvm::zip(Old.Headers, New.Headers))
    if (Before.Text != After.Text)
      File.Texts[After.Path] =
          withLineDirectives(After.Path, Before.Text, After.Text);
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
    Files.push_back(
        {Path, languageOf(Path), {{Path, (*Buffer)->getBuffer().str()}}});
  }
  FrontendOptions Options;
  Options.StubDirectory = Where.Declarations;
  Options.ResourceDirectory = Where.ResourceDirectory;
  Options.PrecompiledPrelude = Where.FrontendPrelude;
  Options.Flags = flagsFor(Language::Cuda, Flags);
  // Launches of kernels that other files define are launches, too.
  auto Others = std::make_shared<OtherFiles>();
  Others->Known = false;
  Options.Others = std::move(Others);
  std::vector<std::optional<Program>> Programs;
  for (const SourceFile &File : Files)
    Programs.push_back(File.Written == Language::Cuda
                           ? understood(File, Options)
                           : std::nullopt);
  if (llvm::any_of(Programs, [](const std::optional<Program> &P) {
        return P && isOfSimpleModel(*P);
      }))
    for (auto [File, P] : llvm::zip(Files, Programs))
      if (P)
        if (llvm::Error Err = spellManaged(File, *P))
          return std::move(Err);
  return Files;
}

} // namespace tessera::exec

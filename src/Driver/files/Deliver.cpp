//===- Deliver.cpp - Results go where they were asked for -----------------===//
#include "files/Deliver.h"
#include "files/Files.h"
#include "files/LineDirectives.h"
#include "files/Revert.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace tessera {

std::string targetOf(const std::string &File, const Options &Opts) {
  if (Opts.InPlace)
    return File;
  if (Opts.OutputDirectory.empty())
    return Opts.Output;
  llvm::SmallString<128> Path(Opts.OutputDirectory);
  llvm::sys::path::append(Path, llvm::sys::path::filename(File));
  return std::string(Path);
}

static llvm::Error cannotWrite(const std::string &Path,
                               const std::string &Why) {
  return reject(DiagKind::CannotWrite, SourcePlace::nowhere(), Path, Why);
}

static llvm::Error write(const std::string &Path, llvm::StringRef Text,
                         bool IsNew = false) {
  const std::string Why = replaceFile(Path, Text, IsNew);
  return Why.empty() ? llvm::Error::success() : cannotWrite(Path, Why);
}

/// \p Path as make reads it.
static std::string escaped(llvm::StringRef Path) {
  std::string Text;
  for (char C : Path) {
    if (C == ' ' || C == '#')
      Text += '\\';
    Text += C == '$' ? "$$" : std::string(1, C);
  }
  return Text;
}

/// \p Path as others may shorten it: they take the folder before `..` away,
/// which is wrong for a link.
static std::string resolved(const std::string &Path) {
  llvm::SmallString<128> Real;
  if (!llvm::sys::path::is_absolute(Path) ||
      !llvm::StringRef(Path).contains("/../") ||
      llvm::sys::fs::real_path(Path, Real))
    return Path;
  return std::string(Real);
}

llvm::Error writeDependencies(const std::string &Target,
                              llvm::ArrayRef<std::string> Files,
                              const Options &Opts) {
  std::string Path =
      Opts.DependencyFile.empty() ? Target + ".d" : Opts.DependencyFile;
  std::string Text =
      escaped(Opts.DependencyTarget.empty() ? Target : Opts.DependencyTarget) +
      ":";
  for (const std::string &File : Files)
    Text += " \\\n  " + escaped(resolved(File));
  return write(Path, Text + "\n");
}

/// The text of \p F for who asked for it.
static std::string textOf(const TranslatedFile &F, const Options &Opts) {
  return Opts.LineDirectives && F.Text != F.Source
             ? withLineDirectives(F.Path, F.Text, F.Lines)
             : F.Text;
}

/// Whether \p Path, where something is to be written, is one of \p Read.
static bool wasRead(llvm::StringRef Path, llvm::ArrayRef<std::string> Read) {
  llvm::sys::fs::UniqueID Own;
  return !llvm::sys::fs::getUniqueID(Path, Own) &&
         llvm::any_of(Read, [&](const std::string &File) {
           llvm::sys::fs::UniqueID Id;
           return !llvm::sys::fs::getUniqueID(File, Id) && Id == Own;
         });
}

llvm::Error deliver(const FileResult &Result, const Options &Opts,
                    llvm::raw_ostream &Out) {
  const TranslatedProgram &P = Result.Program;
  const std::string Target = targetOf(Result.File, Opts);
  if (Target.empty()) {
    Out << textOf(P.main(), Opts);
    return llvm::Error::success();
  }
  if (!Opts.OutputDirectory.empty())
    if (std::error_code Code =
            llvm::sys::fs::create_directories(Opts.OutputDirectory))
      return cannotWrite(Opts.OutputDirectory, Code.message());
  if (Opts.InPlace && !Opts.Revert && P.main().Text != P.main().Source)
    if (llvm::Error Failed = keepBackup(Result.File, P.main().Source, Opts))
      return Failed;
  // What includes copies is written behind these, and anew if one has changed:
  // for a build that knows of the main file only, it is another one then.
  std::vector<std::pair<const TranslatedFile *, std::string>> Files;
  for (const TranslatedFile &F : llvm::reverse(P.Files)) {
    llvm::SmallString<128> Path(Target);
    if (&F != &P.main()) {
      if (F.CopyName.empty())
        continue;
      llvm::sys::path::remove_filename(Path);
      llvm::sys::path::append(Path, F.CopyName);
    }
    if (!Opts.InPlace && wasRead(Path, P.Whole.Dependencies))
      return cannotWrite(std::string(Path), "the translation has read it");
    if (llvm::sys::fs::is_directory(Path))
      return cannotWrite(std::string(Path), "it is a folder");
    Files.emplace_back(&F, std::string(Path));
  }
  bool IsNew = false;
  for (const auto &[File, Path] : Files) {
    const TranslatedFile &F = *File;
    const std::string Text = textOf(F, Opts);
    IsNew |= &F != &P.main() && !hasText(Path, Text);
    if (llvm::Error Failed = write(Path, Text, IsNew))
      return Failed;
  }
  if (Opts.InPlace && !Result.UsedBackup.empty())
    if (std::error_code Code = llvm::sys::fs::remove(Result.UsedBackup))
      return cannotWrite(Result.UsedBackup, Code.message());
  for (const std::string &Copy : Result.UsedCopies)
    if (Opts.InPlace)
      llvm::sys::fs::remove(Copy);
  return Opts.WriteDependencies
             ? writeDependencies(Target, P.Whole.Dependencies, Opts)
             : llvm::Error::success();
}

} // namespace tessera

//===- Revert.cpp - Backups, and back to the original ---------------------===//
#include "files/Revert.h"
#include "files/Files.h"
#include "files/KeptOriginal.h"
#include "project/TranslateFiles.h"
#include "tessera/Driver/Difference.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

namespace tessera {

/// What ends the names of backups; empty: none are made.
static std::string endingOf(const Options &Opts) {
  return Opts.Backup.value_or(Opts.KeepOriginal ? "" : ".orig");
}

/// The names of the backups of \p File, the oldest first, and of the next one.
static std::vector<std::string> backupNames(const std::string &File,
                                            const Options &Opts) {
  std::vector<std::string> Names{File + endingOf(Opts)};
  while (llvm::sys::fs::exists(Names.back()))
    Names.push_back(Names.front() + "." + std::to_string(Names.size()));
  return Names;
}

llvm::Error keepBackup(const std::string &File, llvm::StringRef Text,
                       const Options &Opts) {
  if (endingOf(Opts).empty())
    return llvm::Error::success();
  const std::vector<std::string> Names = backupNames(File, Opts);
  if (Names.size() > 1)
    if (auto Last = llvm::MemoryBuffer::getFile(Names.end()[-2]);
        Last && (*Last)->getBuffer() == Text)
      return llvm::Error::success();
  if (std::string Why = replaceFile(Names.back(), Text); !Why.empty())
    return reject(DiagKind::CannotWrite, SourcePlace::nowhere(), Names.back(),
                  Why);
  if (auto Mode = llvm::sys::fs::getPermissions(File)) // who may read it
    llvm::sys::fs::setPermissions(Names.back(), *Mode);
  return llvm::Error::success();
}

std::string beforeTranslation(const std::string &File, llvm::StringRef Text,
                              const Options &Opts) {
  if (keepsOriginal(Text)) {
    llvm::Expected<std::string> Original = keptOriginal(File, Text);
    if (Original)
      return std::move(*Original);
    llvm::consumeError(Original.takeError());
  } else if (!endingOf(Opts).empty()) {
    const std::vector<std::string> Names = backupNames(File, Opts);
    if (Names.size() > 1)
      if (auto Last = llvm::MemoryBuffer::getFile(Names.end()[-2]))
        return (*Last)->getBuffer().str();
  }
  return Text.str();
}

llvm::Expected<Reverted> revert(const std::string &File, llvm::StringRef Text,
                                const Options &Opts) {
  auto Fail = [&](SourcePlace Where, const std::string &Why) {
    return reject(DiagKind::NotReverted, Where, File, Why);
  };
  std::vector<std::string> Names;
  if (!endingOf(Opts).empty())
    Names = backupNames(File, Opts);
  const std::string Backup = Names.size() > 1 ? Names.end()[-2] : "";
  std::string Old;
  if (!Backup.empty()) {
    auto Buffer = llvm::MemoryBuffer::getFile(Backup);
    if (!Buffer)
      return reject(DiagKind::CannotRead, SourcePlace::nowhere(), Backup,
                    Buffer.getError().message());
    Old = (*Buffer)->getBuffer();
  }
  if (keepsOriginal(Text)) {
    llvm::Expected<std::string> Original = keptOriginal(File, Text);
    if (!Original)
      return Original.takeError();
    // A backup of the same text has served, too.
    return Reverted{*Original, *Original == Old ? Backup : "", {}};
  }
  if (Backup.empty())
    return Fail(SourcePlace::nowhere(),
                "it does not keep its original, and there is no backup" +
                    (Names.empty() ? "" : " '" + Names.front() + "'"));
  if (Text == Old)
    return Reverted{Old, Backup, {}};
  Options Plain = Opts;
  Plain.Revert = Plain.Diff = false;
  auto Again = translateProgram(File, Old, Plain, /*Target=*/File);
  auto Untranslated = [&](const std::string &Why) {
    return Fail(SourcePlace::nowhere(),
                "its backup '" + Backup + "' cannot be translated: " + Why);
  };
  if (!Again)
    return Untranslated(toString(Again.takeError()));
  for (const TranslatedFile &F : Again->Files)
    if (Again->Rejected && !F.Messages.empty())
      return Untranslated(F.Messages.front().message());
  const std::string &Made = Again->main().Text;
  if (Again->Rejected || Made == Old)
    return Fail(
        SourcePlace::nowhere(),
        "these options, which must be those of the translation, do not change "
        "its backup '" +
            Backup + "'");
  Patched Result = applyHunks(Text, difference(Made, Old, /*Around=*/1));
  if (!Result.FailedAt) {
    Reverted Done = {std::move(Result.Text), Backup, {}};
    for (const TranslatedFile &F : Again->Files) {
      llvm::SmallString<128> Path(llvm::sys::path::parent_path(File));
      llvm::sys::path::append(Path, F.CopyName);
      auto Copy = llvm::MemoryBuffer::getFile(Path);
      if (!F.CopyName.empty() && Copy && (*Copy)->getBuffer() == F.Text)
        Done.Copies.push_back(std::string(Path));
    }
    return Done;
  }
  return Fail({unsigned(lineOffset(Text, *Result.FailedAt))},
              "this line is not what these options, which must be those of the "
              "translation, make of its backup '" +
                  Backup + "'");
}

} // namespace tessera

//===- ExportFixes.cpp - All changes, for clang-apply-replacements --------===//
#include "tessera/Driver/Difference.h"
#include "tessera/Driver/Report.h"
#include "clang/Tooling/ReplacementsYaml.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace tessera {

static std::string absolute(llvm::StringRef File) {
  llvm::SmallString<128> Path(File);
  llvm::sys::fs::make_absolute(Path);
  llvm::sys::path::remove_dots(Path);
  return std::string(Path);
}

std::string renderFixes(const std::vector<FileReport> &Files) {
  clang::tooling::TranslationUnitReplacements All;
  for (const FileReport &File : Files) {
    const std::string Path = absolute(File.File);
    if (All.MainSourceFile.empty())
      All.MainSourceFile = Path;
    for (const Replacement &R : replacements(File.Source, File.Result))
      All.Replacements.emplace_back(Path, R.Where.Begin, R.Where.size(),
                                    R.Text);
  }
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  llvm::yaml::Output Yaml(OS);
  Yaml << All;
  return Text;
}

} // namespace tessera

//===- ExportFixes.cpp - All changes, for clang-apply-replacements --------===//
#include "tessera/Driver/Difference.h"
#include "tessera/Driver/Report.h"
#include "clang/Tooling/ReplacementsYaml.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"

namespace tessera {

static std::string absolute(llvm::StringRef File) {
  llvm::SmallString<128> Path(File);
  llvm::sys::fs::make_absolute(Path);
  llvm::sys::path::remove_dots(Path);
  return std::string(Path);
}

llvm::Expected<std::string> renderFixes(llvm::StringRef Path,
                                        const std::vector<FileReport> &Files) {
  clang::tooling::TranslationUnitReplacements All;
  for (const FileReport &File : Files) {
    const std::string Name = absolute(File.File);
    if (All.MainSourceFile.empty())
      All.MainSourceFile = Name;
    for (const Replacement &R : replacements(File.Source, File.Result)) {
      if (!llvm::json::isUTF8(R.Text))
        return reject(DiagKind::CannotWrite, SourcePlace::nowhere(), Path,
                      "YAML is UTF-8, and lines of '" + File.File +
                          "' that change are not");
      All.Replacements.emplace_back(Name, R.Where.Begin, R.Where.size(),
                                    R.Text);
    }
  }
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  llvm::yaml::Output Yaml(OS);
  Yaml << All;
  return Text;
}

} // namespace tessera

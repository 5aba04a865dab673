//===- TranslateText.cpp - One file of a program --------------------------===//
#include "project/ProjectIndex.h"
#include "steps/TranslateAlone.h"
#include "tessera/Frontend/TokenSpelling.h"

namespace tessera {

llvm::Expected<Translation>
translate(llvm::StringRef File, llvm::StringRef Source, const Options &Opts) {
  const std::string Plain = withPlainTokens(Source);
  llvm::Expected<Translation> Result = translateAlone(File, Plain, Opts);
  if (Result && Result->Text == Plain)
    Result->Text = Source.str(); // nothing changes
  const bool Writes =
      Opts.Print == PrintStage::None || Opts.Print == PrintStage::Source;
  if (Result && Opts.Project && Writes)
    if (llvm::Error Other =
            checkVersions(*Opts.Project, File, Result->VersionsForOthers))
      return std::move(Other);
  return Result;
}

} // namespace tessera

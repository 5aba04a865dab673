//===- EachFile.cpp - All input files, several at once --------------------===//
#include "files/EachFile.h"
#include "files/Jobs.h"
#include "files/TranslationArchive.h"
#include "messages/Progress.h"

namespace tessera {

/// The result that the process of \p File sent, or why it sent none.
static FileResult resultOf(const std::string &File, JobEnd End) {
  std::optional<FileResult> Result;
  if (End.Failure.empty())
    Result = fromBytes<FileResult>(End.Result);
  if (!Result) {
    Result.emplace();
    Result->File = File;
    Result->Errors = {{DiagKind::InternalError,
                       SourcePlace::nowhere(),
                       {std::move(End.Failure)}}};
  }
  Result->Stderr = std::move(End.Stderr);
  return std::move(*Result);
}

void translateEach(
    const Options &Opts, llvm::ArrayRef<Options> Each,
    llvm::raw_ostream &Errors,
    const std::function<void(FileResult, const Options &Own)> &Take) {
  const bool IsLong = Opts.Files.size() > 1 || !Opts.Verifier.empty();
  Progress Shown(Errors,
                 Opts.Quiet ? ProgressStyle::None
                            : progressStyle(Errors, IsLong, Opts.Progress),
                 Opts.Files.size());
  Jobs All;
  All.Count = Opts.Files.size();
  All.AtOnce = Opts.Jobs;
  All.Seconds = Opts.TimeLimit;
  All.Work = [&](size_t I, JobNote Note) {
    return toBytes(translateFile(Opts.Files[I], Each[I], Note));
  };
  All.Noted = [&](size_t I, llvm::StringRef What) {
    Shown.show(I + 1, What.empty() ? Opts.Files[I]
                                   : (What + " " + Opts.Files[I]).str());
  };
  All.Finish = [&](size_t I, JobEnd End) {
    Shown.clear();
    FileResult Result = resultOf(Opts.Files[I], std::move(End));
    const bool Ends = Result.isWrongUsage();
    Take(std::move(Result), Each[I]);
    return !Ends;
  };
  runJobs(All);
}

} // namespace tessera

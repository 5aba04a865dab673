//===- FileResult.cpp - What one input file gave --------------------------===//
#include "files/FileResult.h"
#include "files/Deliver.h"
#include "files/Files.h"
#include "files/KeptOriginal.h"
#include "files/Revert.h"
#include "project/ProjectIndex.h"
#include "steps/Verify.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

bool FileResult::isWrongUsage() const {
  auto IsOption = [](const Diagnostic &D) {
    return D.Kind == DiagKind::BadOption;
  };
  return llvm::any_of(Errors, IsOption) ||
         llvm::any_of(Program.Files, [&](const TranslatedFile &F) {
           return llvm::any_of(F.Messages, IsOption);
         });
}

bool FileResult::leftKernels() const {
  return !failed() && llvm::any_of(Program.Files, [](const TranslatedFile &F) {
    return llvm::any_of(F.Messages, [](const Diagnostic &D) {
      return D.Kind == DiagKind::InternalError;
    });
  });
}

std::vector<Diagnostic> FileResult::problems() const {
  std::vector<Diagnostic> Result;
  if (Program.Rejected)
    for (const TranslatedFile &F : Program.Files)
      llvm::append_range(Result, F.Messages);
  llvm::append_range(Result, Errors);
  return Result;
}

/// Lets the compiler have the file as it is.
static void passThrough(TranslatedProgram &P) {
  P.Rejected = false;
  for (TranslatedFile &F : P.Files) {
    F.Text = F.Source;
    F.CopyName.clear();
    for (Diagnostic &D : F.Messages) {
      D.Arguments = {D.message()};
      D.Kind = DiagKind::PassedThrough;
    }
  }
}

/// \p All, and what the other files of the program of \p File say.
static llvm::Expected<Options> withOthers(Options All,
                                          const std::string &File) {
  if (All.Print == PrintStage::Index) {
    auto Nothing = std::make_shared<OtherFiles>();
    Nothing->Known = false;
    All.Frontend.Others = Nothing;
  }
  if (!All.Project)
    return All;
  llvm::Expected<OtherFiles> Others =
      othersOf(*All.Project, File, /*MayBeStale=*/All.Revert);
  if (!Others)
    return Others.takeError();
  All.Frontend.Others = std::make_shared<OtherFiles>(std::move(*Others));
  return All;
}

static llvm::Error revertFile(FileResult &Result, llvm::StringRef Source,
                              const Options &Opts) {
  llvm::Expected<Options> Own = withOthers(Opts, Result.File);
  if (!Own)
    return Own.takeError();
  llvm::Expected<Reverted> Old = revert(Result.File, Source, *Own);
  if (!Old)
    return Old.takeError();
  Result.Program.main().Text = std::move(Old->Text);
  Result.UsedBackup = std::move(Old->Backup);
  Result.UsedCopies = std::move(Old->Copies);
  return llvm::Error::success();
}

static llvm::Error
translateInto(FileResult &Result, llvm::StringRef Source, const Options &All,
              llvm::function_ref<void(llvm::StringRef)> Note) {
  llvm::Expected<Options> Own = withOthers(All, Result.File);
  if (!Own)
    return Own.takeError();
  const Options &Opts = *Own;
  llvm::Expected<TranslatedProgram> Translated =
      translateProgram(Result.File, Source, Opts, targetOf(Result.File, Opts));
  if (!Translated)
    return Translated.takeError();
  TranslatedProgram &P = Result.Program = std::move(*Translated);
  if (P.Rejected && Opts.ForCompiler && isNotParsed(P))
    passThrough(P);
  if (P.Rejected)
    return llvm::Error::success();
  llvm::append_range(P.Whole.Dependencies, Opts.ConfigurationFiles);
  llvm::copy_if(Opts.ProjectFiles, std::back_inserter(P.Whole.Dependencies),
                [](const std::string &Index) { return !Index.empty(); });
  if (!Opts.Verifier.empty() && P.main().Text != Source) {
    Note("verifying");
    if (std::string Why =
            whyNotVerified(Opts.Verifier, Result.File, P, Opts.Frontend.Flags);
        !Why.empty())
      return reject(DiagKind::NotVerified, SourcePlace::nowhere(), Why);
  }
  const bool IsProgram =
      Opts.Print == PrintStage::None || Opts.Print == PrintStage::Source;
  if (IsProgram && (Opts.KeepOriginal || keepsOriginal(Source)))
    P.main().Text = withOriginal(P.main().Text, Source);
  return llvm::Error::success();
}

FileResult translateFile(const std::string &File, const Options &Opts,
                         llvm::function_ref<void(llvm::StringRef)> Note) {
  FileResult Result;
  Result.File = File;
  auto Fail = [&](DiagKind Kind, std::vector<std::string> Arguments) {
    Result.Errors.push_back(
        {Kind, SourcePlace::nowhere(), std::move(Arguments)});
  };
  llvm::Expected<std::string> Read = readSource(File);
  if (!Read) {
    llvm::cantFail(takeRejects(Read.takeError(), Result.Errors));
    return Result;
  }
  std::string Source = std::move(*Read);
  const bool OnlyReads = Opts.Print != PrintStage::None; // for an index
  if (Opts.Revert && OnlyReads)
    Source = beforeTranslation(File, Source, Opts);
  Result.Program.Files = {{File, Source, Source, {}, {}, "", {}, {}, {}, {}}};
  llvm::Error Failed = Opts.Revert && !OnlyReads
                           ? revertFile(Result, Source, Opts)
                           : translateInto(Result, Source, Opts, Note);
  if (llvm::Error Other = takeRejects(std::move(Failed), Result.Errors))
    Fail(DiagKind::InternalError, {toString(std::move(Other))});
  return Result;
}

} // namespace tessera

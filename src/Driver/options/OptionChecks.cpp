//===- OptionChecks.cpp - Options taken together --------------------------===//
#include "files/Files.h"
#include "options/OutputOptions.h"
#include "options/ProjectOptions.h"
#include "tessera/Driver/Options.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <map>
#include <set>

namespace tessera {

/// Whether anything else than a report is asked for.
static bool hasOtherOutput(const Options &O) {
  return !O.Output.empty() || O.InPlace || !O.OutputDirectory.empty() ||
         O.Print != PrintStage::None || O.Check || O.Diff ||
         !O.Verifier.empty() || O.WriteDependencies;
}

/// What is wrong with the options of `--tune` and `--tune-results`, or nothing.
static std::string tuneContradiction(const Options &O) {
  if (O.TuneDirectory.empty())
    return "";
  if (O.Files.size() > 1)
    return "--tune takes one input file";
  if (hasOtherOutput(O) || !O.Report.empty())
    return "--tune writes to its folder only: it excludes other output";
  if (!O.Tiles || !O.PlanFile.empty())
    return "--tune excludes --no-tiles and --plan";
  if (O.Graphs)
    return "--tune times launches, which --graphs captures";
  return "";
}

namespace {

/// A file, however its path is spelled.
using FileId = llvm::sys::fs::UniqueID;

/// The regular file at \p Path, links followed; nothing if there is none.
std::optional<FileId> fileAt(const llvm::Twine &Path) {
  llvm::sys::fs::file_status Status;
  if (llvm::sys::fs::status(Path, Status) ||
      !llvm::sys::fs::is_regular_file(Status))
    return std::nullopt;
  return Status.getUniqueID();
}

/// What is written because of an option.
struct Target {
  const char *Option;
  std::string Path;
};

/// What is written besides the inputs themselves.
std::vector<Target> targetsOf(const Options &O) {
  std::vector<Target> Result = {
      {"-o", O.Output},          {"--report", O.Report},
      {"-MF", O.DependencyFile}, {"--export-fixes", O.FixesFile},
      {"--index", O.IndexFile},  {"--manual", O.ManualFile}};
  if (!O.OutputDirectory.empty())
    for (const std::string &File : O.Files) {
      llvm::SmallString<128> Path(O.OutputDirectory);
      llvm::sys::path::append(Path, llvm::sys::path::filename(File));
      Result.push_back({"--out-dir", std::string(Path)});
    }
  std::erase_if(Result, [](const Target &T) { return T.Path.empty(); });
  return Result;
}

/// Which files the translation reads because the command line names them.
std::vector<std::string> namedInputs(const Options &O) {
  std::vector<std::string> Result = O.Files;
  Result.push_back(O.PlanFile);
  Result.push_back(O.Configuration);
  Result.insert(Result.end(), O.ProjectFiles.begin(), O.ProjectFiles.end());
  std::erase(Result, "");
  return Result;
}

} // namespace

/// Which option would write over an input, or two over one file; or nothing.
static std::string overwriting(const Options &O) {
  std::map<FileId, std::string> Inputs;
  for (const std::string &File : namedInputs(O))
    if (std::optional<FileId> Id = fileAt(File))
      Inputs[*Id] = File;
  std::map<FileId, const char *> Written;
  for (const Target &T : targetsOf(O)) {
    std::optional<FileId> Id = fileAt(T.Path);
    if (!Id)
      continue;
    if (auto Input = Inputs.find(*Id); Input != Inputs.end())
      return std::string(T.Option) + " would overwrite the input '" +
             Input->second + "'" +
             (T.Option == llvm::StringRef("-o") ||
                      T.Option == llvm::StringRef("--out-dir")
                  ? "; -i replaces it and keeps a copy"
                  : "");
    auto [Other, IsNew] = Written.try_emplace(*Id, T.Option);
    if (!IsNew)
      return std::string(Other->second) + " and " + T.Option +
             " would write the same file '" + T.Path + "'";
  }
  return "";
}

/// What needs a name, which standard input has not, or nothing.
static std::string needsName(const Options &O) {
  if (!llvm::is_contained(O.Files, StandardInput.str()))
    return "";
  const std::pair<bool, const char *> Needs[] = {
      {O.InPlace, "-i"},
      {!O.OutputDirectory.empty(), "--out-dir"},
      {!O.TuneDirectory.empty(), "--tune"},
      {!O.IndexFile.empty(), "--index"},
      {!O.ProjectFiles.empty(), "--project"},
      {!O.FixesFile.empty(), "--export-fixes"},
      {O.WriteDependencies, "-MD"},
      {O.Analysis, "--analysis"},
      {O.Revert, "--revert"}};
  for (const auto &[Asked, Option] : Needs)
    if (Asked)
      return std::string(Option) + " needs a file's name, and '-' has none";
  return O.Files.size() > 1 ? "'-' stands alone: standard input is one file"
                            : "";
}

std::string contradiction(const Options &O) {
  if (!O.Explain.empty() || !O.ManualFile.empty())
    return !O.Files.empty() || !O.Output.empty() || O.InPlace ||
                   !O.OutputDirectory.empty() ||
                   (!O.Explain.empty() && !O.ManualFile.empty())
               ? "--explain and --manual stand alone, without an input and -o"
               : "";
  if (!O.TuneResults.empty())
    return !O.Files.empty() || !O.TuneDirectory.empty() || O.InPlace ||
                   !O.OutputDirectory.empty()
               ? "--tune-results takes results only, and writes with -o"
               : "";
  if (O.Files.empty())
    return O.DumpConfiguration ? "" : "no input file";
  if (std::string Wrong = needsName(O); !Wrong.empty())
    return Wrong;
  if (O.Analysis && (hasOtherOutput(O) || !O.TuneDirectory.empty()))
    return "--analysis prints a table: it excludes other output";
  if (std::string Wrong = tuneContradiction(O); !Wrong.empty())
    return Wrong;
  if (std::string Wrong = outputContradiction(O); !Wrong.empty())
    return Wrong;
  if (std::string Wrong = projectContradiction(O); !Wrong.empty())
    return Wrong;
  const unsigned Destinations =
      !O.Output.empty() + O.InPlace + !O.OutputDirectory.empty();
  const bool Indexes = !O.IndexFile.empty();
  if (Destinations > 1)
    return "-o, -i and --out-dir exclude each other";
  if (O.Check && Destinations)
    return "--check writes nothing: it excludes -o, -i and --out-dir";
  if (O.Files.size() > 1 && !O.Output.empty())
    return "-o takes one input file; use --out-dir for several";
  if (O.Print != PrintStage::None && Destinations)
    return "--print prints: it excludes -o, -i and --out-dir";
  if (O.Print != PrintStage::None && (O.Check || O.Diff))
    return "--print prints a stage: it excludes --check and --diff";
  if (!O.DependencyFile.empty() && !O.WriteDependencies)
    return "-MF needs -MD";
  if (!O.DependencyTarget.empty() && !O.WriteDependencies)
    return "-MT needs -MD";
  if (O.WriteDependencies && !Destinations && !Indexes)
    return "-MD names what it is for: it needs -o, -i or --out-dir";
  if (O.Files.size() > 1 && !O.DependencyFile.empty() && !Indexes)
    return "-MF takes one input file";
  if (O.Files.size() > 1 && !O.DependencyTarget.empty() && !Indexes)
    return "-MT takes one input file";
  std::set<llvm::StringRef> Names;
  for (const std::string &File : O.Files)
    if (!Names.insert(llvm::sys::path::filename(File)).second &&
        !O.OutputDirectory.empty())
      return "--out-dir would write '" + llvm::sys::path::filename(File).str() +
             "' twice";
  std::set<llvm::sys::fs::UniqueID> Inputs;
  for (const std::string &File : O.Files)
    if (llvm::sys::fs::UniqueID Id; O.InPlace &&
                                    !llvm::sys::fs::getUniqueID(File, Id) &&
                                    !Inputs.insert(Id).second)
      return "-i would write '" + File + "' twice";
  if (std::string Wrong = overwriting(O); !Wrong.empty())
    return Wrong;
  if (!O.Transfers && O.ImproveCopies)
    return "--improve-copies and --no-transfers exclude each other";
  if (!O.Tiles && !O.PlanFile.empty())
    return "--plan and --no-tiles exclude each other";
  if (!O.Transfers && O.Graphs)
    return "--graphs and --no-transfers exclude each other";
  if (!O.Transfers && (O.Pieces || O.AllGpus))
    return "--pieces and --gpus place transfers, which --no-transfers excludes";
  return "";
}

} // namespace tessera

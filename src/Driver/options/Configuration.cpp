//===- Configuration.cpp - `.tessera`, the options of a folder ------------===//
#include "options/Configuration.h"
#include "tessera/Driver/Messages.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

namespace tessera {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

static constexpr llvm::StringLiteral Name = ".tessera";

/// \p Path as the folder of \p Configuration means it.
static std::string fromFolderOf(llvm::StringRef Configuration,
                                llvm::StringRef Path) {
  if (path::is_absolute(Path))
    return Path.str();
  llvm::SmallString<128> Full(path::parent_path(Configuration));
  path::append(Full, Path);
  path::remove_dots(Full, /*remove_dot_dot=*/true);
  return std::string(Full);
}

/// Makes paths in the flags of \p C, which \p File holds, independent of where
/// the tool runs: those of `-I` and the like.
static void resolvePaths(llvm::StringRef File, Configuration &C) {
  if (C.Plan)
    C.Plan = fromFolderOf(File, *C.Plan);
  bool IsPath = false;
  for (std::string &Flag : C.Flags) {
    if (std::exchange(IsPath, false)) {
      Flag = fromFolderOf(File, Flag);
      continue;
    }
    for (llvm::StringRef Option : {"-I", "-isystem", "-iquote", "-include"})
      if (Flag == Option) {
        IsPath = true;
      } else if (Option == "-I" && llvm::StringRef(Flag).starts_with(Option)) {
        Flag = "-I" + fromFolderOf(File, llvm::StringRef(Flag).drop_front(2));
        break;
      }
  }
}

/// Adds what \p More says of kernels that \p To says nothing of.
static void addAssumed(std::vector<AssumedBlock> &To,
                       llvm::ArrayRef<AssumedBlock> More) {
  const size_t Own = To.size();
  for (const AssumedBlock &Block : More)
    if (llvm::none_of(llvm::ArrayRef(To).take_front(Own),
                      [&](const AssumedBlock &Known) {
                        return Known.Kernel == Block.Kernel;
                      }))
      To.push_back(Block);
}

/// Sets what \p Nearer sets in \p Into.
static void overlay(Configuration &Into, Configuration Nearer) {
  auto Take = [](auto &To, auto &From) {
    if (From)
      To = std::move(From);
  };
  Take(Into.Gpu, Nearer.Gpu);
  Take(Into.CudaPath, Nearer.CudaPath);
  Take(Into.Plan, Nearer.Plan);
  Take(Into.Kernel, Nearer.Kernel);
  Take(Into.Coarsen, Nearer.Coarsen);
  for (auto Member : {&Configuration::Tiles, &Configuration::Transfers,
                      &Configuration::Graphs, &Configuration::ImproveCopies,
                      &Configuration::AllowReassociation, &Configuration::Quiet,
                      &Configuration::AllGpus})
    Take(Into.*Member, Nearer.*Member);
  Take(Into.Pieces, Nearer.Pieces);
  Take(Into.SplitPhases, Nearer.SplitPhases);
  for (const auto &[Array, Shared] : Nearer.Arrays)
    Into.Arrays[Array] = Shared;
  addAssumed(Nearer.Assumed, Into.Assumed);
  Into.Assumed = std::move(Nearer.Assumed);
  llvm::append_range(Into.Flags, Nearer.Flags);
}

/// Sets in \p O what \p C sets and the command line does not.
static void apply(const Configuration &C, Options &O) {
  auto Take = [&](const char *Option, auto &To, const auto &From) {
    if (From && !O.Given.count(Option))
      To = *From;
  };
  Take("gpu", O.Gpu, C.Gpu);
  if (C.CudaPath && !O.Given.count("cuda-path"))
    O.Frontend.CudaPath = *C.CudaPath == "none" ? "" : *C.CudaPath;
  Take("plan", O.PlanFile, C.Plan);
  Take("kernel", O.KernelPattern, C.Kernel);
  Take("coarsen", O.Coarsen, C.Coarsen);
  Take("no-tiles", O.Tiles, C.Tiles);
  Take("no-transfers", O.Transfers, C.Transfers);
  Take("graphs", O.Graphs, C.Graphs);
  Take("improve-copies", O.ImproveCopies, C.ImproveCopies);
  Take("allow-reassociation", O.AllowReassociation, C.AllowReassociation);
  Take("q", O.Quiet, C.Quiet);
  O.Messages.Quiet = O.Quiet;
  Take("gpus", O.AllGpus, C.AllGpus);
  Take("pieces", O.Pieces, C.Pieces);
  Take("split-phases", O.SplitPhases, C.SplitPhases);
  // The last place of an array counts.
  std::vector<std::pair<std::string, bool>> Arrays(C.Arrays.begin(),
                                                   C.Arrays.end());
  for (const auto &Place : O.ForcedArrays)
    llvm::erase_if(Arrays, [&](auto &A) { return A.first == Place.first; });
  O.ForcedArrays.insert(O.ForcedArrays.begin(), Arrays.begin(), Arrays.end());
  addAssumed(O.Frontend.AssumedBlocks, C.Assumed);
  O.Frontend.Flags.insert(O.Frontend.Flags.begin(), C.Flags.begin(),
                          C.Flags.end());
}

/// What a configuration would have to say for \p O.
static Configuration configurationOf(const Options &O) {
  Configuration C;
  C.Gpu = O.Gpu;
  if (C.Gpu->empty())
    C.Gpu.reset();
  C.CudaPath = O.Frontend.CudaPath.empty() ? "none" : O.Frontend.CudaPath;
  if (!O.PlanFile.empty())
    C.Plan = O.PlanFile;
  if (!O.KernelPattern.empty())
    C.Kernel = O.KernelPattern;
  C.Coarsen = O.Coarsen;
  C.Tiles = O.Tiles;
  C.Transfers = O.Transfers;
  C.Graphs = O.Graphs;
  C.ImproveCopies = O.ImproveCopies;
  C.AllowReassociation = O.AllowReassociation;
  C.Quiet = O.Quiet;
  C.AllGpus = O.AllGpus;
  C.Pieces = O.Pieces;
  C.SplitPhases = O.SplitPhases;
  for (const auto &[Array, Shared] : O.ForcedArrays)
    C.Arrays[Array] = Shared;
  C.Assumed = O.Frontend.AssumedBlocks;
  C.Flags = O.Frontend.Flags;
  return C;
}

/// The configuration file in \p Folder or the first one in a folder around it;
/// empty if there is none. Another thing of that name is none.
static std::string findUpwards(llvm::StringRef Folder) {
  for (; !Folder.empty(); Folder = path::parent_path(Folder)) {
    llvm::SmallString<128> Path(Folder);
    path::append(Path, Name);
    if (fs::exists(Path) && !fs::is_directory(Path))
      return std::string(Path);
  }
  return "";
}

std::optional<Options> effectiveOptions(const Options &Opts,
                                        llvm::StringRef File,
                                        llvm::raw_ostream &Errors) {
  auto Fail = [&](llvm::StringRef Where, llvm::StringRef Text,
                  std::string Message, std::optional<size_t> Offset) {
    printMessage(
        Errors, Where, Text,
        {DiagKind::BadConfiguration,
         Offset ? SourcePlace{unsigned(*Offset)} : SourcePlace::nowhere(),
         {std::move(Message)}});
    return std::nullopt;
  };
  Options Own = Opts;
  if (Opts.Configuration == "none")
    return Own;
  llvm::SmallString<128> Full(
      Opts.Configuration.empty() ? File : llvm::StringRef(Opts.Configuration));
  if (std::error_code Code = fs::make_absolute(Full))
    return Fail(Full, "", Code.message(), std::nullopt);
  path::remove_dots(Full, /*remove_dot_dot=*/true);
  std::vector<Configuration> All; // the nearest first
  std::string Path = Opts.Configuration.empty()
                         ? findUpwards(path::parent_path(Full))
                         : std::string(Full);
  while (!Path.empty()) {
    auto Buffer = llvm::MemoryBuffer::getFile(Path);
    if (!Buffer)
      return Fail(Path, "", "cannot read it: " + Buffer.getError().message(),
                  std::nullopt);
    auto Read = readConfiguration((*Buffer)->getBuffer(), Opts.DeviceDirectory);
    if (const auto *Wrong = std::get_if<ConfigurationError>(&Read))
      return Fail(Path, (*Buffer)->getBuffer(), Wrong->Message, Wrong->Offset);
    Own.ConfigurationFiles.push_back(Path);
    All.push_back(std::move(std::get<Configuration>(Read)));
    resolvePaths(Path, All.back());
    Path = All.back().InheritParent.value_or(false)
               ? findUpwards(path::parent_path(path::parent_path(Path)))
               : "";
  }
  Configuration Effective;
  for (Configuration &C : llvm::reverse(All))
    overlay(Effective, std::move(C));
  apply(Effective, Own);
  if (std::string Wrong = contradiction(Own);
      !Wrong.empty() && !Own.ConfigurationFiles.empty())
    return Fail(Own.ConfigurationFiles.front(), "",
                "with the command line: " + Wrong, std::nullopt);
  return Own;
}

int dumpConfiguration(const Options &Opts, llvm::raw_ostream &Out,
                      llvm::raw_ostream &Errors) {
  std::optional<Options> Own = effectiveOptions(
      Opts, Opts.Files.empty() ? "input.cu" : Opts.Files.front(), Errors);
  if (!Own)
    return 1;
  for (const std::string &File : Own->ConfigurationFiles)
    Out << "# " << File << "\n";
  writeConfiguration(Out, configurationOf(*Own));
  return 0;
}

} // namespace tessera

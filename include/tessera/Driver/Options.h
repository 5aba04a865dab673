//===- Options.h - The command line, checked ------------------------------===//
#ifndef TESSERA_DRIVER_OPTIONS_H
#define TESSERA_DRIVER_OPTIONS_H

#include "tessera/Driver/MessageFilter.h"
#include "tessera/Frontend/CompilerCommand.h"
#include "tessera/Frontend/Frontend.h"
#include "tessera/Plan/PlanIO.h"
#include "tessera/Plan/Planner.h"
#include "tessera/Plan/SplitPhases.h"
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace tessera {

/// What `--print=` can show.
enum class PrintStage {
  None,
  Normal,
  Model,
  Tree,
  RoundTrip,
  Facts,
  Plan,
  Candidates,
  Edits,
  Source,
  Managed,
  Index,
};

struct ProjectIndex;

/// Everything the pipeline depends on besides the input file.
struct Options {
  FrontendOptions Frontend;
  std::vector<std::string> Files;
  bool HasFlags = false; ///< flags of the compiler are given behind `--`
  /// `-p`: the folder of compile_commands.json, or the file; empty: it is
  /// looked for above each file.
  std::string Database;
  bool DatabaseIsOptional = false; ///< files that it has not get no flags
  /// What the flags make code for.
  std::vector<std::string> Architectures;
  std::string IndexFile;   ///< `--index`; empty: none
  bool IndexHashes = true; ///< it tells when its files have changed
  /// What files that the index is made of have for flags, by name.
  std::map<std::string, CompilerCommand> FlagsOf;
  /// `--project`: indexes of the files of one program. An empty name is the
  /// index of \ref Files.
  std::vector<std::string> ProjectFiles;
  std::shared_ptr<const ProjectIndex> Project; ///< what these say
  bool Analysis = false; ///< `--analysis`: folders are among the files

  std::string Output;   ///< `-o`; empty: standard output
  bool InPlace = false; ///< `-i`
  std::string OutputDirectory;
  PrintStage Print = PrintStage::None;
  std::string PlanFile;
  std::optional<PlanRequest> Plan; ///< instead of one in a file
  std::string TuneDirectory;       ///< `--tune`; empty: none
  unsigned TuneCandidates = 0;     ///< at most so many for each kernel
  std::string TuneResults;         ///< `--tune-results`; empty: none
  std::string TuneFiles;           ///< holds measure.py and what it needs
  std::string Report;
  std::string OwnFolder; ///< of the tool: `lib/tessera`
  bool Diff = false;
  bool Check = false;
  std::string Verifier; ///< tessera-verify; empty: no `--verify`
  bool Quiet = false;
  MessageFilter Messages; ///< knows `Quiet`, too
  unsigned Jobs = 1;      ///< `-j`: so many files at once, at least 1
  std::optional<unsigned> TimeLimit; ///< seconds for each file
  bool Progress = false;             ///< also where there is no terminal
  bool Summary = false;              ///< also of one file
  bool Tiles = true;
  bool Transfers = true;
  bool Graphs = false;                  ///< `--graphs`
  std::optional<PhaseForm> SplitPhases; ///< `--split-phases`
  bool FuseLoops = true;                ///< one launch for a loop of launches
  bool ImproveCopies = false;
  bool AllowReassociation = false;
  SeveralOutputs Coarsen = SeveralOutputs::LargeLaunches; ///< `--coarsen`
  unsigned Start = 0;             ///< `--start`; 0: the version that pays
  std::optional<unsigned> Pieces; ///< that launches are cut into; 1: never
  bool AllGpus = false;           ///< `--gpus=all`
  std::string KernelPattern;      ///< a regular expression; empty: every kernel
  /// `--array=NAME:shared|global`: true is shared.
  std::vector<std::pair<std::string, bool>> ForcedArrays;
  std::string DeviceDirectory; ///< holds the device profiles
  std::string Gpu;             ///< a profile's name or `sm_XX`
  /// The result is for a compiler only: a file that cannot be parsed stays as
  /// it is, and `LineDirectives` holds.
  bool ForCompiler = false;
  bool LineDirectives = false; ///< compilers name lines of the input
  bool WriteDependencies = false;
  std::string DependencyFile;
  std::string FixesFile;             ///< `--export-fixes`; empty: none
  std::optional<std::string> Backup; ///< the ending; nothing: as usual
  bool KeepOriginal = false;
  bool Revert = false;
  std::string DependencyTarget; ///< `-MT`; empty: the file that is written
  std::string CacheDirectory;   ///< `--cache`; empty: none
  uint64_t CacheBytes = 0;      ///< it is kept below that
  std::string Executable;       ///< this program
  std::string Explain;          ///< `--explain`: an identity, or `list`
  std::string ManualFile;       ///< `--manual`; empty: none
  std::string ManualDirectory;  ///< holds a page for each identity
  std::string Configuration;    ///< `--config`; empty: what is found
  bool DumpConfiguration = false;
  std::set<std::string> Given; ///< options on the command line
  /// Whose options these are, besides the command line's: see effectiveOptions.
  std::vector<std::string> ConfigurationFiles;
};

/// The outcome of reading the command line.
struct CommandLine {
  Options Opts;
  /// Set when the program ends here: help, version, or a usage error (2).
  std::optional<int> Exit;
};

/// Reads `argv`. Messages about wrong usage go to \p Errors.
CommandLine readCommandLine(int Argc, const char **Argv, llvm::raw_ostream &Out,
                            llvm::raw_ostream &Errors);

/// A sentence on what is wrong with options taken together, or nothing.
std::string contradiction(const Options &Opts);

} // namespace tessera

#endif

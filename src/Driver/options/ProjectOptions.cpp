//===- ProjectOptions.cpp - Options on projects: flags, other files -------===//
//===//
#include "options/ProjectOptions.h"
#include "tessera/Support/OptionParsers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/StringSaver.h"

namespace cl = llvm::cl;

namespace tessera {

namespace {

cl::OptionCategory ProjectCategory("options on projects");

cl::opt<std::string>
    IndexFile("index", cl::value_desc("FILE"),
              cl::desc("write what the input files have for other files of "
                       "their program: kernels, launches, shared arrays"),
              cl::cat(ProjectCategory));
Option<bool> IndexHashes(
    "index-hashes", cl::init(true),
    cl::desc("let the index tell whether its files have changed since; "
             "--index-hashes=0 for builds, which know that themselves"),
    cl::cat(ProjectCategory));
cl::list<std::string>
    FlagsOf("flags-of", cl::value_desc("SOURCE=FILE"),
            cl::desc("what --index needs in tessera_transform: as --flags-file "
                     "for one of several inputs"),
            cl::Hidden, cl::cat(ProjectCategory));
cl::list<std::string>
    ProjectFiles("project", cl::value_desc("FILE"), cl::ValueOptional,
                 cl::desc("the input files belong to the program of this "
                          "index, or of several; without a value, they are "
                          "all of their program"),
                 cl::cat(ProjectCategory));
cl::opt<std::string> FlagsFile(
    "flags-file", cl::value_desc("FILE"),
    cl::desc("take compiler flags from here, too, one in each line; those of "
             "the command line follow"),
    cl::cat(ProjectCategory));

/// As for `--flags-file`.
std::string addFlagsFile(const std::string &File,
                         std::vector<std::string> &Flags) {
  auto Buffer = llvm::MemoryBuffer::getFile(File, /*IsText=*/true);
  if (!Buffer)
    return "--flags-file: cannot read '" + File +
           "': " + Buffer.getError().message();
  std::vector<std::string> All;
  llvm::BumpPtrAllocator Memory;
  llvm::StringSaver Saver(Memory);
  for (llvm::StringRef Line : llvm::split((*Buffer)->getBuffer(), '\n')) {
    Line = Line.trim("\r");
    llvm::SmallVector<const char *> Words;
    if (Line.consume_front("SHELL:"))
      cl::TokenizeGNUCommandLine(Line, Saver, Words);
    else if (!Line.empty())
      All.push_back(Line.str());
    All.insert(All.end(), Words.begin(), Words.end());
  }
  Flags.insert(Flags.begin(), All.begin(), All.end());
  return "";
}

/// The flags of `--flags-of`, by input file; or why they cannot be read.
std::string readFlagsOf(std::map<std::string, CompilerCommand> &Into) {
  for (const std::string &Value : FlagsOf) {
    auto [File, FlagsOfFile] = llvm::StringRef(Value).rsplit('=');
    std::vector<std::string> Flags;
    if (std::string Wrong = addFlagsFile(FlagsOfFile.str(), Flags);
        !Wrong.empty())
      return Wrong;
    llvm::Expected<CompilerCommand> Read =
        readCompilerCommand(Flags, CompilerDialect::Either);
    if (!Read)
      return toString(Read.takeError());
    Into[File.str()] = std::move(*Read);
  }
  return "";
}

} // namespace

cl::OptionCategory &projectCategory() { return ProjectCategory; }

std::string wrongProjectValue() {
  return IndexFile.getNumOccurrences() && IndexFile.empty()
             ? "--index takes a file"
             : "";
}

bool hasFlagsFile() { return !FlagsFile.empty(); }

std::string addFlagsFile(std::vector<std::string> &Flags) {
  return hasFlagsFile() ? addFlagsFile(FlagsFile, Flags) : "";
}

std::string readProjectOptions(Options &Opts) {
  Opts.IndexFile = IndexFile;
  Opts.IndexHashes = IndexHashes;
  if (!Opts.IndexFile.empty())
    Opts.Print = PrintStage::Index;
  Opts.ProjectFiles.assign(ProjectFiles.begin(), ProjectFiles.end());
  return readFlagsOf(Opts.FlagsOf);
}

std::string projectContradiction(const Options &O) {
  if (!O.IndexFile.empty() &&
      (!O.Output.empty() || O.InPlace || !O.OutputDirectory.empty() ||
       O.Check || O.Diff || !O.Report.empty() || O.Analysis ||
       !O.TuneDirectory.empty() || O.Revert))
    return "--index writes an index: it excludes other output";
  if (O.Print == PrintStage::Index && !O.ProjectFiles.empty())
    return "--index and --project exclude each other";
  if (O.ProjectFiles.size() > 1 && llvm::is_contained(O.ProjectFiles, ""))
    return "--project takes a file where it is given several times";
  return "";
}

} // namespace tessera

//===- Options.cpp - The command line, checked ----------------------------===//
#include "tessera/Driver/Options.h"
#include "files/Cache.h"
#include "files/Files.h"
#include "files/Installation.h"
#include "files/Jobs.h"
#include "messages/Manual.h"
#include "options/OutputOptions.h"
#include "options/ProjectOptions.h"
#include "tessera/Driver/Messages.h"
#include "tessera/Support/Diagnostics.h"
#include "tessera/Support/OptionParsers.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"
#include <cstdlib>

namespace cl = llvm::cl;

namespace tessera {

namespace {

cl::OptionCategory Category("tessera options");

cl::list<std::string> Files(cl::Positional,
                            cl::desc("FILE.cu... [-- COMPILER FLAGS]"),
                            cl::cat(Category));
cl::opt<std::string> Output("o", cl::value_desc("FILE"),
                            cl::desc("write the result here (default, and -: "
                                     "standard output)"),
                            cl::cat(Category));
Option<bool> InPlace("i", cl::desc("rewrite the input files"),
                     cl::cat(Category));
cl::opt<std::string>
    OutputDirectory("out-dir", cl::value_desc("DIR"),
                    cl::desc("write each result here, under its own name"),
                    cl::cat(Category));
cl::opt<std::string>
    Database("p", cl::value_desc("DIR"),
             cl::desc("folder of a compile_commands.json, which has the "
                      "compiler flags of each file (default: the first one in "
                      "the folders above the file)"),
             cl::cat(Category));
cl::list<std::string> ExtraFlags("extra-arg", cl::value_desc("FLAG"),
                                 cl::desc("one more compiler flag"),
                                 cl::cat(Category));
cl::opt<std::string> Gpu("gpu", cl::value_desc("NAME|sm_XX"),
                         cl::desc("the device to plan for (default: the one "
                                  "that the compiler flags name, else sm_90)"),
                         cl::cat(Category));
cl::opt<std::string> CudaPath(
    "cuda-path", cl::value_desc("DIR"),
    cl::desc("root of a CUDA Toolkit; 'none' uses the declarations that come "
             "with tessera (default: the first toolkit found, else those)"),
    cl::cat(Category));
cl::opt<std::string>
    Plan("plan", cl::value_desc("FILE"),
         cl::desc("follow this plan (YAML) instead of deciding"),
         cl::cat(Category));
cl::opt<std::string>
    Tune("tune", cl::value_desc("DIR"),
         cl::desc("write the program with each plan worth measuring to this "
                  "folder, and measure.py, which measures them on a GPU"),
         cl::cat(Category));
Option<unsigned>
    TuneCandidates("tune-candidates", cl::value_desc("N"),
                   cl::desc("at most so many plans for each kernel (default: "
                            "32)"),
                   cl::init(32), cl::cat(Category));
cl::opt<std::string>
    TuneResults("tune-results", cl::value_desc("FILE"),
                cl::desc("take the results of measure.py, and write the "
                         "fastest plans to the plan file of -o"),
                cl::cat(Category));
Option<PrintStage> Print(
    "print", cl::desc("print a stage instead of the result:"),
    cl::init(PrintStage::None),
    cl::values(clEnumValN(PrintStage::Normal, "normal",
                          "the input, kernels in their normal form"),
               clEnumValN(PrintStage::Model, "model", "what the program does"),
               clEnumValN(PrintStage::Tree, "tree", "the kernels' statements"),
               clEnumValN(PrintStage::RoundTrip, "round-trip",
                          "the input, kernels spelled from those"),
               clEnumValN(PrintStage::Facts, "facts", "footprints and reuse"),
               clEnumValN(PrintStage::Plan, "plan", "decisions, as YAML"),
               clEnumValN(PrintStage::Candidates, "candidates",
                          "the plans that --tune measures, as YAML"),
               clEnumValN(PrintStage::Edits, "edits", "what is replaced"),
               clEnumValN(PrintStage::Source, "source", "the result"),
               clEnumValN(PrintStage::Managed, "managed",
                          "the input in plain managed CUDA"),
               clEnumValN(PrintStage::Index, "index",
                          "what --index writes of it")),
    cl::cat(Category));
cl::opt<std::string> Report(
    "report", cl::value_desc("FILE"),
    cl::desc("also write a report; the format follows the ending: .txt, .json, "
             ".html, .sarif, .yaml (optimisation records)"),
    cl::cat(Category));
Option<bool> Diff("diff", cl::desc("print the changes as a unified diff"),
                  cl::cat(Category));
Option<bool> Check("check",
                   cl::desc("write nothing; exit with 3 if the result differs "
                            "from the input"),
                   cl::cat(Category));
cl::opt<std::string> Kernel("kernel", cl::value_desc("REGEX"),
                            cl::desc("only change kernels with such a name"),
                            cl::cat(Category));
cl::list<std::string>
    Arrays("array", cl::value_desc("NAME:shared|global"),
           cl::desc("stage this array wherever it is possible, or nowhere"),
           cl::cat(Category));
class AssumedBlockParser : public cl::basic_parser<AssumedBlock> {
public:
  using basic_parser::basic_parser;

  bool parse(cl::Option &O, llvm::StringRef, llvm::StringRef Text,
             AssumedBlock &Value) {
    llvm::Expected<AssumedBlock> Block = parseAssumedBlock(Text);
    if (Block)
      Value = std::move(*Block);
    else
      return rejectValue(O, toString(Block.takeError()), Text);
    return false;
  }
};
cl::list<AssumedBlock, bool, AssumedBlockParser>
    Assumed("assume", cl::value_desc("KERNEL:block=X,Y,Z"),
            cl::desc("other programs launch this kernel, with such blocks; it "
                     "tests that"),
            cl::cat(Category));
Option<bool> NoTiles("no-tiles", cl::desc("do not change kernels"),
                     cl::cat(Category));
Option<bool> NoTransfers("no-transfers",
                         cl::desc("do not place allocations and transfers"),
                         cl::cat(Category));
Option<unsigned>
    Pieces("pieces", cl::value_desc("N"),
           cl::desc("cut launches into so many pieces where their copies can "
                    "overlap with them; 1: never (default: as it pays)"),
           cl::cat(Category));
enum class UsedGpus { One, All };
Option<UsedGpus>
    Gpus("gpus", cl::desc("GPUs that the result uses:"),
         cl::init(UsedGpus::One),
         cl::values(clEnumValN(UsedGpus::One, "1", "one"),
                    clEnumValN(UsedGpus::All, "all",
                               "all that there are, each with a part of every "
                               "grid; one where that is not possible")),
         cl::cat(Category));
Option<bool> Graphs("graphs",
                    cl::desc("capture loops that launch the same in every "
                             "round as CUDA graphs"),
                    cl::cat(Category));
Option<PhaseForm> SplitPhases(
    "split-phases", cl::ValueOptional,
    cl::desc("make several launches, or one cooperative launch, of a kernel "
             "whose blocks need what others did in an earlier phase:"),
    cl::values(clEnumValN(PhaseForm::Faster, "",
                          "as is estimated to take less time"),
               clEnumValN(PhaseForm::Launches, "launches",
                          "launches, where these are possible"),
               clEnumValN(PhaseForm::Cooperative, "cooperative",
                          "one launch, where that is possible")),
    cl::cat(Category));
Option<bool> ImproveCopies(
    "improve-copies",
    cl::desc("move and remove the program's own copies between host and "
             "device, page-lock what they need, and make those of small arrays "
             "that all threads read alike to constant memory, too"),
    cl::cat(Category));
Option<SeveralOutputs> Coarsen(
    "coarsen", cl::ValueOptional,
    cl::desc("let a thread compute the results of several, where that pays:"),
    cl::init(SeveralOutputs::LargeLaunches),
    cl::values(clEnumValN(SeveralOutputs::Never, "never", "in no launch"),
               clEnumValN(SeveralOutputs::LargeLaunches, "large",
                          "in launches of enough blocks, the others start the "
                          "kernel as it is (default)"),
               clEnumValN(SeveralOutputs::Always, "always", "in all launches"),
               clEnumValN(SeveralOutputs::Always, "", "in all launches")),
    cl::cat(Category));
Option<unsigned> Start(
    "start", cl::value_desc("N"),
    cl::desc("for tests: let launches start version N of their kernel, or the "
             "next one, wherever that is right, whether it pays or not"),
    cl::cat(Category));
Option<bool> AllowReassociation(
    "allow-reassociation",
    cl::desc("accept another order of floating-point operations "
             "(atomic sums of a block)"),
    cl::cat(Category));
Option<bool> Verify("verify",
                    cl::desc("run input and result on the CPU and compare; "
                             "write nothing if they differ"),
                    cl::cat(Category));
cl::opt<std::string> ConfigurationFile(
    "config", cl::value_desc("FILE"),
    cl::desc("take options from this file; 'none': from none (default: the "
             "file .tessera in the input file's folder or the nearest folder "
             "around it)"),
    cl::cat(Category));
Option<bool> DumpConfiguration(
    "dump-config",
    cl::desc("print the options that the first file gets, as YAML"),
    cl::cat(Category));
Option<bool> Quiet("q", cl::desc("print errors only"), cl::cat(Category));
Option<bool> ForCompiler(
    "for-compiler",
    cl::desc("what tessera-nvcc needs: `#line` directives in the result, and "
             "files that cannot be parsed as they are"),
    cl::Hidden, cl::cat(Category));
Option<unsigned>
    JobCount("j", cl::Prefix, cl::value_desc("N"),
             cl::desc("translate so many files at once; 0, or no number: as "
                      "many as there are processor cores (default: 1)"),
             cl::init(1), cl::cat(Category));
Option<unsigned>
    TimeLimit("time-limit", cl::value_desc("SECONDS"),
              cl::desc("give up a file that takes longer, and go on with the "
                       "others"),
              cl::cat(Category));
Option<bool>
    ShowProgress("progress",
                 cl::desc("tell which file is being translated also where "
                          "standard error is no terminal"),
                 cl::cat(Category));
Option<bool> Analysis(
    "analysis",
    cl::desc("print a table of what would be done to the kernels of files and "
             "of all .cu files below folders; with --report=FILE.csv or .html "
             "also as such"),
    cl::cat(Category));
Option<bool> Summary("summary",
                     cl::desc("count what was done also for one file"),
                     cl::cat(Category));
Option<bool> WriteDependencies("MD", cl::desc("write a dependency file"),
                               cl::cat(Category));
cl::opt<std::string> DependencyFile("MF", cl::value_desc("FILE"),
                                    cl::desc("name of the dependency file"),
                                    cl::cat(Category));
cl::opt<std::string>
    Explain("explain", cl::value_desc("ID"),
            cl::desc("print what a message means, and what to do about it; ID "
                     "is what it has in brackets, or 'list' for all of them"),
            cl::cat(Category));
cl::opt<std::string> Manual("manual", cl::value_desc("FILE"),
                            cl::desc("write what all messages mean as one page "
                                     "of HTML"),
                            cl::cat(Category));

cl::opt<std::string> DependencyTarget(
    "MT", cl::value_desc("NAME"),
    cl::desc("what the dependency file is about (default: the result)"),
    cl::cat(Category));
cl::opt<std::string>
    Cache("cache", cl::value_desc("DIR"),
          cl::desc("keep results in this folder, and take them from there "
                   "when nothing has changed that they depend on (default: "
                   "$TESSERA_CACHE, if set)"),
          cl::cat(Category));
cl::opt<std::string>
    CacheSize("cache-size", cl::value_desc("BYTES"),
              cl::desc("remove the oldest of these beyond so many bytes, also "
                       "as 500M or 2G (default: 1G)"),
              cl::init("1G"), cl::cat(Category));
/// A sentence on what is wrong with the value of an option, or nothing.
std::string wrongValue() {
  if (Explain.getNumOccurrences())
    if (std::string Unknown = unknownIdentity(Explain); !Unknown.empty())
      return Unknown;
  if (Manual.getNumOccurrences() && Manual.empty())
    return "--manual takes a file";
  if (ConfigurationFile.getNumOccurrences() && ConfigurationFile.empty())
    return "--config takes a file";
  if (TuneResults.getNumOccurrences() && TuneResults.empty())
    return "--tune-results takes a file";
  if (Tune.getNumOccurrences() && Tune.empty())
    return "--tune takes a folder";
  if (TuneCandidates.getNumOccurrences() && !Tune.getNumOccurrences())
    return "--tune-candidates needs --tune";
  if (TuneCandidates < 2 || TuneCandidates > 1000)
    return "--tune-candidates takes a number from 2 to 1000";
  if (!Database.empty() && !llvm::sys::fs::exists(Database))
    return "-p: there is no '" + Database + "'";
  if (!CudaPath.empty() && CudaPath != "none" &&
      !llvm::sys::fs::exists(CudaPath + "/include/cuda_runtime.h"))
    return "--cuda-path: '" + CudaPath + "' is no CUDA Toolkit: it has no " +
           "include/cuda_runtime.h";
  std::string Bad;
  if (!Kernel.empty() && !llvm::Regex(Kernel).isValid(Bad))
    return "--kernel: " + Bad;
  for (const std::string &Array : Arrays) {
    auto [Name, Place] = llvm::StringRef(Array).split(':');
    if (Name.empty() || (Place != "shared" && Place != "global"))
      return "--array takes NAME:shared or NAME:global, not '" + Array + "'";
  }
  if (TimeLimit.getNumOccurrences() && TimeLimit == 0)
    return "--time-limit takes a positive number";
  if (Pieces.getNumOccurrences() && Pieces == 0)
    return "--pieces takes a positive number";
  if (!cacheBytes(CacheSize))
    return "--cache-size takes a number of bytes, as 500M or 2G, not '" +
           CacheSize + "'";
  llvm::StringRef Ending = llvm::sys::path::extension(Report);
  const bool IsOfTable = Ending == ".csv" || Ending == ".html";
  const bool IsOfFiles = Ending == ".json" || Ending == ".html" ||
                         Ending == ".sarif" || Ending == ".yaml";
  if (!Report.empty() && Ending != ".txt" &&
      !(Analysis ? IsOfTable : IsOfFiles))
    return "--report: the format '" + Ending.str() + "' is not known";
  const std::string Wrong = wrongProjectValue();
  return Wrong.empty() ? wrongOutputValue() : Wrong;
}

/// \p Words with a number behind each `-j`, where it may be left out.
std::vector<std::string> withJobNumbers(llvm::ArrayRef<const char *> Words) {
  std::vector<std::string> Result;
  for (size_t I = 0; I < Words.size(); ++I) {
    Result.push_back(Words[I]);
    unsigned Number;
    if (Result.back() == "-j" &&
        (I + 1 == Words.size() ||
         llvm::StringRef(Words[I + 1]).getAsInteger(10, Number)))
      Result.push_back("0");
  }
  return Result;
}

/// The options as they were read.
Options optionsOf(const char *Argv0, CompilerCommand Flags) {
  Options O;
  O.Files.assign(Files.begin(), Files.end());
  llvm::replace(O.Files, std::string("-"), StandardInput.str());
  O.Frontend.Flags = std::move(Flags.Flags);
  O.Architectures = std::move(Flags.Architectures);
  O.Database = Database;
  O.Frontend.StubDirectory = ownFile(Argv0, "cuda");
  O.DeviceDirectory = ownFile(Argv0, "devices");
  O.Frontend.ResourceDirectory = clangHeaders(Argv0);
  O.Frontend.CudaPath = CudaPath == "none"  ? ""
                        : !CudaPath.empty() ? std::string(CudaPath)
                                            : findToolkit();
  O.Frontend.PrecompiledPrelude =
      ownFile(Argv0, precompiledName(O.Frontend.CudaPath));
  O.Output = Output == "-" ? "" : std::string(Output);
  O.InPlace = InPlace;
  O.OutputDirectory = OutputDirectory;
  O.Print = Print;
  O.PlanFile = Plan;
  O.TuneDirectory = Tune;
  O.TuneCandidates = TuneCandidates;
  O.TuneResults = TuneResults;
  O.TuneFiles = ownFile(Argv0, "tune");
  O.Report = Report;
  O.OwnFolder = ownFile(Argv0, "");
  O.Diff = Diff;
  O.Check = Check;
  if (Verify)
    O.Verifier = llvm::sys::path::parent_path(ownExecutable(Argv0)).str() +
                 "/tessera-verify";
  O.Quiet = O.Messages.Quiet = Quiet;
  O.Jobs = JobCount ? unsigned(JobCount) : coresForJobs();
  if (TimeLimit.getNumOccurrences())
    O.TimeLimit = TimeLimit;
  O.Progress = ShowProgress;
  O.Summary = Summary;
  O.Analysis = Analysis;
  O.Tiles = !NoTiles;
  O.Transfers = !NoTransfers;
  O.Graphs = Graphs;
  if (SplitPhases.getNumOccurrences())
    O.SplitPhases = SplitPhases;
  O.ImproveCopies = ImproveCopies;
  O.AllowReassociation = AllowReassociation;
  O.Coarsen = Coarsen;
  O.Start = Start;
  if (Pieces.getNumOccurrences())
    O.Pieces = Pieces;
  O.AllGpus = Gpus == UsedGpus::All;
  O.KernelPattern = Kernel;
  for (const std::string &Array : Arrays) {
    auto [Name, Place] = llvm::StringRef(Array).split(':');
    O.ForcedArrays.emplace_back(Name.str(), Place == "shared");
  }
  O.Frontend.AssumedBlocks.assign(Assumed.begin(), Assumed.end());
  O.Gpu = Gpu;
  O.ForCompiler = O.LineDirectives = ForCompiler;
  O.WriteDependencies = WriteDependencies;
  O.DependencyFile = DependencyFile;
  O.ManualDirectory = ownFile(Argv0, "manual");
  readOutputOptions(O);
  O.DependencyTarget = DependencyTarget;
  O.CacheDirectory = Cache;
  if (const char *Folder = std::getenv("TESSERA_CACHE"))
    if (!Cache.getNumOccurrences())
      O.CacheDirectory = Folder;
  O.CacheBytes = *cacheBytes(CacheSize);
  O.Executable = ownExecutable(Argv0);
  O.Explain = Explain;
  O.ManualFile = Manual;
  O.Configuration = ConfigurationFile;
  O.DumpConfiguration = DumpConfiguration;
  for (const auto &[Name, Option] : cl::getRegisteredOptions())
    if (Option->getNumOccurrences() > 0)
      O.Given.insert(Name.str());
  return O;
}

/// \p Sentence about an option; if compilers have it, where it belongs.
std::string withPlaceOfFlags(std::string Sentence) {
  constexpr llvm::StringLiteral Unknown = "unknown command line argument '";
  llvm::StringRef Word = Sentence;
  if (!Word.consume_front(Unknown))
    return Sentence;
  Word = Word.split("'; the nearest").first.rtrim('\'');
  llvm::Expected<CompilerCommand> Flag =
      readCompilerCommand({Word.str()}, CompilerDialect::Either);
  const bool Known = !Flag || (Flag->Warnings.empty() && Flag->Inputs.empty());
  llvm::consumeError(Flag.takeError()); // what lacks a value is one, too
  return Known ? (Unknown + Word + "'; compiler flags stand behind '--'").str()
               : Sentence;
}

} // namespace

CommandLine readCommandLine(int Argc, const char **Argv, llvm::raw_ostream &Out,
                            llvm::raw_ostream &Errors) {
  CommandLine Result;
  cl::HideUnrelatedOptions({&Category, &projectCategory(), &outputCategory()});
  cl::SetVersionPrinter([](llvm::raw_ostream &OS) { printVersion(OS); });
  // Everything after `--` belongs to the compiler.
  std::vector<const char *> Own(Argv, Argv + Argc);
  auto Dashes = llvm::find_if(
      Own, [](const char *A) { return llvm::StringRef(A) == "--"; });
  std::vector<std::string> Flags;
  const bool HasFlags = Dashes != Own.end();
  if (HasFlags) {
    Flags.assign(Dashes + 1, Own.end());
    Own.erase(Dashes, Own.end());
  }
  const std::vector<std::string> Words = withJobNumbers(Own);
  Own.assign(1, Argv[0]);
  for (size_t I = 1; I < Words.size(); ++I)
    Own.push_back(Words[I].c_str());
  std::string Wrong;
  if (readOptions(Own,
                  "stages hot CUDA arrays in shared memory and places "
                  "transfers\n",
                  Wrong))
    Wrong = wrongValue();
  else if (Wrong = withPlaceOfFlags(Wrong); Wrong.empty())
    Result.Exit = 2; // LLVM has said on its own stream what is wrong
  if (Result.Exit)
    return Result;
  if (Wrong.empty())
    Wrong = addFlagsFile(Flags);
  llvm::append_range(Flags, ExtraFlags);
  llvm::Expected<CompilerCommand> Compiler =
      readCompilerCommand(Flags, CompilerDialect::Either);
  if (!Compiler) {
    Wrong = Wrong.empty() ? toString(Compiler.takeError())
                          : (consumeError(Compiler.takeError()), Wrong);
  } else if (!Compiler->Inputs.empty() && Wrong.empty()) {
    Wrong = "compiler flags: '" + Compiler->Inputs.front() +
            "' is none; input files come before '--'";
  } else if (Wrong.empty()) {
    for (const Diagnostic &D : Compiler->Warnings)
      if (!Quiet)
        printMessage(Errors, "tessera", "", D);
    Result.Opts = optionsOf(Argv[0], std::move(*Compiler));
    Result.Opts.HasFlags = HasFlags || hasFlagsFile();
    Wrong = readProjectOptions(Result.Opts);
    if (Wrong.empty())
      Wrong = contradiction(Result.Opts);
  }
  if (!Wrong.empty()) {
    printMessage(Errors, "tessera", "",
                 {DiagKind::BadOption, SourcePlace::nowhere(), {Wrong}});
    Result.Exit = 2;
    return Result;
  }

  return Result;
}

} // namespace tessera

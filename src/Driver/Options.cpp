//===- Options.cpp - The command line, checked ----------------------------===//
#include "tessera/Driver/Options.h"
#include "tessera/Support/Diagnostics.h"
#include "clang/Basic/Version.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"
#include <isl/version.h>

namespace cl = llvm::cl;

namespace tessera {

namespace {

cl::OptionCategory Category("tessera options");

cl::list<std::string> Files(cl::Positional, cl::desc("FILE.cu... [-- COMPILER FLAGS]"),
                            cl::cat(Category));
cl::opt<std::string> Output("o", cl::value_desc("FILE"),
                            cl::desc("write the result here (default: standard "
                                     "output)"),
                            cl::cat(Category));
cl::opt<bool> InPlace("i", cl::desc("rewrite the input files"),
                      cl::cat(Category));
cl::opt<std::string> OutputDirectory(
    "out-dir", cl::value_desc("DIR"),
    cl::desc("write each result here, under its own name"), cl::cat(Category));
cl::opt<std::string> Gpu("gpu", cl::value_desc("NAME|sm_XX"),
                         cl::desc("the device to plan for (default: sm_90)"),
                         cl::cat(Category));
cl::opt<std::string> CudaPath(
    "cuda-path", cl::value_desc("DIR"),
    cl::desc("root of a CUDA Toolkit; 'none' uses the declarations that come "
             "with tessera (default: the first toolkit found, else those)"),
    cl::cat(Category));
cl::opt<std::string> Plan("plan", cl::value_desc("FILE"),
                          cl::desc("follow this plan (YAML) instead of deciding"),
                          cl::cat(Category));
cl::opt<PrintStage> Print(
    "print", cl::desc("print a stage instead of the result:"),
    cl::init(PrintStage::None),
    cl::values(clEnumValN(PrintStage::Model, "model", "what the program does"),
               clEnumValN(PrintStage::Tree, "tree", "the kernels' statements"),
               clEnumValN(PrintStage::Facts, "facts", "footprints and reuse"),
               clEnumValN(PrintStage::Plan, "plan", "decisions, as YAML"),
               clEnumValN(PrintStage::Edits, "edits", "what is replaced"),
               clEnumValN(PrintStage::Source, "source", "the result"),
               clEnumValN(PrintStage::Managed, "managed",
                          "the input in plain managed CUDA")),
    cl::cat(Category));
cl::opt<std::string> Report(
    "report", cl::value_desc("FILE"),
    cl::desc("also write a report; the format follows the ending: .txt, .json"),
    cl::cat(Category));
cl::opt<bool> Diff("diff", cl::desc("print the changes as a unified diff"),
                   cl::cat(Category));
cl::opt<bool> Check("check",
                    cl::desc("write nothing; exit with 3 if the result differs "
                             "from the input"),
                    cl::cat(Category));
cl::opt<std::string> Kernel("kernel", cl::value_desc("REGEX"),
                            cl::desc("only change kernels with such a name"),
                            cl::cat(Category));
cl::list<std::string> Arrays(
    "array", cl::value_desc("NAME:shared|global"),
    cl::desc("stage this array wherever it is possible, or nowhere"),
    cl::cat(Category));
cl::opt<bool> NoTiles("no-tiles", cl::desc("do not change kernels"),
                      cl::cat(Category));
cl::opt<bool> NoTransfers("no-transfers",
                          cl::desc("do not place allocations and transfers"),
                          cl::cat(Category));
cl::opt<bool> AllowReassociation(
    "allow-reassociation",
    cl::desc("accept another order of floating-point operations"),
    cl::cat(Category));
cl::opt<bool> Quiet("q", cl::desc("print errors only"), cl::cat(Category));
cl::opt<bool> WriteDependencies("MD", cl::desc("write a dependency file"),
                                cl::cat(Category));
cl::opt<std::string> DependencyFile("MF", cl::value_desc("FILE"),
                                    cl::desc("name of the dependency file"),
                                    cl::cat(Category));

/// A folder of the tool's own files: beside the executable, as built and as
/// installed.
std::string ownFolder(const char *Executable, llvm::StringRef Name) {
  std::string Self = llvm::sys::fs::getMainExecutable(
      Executable, reinterpret_cast<void *>(&ownFolder));
  llvm::SmallString<128> Path(Self);
  llvm::sys::path::remove_filename(Path);
  llvm::sys::path::append(Path, "..", "lib", "tessera");
  llvm::sys::path::append(Path, Name);
  llvm::sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
  return std::string(Path);
}

/// The first CUDA Toolkit in the usual places, or nothing.
std::string findToolkit() {
  for (const char *Variable : {"CUDA_PATH", "CUDA_HOME"})
    if (const char *Value = std::getenv(Variable))
      if (llvm::sys::fs::exists(std::string(Value) +
                                "/include/cuda_runtime.h"))
        return Value;
  if (llvm::sys::fs::exists("/usr/local/cuda/include/cuda_runtime.h"))
    return "/usr/local/cuda";
  return "";
}

/// The version of the toolkit at \p Root, as its headers tell, or "none".
std::string toolkitVersion(const std::string &Root) {
  auto Header = llvm::MemoryBuffer::getFile(Root + "/include/cuda.h");
  if (Root.empty() || !Header)
    return "none (built-in declarations)";
  llvm::Regex Define("#define[ \t]+CUDA_VERSION[ \t]+([0-9]+)");
  llvm::SmallVector<llvm::StringRef> Groups;
  unsigned Version = 0;
  if (!Define.match((*Header)->getBuffer(), &Groups) ||
      Groups[1].getAsInteger(10, Version))
    return "unknown";
  return std::to_string(Version / 1000) + "." +
         std::to_string(Version % 1000 / 10) + " at " + Root;
}

void printVersion(llvm::raw_ostream &OS) {
  OS << "tessera " TESSERA_VERSION "\n"
     << "  LLVM " LLVM_VERSION_STRING "\n"
     << "  Clang " CLANG_VERSION_STRING "\n"
     << "  isl " << llvm::StringRef(isl_version()).trim().split("isl-").second
     << "\n"
     << "  CUDA " << toolkitVersion(findToolkit()) << "\n";
}

/// A sentence on what is wrong with the options taken together, or nothing.
std::string contradiction() {
  if (Files.empty())
    return "no input file";
  unsigned Destinations = !Output.empty() + InPlace + !OutputDirectory.empty();
  if (Destinations > 1)
    return "-o, -i and --out-dir exclude each other";
  if (Check && Destinations)
    return "--check writes nothing: it excludes -o, -i and --out-dir";
  if (Files.size() > 1 && !Output.empty())
    return "-o takes one input file; use --out-dir for several";
  if (Print != PrintStage::None && Destinations)
    return "--print prints: it excludes -o, -i and --out-dir";
  if (!DependencyFile.empty() && !WriteDependencies)
    return "-MF needs -MD";
  if (NoTiles && !Plan.empty())
    return "--plan and --no-tiles exclude each other";
  std::string Bad;
  if (!Kernel.empty() && !llvm::Regex(Kernel).isValid(Bad))
    return "--kernel: " + Bad;
  for (const std::string &Array : Arrays) {
    auto [Name, Place] = llvm::StringRef(Array).split(':');
    if (Name.empty() || (Place != "shared" && Place != "global"))
      return "--array takes NAME:shared or NAME:global, not '" + Array + "'";
  }
  llvm::StringRef Ending = llvm::sys::path::extension(Report);
  if (!Report.empty() && Ending != ".txt" && Ending != ".json")
    return "--report: the format '" + Ending.str() + "' is not known";
  return "";
}

} // namespace

CommandLine readCommandLine(int Argc, const char **Argv,
                            llvm::raw_ostream &Out, llvm::raw_ostream &Errors) {
  CommandLine Result;
  cl::HideUnrelatedOptions(Category);
  cl::SetVersionPrinter(printVersion);
  // Everything after `--` belongs to the compiler.
  std::vector<const char *> Own(Argv, Argv + Argc);
  auto Dashes = llvm::find_if(
      Own, [](const char *A) { return llvm::StringRef(A) == "--"; });
  std::vector<std::string> Flags;
  if (Dashes != Own.end()) {
    Flags.assign(Dashes + 1, Own.end());
    Own.erase(Dashes, Own.end());
  }
  if (!cl::ParseCommandLineOptions(
          Own.size(), Own.data(),
          "stages hot CUDA arrays in shared memory and places transfers\n",
          &Errors)) {
    Result.Exit = 2;
    return Result;
  }
  if (std::string Wrong = contradiction(); !Wrong.empty()) {
    Errors << "tessera: error: " << Wrong << " ["
           << "tessera-" << identity(DiagKind::BadOption) << "]\n";
    Result.Exit = 2;
    return Result;
  }

  Options &O = Result.Opts;
  O.Files.assign(Files.begin(), Files.end());
  O.Frontend.Flags = std::move(Flags);
  O.Frontend.StubDirectory = ownFolder(Argv[0], "cuda");
  O.DeviceDirectory = ownFolder(Argv[0], "devices");
  O.Frontend.ResourceDirectory = TESSERA_RESOURCE_DIR;
  O.Frontend.CudaPath = CudaPath == "none" ? ""
                        : !CudaPath.empty() ? std::string(CudaPath)
                                            : findToolkit();
  O.Output = Output;
  O.InPlace = InPlace;
  O.OutputDirectory = OutputDirectory;
  O.Print = Print;
  O.PlanFile = Plan;
  O.Report = Report;
  O.Diff = Diff;
  O.Check = Check;
  O.Quiet = Quiet;
  O.Tiles = !NoTiles;
  O.Transfers = !NoTransfers;
  O.AllowReassociation = AllowReassociation;
  O.KernelPattern = Kernel;
  for (const std::string &Array : Arrays) {
    auto [Name, Place] = llvm::StringRef(Array).split(':');
    O.ForcedArrays.emplace_back(Name.str(), Place == "shared");
  }
  O.Gpu = Gpu;
  O.WriteDependencies = WriteDependencies;
  O.DependencyFile = DependencyFile;
  return Result;
}

} // namespace tessera

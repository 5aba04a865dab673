//===- main.cpp - tessera-verify: do programs compute the same? -----------===//
#include "CommandLine.h"
#include "Compare.h"
#include "Compile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <csignal>
#include <set>

namespace cl = llvm::cl;
using namespace tessera::exec;
using namespace tessera::verify;

static const char Overview[] =
    "runs an original and a rewritten program as tessera-run does, and\n"
    "compares what they print, how they exit, and every array that both have;\n"
    "each is a file, or several with commas between, `-- ARGUMENTS` at the\n"
    "end are the programs'. Further rewritten programs are compared with the\n"
    "original, too. Kernels that no run started are named: nothing is known\n"
    "of them. Exit: 0 the same, 1 different, 2 usage, 125 one cannot be run,\n"
    "126 a check failed\n";

static cl::opt<uint64_t> Seeds("seeds", cl::value_desc("K"), cl::init(2),
                               cl::desc("how many orders of execution; 2"),
                               cl::cat(Category));
static cl::opt<uint64_t>
    Ulps("ulp", cl::value_desc("N"),
         cl::desc("let floating-point elements differ a little; 0"),
         cl::cat(Category));
static cl::list<std::string>
    Except("except", cl::CommaSeparated, cl::value_desc("NAME,..."),
           cl::desc("arrays not to compare: nobody reads what is left in them"),
           cl::cat(Category));
static cl::opt<std::string>
    ExceptLines("except-lines", cl::value_desc("REGEX"),
                cl::desc("lines of output not to compare, such as times"),
                cl::cat(Category));
static cl::opt<bool>
    CountLaunches("launches",
                  cl::desc("if they do the same, print how often each started "
                           "each of its kernels"),
                  cl::cat(Category));

/// Those that there were.
static std::set<std::string> Excepted;

namespace {
/// One of the programs, compiled.
struct Program {
  std::string Word; ///< of the command line
  std::vector<std::string> Files;
  std::string Executable;
};
} // namespace

/// The files that \p Word names: itself if it is one, else those with commas
/// between. An empty text is among them where nothing stands.
static std::vector<std::string> filesOf(llvm::StringRef Word) {
  if (llvm::sys::fs::exists(Word))
    return {Word.str()};
  llvm::SmallVector<llvm::StringRef> Parts;
  Word.split(Parts, ',');
  return {Parts.begin(), Parts.end()};
}

/// What was printed to the file at \p Path, apart from lines that match
/// `--except-lines`: these are empty.
static std::string output(const std::string &Path) {
  auto Buffer = llvm::MemoryBuffer::getFile(Path);
  llvm::StringRef Text = Buffer ? (*Buffer)->getBuffer() : "";
  if (ExceptLines.empty())
    return Text.str();
  llvm::Regex Excepted(ExceptLines);
  std::string Rest;
  while (!Text.empty()) {
    auto [Line, Behind] = Text.split('\n');
    Rest += (Excepted.match(Line) ? "" : Line.str()) + "\n";
    Text = Behind;
  }
  return Rest;
}

/// Runs \p P, which is told that it is called \p Name.
/// \returns the exit code of tessera-verify if that is the end.
static std::optional<int> run(const Program &P, const std::string &Name,
                              RunOptions Options,
                              const TemporaryFolder &Scratch, Outcome &Result) {
  Options.DumpFile = Scratch.file("arrays");
  Options.StandardOut = Scratch.file("output");
  llvm::sys::fs::remove(Options.DumpFile);
  llvm::sys::fs::remove(*Options.StandardOut); // it would not be shortened
  Result.ExitCode = runProgram(P.Executable, Name, Options, Scratch);
  Result.StandardOut = output(*Options.StandardOut);
  if (Result.ExitCode == CannotRun || Result.ExitCode == CheckFailed) {
    llvm::errs() << "tessera-verify: error: '" << P.Word
                 << "' failed with seed " << Options.Seed << '\n';
    return Result.ExitCode;
  }
  if (llvm::Expected<Dump> Left = readDump(Options.DumpFile)) {
    Result.Arrays = std::move(Left->Arrays);
    llvm::erase_if(Result.Arrays, [](const DumpedArray &A) {
      return llvm::is_contained(Except, A.Name) &&
             (Excepted.insert(A.Name), true);
    });
    Result.Launches = std::move(Left->Launches);
    Result.Started = std::move(Left->Started);
  } else { // a crash, or _exit: there is the exit code to compare
    llvm::consumeError(Left.takeError());
    Result.Crashed = llvm::is_contained({SIGSEGV, SIGBUS, SIGFPE, SIGILL},
                                        Result.ExitCode - 128);
  }
  return std::nullopt;
}

/// For each program a line: "launches of 'a.cu': mm 1, mm_tiled 0".
static std::string launchesOf(const Program &P, const Outcome &Left) {
  std::vector<std::string> Counts;
  for (const auto &[Kernel, Times] : Left.Started)
    Counts.push_back(Kernel + ' ' + std::to_string(Times));
  return "launches of '" + P.Word + "': " + llvm::join(Counts, ", ") + '\n';
}

int main(int Argc, char **Argv) {
  CommandLine Line = readCommandLine(Argc, Argv, "tessera-verify", Overview,
                                     "ORIGINAL.cu REWRITTEN.cu...");
  if (Line.Exit)
    return *Line.Exit;
  for (const std::string &Word : Line.Files)
    if (llvm::is_contained(filesOf(Word), "")) {
      llvm::errs() << "tessera-verify: error: '" << Word
                   << "' has no file before or behind a comma\n";
      return 2;
    }
  if (std::string Why;
      !ExceptLines.empty() && !llvm::Regex(ExceptLines).isValid(Why)) {
    llvm::errs() << "tessera-verify: error: --except-lines: " << Why << '\n';
    return 2;
  }
  std::string Self = llvm::sys::fs::getMainExecutable(
      Argv[0], reinterpret_cast<void *>(&main));
  llvm::Expected<Installation> Where = findInstallation(Self);
  if (!Where) {
    llvm::errs() << "tessera-verify: error: "
                 << llvm::toString(Where.takeError()) << '\n';
    return CannotRun;
  }
  TemporaryFolder Scratch;
  std::vector<Program> Programs;
  for (const std::string &Word : Line.Files)
    Programs.push_back(
        {Word, filesOf(Word),
         Scratch.file("program" + std::to_string(Programs.size()))});
  for (const Program &P : Programs)
    if (llvm::Error Err = compileProgram(P.Files, Line.Flags, *Where, Scratch,
                                         P.Executable)) {
      printFailure("tessera-verify", std::move(Err));
      return CannotRun;
    }

  const std::string &Name = Programs[0].Files.front(); // all may print it
  RunOptions &Options = Line.Run;
  Options.DisabledChecks += "leaks";
  size_t Compared = 0;
  std::set<std::string> Kernels, Started;
  std::string Launches;
  auto note = [&](const Program &P, const Outcome &Left) {
    for (const auto &[Kernel, Times] : Left.Started) {
      if (&P != &Programs.front())
        Kernels.insert(Kernel);
      if (Times)
        Started.insert(Kernel);
    }
    if (CountLaunches && Options.Seed == 0)
      Launches += launchesOf(P, Left);
  };
  for (Options.Seed = 0; Options.Seed < Seeds; ++Options.Seed) {
    Outcome Original;
    if (std::optional<int> Code =
            run(Programs[0], Name, Options, Scratch, Original))
      return *Code;
    if (Original.Crashed) {
      llvm::errs() << "tessera-verify: error: '" << Programs[0].Word
                   << "' crashed with seed " << Options.Seed
                   << ": there is nothing to compare with\n";
      return CannotRun;
    }
    note(Programs[0], Original);
    for (const Program &P : llvm::drop_begin(Programs)) {
      Outcome Rewritten;
      if (std::optional<int> Code = run(P, Name, Options, Scratch, Rewritten))
        return *Code;
      if (auto Why = differentLaunches(Original, Rewritten)) {
        llvm::errs()
            << "tessera-verify: error: some blocks cannot stand for all: "
            << *Why << '\n';
        return CannotRun;
      }
      if (auto Difference = firstDifference(Original, Rewritten, Ulps)) {
        llvm::errs() << "tessera-verify: error: ";
        if (Programs.size() > 2)
          llvm::errs() << "'" << P.Word << "': ";
        llvm::errs() << *Difference << " (seed " << Options.Seed
                     << ") [different]\n";
        return 1;
      }
      Compared = commonArrays(Original, Rewritten);
      note(P, Rewritten);
    }
  }
  for (const std::string &Name : Except)
    if (!Excepted.count(Name))
      llvm::errs() << "tessera-verify: warning: --except: there is no array '"
                   << Name << "'\n";
  llvm::outs() << Launches << "same: output, exit code and " << Compared
               << (Compared == 1 ? " array, " : " arrays, ") << Seeds
               << (Seeds == 1 ? " order" : " orders") << " of execution";
  if (Options.Blocks)
    llvm::outs() << ", at most " << Options.Blocks << " of the blocks of each "
                 << "launch";
  std::vector<std::string> Idle;
  std::set_difference(Kernels.begin(), Kernels.end(), Started.begin(),
                      Started.end(), std::back_inserter(Idle));
  if (!Idle.empty())
    llvm::outs() << "; not started: " << llvm::join(Idle, ", ");
  llvm::outs() << '\n';
  return 0;
}

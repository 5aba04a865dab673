//===- CommandLine.cpp ----------------------------------------------------===//
#include "CommandLine.h"
#include "files/Installation.h"

#include "tessera/Support/OptionParsers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace cl = llvm::cl;

namespace tessera::exec {

cl::OptionCategory Category("Options");

namespace {

/// In the order given: a later -U takes back an earlier -D.
std::vector<std::string> Flags;

/// A flag of the compiler that is handed on.
class CompilerFlag {
public:
  /// \param Text what comes before the value on the compiler's command line.
  CompilerFlag(llvm::StringRef Name, llvm::StringRef Text,
               llvm::StringRef Value, llvm::StringRef What)
      : Values(Name, cl::Prefix, cl::value_desc(Value), cl::desc(What),
               cl::cat(Category), cl::callback([Text](const std::string &V) {
                 Flags.push_back((Text + V).str());
               })) {}

private:
  cl::list<std::string> Values;
};

CompilerFlag Define("D", "-D", "NAME", "define a macro, also as NAME=VALUE");
CompilerFlag Undefine("U", "-U", "NAME", "undefine a macro");
CompilerFlag Include("I", "-I", "FOLDER", "look for headers there");
CompilerFlag IncludeFirst("include", "-include", "FILE",
                          "include it before everything else");
CompilerFlag IncludeQuoted("iquote", "-iquote", "FOLDER",
                           "look there for headers in quotes");
CompilerFlag Standard("std", "-std=", "STANDARD", "version of the language");

enum class Check { Races, Bounds, Uninitialised, Barriers, Leaks };
cl::list<Check> NoCheck(
    "no-check", cl::CommaSeparated, cl::desc("leave checks out:"),
    cl::values(clEnumValN(Check::Races, "races", "data races"),
               clEnumValN(Check::Bounds, "bounds", "accesses outside arrays"),
               clEnumValN(Check::Uninitialised, "uninitialised",
                          "reads of shared cells that nobody wrote"),
               clEnumValN(Check::Barriers, "barriers",
                          "barriers that some threads do not reach"),
               clEnumValN(Check::Leaks, "leaks", "memory never freed")),
    cl::cat(Category));
Option<unsigned>
    Timeout("timeout", cl::value_desc("SECONDS"),
            cl::desc("end a run that takes longer, as a failed check"),
            cl::cat(Category));
cl::opt<uint64_t>
    Blocks("blocks", cl::value_desc("K"),
           cl::desc("execute only K blocks of each launch, picked by chance"),
           cl::cat(Category));
Option<unsigned> Devices("devices", cl::value_desc("N"), cl::init(1),
                         cl::desc("how many GPUs the program finds; 1"),
                         cl::cat(Category));
constexpr unsigned MaxDevices = 16;
cl::opt<uint64_t>
    DeviceMemory("device-memory", cl::value_desc("BYTES"),
                 cl::init(RunOptions().DeviceMemory),
                 cl::desc("how much memory each of them has; 16 GiB"),
                 cl::cat(Category));
cl::list<std::string> Positional(cl::Positional);

const char *const CheckNames[] = {"races", "bounds", "uninitialised",
                                  "barriers", "leaks"};

} // namespace

CommandLine readCommandLine(int Argc, const char *const *Argv,
                            llvm::StringRef Tool, llvm::StringRef Overview,
                            llvm::StringRef Programs) {
  CommandLine Line;
  std::vector<const char *> Own(Argv, Argv + Argc);
  auto Dashes =
      llvm::find_if(Own, [](llvm::StringRef Word) { return Word == "--"; });
  if (Dashes != Own.end()) {
    Line.Run.Arguments.assign(Dashes + 1, Own.end());
    Own.erase(Dashes, Own.end());
  }
  cl::HideUnrelatedOptions(Category);
  cl::SetVersionPrinter(
      [Tool = Tool.str()](llvm::raw_ostream &OS) { printVersion(OS, Tool); });
  std::string Usage = (Programs + " [-- ARGUMENTS]").str();
  Positional.setDescription(Usage);
  std::string Wrong;
  const bool Read = readOptions(Own, Overview, Wrong);
  const size_t Words = Programs.count(' ') + 1;
  const bool HasPrograms = Programs.ends_with("...")
                               ? Positional.size() >= Words
                               : Positional.size() == Words;
  if (Read && !HasPrograms)
    Wrong = ("needed: " + Programs).str();
  else if (Read && Blocks.getNumOccurrences() && Blocks == 0)
    Wrong = "--blocks needs at least 1";
  else if (Read && (Devices == 0 || Devices > MaxDevices))
    Wrong = "--devices takes 1 to " + std::to_string(MaxDevices);
  if (!Wrong.empty())
    llvm::errs() << Tool << ": error: " << Wrong << '\n';
  if (!Read || !Wrong.empty()) { // LLVM itself says what is wrong with a value
    Line.Exit = 2;
    return Line;
  }
  Line.Files.assign(Positional.begin(), Positional.end());
  Line.Flags = Flags;
  Line.Run.Seconds = Timeout;
  Line.Run.Blocks = Blocks;
  Line.Run.Devices = Devices;
  Line.Run.DeviceMemory = DeviceMemory;
  for (Check C : NoCheck)
    Line.Run.DisabledChecks += std::string(CheckNames[int(C)]) + ",";
  return Line;
}

} // namespace tessera::exec

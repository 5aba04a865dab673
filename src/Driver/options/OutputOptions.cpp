//===- OutputOptions.cpp - Options on messages and on what is written -----===//
#include "options/OutputOptions.h"
#include "tessera/Support/OptionParsers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/WithColor.h"
#include <cstdlib>

namespace cl = llvm::cl;

namespace tessera {

namespace {

cl::OptionCategory OutputCategory("options on messages and files");

cl::opt<std::string> Remarks(
    "remarks", cl::value_desc("KINDS"),
    cl::desc("print only these remarks, separated by commas: passed, missed, "
             "analysis; or all (default), or none"),
    cl::cat(OutputCategory));
cl::list<std::string> Messages(
    "messages", cl::value_desc("[-]REGEX"),
    cl::desc("print remarks and warnings with such an identity only, or with "
             "'-' before it, all but those; the last one that fits decides"),
    cl::cat(OutputCategory));
cl::list<std::string>
    NoWarnings("no-warnings", cl::value_desc("REGEX"), cl::ValueOptional,
               cl::desc("print no warnings, or none with such an identity"),
               cl::cat(OutputCategory));
cl::list<std::string>
    Werror("werror", cl::value_desc("REGEX"), cl::ValueOptional,
           cl::desc("make warnings errors, or those with such an identity"),
           cl::cat(OutputCategory));
cl::opt<std::string>
    Fixes("export-fixes", cl::value_desc("FILE"),
          cl::desc("write the changes for clang-apply-replacements (YAML)"),
          cl::cat(OutputCategory));
cl::opt<std::string>
    Backup("backup", cl::value_desc("SUFFIX"),
           cl::desc("-i keeps what it replaces under this ending (default: "
                    ".orig, or nothing with --keep-original); an empty one "
                    "keeps nothing"),
           cl::cat(OutputCategory));
Option<bool>
    KeepOriginal("keep-original",
                 cl::desc("append the way back to the original to the result, "
                          "as a comment for --revert"),
                 cl::cat(OutputCategory));
Option<bool>
    LineDirectives("line-directives",
                   cl::desc("compilers, debuggers and `__LINE__` name lines of "
                            "the input, by #line in the result"),
                   cl::cat(OutputCategory));
Option<bool>
    Revert("revert",
           cl::desc("undo a translation: by that comment, else by the backup; "
                    "what was edited since stays"),
           cl::cat(OutputCategory));

enum class Colors { Auto, Always, Never };

/// LLVM has an option of this name, with other values, which it makes when the
/// command line is first looked at.
Option<Colors> &colorOption() {
  static const bool IsReplaced = [] {
    auto &Known = cl::getRegisteredOptions();
    if (auto Found = Known.find("color"); Found != Known.end())
      Found->second->removeArgument();
    return true;
  }();
  (void)IsReplaced;
  static Option<Colors> Color(
      "color", cl::desc("colours in messages and differences:"),
      cl::init(Colors::Auto),
      cl::values(clEnumValN(Colors::Auto, "auto",
                            "on a terminal, unless NO_COLOR is set (default)"),
                 clEnumValN(Colors::Always, "always", "wherever they go"),
                 clEnumValN(Colors::Never, "never", "nowhere")),
      cl::cat(OutputCategory));
  return Color;
}

/// What \p List names; nothing if that is no list of kinds.
std::optional<std::set<DiagLevel>> kindsIn(llvm::StringRef List) {
  const std::set<DiagLevel> All = {DiagLevel::Remark, DiagLevel::Missed,
                                   DiagLevel::Analysis};
  std::set<DiagLevel> Kinds;
  for (llvm::StringRef Name : llvm::split(List, ',')) {
    auto More = llvm::StringSwitch<std::optional<std::set<DiagLevel>>>(Name)
                    .Case("passed", {{DiagLevel::Remark}})
                    .Case("missed", {{DiagLevel::Missed}})
                    .Case("analysis", {{DiagLevel::Analysis}})
                    .Case("all", All)
                    .Case("none", {{}})
                    .Default(std::nullopt);
    if (!More)
      return std::nullopt;
    Kinds.insert(More->begin(), More->end());
  }
  return Kinds;
}

/// The patterns of an option that stands for all identities without one.
std::vector<std::string> patternsOf(const cl::list<std::string> &List) {
  std::vector<std::string> Patterns(List.begin(), List.end());
  for (std::string &P : Patterns)
    if (P.empty())
      P = "."; // found in every identity
  return Patterns;
}

} // namespace

cl::OptionCategory &outputCategory() {
  colorOption();
  return OutputCategory;
}

std::string wrongOutputValue() {
  if (Remarks.getNumOccurrences() && !kindsIn(Remarks))
    return "--remarks takes passed, missed, analysis, all and none, not '" +
           Remarks + "'";
  for (llvm::StringRef Pattern : Messages) {
    Pattern.consume_front("-");
    if (std::string Wrong = wrongPattern(Pattern); !Wrong.empty())
      return "--messages: " + Wrong;
  }
  for (const std::string &Pattern : patternsOf(NoWarnings))
    if (std::string Wrong = wrongPattern(Pattern); !Wrong.empty())
      return "--no-warnings: " + Wrong;
  for (const std::string &Pattern : patternsOf(Werror))
    if (std::string Wrong = wrongPattern(Pattern); !Wrong.empty())
      return "--werror: " + Wrong;
  if (Fixes.getNumOccurrences() && Fixes.empty())
    return "--export-fixes takes a file";
  if (llvm::StringRef(Backup).contains('/'))
    return "--backup takes an ending of a file's name, not '" + Backup + "'";
  return "";
}

/// Whether messages and differences on \p OS have colours.
static bool hasColors(const llvm::raw_ostream &OS) {
  if (colorOption() != Colors::Auto)
    return colorOption() == Colors::Always;
  const char *NoColor = std::getenv("NO_COLOR");
  return !(NoColor && *NoColor) && OS.has_colors();
}

void readOutputOptions(Options &Opts) {
  if (Remarks.getNumOccurrences())
    Opts.Messages.Remarks = *kindsIn(Remarks);
  Opts.Messages.Patterns.assign(Messages.begin(), Messages.end());
  Opts.Messages.NoWarnings = patternsOf(NoWarnings);
  Opts.Messages.Werror = patternsOf(Werror);
  Opts.FixesFile = Fixes;
  if (Backup.getNumOccurrences())
    Opts.Backup = Backup;
  Opts.KeepOriginal = KeepOriginal;
  Opts.LineDirectives |= LineDirectives;
  Opts.Revert = Revert;
  llvm::WithColor::setAutoDetectFunction(hasColors);
}

std::string outputContradiction(const Options &O) {
  if (O.Backup && !O.InPlace && !O.Revert)
    return "--backup needs -i or --revert";
  const bool Prints = O.Print != PrintStage::None;
  if (O.Revert &&
      (O.KeepOriginal || Prints || !O.Report.empty() || !O.FixesFile.empty() ||
       !O.Verifier.empty() || O.WriteDependencies))
    return "--revert translates nothing: it excludes --keep-original, --print, "
           "--report, --export-fixes, --verify and -MD";
  if (O.LineDirectives && (O.InPlace || O.KeepOriginal))
    return "--line-directives is for results that only compilers read: it "
           "excludes -i and --keep-original";
  if (Prints && (O.KeepOriginal || !O.FixesFile.empty()))
    return "--print prints a stage: it excludes --keep-original and "
           "--export-fixes";
  if (!O.FixesFile.empty() && llvm::is_contained(O.Files, O.FixesFile))
    return "--export-fixes would overwrite the input '" + O.FixesFile + "'";
  return "";
}

} // namespace tessera

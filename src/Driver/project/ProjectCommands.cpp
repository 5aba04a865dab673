//===- ProjectCommands.cpp - How the files of a project are compiled ------===//
#include "project/ProjectCommands.h"
#include "files/Files.h"
#include "clang/Tooling/JSONCompilationDatabase.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace path = llvm::sys::path;
using clang::tooling::CompileCommand;
using clang::tooling::JSONCompilationDatabase;

namespace tessera {

static constexpr llvm::StringLiteral DatabaseName = "compile_commands.json";

/// The nearest database in the folders above \p File; empty if there is none.
static std::string databaseAbove(const std::string &File) {
  for (llvm::StringRef Folder = path::parent_path(File); !Folder.empty();
       Folder = path::parent_path(Folder)) {
    llvm::SmallString<128> Path(Folder);
    path::append(Path, DatabaseName);
    if (llvm::sys::fs::exists(Path))
      return std::string(Path);
  }
  return "";
}

static llvm::Error badDatabase(const llvm::Twine &Why) {
  return reject(DiagKind::BadDatabase, SourcePlace::nowhere(), Why.str());
}

static llvm::Expected<std::vector<CompileCommand>>
commandsIn(const std::string &Database, const std::string &File) {
  std::string Why;
  std::unique_ptr<JSONCompilationDatabase> Commands =
      JSONCompilationDatabase::loadFromFile(
          Database, Why, clang::tooling::JSONCommandLineSyntax::AutoDetect);
  if (!Commands)
    return badDatabase("'" + Database + "' is no compilation database: " +
                       llvm::StringRef(Why).trim());
  return Commands->getCompileCommands(File);
}

/// Where the flags of \p Line begin: behind the compiler, and behind what
/// launches it.
static size_t beginOfFlags(const std::vector<std::string> &Line) {
  size_t I = 0;
  auto IsProgram = [](llvm::StringRef Word) {
    llvm::StringRef Name = path::stem(Word);
    return !Word.starts_with("-") && path::extension(Word) != ".cu" &&
           (Name.contains("nvcc") || Name.contains("clang") ||
            Name.contains("g++") || Name.contains("gcc"));
  };
  if (I < Line.size())
    ++I;
  while (I < Line.size() && IsProgram(Line[I]))
    ++I;
  return I;
}

static llvm::Expected<CompilerCommand> read(const CompileCommand &C) {
  const size_t Begin = beginOfFlags(C.CommandLine);
  const bool IsClang =
      Begin && path::stem(C.CommandLine[Begin - 1]).contains("clang");
  llvm::SmallString<128> Here;
  llvm::sys::fs::current_path(Here);
  return readCompilerCommand(
      std::vector<std::string>(C.CommandLine.begin() + Begin,
                               C.CommandLine.end()),
      IsClang ? CompilerDialect::Either : CompilerDialect::Nvcc,
      llvm::StringRef(Here) == C.Directory ? "" : C.Directory);
}

/// \p Opts with the flags of \p C, in front of those that are there.
static Options withCommand(Options Opts, const CompilerCommand &C) {
  std::vector<std::string> Flags = C.Flags;
  llvm::append_range(Flags, Opts.Frontend.Flags);
  Opts.Frontend.Flags = std::move(Flags);
  if (Opts.Architectures.empty())
    Opts.Architectures = C.Architectures;
  return Opts;
}

llvm::Expected<std::vector<Options>>
optionsForCommands(const Options &Opts, const std::string &File) {
  if (Opts.HasFlags)
    return std::vector{Opts};
  const std::string Path = absolutePath(File);
  std::string Database = Opts.Database;
  if (!Database.empty() && llvm::sys::fs::is_directory(Database))
    Database += ("/" + DatabaseName).str();
  if (Database.empty())
    Database = databaseAbove(Path);
  if (Database.empty())
    return std::vector{Opts};

  llvm::Expected<std::vector<CompileCommand>> Commands =
      commandsIn(Database, Path);
  if (!Commands)
    return Commands.takeError();
  if (Commands->empty() && !Opts.Database.empty() && !Opts.DatabaseIsOptional)
    return badDatabase("'" + Database + "' has no command for '" + File + "'");
  std::vector<Options> Result;
  for (const CompileCommand &C : *Commands) {
    llvm::Expected<CompilerCommand> Read = read(C);
    if (!Read)
      return badDatabase("'" + Database + "': " + toString(Read.takeError()));
    Options Own = withCommand(Opts, *Read);
    if (llvm::none_of(Result, [&](const Options &O) {
          return O.Frontend.Flags == Own.Frontend.Flags &&
                 O.Architectures == Own.Architectures;
        }))
      Result.push_back(std::move(Own));
  }
  if (Result.empty())
    Result.push_back(Opts);
  return Result;
}

std::string differingFlags(llvm::ArrayRef<Options> Each) {
  auto All = [](const Options &O) {
    std::vector<std::string> Words = O.Frontend.Flags;
    for (const std::string &Name : O.Architectures)
      Words.push_back("-arch=" + Name);
    return Words;
  };
  std::vector<std::string> Own;
  for (const Options &O : Each) {
    std::vector<std::string> Words = All(O);
    llvm::erase_if(Words, [&](const std::string &Word) {
      return llvm::all_of(Each, [&](const Options &Other) {
        return llvm::is_contained(All(Other), Word);
      });
    });
    Own.push_back(Words.empty() ? "none" : llvm::join(Words, " "));
  }
  return llvm::join(Own, " | ");
}

} // namespace tessera

//===- Intermediate.cpp ---------------------------------------------------===//
#include "Intermediate.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace tessera::nvcc {

/// Whether \p Path is a device or a pipe, as /dev/null.
static bool isSpecial(llvm::StringRef Path) {
  fs::file_status Status;
  return !fs::status(Path, Status) && fs::exists(Status) &&
         !fs::is_regular_file(Status) && !fs::is_directory(Status);
}

Intermediates::Intermediates(const CompilerCommand &Command) {
  IsElsewhere = Command.Output && isSpecial(*Command.Output);
  if (Command.Output)
    Folder = *Command.Output;
  else
    Folder = path::stem(Command.Inputs.front()).str() + ".o";
  Folder += ".tessera";
}

Intermediates::~Intermediates() {
  if (!Kept && Count)
    fs::remove_directories(Folder);
}

llvm::Expected<std::string> Intermediates::pathFor(llvm::StringRef Source) {
  if (IsElsewhere && !Count) {
    llvm::SmallString<128> Own;
    if (std::error_code Code = fs::createUniqueDirectory("tessera-nvcc", Own))
      return llvm::createStringError(Code, "cannot make a temporary folder: %s",
                                     Code.message().c_str());
    Folder = std::string(Own);
  }
  // Several sources may have one name.
  llvm::SmallString<128> Path(Folder);
  if (Count++)
    path::append(Path, std::to_string(Count));
  if (std::error_code Code = fs::create_directories(Path))
    return llvm::createStringError(Code, "cannot make the folder '%s': %s",
                                   Path.c_str(), Code.message().c_str());
  path::append(Path, Source == "-" ? "stdin.cu" : path::filename(Source));
  return std::string(Path);
}

//===----------------------------------------------------------------------===//
// Dependency files
//===----------------------------------------------------------------------===//

namespace {

/// `TARGETS: FILES`, spelled as make reads them.
struct Rule {
  std::vector<std::string> Targets, Files;
};

} // namespace

/// The words of \p Text: spaces behind a backslash belong to them.
static std::vector<std::string> words(llvm::StringRef Text) {
  std::vector<std::string> Result;
  bool InWord = false;
  for (size_t I = 0; I < Text.size(); ++I) {
    const bool Escapes = Text[I] == '\\' && I + 1 < Text.size();
    if (Escapes && (Text[I + 1] == '\n' || Text[I + 1] == '\r')) {
      InWord = false;
      continue;
    }
    if (llvm::isSpace(Text[I])) {
      InWord = false;
      continue;
    }
    if (!InWord)
      Result.emplace_back();
    InWord = true;
    Result.back() += Text[I];
    if (Escapes)
      Result.back() += Text[++I];
  }
  return Result;
}

/// The rules of the dependency file \p Text.
static std::vector<Rule> rules(llvm::StringRef Text) {
  std::vector<Rule> Result;
  std::string Logical;
  while (!Text.empty()) {
    auto [Line, Rest] = Text.split('\n');
    Text = Rest;
    Logical += Line.str() + "\n";
    if (Line.rtrim("\r").ends_with("\\") && !Text.empty())
      continue;
    // A colon within a name is none.
    size_t Colon = Logical.find(':');
    while (Colon != std::string::npos && Colon + 1 < Logical.size() &&
           !llvm::isSpace(Logical[Colon + 1]))
      Colon = Logical.find(':', Colon + 1);
    if (Colon != std::string::npos)
      Result.push_back({words(llvm::StringRef(Logical).take_front(Colon)),
                        words(llvm::StringRef(Logical).drop_front(Colon + 1))});
    Logical.clear();
  }
  return Result;
}

/// \p Path as dependency files spell it.
static std::string escaped(llvm::StringRef Path) {
  std::string Text;
  for (char C : Path)
    Text += (C == ' ' || C == '#' ? "\\"
             : C == '$'           ? "$"
                                  : "") +
            std::string(1, C);
  return Text;
}

std::string nameSources(const std::string &File, const std::string &Folder,
                        const std::vector<std::string> &Own) {
  auto Buffer = llvm::MemoryBuffer::getFile(File);
  if (!Buffer)
    return "";
  std::vector<std::string> Sources;
  for (const std::string &Name : Own)
    if (auto Rules = llvm::MemoryBuffer::getFile(Name))
      for (const Rule &R : rules((*Rules)->getBuffer()))
        llvm::append_range(Sources, R.Files);
  const std::string Prefix = escaped(Folder) + "/";
  auto IsOurs = [&](llvm::StringRef Name) {
    llvm::StringRef Ours = Prefix;
    Ours.consume_front("./");
    Name.consume_front("./");
    return Name.starts_with(Ours);
  };
  std::string Text;
  for (const Rule &R : rules((*Buffer)->getBuffer())) {
    if (!R.Targets.empty() && IsOurs(R.Targets.front()))
      continue; // of -MP
    Text += llvm::join(R.Targets, " ") + ":";
    llvm::StringSet<> Named;
    auto Add = [&](const std::string &Name) {
      if (Named.insert(Name).second)
        Text += " \\\n  " + Name;
    };
    for (const std::string &Name : R.Files) {
      if (!IsOurs(Name))
        Add(Name);
      else
        llvm::for_each(Sources, Add);
    }
    Text += "\n";
  }
  llvm::Error Failed =
      llvm::writeToOutput(File, [&](llvm::raw_ostream &OS) -> llvm::Error {
        OS << Text;
        return llvm::Error::success();
      });
  return Failed ? toString(std::move(Failed)) : "";
}

} // namespace tessera::nvcc

//===- CompilerCommand.cpp - Command lines of nvcc and Clang --------------===//
//
// A word is an option of nvcc, of Clang, or of neither. What nvcc hands to the
// host compiler is read as Clang's, for the host compiler takes nearly the
// same.
//
//===----------------------------------------------------------------------===//
#include "tessera/Frontend/CompilerCommand.h"
#include "source/HostFlags.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/StringSaver.h"

namespace tessera {

namespace {

/// What follows an option of nvcc.
enum class NvccTakes {
  Nothing,
  Value,         ///< `-o x`, `-o=x`; behind one letter also `-O3`
  List,          ///< alike, several with commas
  Truth,         ///< true or false
  OnlyNvccValue, ///< a value; Clang has an option of this name without one
  ErrorKinds,    ///< names of warnings; Clang's option takes nothing
};

/// What an option of nvcc is for.
enum class NvccMeans {
  Ignored,
  Compiles,
  CompilesRelocatable,
  CompilesNothing,
  Output,
  WritesDependencies,
  DependencyFile,
  Language,
  Define,
  Undefine,
  IncludePath,
  SystemInclude,
  PreInclude,
  OptionsFile,
  Standard,
  TemplateDepth,
  NoExceptions,
  RelaxedConstexpr,
  ExtendedLambda,
  DeviceDebug,
  Relocatable,
  DefaultStream,
  HostOptions,
  Architecture,
  GenerateCode,
  ForwardUnknown,
};

struct NvccOption {
  llvm::StringLiteral Long, Short;
  NvccTakes Takes;
  NvccMeans Means;
};

constexpr NvccOption NvccOptions[] = {
#define NVCC(LONG, SHORT, TAKES, MEANS)                                        \
  {LONG, SHORT, NvccTakes::TAKES, NvccMeans::MEANS},
#include "source/NvccOptions.def"
#undef NVCC
};

/// An option as it stands in a word.
struct Spelled {
  const NvccOption *Option = nullptr;
  std::optional<llvm::StringRef> Value; ///< in the same word
};

Spelled nvccOption(llvm::StringRef Word) {
  llvm::StringRef Name = Word;
  if (!Name.consume_front("-") || Name.empty())
    return {};
  const bool Long = Name.consume_front("-");
  auto [Before, After] = Name.split('=');
  for (const NvccOption &O : NvccOptions)
    if (Before == O.Long || (!Long && Before == O.Short)) {
      if (Before.size() == Name.size())
        return {&O, std::nullopt};
      if (O.Takes != NvccTakes::Nothing)
        return {&O, After};
    }
  if (!Long && Name.size() > 1)
    for (const NvccOption &O : NvccOptions)
      if (O.Short.size() == 1 && Name.front() == O.Short.front() &&
          (O.Takes == NvccTakes::Value || O.Takes == NvccTakes::List) &&
          llvm::StringRef("IDULlO").contains(Name.front()))
        return {&O, Name.drop_front()};
  return {};
}

/// The parts of a value with commas; `\,` is no separator, and neither is one
/// between quotes.
std::vector<std::string> listed(llvm::StringRef Value) {
  std::vector<std::string> Parts(1);
  bool Quoted = false;
  for (size_t I = 0; I < Value.size(); ++I) {
    if (Value[I] == '\\' && I + 1 < Value.size() && Value[I + 1] == ',') {
      Parts.back() += Value[++I];
      continue;
    }
    Quoted ^= Value[I] == '"';
    if (Value[I] == ',' && !Quoted)
      Parts.emplace_back();
    else
      Parts.back() += Value[I];
  }
  return Parts;
}

bool isErrorKind(llvm::StringRef Word) {
  static const llvm::StringSet<> Kinds = {"all-warnings",
                                          "cross-execution-space-call",
                                          "default-stream-launch",
                                          "deprecated-declarations",
                                          "ext-lambda-captures-this",
                                          "missing-launch-bounds",
                                          "reorder"};
  return !Word.empty() && llvm::all_of(listed(Word), [](llvm::StringRef Kind) {
    return Kinds.contains(Kind);
  });
}

class CommandReader {
public:
  CommandReader(CompilerDialect Dialect, llvm::StringRef Folder)
      : Dialect(Dialect), Folder(Folder) {}

  llvm::Error expand(const std::vector<std::string> &Words) {
    for (size_t I = 0; I < Words.size(); ++I) {
      Spelled S = nvccOption(Words[I]);
      std::vector<std::string> Files;
      if (S.Option && S.Option->Means == NvccMeans::OptionsFile) {
        if (!S.Value && ++I == Words.size())
          return missing(Words[I - 1]);
        Files = listed(S.Value ? *S.Value : llvm::StringRef(Words[I]));
      } else if (llvm::StringRef(Words[I]).starts_with("@") &&
                 Words[I].size() > 1) {
        Files = {Words[I].substr(1)};
      } else {
        Result.Words.push_back(Words[I]);
        continue;
      }
      for (const std::string &File : Files)
        if (llvm::Error Failed = expandFile(File))
          return Failed;
    }
    return llvm::Error::success();
  }

  llvm::Expected<CompilerCommand> read() {
    const std::vector<std::string> &Words = Result.Words;
    Forwards = llvm::any_of(Words, [](const std::string &Word) {
      const NvccOption *O = nvccOption(Word).Option;
      return O && O->Means == NvccMeans::ForwardUnknown;
    });
    for (size_t I = 0; I < Words.size(); ++I) {
      Spelled S = nvccOption(Words[I]);
      if (S.Option)
        if (std::optional<bool> TakesNext = takesNext(S, Words, I)) {
          if (*TakesNext && I + 1 == Words.size())
            return missing(Words[I]);
          apply(S, *TakesNext ? llvm::StringRef(Words[++I])
                              : S.Value.value_or(""));
          continue;
        }
      if (llvm::Error Failed = other(Words, I))
        return std::move(Failed);
    }
    addHostFlags(Host, Folder, Result);
    if (!WritesDependencies)
      Result.DependencyFile.reset();
    else if (!Result.DependencyFile)
      Result.DependencyFile = dependenciesBesideResult();
    return std::move(Result);
  }

private:
  static llvm::Error missing(const std::string &Word) {
    return reject(DiagKind::BadOption, SourcePlace::nowhere(),
                  "compiler flags: '" + Word + "' needs a value");
  }

  /// \p Path from where the compiler runs.
  std::string there(llvm::StringRef Path) const {
    if (Folder.empty() || llvm::sys::path::is_absolute(Path))
      return Path.str();
    llvm::SmallString<128> Absolute(Folder);
    llvm::sys::path::append(Absolute, Path);
    return std::string(Absolute);
  }

  llvm::Error expandFile(llvm::StringRef Name) {
    const std::string Path = there(Name);
    if (llvm::is_contained(Open, Path))
      return reject(DiagKind::BadOption, SourcePlace::nowhere(),
                    "compiler flags: '" + Path + "' reads itself");
    auto Buffer = llvm::MemoryBuffer::getFile(Path);
    if (!Buffer)
      return reject(DiagKind::BadOption, SourcePlace::nowhere(),
                    "compiler flags: cannot read '" + Path +
                        "': " + Buffer.getError().message());
    llvm::BumpPtrAllocator Memory;
    llvm::StringSaver Saver(Memory);
    llvm::SmallVector<const char *> Found;
    llvm::cl::TokenizeGNUCommandLine((*Buffer)->getBuffer(), Saver, Found);
    Open.push_back(Path);
    llvm::Error Failed =
        expand(std::vector<std::string>(Found.begin(), Found.end()));
    Open.pop_back();
    return Failed;
  }

  /// Whether the value of \p S is the next word; nothing if \p S is no option
  /// of nvcc's here, but Clang's of that name.
  std::optional<bool> takesNext(const Spelled &S,
                                const std::vector<std::string> &Words,
                                size_t I) const {
    switch (S.Option->Takes) {
    case NvccTakes::Nothing:
      return false;
    case NvccTakes::OnlyNvccValue:
      if (Dialect != CompilerDialect::Nvcc)
        return std::nullopt;
      [[fallthrough]];
    case NvccTakes::Value:
    case NvccTakes::List:
    case NvccTakes::Truth:
      // `-O` alone is Clang's.
      if (S.Option->Short == "O" && !S.Value &&
          Dialect != CompilerDialect::Nvcc)
        return std::nullopt;
      return !S.Value;
    case NvccTakes::ErrorKinds:
      if (S.Value)
        return isErrorKind(*S.Value) ? std::optional(false) : std::nullopt;
      if (I + 1 < Words.size() && isErrorKind(Words[I + 1]))
        return true;
      return std::nullopt;
    }
    return std::nullopt;
  }

  /// Where nvcc puts them without `-MF`.
  std::optional<std::string> dependenciesBesideResult() const {
    if (!Result.Output && Result.Inputs.empty())
      return std::nullopt;
    llvm::SmallString<128> Path(
        Result.Output ? llvm::StringRef(*Result.Output)
                      : llvm::sys::path::filename(Result.Inputs.front()));
    llvm::sys::path::replace_extension(Path, "d");
    return std::string(Path);
  }

  void flag(std::string Text) { Result.Flags.push_back(std::move(Text)); }

  std::vector<std::string> values(llvm::StringRef Value) const {
    if (Dialect == CompilerDialect::Nvcc)
      return listed(Value);
    return {Value.str()};
  }

  void architecture(llvm::StringRef Name) {
    std::string Real = Name.str();
    if (Name.consume_front("compute_") || Name.consume_front("lto_"))
      Real = "sm_" + Name.str();
    if (llvm::StringRef(Real).starts_with("sm_") &&
        !llvm::is_contained(Result.Architectures, Real))
      Result.Architectures.push_back(Real);
  }

  void apply(const Spelled &S, llvm::StringRef Value) {
    switch (S.Option->Means) {
    case NvccMeans::Ignored:
    case NvccMeans::ForwardUnknown:
    case NvccMeans::OptionsFile: // is expanded
      break;
    case NvccMeans::CompilesRelocatable:
      relocatable();
      [[fallthrough]];
    case NvccMeans::Compiles:
      if (Result.Result == CompilerResult::Program)
        Result.Result = CompilerResult::Object;
      break;
    case NvccMeans::CompilesNothing:
      Result.Result = CompilerResult::Other;
      break;
    case NvccMeans::Output:
      Result.Output = Value.str();
      break;
    case NvccMeans::WritesDependencies:
      WritesDependencies = true;
      break;
    case NvccMeans::DependencyFile:
      Result.DependencyFile = Value.str();
      break;
    case NvccMeans::Language:
      Result.Language = Value.str();
      break;
    case NvccMeans::Define:
      for (const std::string &One : values(Value))
        flag("-D" + One);
      break;
    case NvccMeans::Undefine:
      for (const std::string &One : values(Value))
        flag("-U" + One);
      break;
    case NvccMeans::IncludePath:
      for (const std::string &One : values(Value))
        flag("-I" + there(One));
      break;
    case NvccMeans::SystemInclude:
      for (const std::string &One : values(Value))
        Result.Flags.insert(Result.Flags.end(), {"-isystem", there(One)});
      break;
    case NvccMeans::PreInclude:
      for (const std::string &One : values(Value))
        Result.Flags.insert(Result.Flags.end(), {"-include", included(One)});
      break;
    case NvccMeans::Standard:
      flag("-std=" + Value.str());
      break;
    case NvccMeans::TemplateDepth:
      flag("-ftemplate-depth=" + Value.str());
      break;
    case NvccMeans::NoExceptions:
      flag("-fno-exceptions");
      break;
    case NvccMeans::RelaxedConstexpr:
      flag("-D__CUDACC_RELAXED_CONSTEXPR__");
      break;
    case NvccMeans::ExtendedLambda:
      flag("-D__CUDACC_EXTENDED_LAMBDA__");
      break;
    case NvccMeans::DeviceDebug:
      flag("-D__CUDACC_DEBUG__");
      break;
    case NvccMeans::Relocatable:
      if (Value == "true")
        relocatable();
      break;
    case NvccMeans::DefaultStream:
      if (Value == "per-thread")
        flag("-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1");
      break;
    case NvccMeans::HostOptions:
      llvm::append_range(Host, listed(Value));
      break;
    case NvccMeans::Architecture:
      for (const std::string &One : listed(Value))
        architecture(One);
      break;
    case NvccMeans::GenerateCode:
      generate(Value);
      break;
    }
  }

  /// Kernels may launch kernels, too.
  void relocatable() {
    flag("-fgpu-rdc");
    flag("-D__CUDACC_RDC__");
  }

  /// A file that is there is taken from \ref Folder, another one is looked for
  /// in the folders of headers.
  std::string included(llvm::StringRef Name) const {
    std::string Path = there(Name);
    return llvm::sys::fs::exists(Path) ? Path : Name.str();
  }

  /// `arch=compute_90,code=[compute_90,sm_90]`: what the code is for, or else
  /// what it is made from.
  void generate(llvm::StringRef Value) {
    auto [Arch, Code] = Value.split(",code=");
    Arch.consume_front("arch=");
    if (Code.empty())
      return architecture(Arch);
    for (const std::string &One : listed(Code.trim("[]\"'")))
      architecture(One);
  }

  /// A word that is no option of nvcc's.
  llvm::Error other(const std::vector<std::string> &Words, size_t &I) {
    llvm::StringRef Word = Words[I];
    if (!Word.starts_with("-") || Word == "-") {
      Result.Inputs.push_back(there(Word));
      Result.InputWords.push_back(I);
      return llvm::Error::success();
    }
    // It may take the next word, and only Clang's table tells.
    const unsigned Count = wordsOfClangOption(Words, I);
    if (Count == 0) {
      if (!Forwards)
        Result.Warnings.push_back(
            {DiagKind::FlagIgnored,
             SourcePlace::nowhere(),
             {Word.str(), "neither nvcc nor Clang has it"}});
      return llvm::Error::success();
    }
    if (I + Count > Words.size())
      return missing(Words[I]);
    Host.insert(Host.end(), Words.begin() + I, Words.begin() + I + Count);
    I += Count - 1;
    return llvm::Error::success();
  }

  const CompilerDialect Dialect;
  const llvm::StringRef Folder;
  bool Forwards = false;
  bool WritesDependencies = false;
  std::vector<std::string> Open; ///< files of options being read
  std::vector<std::string> Host; ///< flags in the host compiler's spelling
  CompilerCommand Result;
};

} // namespace

llvm::Expected<CompilerCommand>
readCompilerCommand(const std::vector<std::string> &Words,
                    CompilerDialect Dialect, llvm::StringRef Folder) {
  CommandReader R(Dialect, Folder);
  if (llvm::Error Failed = R.expand(Words))
    return std::move(Failed);
  return R.read();
}

std::string
architectureToPlanFor(const std::vector<std::string> &Architectures) {
  std::optional<std::pair<unsigned, std::string>> Lowest;
  for (const std::string &Name : Architectures) {
    llvm::StringRef Digits = Name;
    unsigned Number = 0;
    if (Digits.consume_front("sm_") && !Digits.consumeInteger(10, Number) &&
        (!Lowest || Number < Lowest->first))
      Lowest = {Number, "sm_" + std::to_string(Number)};
  }
  return Lowest ? Lowest->second : "";
}

} // namespace tessera

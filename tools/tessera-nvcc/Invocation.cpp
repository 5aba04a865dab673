//===- Invocation.cpp -----------------------------------------------------===//
#include "Invocation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/StringSaver.h"
#include <cstdlib>

namespace path = llvm::sys::path;

namespace tessera::nvcc {

/// Whether \p Word is a program that compiles, or starts one that does.
static bool startsCompiler(llvm::StringRef Word) {
  if (Word.empty() || Word.starts_with("-") || Word.starts_with("@"))
    return false;
  static constexpr llvm::StringLiteral OfFiles[] = {
      ".cu", ".c",   ".cc", ".cpp", ".cxx", ".ptx",    ".cubin",
      ".o",  ".obj", ".a",  ".so",  ".lib", ".fatbin", ".ii"};
  return !llvm::is_contained(OfFiles, path::extension(Word));
}

static std::string realPath(llvm::StringRef Path) {
  llvm::SmallString<128> Result;
  return llvm::sys::fs::real_path(Path, Result) ? Path.str()
                                                : std::string(Result);
}

static llvm::Expected<std::string> findCompiler(llvm::StringRef Self) {
  if (const char *Named = std::getenv("TESSERA_NVCC"); Named && *Named)
    return Named;
  llvm::SmallVector<std::string> Candidates;
  llvm::SmallVector<llvm::StringRef> Folders;
  const char *Path = std::getenv("PATH");
  llvm::StringRef(Path ? Path : "").split(Folders, ':');
  for (llvm::StringRef Folder : Folders)
    Candidates.push_back(Folder.str() + "/nvcc");
  for (const char *Variable : {"CUDA_PATH", "CUDA_HOME"})
    if (const char *Value = std::getenv(Variable))
      Candidates.push_back(std::string(Value) + "/bin/nvcc");
  Candidates.push_back("/usr/local/cuda/bin/nvcc");
  for (const std::string &Candidate : Candidates)
    if (llvm::sys::fs::can_execute(Candidate) &&
        realPath(Candidate) != realPath(Self))
      return Candidate;
  return llvm::createStringError(
      "no nvcc is found: put it in PATH, or name it in TESSERA_NVCC");
}

/// The words of the environment variable \p Name, split as a shell does.
static std::vector<std::string> wordsOf(const char *Name) {
  const char *Value = std::getenv(Name);
  if (!Value)
    return {};
  llvm::BumpPtrAllocator Memory;
  llvm::StringSaver Saver(Memory);
  llvm::SmallVector<const char *> Words;
  llvm::cl::TokenizeGNUCommandLine(Value, Saver, Words);
  return {Words.begin(), Words.end()};
}

/// The options in the value of `-Xtessera`.
static std::vector<std::string> splitOptions(llvm::StringRef Value) {
  std::vector<std::string> Result(1);
  char Quote = 0;
  for (size_t I = 0; I < Value.size(); ++I) {
    const char C = Value[I];
    const bool Escapes = C == '\\' && I + 1 < Value.size() &&
                         llvm::StringRef(",\"'\\").contains(Value[I + 1]);
    // What follows in a list is no option.
    const bool InList = llvm::StringRef(Result.back()).contains('=') &&
                        I + 1 < Value.size() && Value[I + 1] != '-';
    if (Escapes)
      Result.back() += Value[++I];
    else if (Quote ? C == Quote : C == '"' || C == '\'')
      Quote = Quote ? 0 : C;
    else if (C == ',' && !Quote && !InList)
      Result.emplace_back();
    else
      Result.back() += C;
  }
  return Result;
}

llvm::Expected<Invocation> readInvocation(llvm::ArrayRef<std::string> Arguments,
                                          llvm::StringRef Self) {
  Invocation Result;
  Result.TesseraOptions = wordsOf("TESSERA_OPTIONS");
  bool InFront = true;
  for (size_t I = 0; I < Arguments.size(); ++I) {
    llvm::StringRef Word = Arguments[I];
    if (Word == "-Xtessera" && I + 1 == Arguments.size())
      return llvm::createStringError("'-Xtessera' needs a value");
    if (Word == "-Xtessera" || Word.consume_front("-Xtessera=")) {
      llvm::append_range(
          Result.TesseraOptions,
          splitOptions(Word == "-Xtessera" ? Arguments[++I] : Word));
      continue;
    }
    InFront &= startsCompiler(Word);
    (InFront ? Result.Compiler : Result.Words).push_back(Word.str());
  }
  if (Result.Compiler.empty()) {
    llvm::Expected<std::string> Found = findCompiler(Self);
    if (!Found)
      return Found.takeError();
    Result.Compiler = {std::move(*Found)};
  }
  Result.IsClang = path::filename(Result.Compiler.back()).contains("clang");
  if (!Result.IsClang) {
    Result.Prepended = wordsOf("NVCC_PREPEND_FLAGS");
    Result.Appended = wordsOf("NVCC_APPEND_FLAGS");
  }
  return Result;
}

} // namespace tessera::nvcc

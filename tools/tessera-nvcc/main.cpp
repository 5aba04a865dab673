//===- main.cpp - tessera-nvcc: translates before it compiles -------------===//
//
//   nvcc ... -c a.cu -o a.o
//     ──▶  tessera --for-compiler -o a.o.tessera/a.cu a.cu -- FLAGS
//          nvcc ... -c a.o.tessera/a.cu -Xcompiler=-iquote,. -o a.o
//
// Everything else goes to the compiler as it is.
//
//===----------------------------------------------------------------------===//
#include "Intermediate.h"
#include "Invocation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"
#include <csignal>

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;
using namespace tessera;
using namespace tessera::nvcc;

static int fail(const llvm::Twine &Why) {
  llvm::errs() << "tessera-nvcc: error: " << Why << "\n";
  return 1;
}

/// The signal that is to end this program once nothing is left behind, and the
/// program that runs now.
static volatile std::sig_atomic_t Ending = 0;
static volatile pid_t Child = 0;

/// Hands \p Signal on.
static void passOn(int Signal) {
  Ending = Signal;
  if (Child > 0)
    kill(Child, Signal);
}

/// Runs \p Command and waits. \returns its exit code.
static int execute(const std::vector<std::string> &Command) {
  if (Ending)
    return 1;
  std::string Program = Command.front();
  if (!llvm::StringRef(Program).contains('/'))
    if (llvm::ErrorOr<std::string> Found =
            llvm::sys::findProgramByName(Program))
      Program = *Found;
  std::vector<llvm::StringRef> Words(Command.begin(), Command.end());
  std::string Why;
  bool Failed = false;
  const llvm::sys::ProcessInfo Started = llvm::sys::ExecuteNoWait(
      Program, Words, std::nullopt, {}, 0, &Why, &Failed);
  if (Failed)
    return fail("'" + Program + "': " + Why);
  Child = Started.Pid;
  if (Ending) // between the two
    kill(Child, Ending);
  const int Code = llvm::sys::Wait(Started, std::nullopt, &Why).ReturnCode;
  Child = 0;
  if (Ending)
    return 1;
  return Code >= 0 ? Code : fail("'" + Program + "': " + Why);
}

static bool isCuda(llvm::StringRef Input, const CompilerCommand &Command) {
  if (Command.Language)
    return *Command.Language == "cu" || *Command.Language == "cuda";
  return path::extension(Input) == ".cu";
}

/// What tessera ends with when it left kernels alone because of mistakes of its
/// own: the result is right, and it has said so.
static constexpr int LeftKernels = 4;

static bool haveEqualBytes(const std::string &A, const std::string &B) {
  auto First = llvm::MemoryBuffer::getFile(A);
  auto Second = llvm::MemoryBuffer::getFile(B);
  return First && Second && (*First)->getBuffer() == (*Second)->getBuffer();
}

namespace {

/// Translates the sources of a command, and compiles what that gives.
class Compilation {
public:
  Compilation(const Invocation &Call, CompilerCommand Own,
              const std::string &Self)
      : Call(Call), Command(std::move(Own)), Folder(Command),
        Tessera(path::parent_path(Self).str() + "/tessera") {
    if (llvm::is_contained(Command.Words, "-keep") ||
        llvm::is_contained(Command.Words, "--keep") ||
        llvm::is_contained(Command.Words, "-save-temps") ||
        llvm::is_contained(Command.Words, "--save-temps"))
      Folder.keep();
  }

  int run() {
    for (size_t I = 0; I < Command.Inputs.size(); ++I)
      if (isCuda(Command.Inputs[I], Command))
        if (int Code = translate(I))
          return Code;
    std::vector<std::string> Line = Call.Compiler;
    // Words of files of options stay in these as long as no source is there.
    llvm::append_range(Line, IsReplaced ? Command.Words : Call.Words);
    llvm::append_range(Line, IncludeFlags);
    int Code = execute(Line);
    if (Code == 0 && Command.DependencyFile && !DependencyFiles.empty())
      if (std::string Why = nameSources(*Command.DependencyFile,
                                        Folder.folder(), DependencyFiles);
          !Why.empty())
        return fail(Why);
    return Code;
  }

private:
  int translate(size_t Index) {
    const std::string Source = Command.Inputs[Index];
    llvm::Expected<std::string> Path = Folder.pathFor(Source);
    if (!Path)
      return fail(toString(Path.takeError()));
    std::vector<std::string> Line = {Tessera};
    // Builds have enough to print: remarks are for those who ask.
    if (llvm::none_of(Call.TesseraOptions, [](llvm::StringRef Option) {
          return Option.ltrim("-").starts_with("remarks");
        }))
      Line.push_back("--remarks=none");
    llvm::append_range(Line, Call.TesseraOptions);
    const std::string Dependencies = *Path + ".d";
    Line.insert(Line.end(), {"--for-compiler", "-o", *Path});
    const bool IsRead = Source == "-"; // it is no file: there is no other
    if (!IsRead)
      Line.insert(Line.end(), {"-MD", "-MF", Dependencies});
    Line.insert(Line.end(), {Source, "--"});
    llvm::append_range(Line, Command.Flags);
    for (const std::string &Name : Command.Architectures)
      Line.push_back("--offload-arch=" + Name);
    if (int Code = execute(Line); Code && Code != LeftKernels)
      return Code;
    if (!IsRead && haveEqualBytes(Source, *Path))
      return 0;
    Command.Words[Command.InputWords[Index]] = *Path;
    IsReplaced = true;
    if (!IsRead)
      DependencyFiles.push_back(Dependencies);
    addQuoteFolder(path::parent_path(Source));
    return 0;
  }

  /// Headers beside the source are still found first.
  void addQuoteFolder(llvm::StringRef Beside) {
    std::string Flag = "-iquote" + (Beside.empty() ? "." : Beside.str());
    if (!Call.IsClang) {
      // nvcc splits at commas, and the shell that it calls at spaces.
      const bool Plain = llvm::all_of(Flag, [](char C) {
        return llvm::isAlnum(C) || llvm::StringRef("-_./,+=:@").contains(C);
      });
      std::string Escaped;
      for (char C : Flag)
        Escaped += (C == ',' ? "\\" : "") + std::string(1, C);
      Flag = "-Xcompiler=";
      llvm::raw_string_ostream OS(Flag);
      llvm::sys::printArg(OS, Escaped, /*Quote=*/!Plain);
    }
    if (!llvm::is_contained(IncludeFlags, Flag))
      IncludeFlags.push_back(Flag);
  }

  const Invocation &Call;
  CompilerCommand Command;
  Intermediates Folder;
  const std::string Tessera;
  std::vector<std::string> DependencyFiles; ///< of what was translated
  std::vector<std::string> IncludeFlags;
  bool IsReplaced = false; ///< a source, by what was made of it
};

} // namespace

int main(int Argc, const char **Argv) {
  llvm::InitLLVM Init(Argc, Argv);
  const std::string Self =
      fs::getMainExecutable(Argv[0], reinterpret_cast<void *>(&main));
  const std::vector<std::string> Arguments(Argv + 1, Argv + Argc);
  llvm::Expected<Invocation> Call = readInvocation(Arguments, Self);
  if (!Call)
    return fail(toString(Call.takeError()));
  std::vector<std::string> AsItIs = Call->Compiler;
  llvm::append_range(AsItIs, Call->Words);
  std::vector<std::string> AndNvccs = Call->Prepended;
  llvm::append_range(AndNvccs, Call->Words);
  llvm::append_range(AndNvccs, Call->Appended);
  llvm::Expected<CompilerCommand> Command =
      readCompilerCommand(Call->Words, Call->dialect());
  llvm::Expected<CompilerCommand> Whole =
      readCompilerCommand(AndNvccs, Call->dialect());
  if (!Command || !Whole) { // the compiler says what is wrong
    llvm::consumeError(Command.takeError());
    llvm::consumeError(Whole.takeError());
    return execute(AsItIs);
  }
  Command->Flags = std::move(Whole->Flags);
  Command->Language = Whole->Language;
  Command->Architectures = std::move(Whole->Architectures);
  Command->DependencyFile = Whole->DependencyFile;
  Command->Result = Whole->Result;
  if (Command->Result == CompilerResult::Other ||
      llvm::none_of(Command->Inputs, [&](const std::string &Input) {
        return isCuda(Input, *Command);
      }))
    return execute(AsItIs);
  for (int Signal : {SIGINT, SIGTERM, SIGHUP})
    std::signal(Signal, passOn);
  const int Code = Compilation(*Call, std::move(*Command), Self).run();
  if (Ending) {
    std::signal(Ending, SIG_DFL);
    raise(Ending);
  }
  return Code;
}

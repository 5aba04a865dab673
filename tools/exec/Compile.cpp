//===- Compile.cpp --------------------------------------------------------===//
//
// Clang compiles in this process: to start it for each file took as long as the
// compilation of a small one.
//
//===----------------------------------------------------------------------===//
#include "Compile.h"
#include "Link.h"
#include "Translate.h"
#include "tessera/Frontend/Frontend.h"
#include "tessera/Frontend/PrecompileAction.h"

#include "clang/CodeGen/CodeGenAction.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Plugins/PassPlugin.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/ThreadPool.h"
#include "llvm/Support/raw_ostream.h"
#include <unistd.h>

/// Clang asks for Polly where its distribution has that built in. Compilation
/// at -O1 does not use it, and its archive has another version of isl.
llvm::PassPluginLibraryInfo getPollyPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "", "", [](llvm::PassBuilder &) {}};
}

using namespace clang;

namespace tessera::exec {

/// How files are compiled.
static std::vector<std::string> compiler(const Installation &Where,
                                         Language Written = Language::Cuda) {
  std::vector<std::string> Command = {
      "clang++", "-resource-dir", Where.ResourceDirectory, "-O1",
      "-gline-tables-only", "-w",
      // The accesses of kernels are reported to our runtime.
      "-fsanitize=thread",
      // Overflow of a row is inside of its array; our runtime is asked. So it
      // is for the alignment of vectors.
      "-fsanitize=array-bounds,alignment",
      // Addresses in messages are those of the executable.
      "-fno-pie", "-no-pie", "-fno-optimize-sibling-calls",
      "-fstack-clash-protection",
      // Kernels read floats as float4, and sum in the order written.
      "-fno-strict-aliasing", "-ffp-contract=off", "-fdeclspec", "-isystem",
      Where.RuntimeHeaders};
  if (Written == Language::Cuda)
    llvm::append_values(Command, "-D__CUDACC__=1", "-D__NVCC__=1");
  llvm::append_range(Command, thrustFlags(Where));
  if (Written != Language::C)
    llvm::append_values(Command, "-std=gnu++17", "-fno-access-control");
  return Command;
}

bool precompileForCompilation(const Installation &Where) {
  std::vector<std::string> Command = compiler(Where);
  // What its functions use is instantiated once, and not in each program.
  llvm::append_values(Command, "-Xclang", "-fpch-instantiate-templates", "-x",
                      "c++-header", Where.RuntimeHeaders + "/cuda_runtime.h");
  auto Files = llvm::makeIntrusiveRefCnt<FileManager>(FileSystemOptions());
  return tooling::ToolInvocation(
             Command, std::make_unique<PrecompileAction>(Where.HostPrelude),
             Files.get())
      .run();
}

/// Prepares LLVM for all compilations: what the command line cannot say of
/// each. Most programs run for less time than they are compiled; passes that
/// take long over kernels of many unrolled rows, and gain them little, are left
/// out or have a quicker one in their place. Quick selection of instructions
/// forgets `nomerge`, barriers have it: the ends of branches stay apart.
static void prepareCodeGeneration() {
  static bool Done = false;
  if (std::exchange(Done, true))
    return;
  // What ends the compiler is no result of the program.
  llvm::install_fatal_error_handler([](void *, const char *Reason, bool) {
    llvm::errs() << "error: the program cannot be compiled to run: " << Reason
                 << '\n';
    _exit(CannotRun);
  });
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  llvm::InitializeNativeTargetAsmParser();
  auto &Options = llvm::cl::getRegisteredOptions();
  for (auto [Name, Value] :
       {std::pair("tsan-instrument-read-before-write", "true"),
        std::pair("tsan-instrument-func-entry-exit", "false"),
        std::pair("fast-isel", "true"), std::pair("regalloc", "basic"),
        std::pair("disable-lsr", "true"),
        std::pair("enable-tail-merge", "false"),
        std::pair("disable-machine-sink", "true"),
        std::pair("disable-machine-licm", "true"),
        std::pair("disable-machine-cse", "true"),
        std::pair("disable-cgp", "true"), std::pair("enable-misched", "false"),
        std::pair("experimental-debug-variable-locations", "false")})
    Options[Name]->addOccurrence(/*pos=*/0, Name, Value);
}

namespace {

/// The compilation of one translated file.
class Compilation {
public:
  Compilation(const SourceFile &File, const std::vector<std::string> &Flags,
              const Installation &Where, const FileTexts &Texts,
              std::string Object)
      : File(File), Flags(Flags), Where(Where), Files(filesWith(Texts)),
        Object(std::move(Object)) {}

  /// Compiles in silence, the fastest way. \returns whether that was possible.
  bool run() const {
    DiagnosticConsumer Silent;
    return hasPrelude() ? run("-include-pch", Where.HostPrelude, &Silent)
                        : run("-include", header(), &Silent);
  }

  /// Compiles what \ref run could not, so that the compiler says why not.
  llvm::Error runAgain() const {
    if (run("-include", header(), /*Consumer=*/nullptr))
      return llvm::Error::success();
    return llvm::createStringError("'%s' cannot be compiled to run",
                                   File.Path.c_str());
  }

private:
  /// What comes before the file.
  std::string header() const {
    return File.Written == Language::Cuda
               ? "cuda_runtime.h"
               : Where.RuntimeHeaders + "/tessera_run/globals.h";
  }

  bool hasPrelude() const {
    return File.Written == Language::Cuda && leavePreludeAlone(Flags) &&
           llvm::sys::fs::exists(Where.HostPrelude);
  }

  bool run(const char *Option, const std::string &Prelude,
           DiagnosticConsumer *Consumer) const {
    std::vector<std::string> Command = compiler(Where, File.Written);
    llvm::append_values(Command, Option, Prelude);
    llvm::append_range(Command, flagsFor(File.Written, Flags));
    if (Consumer) // nor is the number of errors told
      Command.push_back("-fno-caret-diagnostics");
    llvm::append_values(Command, "-c", "-x",
                        File.Written == Language::C ? "c" : "c++", File.Path,
                        "-o", Object);
    auto Manager =
        llvm::makeIntrusiveRefCnt<FileManager>(FileSystemOptions(), Files);
    tooling::ToolInvocation Invocation(
        Command, std::make_unique<EmitObjAction>(), Manager.get());
    if (Consumer)
      Invocation.setDiagnosticConsumer(Consumer);
    return Invocation.run();
  }

  const SourceFile &File;
  const std::vector<std::string> &Flags;
  const Installation &Where;
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files;
  std::string Object;
};

} // namespace

/// Compiles all, several at a time.
static llvm::Error compile(llvm::ArrayRef<Compilation> All) {
  prepareCodeGeneration();
  std::vector<char> Done(All.size());
  if (All.size() == 1) {
    Done[0] = All[0].run();
  } else {
    llvm::DefaultThreadPool Pool;
    for (size_t I = 0; I < All.size(); ++I)
      Pool.async([&, I] { Done[I] = All[I].run(); });
    Pool.wait();
  }
  for (size_t I = 0; I < All.size(); ++I)
    if (!Done[I])
      if (llvm::Error Err = All[I].runAgain())
        return Err;
  return llvm::Error::success();
}

/// What each of \p Files is compiled from.
static llvm::Expected<std::vector<FileTexts>>
translated(llvm::ArrayRef<SourceFile> Files,
           const std::vector<std::string> &Flags, const Installation &Where) {
  std::vector<FileTexts> Texts, WithOwnNames;
  DeviceNeeds Needs;
  for (const SourceFile &File : Files) {
    llvm::Expected<Translation> T = translate(File, Flags, Where);
    if (!T)
      return T.takeError();
    Needs.Names |= T->Needs.Names;
    Needs.Kernels.insert(T->Needs.Kernels.begin(), T->Needs.Kernels.end());
    Texts.push_back(std::move(T->Texts));
    WithOwnNames.push_back(std::move(T->WithOwnNames));
  }
  if (Files.size() == 1 || Needs.Names)
    return Texts;
  if (!Needs.Kernels.empty())
    for (auto [File, Own] : llvm::zip(Files, WithOwnNames)) {
      llvm::Expected<Translation> T =
          translate(File, Flags, Where, Needs.Kernels);
      if (!T)
        return T.takeError();
      Own = std::move(T->WithOwnNames);
    }
  return WithOwnNames;
}

llvm::Error compileProgram(llvm::ArrayRef<std::string> Sources,
                           const std::vector<std::string> &Flags,
                           const Installation &Where,
                           const TemporaryFolder &Scratch,
                           const std::string &Output) {
  llvm::Expected<std::vector<SourceFile>> Files =
      loadProgram(Sources, Flags, Where);
  if (!Files)
    return Files.takeError();
  llvm::Expected<std::vector<FileTexts>> Texts =
      translated(*Files, Flags, Where);
  if (!Texts)
    return Texts.takeError();
  std::vector<Compilation> All;
  std::vector<Object> Objects;
  for (auto [File, Own] : llvm::zip(*Files, *Texts)) {
    Objects.push_back(
        {Scratch.file("object" + std::to_string(All.size())), File.Path});
    All.emplace_back(File, Flags, Where, Own, Objects.back().Path);
  }
  if (llvm::Error Err = compile(All))
    return Err;
  return linkProgram(Objects, Where, Output, Scratch.file("linker"));
}

} // namespace tessera::exec

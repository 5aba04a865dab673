//===- Link.cpp -----------------------------------------------------------===//
//
// What lld says:
//
//   ld.lld: error: duplicate symbol: twice(int)
//   >>> defined at a.cu:3 (/folder/a.cu:3)
//   >>>            /tmp/object0:(twice(int))
//   >>> defined at b.cu:7 (/folder/b.cu:7)
//   >>>            /tmp/object1:(.text+0x0)
//
//===----------------------------------------------------------------------===//
#include "Link.h"

#include "clang/Basic/DiagnosticIDs.h"
#include "clang/Driver/Compilation.h"
#include "clang/Driver/Driver.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Host.h"
#include <optional>

namespace tessera::exec {

namespace {

/// The first error of the linker.
struct LinkError {
  bool IsTwice = false; ///< defined twice; otherwise nowhere
  std::string Name;
  /// "a.cu:3" for each definition, or for each use; variables have no line.
  std::vector<std::string> Places;
};

} // namespace

/// The place that two lines of the linker tell.
static std::string placeOf(llvm::StringRef Line, llvm::StringRef Inside,
                           llvm::ArrayRef<Object> Objects) {
  if (llvm::StringRef Place = Line.split(" (").first; Place != Line)
    return Place.str();
  for (const Object &O : Objects)
    if (Inside.trim("> ").starts_with(O.Path + ":"))
      return O.Source;
  return "";
}

/// The first error among \p Said, if it is about a name.
static std::optional<LinkError> firstError(llvm::StringRef Said,
                                           llvm::ArrayRef<Object> Objects) {
  llvm::SmallVector<llvm::StringRef> Lines;
  Said.split(Lines, '\n');
  Lines.push_back("");
  LinkError Result;
  for (size_t I = 0; I + 1 < Lines.size(); ++I) {
    llvm::StringRef Line = Lines[I];
    if (size_t At = Line.find(": error: "); At != llvm::StringRef::npos) {
      if (!Result.Name.empty())
        break;
      auto [Kind, Name] = Line.drop_front(At).split("symbol: ");
      Result.Name = Name.str();
      Result.IsTwice = Kind.contains("duplicate");
    } else if (Line.consume_front(">>> defined at ") ||
               Line.consume_front(">>> referenced by ")) {
      if (std::string Place = placeOf(Line, Lines[I + 1], Objects);
          !Place.empty())
        Result.Places.push_back(std::move(Place));
    }
  }
  return Result.Name.empty() ? std::nullopt : std::optional(std::move(Result));
}

static void print(const LinkError &E) {
  llvm::raw_ostream &OS = llvm::errs();
  if (E.IsTwice && E.Places.size() > 1)
    OS << E.Places[1] << ": error: '" << E.Name
       << "' is defined a second time; the first is in " << E.Places[0]
       << " [defined-twice]\n";
  else
    OS << (E.Places.empty() ? "tessera-run" : E.Places[0]) << ": error: '"
       << E.Name << "' is defined "
       << (E.IsTwice ? "twice [defined-twice]\n"
                     : "in none of the files [not-defined]\n");
}

/// Runs \p Arguments, those of the compiler's driver, which knows where the
/// libraries of C and C++ are, and stores what the linker says in \p Messages.
///
/// \returns the exit code, and in \p Reason why there is none.
static int runLinker(llvm::ArrayRef<const char *> Arguments,
                     const std::string &Messages, std::string &Reason) {
  clang::DiagnosticOptions Options;
  clang::DiagnosticsEngine Diagnostics(clang::DiagnosticIDs::create(), Options,
                                       new clang::IgnoringDiagConsumer);
  clang::driver::Driver Driver(
      Arguments.front(), llvm::sys::getDefaultTargetTriple(), Diagnostics);
  std::unique_ptr<clang::driver::Compilation> Link(
      Driver.BuildCompilation(Arguments));
  int Code = -1;
  for (const clang::driver::Command &Job : Link->getJobs()) {
    std::vector<llvm::StringRef> Command = {Job.getExecutable()};
    llvm::append_range(Command, Job.getArguments());
    std::optional<llvm::StringRef> Redirects[] = {std::nullopt, std::nullopt,
                                                  Messages};
    Code = llvm::sys::ExecuteAndWait(Command.front(), Command, std::nullopt,
                                     Redirects, 0, 0, &Reason);
  }
  return Code;
}

llvm::Error linkProgram(llvm::ArrayRef<Object> Objects,
                        const Installation &Where, const std::string &Output,
                        const std::string &Messages) {
  const std::string Linker = "--ld-path=" + Where.Linker;
  std::vector<const char *> Arguments = {
      "clang++",      "-resource-dir", Where.ResourceDirectory.c_str(),
      "-fuse-ld=lld", Linker.c_str(),  "-no-pie"};
  // Its variables come to be before those of the program, which may launch.
  llvm::append_values(Arguments, "-Wl,--whole-archive",
                      Where.RuntimeLibrary.c_str(), "-Wl,--no-whole-archive");
  for (const Object &O : Objects)
    Arguments.push_back(O.Path.c_str());
  llvm::append_values(Arguments, Where.ContextLibrary.c_str(), "-lm", "-o",
                      Output.c_str());
  std::string Reason;
  const int Code = runLinker(Arguments, Messages, Reason);
  auto Buffer = llvm::MemoryBuffer::getFile(Messages);
  llvm::StringRef Said = Buffer ? (*Buffer)->getBuffer() : "";
  std::optional<LinkError> Known;
  if (Code != 0)
    Known = firstError(Said, Objects);
  if (Known)
    print(*Known);
  else
    llvm::errs() << Said;
  if (Code == 0)
    return llvm::Error::success();
  return llvm::createStringError(
      "%s", Known ? ""
                  : ("the program cannot be linked to run" +
                     (Reason.empty() ? "" : ": " + Reason))
                        .c_str());
}

} // namespace tessera::exec

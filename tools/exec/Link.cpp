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

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"
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

llvm::Error linkProgram(llvm::ArrayRef<Object> Objects,
                        const Installation &Where, const std::string &Output,
                        const std::string &Messages) {
  std::vector<llvm::StringRef> Command = {Where.Clang, "-fuse-ld=lld",
                                          "-no-pie"};
  for (const Object &O : Objects)
    Command.push_back(O.Path);
  llvm::append_values(Command, Where.RuntimeLibrary, Where.ContextLibrary,
                      "-lm", "-o", Output);
  std::optional<llvm::StringRef> Redirects[] = {std::nullopt, std::nullopt,
                                                Messages};
  std::string Reason;
  const int Code = llvm::sys::ExecuteAndWait(Where.Clang, Command, std::nullopt,
                                             Redirects, 0, 0, &Reason);
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

//===- Directives.cpp - Directives of headers that are copied -------------===//
#include "project/Directives.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace tessera {

std::string shown(llvm::StringRef Path) {
  return path::remove_leading_dotslash(Path).str();
}

std::string renamed(llvm::StringRef Directive, llvm::StringRef Name) {
  const size_t Include = Directive.find("include") + strlen("include");
  llvm::StringRef Operand = Directive.drop_front(Include).ltrim();
  const size_t Begin = Directive.size() - Operand.size();
  size_t End = Operand.find_first_of("\r\n"); // a macro
  if (Operand.starts_with("\""))
    End = Operand.find('"', 1) + 1;
  else if (Operand.starts_with("<"))
    End = Operand.find('>') + 1;
  return (Directive.take_front(Begin) + "\"" + Name + "\"" +
          Operand.drop_front(std::min(End, Operand.size())))
      .str();
}

/// \p Text without what compilers warn of in the text of a program.
/// The \p Versions in it move with their lines.
std::string withoutPragmaOnce(llvm::StringRef Text,
                              std::vector<VersionLines> &Versions) {
  std::string Result;
  unsigned Number = 1; // of a line of the result
  while (!Text.empty()) {
    const size_t Break = Text.find('\n');
    llvm::StringRef Line =
        Break == llvm::StringRef::npos ? Text : Text.take_front(Break + 1);
    Text = Text.drop_front(Line.size());
    if (Line.trim() != "#pragma once") {
      Result += Line;
      ++Number;
      continue;
    }
    for (VersionLines &V : Versions)
      if (V.Begin > Number) {
        --V.Begin;
        --V.End;
      }
  }
  return Result;
}

std::vector<SourceRange> quotedIncludes(llvm::StringRef Text) {
  std::vector<SourceRange> Result;
  for (size_t At = 0; At < Text.size();) {
    const size_t End = std::min(Text.find('\n', At), Text.size());
    llvm::StringRef Line = Text.slice(At, End).ltrim(" \t");
    if (Line.consume_front("#") &&
        (Line = Line.ltrim(" \t")).consume_front("include") &&
        (Line = Line.ltrim(" \t")).consume_front("\"")) {
      const unsigned Begin = Line.begin() - Text.begin();
      if (const size_t Length = Line.find('"'); Length != llvm::StringRef::npos)
        Result.push_back({Begin, unsigned(Begin + Length)});
    }
    At = End + 1;
  }
  return Result;
}

/// The folder \p Path, without links.
static llvm::SmallString<128> realFolder(llvm::StringRef Path) {
  llvm::SmallString<128> Real;
  if (fs::real_path(Path.empty() ? "." : Path, Real))
    Real = Path;
  return Real;
}

std::optional<std::string>
includedFrom(llvm::StringRef From, llvm::StringRef Own, llvm::StringRef Name) {
  const llvm::SmallString<128> Here = realFolder(From), There = realFolder(Own);
  llvm::SmallString<128> Found = There;
  path::append(Found, Name);
  if (path::is_absolute(Name) || Here == There || !fs::exists(Found))
    return std::nullopt;
  path::remove_dots(Found, /*remove_dot_dot=*/true);
  auto Mine = path::begin(Here), MyEnd = path::end(Here);
  auto Its = path::begin(Found), ItsEnd = path::end(Found);
  while (Mine != MyEnd && Its != ItsEnd && *Mine == *Its) {
    ++Mine;
    ++Its;
  }
  llvm::SmallString<128> Result;
  for (; Mine != MyEnd; ++Mine)
    path::append(Result, "..");
  for (; Its != ItsEnd; ++Its)
    path::append(Result, *Its);
  return std::string(Result);
}

bool isOfOthers(llvm::StringRef Path) {
  auto Buffer = llvm::MemoryBuffer::getFile(Path);
  return fs::exists(Path) &&
         (!Buffer || (!(*Buffer)->getBuffer().contains(" by tessera")));
}

} // namespace tessera

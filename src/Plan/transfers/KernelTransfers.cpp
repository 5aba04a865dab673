//===- KernelTransfers.cpp - Built-in variables in kernel text ------------===//
#include "tessera/Plan/KernelTransfers.h"
#include "tessera/Support/Words.h"

namespace tessera {

/// The end of the comment or literal that begins at \p At; \p At if none does.
static size_t behindComment(llvm::StringRef Text, size_t At) {
  llvm::StringRef Rest = Text.drop_front(At);
  if (Rest[0] == '"' || Rest[0] == '\'') {
    for (size_t I = At + 1; I < Text.size(); ++I)
      if (Text[I] == Rest[0])
        return I + 1;
      else if (Text[I] == '\\')
        ++I;
    return Text.size();
  }
  llvm::StringRef End = Rest.starts_with("//")   ? "\n"
                        : Rest.starts_with("/*") ? "*/"
                                                 : "";
  if (End.empty())
    return At;
  size_t Found = Text.find(End, At + 2);
  return Found == llvm::StringRef::npos ? Text.size() : Found + End.size();
}

std::optional<std::vector<SourceRange>>
findBuiltin(llvm::StringRef Text, llvm::StringRef Builtin, unsigned Axis) {
  std::vector<SourceRange> Found;
  for (size_t At = 0; At < Text.size();) {
    if (size_t Behind = behindComment(Text, At); Behind != At) {
      At = Behind;
      continue;
    }
    size_t Begin = At;
    while (At < Text.size() && isWordCharacter(Text[At]))
      ++At;
    if (At == Begin) {
      ++At;
      continue;
    }
    if (Text.slice(Begin, At) != Builtin)
      continue;
    llvm::StringRef Rest = Text.drop_front(At);
    if (!Rest.consume_front(".") || Rest.empty())
      return std::nullopt;
    At += 2;
    if (Rest[0] == "xyz"[Axis])
      Found.push_back({unsigned(Begin), unsigned(At)});
  }
  return Found;
}

} // namespace tessera

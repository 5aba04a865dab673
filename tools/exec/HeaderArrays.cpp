//===- HeaderArrays.cpp ---------------------------------------------------===//
#include "HeaderArrays.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <optional>
#include <set>

namespace tessera::exec {

static bool takeWord(llvm::StringRef &Text, llvm::StringRef Word) {
  llvm::StringRef Rest = Text;
  if (!Rest.consume_front(Word) ||
      (!Rest.empty() && (llvm::isAlnum(Rest[0]) || Rest[0] == '_')))
    return false;
  Text = Rest.ltrim();
  return true;
}

/// Whether \p Text, which follows `__global__`, is the rest of a kernel: only
/// functions return nothing.
static bool continuesKernel(llvm::StringRef Text) {
  Text = Text.ltrim();
  while (true) {
    if (takeWord(Text, "__launch_bounds__"))
      Text = Text.drop_front(std::min(Text.find(')'), Text.size() - 1) + 1)
                 .ltrim();
    else if (!takeWord(Text, "static") && !takeWord(Text, "inline"))
      return takeWord(Text, "void") && !Text.starts_with("*");
  }
}

static bool hasOnlyKernels(llvm::StringRef Text) {
  static constexpr llvm::StringLiteral Word = "__global__";
  for (size_t At = 0; (At = Text.find(Word, At)) != llvm::StringRef::npos;)
    if (!continuesKernel(Text.drop_front(At += Word.size())))
      return false;
  return true;
}

namespace {

/// Goes through what a file includes.
class Headers {
public:
  explicit Headers(const std::vector<std::string> &Flags) {
    for (llvm::StringRef Flag : Flags)
      if (Flag.consume_front("-iquote"))
        Quoted.push_back(Flag);
      else if (Flag.consume_front("-I"))
        Folders.push_back(Flag);
  }

  /// Whether all that \p Text, of a file in \p Folder, includes was found, and
  /// has no `__global__` but for kernels.
  bool haveOnlyKernels(llvm::StringRef Folder, llvm::StringRef Text) {
    for (size_t At = 0;
         (At = Text.find("include", At)) != llvm::StringRef::npos;) {
      const size_t Line = Text.rfind('\n', At) + 1;
      At += llvm::StringRef("include").size();
      llvm::StringRef Rest = Text.drop_front(At).ltrim(" \t");
      const bool InQuotes = Rest.starts_with("\"");
      if (!InQuotes && !Rest.starts_with("<")) {
        if (Text.drop_front(Line).ltrim(" \t").starts_with("#"))
          return false; // a macro, or include_next
        continue;
      }
      Rest = Rest.drop_front();
      if (!hasOnlyKernels(Folder, Rest.take_until([&](char C) {
            return C == (InQuotes ? '"' : '>') || C == '\n';
          }),
                          InQuotes))
        return false;
    }
    return true;
  }

private:
  bool hasOnlyKernels(llvm::StringRef Folder, llvm::StringRef Name,
                      bool InQuotes) {
    if (llvm::sys::path::is_absolute(Name))
      return false; // not looked for
    llvm::SmallVector<llvm::StringRef> Where(Folders.begin(), Folders.end());
    if (InQuotes) {
      Where.insert(Where.begin(), Quoted.begin(), Quoted.end());
      Where.insert(Where.begin(), Folder);
    }
    for (llvm::StringRef Outer : Where) {
      llvm::SmallString<128> Path(Outer);
      llvm::sys::path::append(Path, Name);
      if (Known.count(std::string(Path)))
        return true;
      auto Buffer = llvm::MemoryBuffer::getFile(Path);
      if (!Buffer)
        continue;
      Known.insert(std::string(Path));
      llvm::StringRef Text = (*Buffer)->getBuffer();
      return exec::hasOnlyKernels(Text) &&
             haveOnlyKernels(llvm::sys::path::parent_path(Path), Text);
    }
    return true; // the system's
  }

  std::vector<llvm::StringRef> Quoted, Folders;
  std::set<std::string> Known;
};

} // namespace

bool mayHaveHeaderArrays(llvm::StringRef Path, llvm::StringRef Text,
                         const std::vector<std::string> &Flags) {
  return llvm::any_of(Flags,
                      [](llvm::StringRef Flag) {
                        return Flag.contains("__global__");
                      }) ||
         Text.contains("import") ||
         !Headers(Flags).haveOnlyKernels(llvm::sys::path::parent_path(Path),
                                         Text);
}

} // namespace tessera::exec

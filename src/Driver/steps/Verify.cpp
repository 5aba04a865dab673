//===- Verify.cpp ---------------------------------------------------------===//
#include "steps/Verify.h"
#include "tessera/Frontend/SplicedSource.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>

namespace tessera {

std::vector<std::string> commonFlags(const std::vector<std::string> &All) {
  std::vector<std::string> Result;
  for (size_t I = 0; I < All.size(); ++I) {
    llvm::StringRef Flag = All[I];
    if (!Flag.starts_with("-D") && !Flag.starts_with("-I") &&
        !Flag.starts_with("-U") && !Flag.starts_with("-std="))
      continue;
    Result.push_back(All[I]);
    if (Flag.size() == 2 && I + 1 < All.size()) // the value stands alone
      Result.push_back(All[++I]);
  }
  return Result;
}

namespace {

/// A program with its headers in one text, whose lines compilers name as those
/// of the files.
class OneText {
public:
  /// \param Main the path of the text.
  OneText(const TranslatedProgram &P, llvm::StringRef Main)
      : Parts(split(P.Whole.Text)), Main(Main) {
    size_t File = 1;
    for (const SplicedHeader &H : Parts.Headers)
      Names.push_back(H.Again ? ""
                      : P.Files[File].CopyName.empty()
                          ? P.Files[File++].Path
                          : P.Files[File++].CopyName);
  }

  std::string text() const { return text(std::nullopt); }

  /// That of the file, and of each header in it.
  std::vector<std::string> folders(llvm::StringRef File) const {
    std::vector<std::string> Result = {folderOf(File)};
    for (const SplicedHeader &H : Parts.Headers)
      if (std::string Folder = folderOf(H.Path);
          !llvm::is_contained(Result, Folder))
        Result.push_back(std::move(Folder));
    return Result;
  }

private:
  static std::string folderOf(llvm::StringRef Path) {
    llvm::StringRef Folder = llvm::sys::path::parent_path(Path);
    return Folder.empty() ? "." : Folder.str();
  }

  static std::string directive(size_t Line, llvm::StringRef Name) {
    std::string Result = "#line " + std::to_string(Line) + " \"";
    for (char C : Name)
      Result += (C == '\\' || C == '"' ? "\\" : "") + std::string(1, C);
    return Result + "\"\n";
  }

  /// The text of a header, or of the program, with those that it includes.
  std::string text(std::optional<unsigned> Of) const {
    llvm::StringRef Own = Of ? Parts.Headers[*Of].Text : Parts.Main;
    std::string Result;
    size_t At = 0;
    for (unsigned I = 0; I < Parts.Headers.size(); ++I) {
      const SplicedHeader &H = Parts.Headers[I];
      if (H.Includer != Of)
        continue;
      Result += Own.slice(At, H.At);
      At = H.At + H.Directive.size();
      if (!H.Again)
        Result += directive(1, Names[I]) + text(I);
      if (!Result.empty() && Result.back() != '\n')
        Result += '\n';
      Result += directive(1 + Own.take_front(At).count('\n'),
                          Of ? llvm::StringRef(Names[*Of]) : Main);
    }
    return Result + Own.drop_front(At).str();
  }

  SplitSource Parts;
  std::vector<std::string> Names; ///< of headers
  llvm::StringRef Main;
};

} // namespace

std::string whyNotVerified(const std::string &Verifier, const std::string &File,
                           const TranslatedProgram &Program,
                           const std::vector<std::string> &Flags) {
  if (!llvm::sys::fs::can_execute(Verifier))
    return "'" + Verifier + "' cannot be executed";
  llvm::SmallString<128> Result;
  int Descriptor = 0;
  if (std::error_code Code = llvm::sys::fs::createTemporaryFile(
          "tessera-verify", "cu", Descriptor, Result))
    return "no temporary file: " + Code.message();
  llvm::sys::RemoveFileOnSignal(Result);
  const OneText Text(Program, Result);
  llvm::raw_fd_ostream(Descriptor, /*shouldClose=*/true) << Text.text();
  std::vector<std::string> Command = {Verifier};
  // What is included beside a file is not beside the copy.
  for (const std::string &Folder : Text.folders(File))
    Command.push_back("-iquote" + Folder);
  for (std::string &Flag : commonFlags(Flags))
    Command.push_back(std::move(Flag));
  Command.push_back(File);
  Command.push_back(std::string(Result));
  std::vector<llvm::StringRef> Arguments(Command.begin(), Command.end());
  // What the program prints is not the result of ours.
  std::optional<llvm::StringRef> Redirects[] = {std::nullopt, "", std::nullopt};
  std::string Why;
  int Code = llvm::sys::ExecuteAndWait(Verifier, Arguments, std::nullopt,
                                       Redirects, 0, 0, &Why);
  llvm::sys::fs::remove(Result);
  llvm::sys::DontRemoveFileOnSignal(Result);
  switch (Code) {
  case 0:
    return "";
  case 1:
    return "the result does not compute the same";
  case 125:
    return "tessera-verify cannot run the program";
  case -1: // llvm takes 126, a failed check, for a program that cannot start
    return "a check failed";
  default:
    return "tessera-verify failed" + (Why.empty() ? "" : ": " + Why);
  }
}

} // namespace tessera

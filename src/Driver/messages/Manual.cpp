//===- Manual.cpp ---------------------------------------------------------===//
#include "messages/Manual.h"
#include "files/Files.h"
#include "tessera/Driver/Messages.h"
#include "tessera/Driver/Options.h"
#include "tessera/Support/OptionParsers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

namespace tessera {

static std::string pagePath(llvm::StringRef Folder, llvm::StringRef Identity) {
  return (Folder + "/" + Identity + ".md").str();
}

std::optional<std::string> manualPage(llvm::StringRef Folder,
                                      llvm::StringRef Identity) {
  auto Buffer = llvm::MemoryBuffer::getFile(pagePath(Folder, Identity));
  if (!Buffer)
    return std::nullopt;
  return (*Buffer)->getBuffer().str();
}

std::string manualSentence(llvm::StringRef Page) {
  llvm::StringRef Text = Page.split("\n\n").second.split("\n\n").first;
  std::string Sentence = Text.trim().str();
  llvm::replace(Sentence, '\n', ' ');
  return Sentence;
}

llvm::StringRef manualLevel(DiagLevel Level) {
  switch (Level) {
  case DiagLevel::Remark:
    return "passed";
  case DiagLevel::Missed:
    return "missed";
  case DiagLevel::Analysis:
    return "analysis";
  case DiagLevel::Note:
    return "note";
  case DiagLevel::Warning:
    return "warning";
  case DiagLevel::Error:
    return "error";
  }
  return "";
}

/// \p Name as a user may copy it from a message, without the tool's name.
static llvm::StringRef withoutPrefix(llvm::StringRef Name) {
  Name.consume_front("tessera-");
  return Name;
}

std::string unknownIdentity(llvm::StringRef Name) {
  llvm::StringRef Asked = withoutPrefix(Name);
  const auto Names = llvm::to_vector(llvm::map_range(allDiagKinds(), identity));
  if (Asked == "list" || llvm::is_contained(Names, Asked))
    return "";
  return "--explain: no message is called '" + Asked.str() +
         "'; the nearest is '" + nearestTo(Asked, Names).str() +
         "', and 'list' lists them";
}

/// The whole manual, or the path of a page that cannot be read.
static std::string readManual(llvm::StringRef Folder,
                              std::vector<ManualEntry> &Entries) {
  for (DiagKind Kind : allDiagKinds()) {
    std::optional<std::string> Page = manualPage(Folder, identity(Kind));
    if (!Page)
      return pagePath(Folder, identity(Kind));
    Entries.push_back({Kind, *Page});
  }
  return "";
}

/// One line for each message.
static void printList(llvm::raw_ostream &OS,
                      llvm::ArrayRef<ManualEntry> Entries) {
  for (const ManualEntry &E : Entries)
    OS << llvm::formatv("{0,-24} {1,-8} {2}\n", identity(E.Kind),
                        manualLevel(level(E.Kind)), manualSentence(E.Page));
}

int printManual(const Options &Opts, llvm::raw_ostream &Out,
                llvm::raw_ostream &Errors) {
  auto Fail = [&](DiagKind Kind, const std::string &File, std::string Why) {
    printMessage(Errors, File, "",
                 {Kind, SourcePlace::nowhere(), {File, std::move(Why)}});
    return 1;
  };
  auto FailToRead = [&](const std::string &File) {
    return Fail(DiagKind::CannotRead, File,
                "the installation lacks this page of the manual");
  };
  llvm::StringRef Asked = withoutPrefix(Opts.Explain);
  if (!Asked.empty() && Asked != "list") {
    std::optional<std::string> Page = manualPage(Opts.ManualDirectory, Asked);
    if (!Page)
      return FailToRead(pagePath(Opts.ManualDirectory, Asked));
    Out << *Page;
    return 0;
  }
  std::vector<ManualEntry> Entries;
  if (std::string Missing = readManual(Opts.ManualDirectory, Entries);
      !Missing.empty())
    return FailToRead(Missing);
  if (!Asked.empty())
    printList(Out, Entries);
  else if (std::string Why =
               replaceFile(Opts.ManualFile, manualAsHtml(Entries));
           !Why.empty())
    return Fail(DiagKind::CannotWrite, Opts.ManualFile, Why);
  return 0;
}

} // namespace tessera

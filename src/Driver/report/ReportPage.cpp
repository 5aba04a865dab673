//===- ReportPage.cpp - Reports for people --------------------------------===//
//
//   html/report.html  with  {{data}} {{manual}} {{report.css}} {{elements.js}}
//   ..
//                             │        │              └─────────┴─ html/NAME
//                            JSON  manual/*.md
//
//===----------------------------------------------------------------------===//
#include "messages/Manual.h"
#include "report/ReportJson.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <set>

namespace tessera {

static std::string pathOf(llvm::StringRef Folder, const llvm::Twine &Name) {
  llvm::SmallString<128> Path(Folder);
  llvm::sys::path::append(Path, Name);
  return std::string(Path);
}

/// \p Value as the text of a script element: nothing in it ends the element,
/// begins a comment or ends a line of JavaScript.
static std::string inScript(const llvm::json::Value &Value) {
  constexpr llvm::StringLiteral LineSeparator = "\xE2\x80\xA8",
                                ParagraphSeparator = "\xE2\x80\xA9";
  const std::string Json = llvm::formatv("{0}", Value);
  std::string Text;
  for (llvm::StringRef Rest = Json; !Rest.empty();) {
    if (Rest.consume_front("<"))
      Text += "\\u003c";
    else if (Rest.consume_front(LineSeparator))
      Text += "\\u2028";
    else if (Rest.consume_front(ParagraphSeparator))
      Text += "\\u2029";
    else {
      Text += Rest.front();
      Rest = Rest.drop_front();
    }
  }
  return Text;
}

/// What the manual says of the messages of \p Files, by identity.
static llvm::json::Value manualOf(const std::vector<FileReport> &Files,
                                  llvm::StringRef Folder) {
  llvm::json::Object Pages;
  for (const FileReport &File : Files)
    for (const Diagnostic &D : File.Messages) {
      const llvm::StringRef Id = identity(D.Kind);
      if (Pages.get(Id))
        continue;
      if (auto Page = manualPage(pathOf(Folder, "manual"), Id))
        Pages[Id] = llvm::json::fixUTF8(*Page);
    }
  return Pages;
}

llvm::Expected<std::string> renderPage(const std::vector<FileReport> &Files,
                                       llvm::StringRef Folder) {
  auto Read = [&](llvm::StringRef Name) -> llvm::Expected<std::string> {
    const std::string Path = pathOf(Folder, "html/" + Name);
    auto Buffer = llvm::MemoryBuffer::getFile(Path);
    if (!Buffer)
      return reject(DiagKind::CannotRead, SourcePlace::nowhere(), Path,
                    Buffer.getError().message());
    return (*Buffer)->getBuffer().str();
  };
  llvm::Expected<std::string> Frame = Read("report.html");
  if (!Frame)
    return Frame.takeError();
  std::string Page;
  for (llvm::StringRef Rest = *Frame; !Rest.empty();) {
    auto [Before, Behind] = Rest.split("{{");
    auto [Name, After] = Behind.split("}}");
    Page += Before;
    Rest = After;
    if (Name == "data") {
      Page += inScript(reportJson(Files));
    } else if (Name == "manual") {
      Page += inScript(manualOf(Files, Folder));
    } else if (!Name.empty()) {
      llvm::Expected<std::string> Part = Read(Name);
      if (!Part)
        return Part.takeError();
      Page += llvm::StringRef(*Part).rtrim();
    }
  }
  return Page;
}

} // namespace tessera

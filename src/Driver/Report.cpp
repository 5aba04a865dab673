//===- Report.cpp - What was done, for people and programs ----------------===//
#include "tessera/Driver/Report.h"
#include "tessera/Driver/Messages.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

namespace tessera {

static llvm::StringRef name(DiagLevel Level) {
  static constexpr llvm::StringLiteral Names[] = {
      "remark", "missed", "analysis", "note", "warning", "error"};
  return Names[static_cast<unsigned>(Level)];
}

static llvm::json::Value toJson(const FileReport &File, const Diagnostic &D) {
  llvm::json::Object Message{
      {"id", identity(D.Kind)},
      {"level", name(level(D.Kind))},
      {"message", D.message()},
      {"arguments", llvm::json::Array(D.Arguments)},
  };
  if (!D.Where.isKnown())
    return Message;
  llvm::StringRef Before =
      llvm::StringRef(File.Source).take_front(D.Where.Offset);
  size_t Break = Before.rfind('\n');
  int64_t LineStart = Break == llvm::StringRef::npos ? 0 : Break + 1;
  Message["line"] = int64_t(Before.count('\n')) + 1;
  Message["column"] = int64_t(D.Where.Offset) - LineStart + 1;
  return Message;
}

std::string renderReport(llvm::StringRef Path,
                         const std::vector<FileReport> &Files,
                         const Options &Opts, int ExitCode) {
  const llvm::StringRef Format = llvm::sys::path::extension(Path);
  if (Format == ".sarif")
    return renderSarif(Files, Opts, ExitCode);
  if (Format == ".yaml")
    return renderRecords(Files);
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  if (Format != ".json") {
    for (const FileReport &File : Files)
      for (const Diagnostic &D : File.Messages)
        printMessage(OS, File.File, File.Source, D);
    return Text;
  }
  llvm::json::Array All;
  for (const FileReport &File : Files) {
    llvm::json::Array Messages;
    for (const Diagnostic &D : File.Messages)
      Messages.push_back(toJson(File, D));
    All.push_back(llvm::json::Object{{"file", File.File},
                                     {"changed", File.Changed},
                                     {"messages", std::move(Messages)}});
  }
  OS << llvm::formatv("{0:2}\n",
                      llvm::json::Value(llvm::json::Object{
                          {"version", 1}, {"files", std::move(All)}}));
  return Text;
}

} // namespace tessera

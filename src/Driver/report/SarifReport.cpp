//===- SarifReport.cpp - Reports for editors and code scanning ------------===//
//
//   run ─┬─ tool.driver.rules: one for each identity that occurs
//        ├─ artifacts: the files
//        ├─ results: the messages; the first of a changed file has the fix
//        └─ invocations: the exit code
//
// Files below the working directory are named from there, which
// originalUriBaseIds gives; others by their absolute path. Columns count UTF-16
// code units.
//
//===----------------------------------------------------------------------===//
#include "files/Files.h"
#include "messages/Manual.h"
#include "tessera/Driver/Difference.h"
#include "tessera/Driver/Report.h"
#include "tessera/Support/Words.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SHA256.h"
#include <map>

namespace json = llvm::json;

namespace tessera {

namespace {

constexpr llvm::StringLiteral Base = "SRCROOT";

std::string uri(llvm::StringRef Path) {
  std::string Text;
  for (char C : Path)
    if (llvm::isAlnum(C) || llvm::StringRef("-._~/").contains(C))
      Text += C;
    else
      Text += "%" + llvm::utohexstr(static_cast<unsigned char>(C),
                                    /*LowerCase=*/false, /*Width=*/2);
  return Text;
}

std::string workingDirectory() {
  llvm::SmallString<128> Path;
  if (llvm::sys::fs::current_path(Path))
    return "/";
  return std::string(Path) + (Path == "/" ? "" : "/");
}

/// How many UTF-16 code units \p Text has. A byte that is no UTF-8 counts as
/// one, as the character that stands for it would.
unsigned codeUnits(llvm::StringRef Text) {
  unsigned Units = 0;
  while (!Text.empty()) {
    const auto *Bytes = reinterpret_cast<const llvm::UTF8 *>(Text.begin());
    unsigned Size = llvm::getNumBytesForUTF8(*Bytes);
    if (Size > Text.size() || !llvm::isLegalUTF8Sequence(Bytes, Bytes + Size))
      Size = 1;
    Units += Size == 4 ? 2 : 1;
    Text = Text.drop_front(Size);
  }
  return Units;
}

/// `line` and `column` of byte \p Offset. A byte order mark is no text.
std::pair<int64_t, int64_t> placeOf(llvm::StringRef Source, unsigned Offset) {
  llvm::StringRef Before = Source.take_front(Offset);
  llvm::StringRef Line = Before.drop_front(Before.rfind('\n') + 1);
  if (Line.data() == Source.data())
    Line.consume_front(ByteOrderMark);
  return {int64_t(Before.count('\n')) + 1, codeUnits(Line) + 1};
}

json::Object region(llvm::StringRef Source, SourceRange Where) {
  auto [Line, Column] = placeOf(Source, Where.Begin);
  auto [EndLine, EndColumn] = placeOf(Source, Where.End);
  return json::Object{{"startLine", Line},
                      {"startColumn", Column},
                      {"endLine", EndLine},
                      {"endColumn", EndColumn}};
}

/// The identifier or the character at \p Place.
SourceRange wordAt(llvm::StringRef Source, SourcePlace Place) {
  llvm::StringRef Rest = Source.drop_front(Place.Offset);
  size_t Size =
      Rest.take_while([](char C) { return llvm::isAlnum(C) || C == '_'; })
          .size();
  if (Size == 0 && !Rest.empty() && Rest.front() != '\n' &&
      Rest.front() != '\r')
    Size = std::min<size_t>(Rest.size(),
                            llvm::getNumBytesForUTF8(llvm::UTF8(Rest.front())));
  return {Place.Offset, Place.Offset + unsigned(Size)};
}

json::Object message(llvm::StringRef Text) {
  return json::Object{{"text", json::fixUTF8(Text)}};
}

/// `kind` and `level` of results: only failures have a level.
std::pair<llvm::StringRef, llvm::StringRef> kindAndLevel(DiagLevel Level) {
  switch (Level) {
  case DiagLevel::Error:
    return {"fail", "error"};
  case DiagLevel::Warning:
    return {"fail", "warning"};
  case DiagLevel::Missed: // "an opportunity to improve the code"
  case DiagLevel::Note:
    return {"fail", "note"};
  case DiagLevel::Remark:
  case DiagLevel::Analysis:
    return {"informational", "none"};
  }
  return {"fail", "error"};
}

/// The sentence of all messages of \p Kind, with dots for what is filled in.
std::string sentenceOf(DiagKind Kind) {
  return Diagnostic{Kind, SourcePlace::nowhere(),
                    std::vector<std::string>(10, "…")}
      .message();
}

class Writer {
public:
  Writer(const std::vector<FileReport> &Files, const Options &Opts)
      : Files(Files), Opts(Opts), Home(workingDirectory()) {}

  json::Object run(int ExitCode) {
    for (size_t File = 0; File < Files.size(); ++File)
      addFile(File);
    json::Object Invocation{{"executionSuccessful", ExitCode != 1},
                            {"exitCode", ExitCode}};
    json::Object Driver{{"name", "tessera"},
                        {"version", TESSERA_VERSION},
                        {"rules", std::move(Rules)}};
    return json::Object{
        {"tool", json::Object{{"driver", std::move(Driver)}}},
        {"columnKind", "utf16CodeUnits"},
        {"originalUriBaseIds",
         json::Object{{Base, json::Object{{"uri", "file://" + uri(Home)}}}}},
        {"invocations", json::Array{std::move(Invocation)}},
        {"artifacts", std::move(Artifacts)},
        {"results", std::move(Results)}};
  }

private:
  void addFile(size_t Index) {
    const FileReport &File = Files[Index];
    json::Object Artifact{{"location", location(File.File)},
                          {"roles", json::Array{"analysisTarget"}},
                          {"sourceLanguage", "cuda"},
                          {"length", int64_t(File.Source.size())}};
    const auto Hash = llvm::SHA256::hash(
        llvm::arrayRefFromStringRef(llvm::StringRef(File.Source)));
    Artifact["hashes"] =
        json::Object{{"sha-256", llvm::toHex(Hash, /*LowerCase=*/true)}};
    if (json::isUTF8(File.Source))
      Artifact["encoding"] = "UTF-8";
    Artifacts.push_back(std::move(Artifact));
    const Diagnostic *First = nullptr;
    for (const Diagnostic &D : File.Messages)
      if (!First && level(D.Kind) == DiagLevel::Remark)
        First = &D;
    for (const Diagnostic &D : File.Messages)
      Results.push_back(result(Index, D, &D == First));
  }

  json::Object location(llvm::StringRef File) const {
    const std::string Path = absolutePath(File);
    llvm::StringRef Name = Path;
    if (Name.consume_front(Home))
      return json::Object{{"uri", uri(Name)}, {"uriBaseId", Base}};
    return json::Object{{"uri", "file://" + uri(Name)}};
  }

  json::Object result(size_t Index, const Diagnostic &D, bool HasFix) {
    const FileReport &File = Files[Index];
    json::Object Artifact = location(File.File);
    Artifact["index"] = int64_t(Index);
    json::Object Physical{{"artifactLocation", std::move(Artifact)}};
    if (D.Where.isKnown() && D.Where.Offset <= File.Source.size())
      Physical["region"] = region(File.Source, wordAt(File.Source, D.Where));
    auto [Kind, Level] = kindAndLevel(Opts.Messages.levelOf(D.Kind));
    json::Object Result{
        {"ruleId", identity(D.Kind)},
        {"ruleIndex", rule(D.Kind)},
        {"kind", Kind},
        {"level", Level},
        {"message", message(D.message())},
        {"locations",
         json::Array{json::Object{{"physicalLocation", std::move(Physical)}}}}};
    // A fix is text: other bytes would get lost.
    if (HasFix && File.Result != File.Source && json::isUTF8(File.Result))
      Result["fixes"] = json::Array{fix(File)};
    if (Opts.Messages.isSuppressed(D.Kind))
      Result["suppressions"] = json::Array{
          json::Object{{"kind", "external"},
                       {"justification", "an option on the command line"}}};
    return Result;
  }

  /// All edits of \p File.
  json::Object fix(const FileReport &File) const {
    json::Array Replacements;
    for (const Replacement &R : replacements(File.Source, File.Result)) {
      llvm::StringRef Text = R.Text;
      if (R.Where.Begin == 0) // the region is behind the byte order mark
        Text.consume_front(ByteOrderMark);
      Replacements.push_back(
          json::Object{{"deletedRegion", region(File.Source, R.Where)},
                       {"insertedContent", message(Text)}});
    }
    return json::Object{
        {"description", message("translate the file")},
        {"artifactChanges",
         json::Array{json::Object{{"artifactLocation", location(File.File)},
                                  {"replacements", std::move(Replacements)}}}}};
  }

  int64_t rule(DiagKind Kind) {
    auto [Known, IsNew] = RuleIndex.try_emplace(Kind, Rules.size());
    if (!IsNew)
      return Known->second;
    json::Object Rule{
        {"id", identity(Kind)},
        {"shortDescription", message(sentenceOf(Kind))},
        {"defaultConfiguration",
         json::Object{{"level", kindAndLevel(level(Kind)).second}}}};
    if (std::optional<std::string> Text =
            manualPage(Opts.ManualDirectory, identity(Kind))) {
      Rule["fullDescription"] = message(manualSentence(*Text));
      Rule["help"] = json::Object{{"text", json::fixUTF8(*Text)},
                                  {"markdown", json::fixUTF8(*Text)}};
    }
    Rules.push_back(std::move(Rule));
    return Known->second;
  }

  const std::vector<FileReport> &Files;
  const Options &Opts;
  const std::string Home; ///< ends in a slash
  json::Array Rules, Artifacts, Results;
  std::map<DiagKind, int64_t> RuleIndex;
};

} // namespace

std::string renderSarif(const std::vector<FileReport> &Files,
                        const Options &Opts, int ExitCode) {
  json::Object Log{
      {"$schema", "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/"
                  "schemas/sarif-schema-2.1.0.json"},
      {"version", "2.1.0"},
      {"runs", json::Array{Writer(Files, Opts).run(ExitCode)}}};
  return llvm::formatv("{0:2}\n", json::Value(std::move(Log)));
}

} // namespace tessera

//===- RecordReport.cpp - LLVM's optimisation records ---------------------===//
//
// What was done is `Passed`, what was not `Missed`, facts are `Analysis`;
// warnings and errors are `Failure`. The arguments of a record are the pieces
// of its sentence.
//
//===----------------------------------------------------------------------===//
#include "tessera/Driver/Messages.h"
#include "tessera/Driver/Report.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Remarks/Remark.h"
#include "llvm/Remarks/YAMLRemarkSerializer.h"

namespace tessera {

static llvm::remarks::Type typeOf(DiagLevel Level) {
  switch (Level) {
  case DiagLevel::Remark:
    return llvm::remarks::Type::Passed;
  case DiagLevel::Missed:
    return llvm::remarks::Type::Missed;
  case DiagLevel::Analysis:
  case DiagLevel::Note:
    return llvm::remarks::Type::Analysis;
  case DiagLevel::Warning:
  case DiagLevel::Error:
    return llvm::remarks::Type::Failure;
  }
  return llvm::remarks::Type::Unknown;
}

/// The innermost function of \p File around \p Where. Records cannot do without
/// a name.
static llvm::StringRef functionAt(const FileReport &File, SourcePlace Where) {
  const FunctionPlace *Best = nullptr;
  for (const FunctionPlace &F : File.Functions)
    if (F.Where.Begin <= Where.Offset && Where.Offset < F.Where.End &&
        (!Best || Best->Where.contains(F.Where)))
      Best = &F;
  return Best ? llvm::StringRef(Best->Name) : "(no function)";
}

/// The sentence of \p D in pieces: what is the same in all messages of its
/// kind, and what is filled in.
static std::vector<std::pair<llvm::StringRef, std::string>>
piecesOf(const Diagnostic &D) {
  // Marked by bytes that are in no message.
  Diagnostic Marked = D;
  for (std::string &Argument : Marked.Arguments)
    Argument = "\x01" + Argument + "\x02";
  const std::string Sentence = Marked.message();
  std::vector<std::pair<llvm::StringRef, std::string>> Pieces;
  auto Add = [&](llvm::StringRef Key, llvm::StringRef Piece) {
    if (!Piece.empty())
      Pieces.emplace_back(Key, Piece);
  };
  llvm::StringRef Rest = Sentence;
  while (!Rest.empty()) {
    auto [Fixed, Marked] = Rest.split('\x01');
    auto [Filled, Behind] = Marked.split('\x02');
    Add("String", Fixed);
    Add("Value", Filled);
    Rest = Behind;
  }
  return Pieces;
}

std::string renderRecords(const std::vector<FileReport> &Files) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  llvm::remarks::YAMLRemarkSerializer Serializer(OS);
  for (const FileReport &File : Files)
    for (const Diagnostic &D : File.Messages) {
      llvm::remarks::Remark Record;
      Record.RemarkType = typeOf(level(D.Kind));
      Record.PassName = "tessera";
      Record.RemarkName = identity(D.Kind);
      Record.FunctionName = functionAt(File, D.Where);
      if (D.Where.isKnown()) {
        const LinePlace At = locate(File.Source, D.Where);
        Record.Loc = {File.File, At.Line, At.Column};
      }
      const auto Pieces = piecesOf(D);
      for (const auto &[Key, Piece] : Pieces)
        Record.Args.emplace_back(Key, Piece);
      Serializer.emit(Record);
    }
  return Text;
}

} // namespace tessera

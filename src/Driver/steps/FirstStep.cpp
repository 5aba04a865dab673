//===- FirstStep.cpp - Changes that come before the translation -----------===//
#include "steps/FirstStep.h"
#include "report/CollectReport.h"
#include "tessera/Driver/Messages.h"
#include "tessera/Emit/Format.h"

namespace tessera {

llvm::Expected<FirstStep> FirstStep::take(const Program &P,
                                          std::vector<TextEdit> Edits) {
  llvm::Expected<EditedText> Edited = applyEdits(P.Source, Edits);
  if (!Edited)
    return reject(DiagKind::InternalError, SourcePlace::nowhere(),
                  toString(Edited.takeError()));
  std::string Text = formatNewText(P.File, P.Source, *Edited);
  std::vector<unsigned> Lines = lineOrigins(P.Source, Edits, Text);
  return FirstStep{P, std::move(Edits), std::move(Text), std::move(Lines)};
}

std::optional<Translation>
FirstStep::translated(const Options &Opts, DiagKind Taken, DiagKind NotTaken,
                      unsigned Kept, llvm::StringRef What,
                      std::vector<Diagnostic> &Messages) const {
  llvm::Expected<Translation> Result = translate(P.File, Text, Opts);
  if (Result)
    return std::move(*Result);
  const std::string Why =
      (What + " is no program: " + toString(Result.takeError())).str();
  for (Diagnostic &D : Messages)
    if (D.Kind == Taken) {
      D.Kind = NotTaken;
      D.Arguments.resize(Kept);
      D.Arguments.push_back(Why);
    }
  return std::nullopt;
}

void FirstStep::finish(Translation &Result, std::vector<Diagnostic> Messages,
                       const Options &Opts, llvm::StringRef Plan) const {
  for (const Diagnostic &D : Result.Messages)
    if (!D.Where.isKnown())
      Messages.push_back(D);
    else if (std::optional<unsigned> Origin =
                 originOf(P.Source, Edits, Text, D.Where.Offset))
      Messages.push_back({D.Kind, {*Origin}, D.Arguments, D.Instance});
  std::vector<KernelSummary> Kernels;
  for (KernelSummary &K : Result.Kernels)
    if (std::optional<unsigned> Origin =
            originOf(P.Source, Edits, Text, K.Where.Offset)) {
      K.Where = {*Origin};
      Kernels.push_back(std::move(K));
    }
  Result.Kernels = std::move(Kernels);
  arrange(Messages);
  Result.Messages = std::move(Messages);
  if (Result.Data)
    movePlaces(*Result.Data, [&](SourcePlace &Place) {
      if (!Place.isKnown())
        return;
      std::optional<unsigned> Origin =
          originOf(P.Source, Edits, Text, Place.Offset);
      Place = Origin ? SourcePlace{*Origin} : SourcePlace::nowhere();
    });
  Result.Changed = true;
  if (Result.Lines.empty()) // nothing else changed
    Result.Lines = Lines;
  else
    for (unsigned &Line : Result.Lines)
      Line = Lines[std::min<size_t>(Line, Lines.size()) - 1];
  std::string Printed;
  llvm::raw_string_ostream OS(Printed);
  if (Opts.Print == PrintStage::Plan)
    OS << Plan;
  if (Opts.Print == PrintStage::Edits)
    print(OS, Edits, P.Source);
  Result.Text.insert(0, Printed);
}

} // namespace tessera

//===- KernelText.cpp - The text of a kernel, with holes ------------------===//
#include "kernel/text/KernelText.h"
#include "tessera/Model/TypePieces.h"

using namespace clang;

namespace tessera {

void KernelText::refuse(DiagKind Kind, SourceLocation Loc,
                        std::vector<std::string> Arguments) {
  if (!Frames.empty()) {
    Loc = Frames.front().Call->getBeginLoc();
    llvm::StringRef What;
    if (Kind == DiagKind::UnsupportedStatement)
      What = Arguments.front();
    if (What.consume_front("it "))
      Arguments.front() = "'" + Frames.front().Callee->getNameAsString() +
                          "', which it calls, " + What.str();
  }
  Arguments.insert(Arguments.begin(), K.Name);
  K.Refusals.push_back({Kind, C.place(Loc), std::move(Arguments)});
}

unsigned KernelText::waitsBehind(const Expr *Test) {
  if (!Counter.isData(Test))
    return 0;
  unsigned Most = 0;
  if (std::optional<SourceRange> Parsed = C.parsedRange(Test->getSourceRange()))
    for (const SourceRange Range = C.toUser(*Parsed);
         const AccessInfo &A : K.Accesses)
      if (Range.contains(A.Source))
        Most = std::max(Most, A.Waits);
  return Most + 1;
}

void KernelText::addHole(clang::SourceRange Range, Piece P) {
  std::optional<SourceRange> Exact = C.exactRange(Range);
  bool Expanded = addExpanded(Range, P, /*Hidden=*/!Exact);
  if (!Exact && !Frames.empty())
    Frames.back().Plain = false;
  if (Exact)
    Holes.push_back({*Exact, std::move(P)});
  else if (!Expanded)
    hide(P);
}

void KernelText::hide(const Piece &P) {
  if (P.hasParts())
    K.Accesses[P.Id].Replaceable = false;
  else if (P.K == Piece::Kind::Scalar)
    K.Scalars[P.Id].Hidden = true;
  else if (isType(P))
    K.HasHiddenIds = true;
  else if (P.Spelling.front() == 't' || P.Spelling.front() == 'b')
    K.HasHiddenIds = true;
}

void KernelText::hideAll(const Text &T) {
  for (const Piece &P : T) {
    if (P.K == Piece::Kind::Access || P.K == Piece::Kind::Builtin)
      hide(P);
    hideAll(P.Expanded);
  }
}

Text KernelText::verbatim(unsigned Begin, unsigned End) const {
  if (Begin >= End)
    return {};
  return {Piece::verbatim(C.text({Begin, End}).str())};
}

/// What the user wrote for \p Symbol: perhaps the number that it always is, but
/// not what asks a group, which may be gone.
Text KernelText::builtin(llvm::StringRef Symbol, SourceRange Parsed) const {
  if (Symbol.starts_with("B"))
    if (std::optional<SourceRange> User = C.Edits.replacedBy(Parsed)) {
      std::string Text = C.Result.Source.substr(User->Begin, User->size());
      if (Text.find_first_of(".(") == std::string::npos)
        return {Piece::verbatim(Text)};
    }
  return verbatim(Parsed.Begin, Parsed.End);
}

Text KernelText::text(SourceRange Range, const Hole *Around) const {
  std::vector<const Hole *> Inside;
  auto IsInside = [&](const Hole &H) {
    if (!Range.contains(H.Parsed))
      return false;
    if (!Around || H.Parsed != Around->Parsed || H.Filling)
      return true;
    if (H.P.K == Piece::Kind::Macro)
      return Around->P.K == Piece::Kind::Access;
    return Around->P.K == Piece::Kind::Operand && Around < &H;
  };
  for (const std::vector<Hole> *All : {&Holes, &Types})
    for (const Hole &H : *All)
      if (IsInside(H))
        Inside.push_back(&H);
  // By place; outer holes before those inside them.
  llvm::sort(Inside, [](const Hole *A, const Hole *B) {
    return std::tuple(A->Parsed.Begin, B->Parsed.End, A) <
           std::tuple(B->Parsed.Begin, A->Parsed.End, B);
  });
  Text Result;
  auto Append = [&](const Text &T) {
    Result.insert(Result.end(), T.begin(), T.end());
  };
  unsigned From = Range.Begin;
  for (const Hole *H : Inside) {
    if (H->Parsed.Begin < From)
      continue; // inside the hole before
    Append(verbatim(From, H->Parsed.Begin));
    From = H->Parsed.End;
    if (H->Filling) {
      Append(*H->Filling);
      continue;
    }
    Piece P = H->P;
    if (P.hasParts() || (P.K == Piece::Kind::Macro && !isType(P)))
      P.Parts = text(H->Parsed, H);
    else if (P.K == Piece::Kind::Builtin)
      P.Parts = builtin(P.Spelling, H->Parsed);
    Result.push_back(std::move(P));
  }
  Append(verbatim(From, Range.End));
  return Result;
}

} // namespace tessera

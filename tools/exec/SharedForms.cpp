//===- SharedForms.cpp - How __shared__ variables are spelled -------------===//
#include "SharedForms.h"
#include "tessera/Frontend/SharedObjects.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Lex/Lexer.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;

namespace tessera::exec {

/// Before:  __shared__ alignas(128) float tile[32];
/// After:   __shared__ TESSERA_ALIGNED_BY(128) float tile_tessera_type[32];
///
/// \returns an alignment by a template argument, which the type of bytes
///          cannot have: it is taken out of the text.
std::string SharedForms::respellAlignment(const VarDecl &Var) {
  std::string Dependent;
  for (const auto *Attribute : Var.specific_attrs<AlignedAttr>()) {
    SourceLocation Word = Attribute->getLocation();
    if (Attribute->isAlignmentDependent() &&
        !Var.getType()->isDependentType()) {
      Dependent = takeAlignment(*Attribute);
      if (Dependent.empty())
        Edits.fail(Word, "this alignment of a shared variable by a template "
                         "argument is not supported");
      continue;
    }
    if (!Edits.isSpelled(Word, "alignas"))
      continue;
    Edits.removeThrough(Word, Word);
    Edits.insertAfter(Word, Attribute->isAlignmentExpr()
                                ? "TESSERA_ALIGNED_BY"
                                : "TESSERA_ALIGNED_LIKE");
  }
  return Dependent;
}

/// Removes \p A from its declaration. \returns what it aligns to.
std::string SharedForms::takeAlignment(const AlignedAttr &A) {
  std::string Text;
  llvm::raw_string_ostream Printed(Text);
  clang::SourceRange Operand;
  if (A.isAlignmentExpr()) {
    Operand = A.getAlignmentExpr()->getSourceRange();
    A.getAlignmentExpr()->printPretty(Printed, nullptr,
                                      Context.getPrintingPolicy());
  } else {
    Operand = A.getAlignmentType()->getTypeLoc().getSourceRange();
    Printed << "alignof("
            << A.getAlignmentType()->getType().getAsString(
                   Context.getPrintingPolicy())
            << ")";
  }
  CharSourceRange Whole = SM.getExpansionRange(A.getRange());
  SourceLocation End = Whole.getEnd();
  if (!A.getLocation().isMacroID()) { // `alignas(..)`, `aligned(..)`
    End = Lexer::findLocationAfterToken(
        SM.getFileLoc(Operand.getEnd()), tok::r_paren, SM,
        Context.getLangOpts(), /*SkipTrailingWhitespaceAndNewLine=*/false);
    if (End.isInvalid())
      return "";
    End = End.getLocWithOffset(-1);
  }
  Edits.removeThrough(Whole.getBegin(), End);
  return Text;
}

std::string SharedForms::rename(VarDecl &Var) {
  const std::string Alignment = respellAlignment(Var);
  std::string Name = Var.getNameAsString();
  Edits.insertAfter(Var.getLocation(), "_tessera_type");
  bool Sized = !isa<IncompleteArrayType>(Var.getType().getTypePtr());
  if (Sized && !Alignment.empty())
    return "TESSERA_SHARED_ALIGNED(" + Name + ", " + Alignment + ")";
  return std::string("TESSERA_SHARED") + (Sized ? "" : "_DYNAMIC") +
         (Var.isFileVarDecl() ? "_FILE(" : "(") + Name + ")";
}

void SharedForms::dropStorageClass(SourceLocation Begin, SourceLocation Name) {
  SourceLocation At = SM.getSpellingLoc(Begin);
  SourceLocation End = SM.getSpellingLoc(Name);
  while (At.isValid() && SM.isWrittenInSameFile(At, End) &&
         SM.getFileOffset(At) < SM.getFileOffset(End)) {
    Token Tok;
    if (Lexer::getRawToken(At, Tok, SM, Context.getLangOpts(),
                           /*IgnoreWhiteSpace=*/true))
      return;
    if (Tok.is(tok::raw_identifier) && (Tok.getRawIdentifier() == "extern" ||
                                        Tok.getRawIdentifier() == "static"))
      Edits.removeThrough(Tok.getLocation(), Tok.getLocation());
    At = Tok.getEndLoc();
  }
}

void SharedObjectFinder::HandleDiagnostic(DiagnosticsEngine::Level Level,
                                          const clang::Diagnostic &Info) {
  DiagnosticConsumer::HandleDiagnostic(Level, Info);
  if (Info.getID() != diag::err_shared_var_init || !Info.hasSourceManager())
    return;
  const SourceManager &SM = Info.getSourceManager();
  SourceLocation Name = SM.getExpansionLoc(Info.getLocation());
  Found[SM.getFilename(Name).str()].insert(SM.getFileOffset(Name));
}

bool SharedObjectFinder::declareIn(FileTexts &Texts) const {
  for (const auto &[Path, Names] : Found) {
    auto Text = Texts.find(Path);
    if (Text == Texts.end()) {
      auto Buffer = llvm::MemoryBuffer::getFile(Path);
      if (!Buffer)
        return false;
      Text = Texts.emplace(Path, (*Buffer)->getBuffer().str()).first;
    }
    std::map<unsigned, std::string> Edits;
    for (unsigned Name : Names)
      Edits.merge(
          respellSharedObject(Text->second, Name, "TESSERA_SHARED_OBJECT"));
    for (auto Edit = Edits.rbegin(); Edit != Edits.rend(); ++Edit)
      Text->second.insert(Edit->first, Edit->second);
  }
  return !Found.empty();
}

} // namespace tessera::exec

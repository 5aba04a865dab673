//===- EditList.cpp -------------------------------------------------------===//
#include "EditList.h"

#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>

using namespace clang;

namespace tessera::exec {

EditList::Place EditList::place(SourceLocation Loc, bool AfterToken) {
  SourceLocation Spelled = SM.getSpellingLoc(Loc);
  if (AfterToken)
    Spelled = Lexer::getLocForEndOfToken(Spelled, 0, SM, Options);
  auto [File, Offset] = SM.getDecomposedLoc(Spelled);
  if (Spelled.isInvalid() || !SM.getFileEntryForID(File))
    fail(Loc, "CUDA syntax made by token pasting is not supported");
  return {File, Offset};
}

void EditList::add(Place At, unsigned Length, const std::string &Text) {
  std::vector<Edit> &List = Edits[At.File];
  for (const auto &[Offset, Order, OldLength, OldText] : List)
    if (Offset == At.Offset && OldLength == Length && OldText == Text)
      return; // another expansion of the same macro
  List.push_back({At.Offset, List.size(), Length, Text});
}

void EditList::insertBefore(SourceLocation Token, const std::string &Text) {
  add(place(Token, /*AfterToken=*/false), 0, Text);
}

void EditList::insertAfter(SourceLocation Token, const std::string &Text) {
  add(place(Token, /*AfterToken=*/true), 0, Text);
}

void EditList::removeThrough(SourceLocation First, SourceLocation Last) {
  Place From = place(First, /*AfterToken=*/false);
  Place To = place(Last, /*AfterToken=*/true);
  if (From.File != To.File || To.Offset < From.Offset)
    return fail(First, "CUDA syntax composed of macros is not supported");
  add(From, To.Offset - From.Offset, "");
}

std::string EditList::textBetween(SourceLocation First, SourceLocation Last) {
  Place From = place(First, /*AfterToken=*/true);
  Place To = place(Last, /*AfterToken=*/false);
  if (From.File != To.File || To.Offset < From.Offset) {
    fail(First, "a launch composed of macros is not supported");
    return "";
  }
  return SM.getBufferData(From.File).slice(From.Offset, To.Offset).str();
}

bool EditList::isWrittenOnce(SourceLocation Loc) const {
  return Loc.isFileID() || SM.isMacroArgExpansion(Loc);
}

bool EditList::isSpelled(SourceLocation Loc, StringRef Text) const {
  SourceLocation Spelled = SM.getSpellingLoc(Loc);
  Token Tok;
  return Spelled.isValid() && !Lexer::getRawToken(Spelled, Tok, SM, Options) &&
         Lexer::getSpelling(Tok, SM, Options) == Text;
}

void EditList::fail(SourceLocation Loc, const std::string &Reason) {
  if (Failure.empty())
    Failure = SM.getExpansionLoc(Loc).printToString(SM) + ": error: " + Reason +
              " [unsupported]";
}

void EditList::append(FileEdits &To, const FileEdits &From) {
  for (const auto &[File, List] : From)
    for (auto [Offset, Order, Length, Text] : List)
      To[File].push_back({Offset, To[File].size(), Length, Text});
}

std::map<std::string, std::string> EditList::apply(const EditList *More) const {
  FileEdits All = Edits;
  if (More)
    append(All, More->Edits);
  std::map<std::string, std::string> Result;
  auto pathOf = [&](FileID File) {
    return SM.getFileEntryRefForID(File)->getName().str();
  };
  Result[pathOf(SM.getMainFileID())] =
      SM.getBufferData(SM.getMainFileID()).str();
  for (const auto &[File, List] : All) {
    if (!SM.getFileEntryForID(File))
      continue;
    std::vector<Edit> Sorted = List;
    std::sort(Sorted.begin(), Sorted.end());
    StringRef Old = SM.getBufferData(File);
    std::string New;
    unsigned Done = 0;
    for (const auto &[Offset, Order, Length, Text] : Sorted) {
      if (Offset > Done)
        New += Old.slice(Done, Offset);
      New += Text;
      Done = std::max(Done, Offset + Length);
    }
    New += Old.substr(Done);
    Result[pathOf(File)] = New;
  }
  Result[pathOf(SM.getMainFileID())] += Appendix;
  return Result;
}

} // namespace tessera::exec

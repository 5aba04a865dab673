//===- SharedSpecifiers.cpp - `__global__` and `__managed__` of variables -===//
//
// Clang drops `__global__` on a variable and knows no `__managed__` in CUDA
// mode: the preprocessor tells where they stood. A macro may have written them,
// alone or with a part of the declaration: then the tokens that its call
// expands to tell what belongs together.
//
//===----------------------------------------------------------------------===//
#include "variables/SharedSpecifiers.h"
#include "clang/AST/ASTContext.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace tessera {

namespace {

class SpecifierFinder {
public:
  SpecifierFinder(const VarDecl *V, const SourceManager &SM,
                  const PreprocessorFacts &Facts, llvm::StringRef Word,
                  const std::set<unsigned> &Offsets)
      : V(V), SM(SM), Options(V->getASTContext().getLangOpts()),
        Tokens(Facts.MacroTokens), Facts(Facts), Word(Word), Offsets(Offsets) {}

  std::optional<SharedSpecifier> find() const {
    SourceLocation Name = V->getLocation();
    if (!V->isFileVarDecl() || !SM.isInMainFile(SM.getExpansionLoc(Name)))
      return std::nullopt;
    if (Name.isMacroID())
      if (std::optional<SharedSpecifier> Result = inCallOfName())
        return Result;
    return beforeName();
  }

private:
  unsigned offset(SourceLocation Loc) const {
    return SM.getFileOffset(SM.getExpansionLoc(Loc));
  }
  unsigned offset(unsigned Token) const {
    return offset(Tokens[Token].getLocation());
  }

  /// Whether \p Macro expands to token \p I.
  bool isFrom(llvm::StringRef Macro, unsigned I) const {
    SourceLocation Loc = Tokens[I].getLocation();
    for (; Loc.isMacroID(); Loc = SM.getImmediateMacroCallerLoc(Loc))
      if (Lexer::getImmediateMacroName(Loc, SM, Options) == Macro)
        return true;
    return false;
  }
  bool isWord(unsigned I) const { return isFrom(Word, I); }
  /// `__managed__` may have `__device__` with it.
  bool goesWithWord(unsigned I) const {
    return isWord(I) || (Word == "__managed__" && isFrom("__device__", I));
  }

  /// The first token of the call at \p Offset, and that behind it.
  std::pair<unsigned, unsigned> call(unsigned Offset) const {
    auto First = llvm::partition_point(Tokens, [&](const Token &T) {
      return offset(T.getLocation()) < Offset;
    });
    auto Last = std::find_if(First, Tokens.end(), [&](const Token &T) {
      return offset(T.getLocation()) != Offset;
    });
    return {First - Tokens.begin(), Last - Tokens.begin()};
  }

  /// Where the brace or parenthesis that \p Close closes is open, at or behind
  /// \p First.
  std::optional<unsigned> opening(unsigned Close, unsigned First) const {
    unsigned Depth = 0;
    for (unsigned I = Close + 1; I-- > First;) {
      Depth += Tokens[I].isOneOf(tok::r_brace, tok::r_paren);
      Depth -= Tokens[I].isOneOf(tok::l_brace, tok::l_paren);
      if (Depth == 0)
        return I;
    }
    return std::nullopt;
  }

  bool opensFunction(unsigned Brace, unsigned First) const {
    return Brace > First && Tokens[Brace - 1].is(tok::r_paren);
  }

  /// Whether the word stands in the declaration that goes on behind token
  /// \p Last - 1 of the call that starts with token \p First.
  bool hasWordBefore(unsigned Last, unsigned First) const {
    for (unsigned I = Last; I-- > First;) {
      if (isWord(I))
        return true;
      if (Tokens[I].isOneOf(tok::semi, tok::l_brace))
        return false;
      if (!Tokens[I].isOneOf(tok::r_brace, tok::r_paren))
        continue;
      std::optional<unsigned> Open = opening(I, First);
      if (!Open || (Tokens[I].is(tok::r_brace) && opensFunction(*Open, First)))
        return false;
      I = *Open;
    }
    return false;
  }

  SharedSpecifier describe(unsigned First, unsigned Behind) const {
    CharSourceRange Call = SM.getExpansionRange(Tokens[First].getLocation());
    SharedSpecifier Result;
    Result.Where = {SM.getFileOffset(Call.getBegin()),
                    SM.getFileOffset(Call.getEnd()) +
                        Lexer::MeasureTokenLength(Call.getEnd(), SM, Options)};
    Result.Around.emplace_back();
    bool Spaced = false; // behind the last token
    for (unsigned I = First; I < Behind; ++I) {
      Result.HasFunction |=
          Tokens[I].is(tok::l_brace) && opensFunction(I, First);
      if (goesWithWord(I)) {
        if (I == First || !goesWithWord(I - 1))
          Result.Around.emplace_back();
        Spaced = false;
        continue;
      }
      if (Spaced && isSpaced(I > First + 1 ? &Tokens[I - 2] : nullptr,
                             Tokens[I - 1], Tokens[I]))
        Result.Around.back() += " ";
      Result.Around.back() += Lexer::getSpelling(Tokens[I], SM, Options);
      Spaced = true;
    }
    if (llvm::all_of(Result.Around,
                     [](const std::string &Text) { return Text.empty(); }))
      Result.Around.clear();
    return Result;
  }

  /// The call that has the name has the word, too.
  std::optional<SharedSpecifier> inCallOfName() const {
    auto Number = Facts.MacroTokenNumbers.find(V->getLocation());
    if (Number == Facts.MacroTokenNumbers.end())
      return std::nullopt;
    auto [First, Behind] = call(offset(V->getLocation()));
    unsigned Name = Number->second;
    if (Name < First || Name >= Behind || !hasWordBefore(Name, First))
      return std::nullopt;
    SharedSpecifier Result = describe(First, Behind);
    int Depth = 0;
    for (unsigned I = Name; I < Behind; ++I) {
      Depth += Tokens[I].isOneOf(tok::l_brace, tok::l_paren);
      Depth -= Tokens[I].isOneOf(tok::r_brace, tok::r_paren);
      Result.EndsDeclaration |= Depth == 0 && Tokens[I].is(tok::semi);
    }
    return Result;
  }

  /// The last word before the name, if no other declaration ends between it
  /// and where Clang sees the variable's start. (Initialisers of earlier
  /// declarators may have braces.)
  std::optional<SharedSpecifier> beforeName() const {
    auto It = Offsets.lower_bound(offset(V->getLocation()));
    if (It == Offsets.begin())
      return std::nullopt;
    unsigned At = *--It, Type = offset(V->getBeginLoc());
    llvm::StringRef Buffer = SM.getBufferData(SM.getMainFileID());
    if (At < Type &&
        Buffer.slice(At, Type).find_first_of(";{}") != llvm::StringRef::npos)
      return std::nullopt;
    auto [First, Behind] = call(At);
    if (First != Behind)
      return hasWordBefore(Behind, First)
                 ? std::optional(describe(First, Behind))
                 : std::nullopt;
    auto isIdentifier = [](char C) { return llvm::isAlnum(C) || C == '_'; };
    unsigned Length = Buffer.drop_front(At).take_while(isIdentifier).size();
    SharedSpecifier Result;
    Result.Where = {At, At + Length};
    return Result;
  }

  const VarDecl *V;
  const SourceManager &SM;
  const LangOptions &Options;
  const std::vector<Token> &Tokens;
  const PreprocessorFacts &Facts;
  llvm::StringRef Word;
  const std::set<unsigned> &Offsets;
};

} // namespace

std::optional<SharedSpecifier>
simpleModelSpecifier(const VarDecl *V, const SourceManager &SM,
                     const PreprocessorFacts &Facts) {
  return SpecifierFinder(V, SM, Facts, "__global__", Facts.GlobalSpecifiers)
      .find();
}

std::optional<SharedSpecifier>
managedSpecifier(const VarDecl *V, const SourceManager &SM,
                 const PreprocessorFacts &Facts) {
  return SpecifierFinder(V, SM, Facts, "__managed__", Facts.ManagedSpecifiers)
      .find();
}

} // namespace tessera

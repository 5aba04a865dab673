//===- NamedLaunches.cpp - Launches that calls and macros make ------------===//
#include "launch/NamedLaunches.h"
#include "launch/BehindLaunches.h"
#include "launch/LaunchPlaces.h"
#include "source/Semicolons.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/ParentMapContext.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace tessera {

namespace {

/// One call of a macro that is written in the main file.
class MacroCall {
public:
  /// \param At a place that it expands to
  MacroCall(const FrontendContext &C, SourceLocation At) : C(C) {
    const CharSourceRange Range = C.SM.getExpansionRange(At);
    if (std::optional<SourceRange> All = C.parsedRange(Range.getAsRange()))
      Source = *All;
    const llvm::StringRef Text = C.text(Source);
    const llvm::StringRef Name =
        Text.take_while([](char Ch) { return llvm::isAlnum(Ch) || Ch == '_'; });
    Macro = macro(Name);
    if (Macro && Macro->isFunctionLike())
      split(Text);
  }

  SourceRange Source; ///< empty if it is in another file

  /// Whether the expansion has \p Part, a text of the call, once and as code:
  /// replacing it changes nothing else.
  bool usesOnce(SourceRange Part) const {
    for (unsigned I = 0; I < Arguments.size(); ++I)
      if (Arguments[I].contains(Part))
        return usesOnce(*Macro, parameter(*Macro, I), /*Depth=*/0);
    return false;
  }

private:
  const MacroInfo *macro(llvm::StringRef Name) const {
    if (Name.empty() || C.Facts.ChangedMacros.count(Name.str()))
      return nullptr;
    const IdentifierInfo *Known = C.Facts.PP->getIdentifierInfo(Name);
    return Known ? C.Facts.PP->getMacroInfo(Known) : nullptr;
  }

  /// The parameter that gets argument \p I: commas are part of the last one of
  /// a macro with `...`.
  static unsigned parameter(const MacroInfo &Of, unsigned I) {
    return Of.isVariadic() ? std::min(I, Of.getNumParams() - 1) : I;
  }

  void split(llvm::StringRef Text) {
    Lexer Raw(C.SM.getLocForStartOfFile(C.SM.getMainFileID()),
              C.AST.getLangOpts(), C.buffer().begin(), Text.begin(),
              C.buffer().end());
    unsigned Depth = 0, Begin = 0;
    for (Token T; !Raw.LexFromRawLexer(T);) {
      const unsigned At = C.SM.getFileOffset(T.getLocation());
      if (At >= Source.End)
        return;
      if (T.is(tok::l_paren) && ++Depth == 1)
        Begin = At + 1;
      const bool Ends = T.is(tok::r_paren) && --Depth == 0;
      if (Ends || (T.is(tok::comma) && Depth == 1)) {
        Arguments.push_back({Begin, At});
        Begin = At + 1;
      }
      if (Ends)
        return;
    }
  }

  /// Whether \p Of has its parameter \p Number once, and does not spell it.
  bool usesOnce(const MacroInfo &Of, unsigned Number, unsigned Depth) const {
    if (Number >= Of.getNumParams() || Depth > 8)
      return false;
    const IdentifierInfo *Parameter = Of.params()[Number];
    const llvm::ArrayRef<Token> Tokens = Of.tokens();
    // Calls of macros around the token at hand, and the argument it is in.
    std::vector<std::pair<const MacroInfo *, unsigned>> Around;
    unsigned Uses = 0;
    for (size_t I = 0; I < Tokens.size(); ++I) {
      const Token &T = Tokens[I];
      if (T.is(tok::l_paren)) {
        const IdentifierInfo *Before =
            I ? Tokens[I - 1].getIdentifierInfo() : nullptr;
        const MacroInfo *Called = Before ? macro(Before->getName()) : nullptr;
        Around.push_back(
            {Called && Called->isFunctionLike() ? Called : nullptr, 0});
      } else if (T.is(tok::r_paren) && !Around.empty()) {
        Around.pop_back();
      } else if (T.is(tok::comma) && !Around.empty()) {
        ++Around.back().second;
      }
      if (T.getIdentifierInfo() != Parameter)
        continue;
      // `, ## __VA_ARGS__` takes a comma away, and pastes nothing.
      const bool Pasted = I > 0 && Tokens[I - 1].is(tok::hashhash) &&
                          !(I > 1 && Tokens[I - 2].is(tok::comma));
      if (++Uses > 1 || Pasted ||
          (I > 0 && Tokens[I - 1].isOneOf(tok::hash, tok::hashat)) ||
          (I + 1 < Tokens.size() && Tokens[I + 1].is(tok::hashhash)))
        return false;
      for (const auto &[Called, Argument] : Around)
        if (Called &&
            !usesOnce(*Called, parameter(*Called, Argument), Depth + 1))
          return false;
    }
    return Uses == 1;
  }

  const FrontendContext &C;
  const MacroInfo *Macro = nullptr;
  std::vector<SourceRange> Arguments;
};

/// Looks for variables that the macro call at \p Call declares.
class OwnNames : public DynamicRecursiveASTVisitor {
public:
  OwnNames(const FrontendContext &C, SourceLocation Call) : C(C), Call(Call) {}

  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    Found |= C.SM.getExpansionLoc(E->getDecl()->getLocation()) == Call;
    return true;
  }
  bool Found = false;

private:
  const FrontendContext &C;
  SourceLocation Call;
};

} // namespace

/// The statement that begins with \p Launch, in braces and `do` of the macro
/// call at \p Call alone, and is all that this makes; null if there is none.
static const Stmt *wholeOf(const FrontendContext &C, const Expr *Launch,
                           SourceLocation Call) {
  const Stmt *Whole = Launch;
  while (true) {
    DynTypedNodeList Parents = C.AST.getParents(*Whole);
    const Stmt *Parent = Parents.size() == 1 ? Parents[0].get<Stmt>() : nullptr;
    if (!Parent || C.SM.getExpansionLoc(Parent->getBeginLoc()) != Call ||
        !Parent->getBeginLoc().isMacroID())
      return Whole;
    const auto *Block = dyn_cast<CompoundStmt>(Parent);
    if (!isa<ExprWithCleanups, ParenExpr, ImplicitCastExpr, DoStmt>(Parent) &&
        !(Block && Block->body_front() == Whole))
      return nullptr;
    Whole = Parent;
  }
}

/// The statement that the macro call \p Source is, `;` included, if
/// declarations before it see what \p Launch sees there.
static SourceRange statementOfCall(const FrontendContext &C, const Expr *Launch,
                                   SourceRange Source) {
  const Stmt *Whole =
      wholeOf(C, Launch, C.SM.getExpansionLoc(Launch->getBeginLoc()));
  if (!Whole || !standsInBlock(C, Whole))
    return {};
  std::optional<unsigned> End = behindSemicolon(C, Source.End);
  return End ? C.toUser(SourceRange{Source.Begin, *End}) : SourceRange{};
}

void startByName(const FrontendContext &C, const Expr *Launch,
                 const Expr *Named, llvm::ArrayRef<const Expr *> Operands,
                 llvm::ArrayRef<const Expr *> Arguments, LaunchModel &L) {
  std::optional<SourceRange> Kernel = rangeOf(C, Named);
  if (!Kernel || L.Source.size() == 0 || L.GridText.empty() ||
      L.BlockText.empty())
    return;
  auto IsHidden = [&](const Expr *E) { // or not in the text of the launch
    const std::optional<SourceRange> Range = E ? rangeOf(C, E) : std::nullopt;
    return !E || (!isa<CXXDefaultArgExpr>(E) &&
                  !(Range && L.Source.contains(C.toUser(*Range))));
  };
  auto IsDefault = [](const Expr *E) { return isa<CXXDefaultArgExpr>(E); };
  if (llvm::any_of(Operands, IsHidden) || llvm::any_of(Arguments, IsDefault))
    return;
  LaunchByName ByName;
  ByName.Kernel = C.toUser(*Kernel);
  const SourceLocation Begin = Launch->getBeginLoc();
  const MacroCall Call(C, Begin);
  const std::optional<SourceRange> Written = rangeOf(C, Launch);
  if (!Begin.isMacroID() || (Written && *Written != Call.Source)) {
    ByName.Statement = statementOf(C, Launch);
    L.ByName = ByName;
    return;
  }
  OwnNames Own(C, C.SM.getExpansionLoc(Begin));
  for (llvm::ArrayRef<const Expr *> All : {Operands, Arguments})
    for (const Expr *E : All)
      Own.TraverseStmt(const_cast<Expr *>(E));
  if (Own.Found || !Call.usesOnce(*Kernel))
    return;
  auto UsedOnce = [&](unsigned I) {
    return I >= Operands.size() || isa<CXXDefaultArgExpr>(Operands[I]) ||
           Call.usesOnce(*rangeOf(C, Operands[I]));
  };
  L.GridRepeatable &= UsedOnce(0);
  L.BlockIsRepeatable &= UsedOnce(1);
  if (!UsedOnce(2))
    L.SharedBytes = {};
  ByName.Statement = statementOfCall(C, Launch, Call.Source);
  L.ByName = ByName;
}

} // namespace tessera

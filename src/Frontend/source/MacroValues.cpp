//===- MacroValues.cpp - The values of macros that flags may set ----------===//
//
// A macro has one of two kinds of values: what `#if` makes of it, where there
// are only integers, operators and other macros of that kind in it, and else,
// with casts and `sizeof`, what the compiler makes of it. The first is computed
// from tokens here, as the preprocessor would; the second by Clang, from an
// expression of the program that is one expansion of the macro.
//
//===----------------------------------------------------------------------===//
#include "Steps.h"
#include "source/Directives.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/APSInt.h"

using namespace clang;

namespace tessera {
namespace {

/// Evaluates tokens as `#if` does: all numbers have 64 bits.
class Evaluator {
public:
  Evaluator(const Preprocessor &PP, llvm::ArrayRef<Token> Tokens)
      : PP(PP), Tokens(Tokens) {}

  /// \returns nothing for what is no constant expression, and for what the
  ///          preprocessor warns about: overflow, and names that are no macros.
  std::optional<llvm::APSInt> run() {
    std::optional<llvm::APSInt> Value = conditional();
    return Tokens.empty() ? Value : std::nullopt;
  }

private:
  using Result = std::optional<llvm::APSInt>;

  bool take(tok::TokenKind K) {
    if (Tokens.empty() || Tokens.front().isNot(K))
      return false;
    Tokens = Tokens.drop_front();
    return true;
  }

  static Result number(bool Value) {
    return llvm::APSInt(llvm::APInt(64, Value), /*isUnsigned=*/false);
  }

  Result literal(const Token &T) const {
    std::string Spelling = PP.getSpelling(T);
    llvm::erase(Spelling, '\'');
    llvm::StringRef Digits = llvm::StringRef(Spelling).rtrim("uUlLzZ");
    bool Unsigned = llvm::StringRef(Spelling)
                        .drop_front(Digits.size())
                        .contains_insensitive('u');
    uint64_t Value;
    if (Digits.getAsInteger(0, Value))
      return std::nullopt;
    if (!Unsigned && int64_t(Value) < 0)
      return std::nullopt; // the type depends on the base
    return llvm::APSInt(llvm::APInt(64, Value), Unsigned);
  }

  Result primary() {
    if (Tokens.empty())
      return std::nullopt;
    Token T = Tokens.front();
    Tokens = Tokens.drop_front();
    switch (T.getKind()) {
    case tok::numeric_constant:
      return literal(T);
    case tok::kw_true:
    case tok::kw_false:
      return number(T.is(tok::kw_true));
    case tok::l_paren: {
      Result Inner = conditional();
      return take(tok::r_paren) ? Inner : std::nullopt;
    }
    case tok::plus:
      return primary();
    case tok::minus: {
      Result Of = primary();
      if (!Of || (Of->isSigned() && Of->isMinSignedValue()))
        return std::nullopt;
      return -*Of;
    }
    case tok::tilde: {
      Result Of = primary();
      return Of ? Result(~*Of) : std::nullopt;
    }
    case tok::exclaim: {
      Result Of = primary();
      return Of ? number(Of->isZero()) : std::nullopt;
    }
    default:
      return std::nullopt;
    }
  }

  static Result shift(const llvm::APSInt &L, const llvm::APSInt &R, bool Left) {
    if (R.isNegative() || R.uge(64) || (Left && L.isNegative()))
      return std::nullopt;
    if (!Left)
      return L >> unsigned(R.getZExtValue());
    llvm::APSInt Shifted = L << unsigned(R.getZExtValue());
    if (L.isSigned() && (Shifted >> unsigned(R.getZExtValue())) != L)
      return std::nullopt;
    return Shifted;
  }

  static Result apply(tok::TokenKind Operator, llvm::APSInt L, llvm::APSInt R) {
    if (Operator == tok::lessless || Operator == tok::greatergreater)
      return shift(L, R, Operator == tok::lessless);
    if (Operator == tok::ampamp)
      return number(!L.isZero() && !R.isZero());
    if (Operator == tok::pipepipe)
      return number(!L.isZero() || !R.isZero());
    bool Unsigned = L.isUnsigned() || R.isUnsigned();
    L.setIsUnsigned(Unsigned);
    R.setIsUnsigned(Unsigned);
    bool Overflow = false;
    llvm::APInt Value;
    switch (Operator) {
    case tok::star:
      Value = L.smul_ov(R, Overflow);
      break;
    case tok::plus:
      Value = L.sadd_ov(R, Overflow);
      break;
    case tok::minus:
      Value = L.ssub_ov(R, Overflow);
      break;
    case tok::slash:
    case tok::percent:
      if (R.isZero() || (!Unsigned && L.isMinSignedValue() && R.isAllOnes()))
        return std::nullopt;
      return Operator == tok::slash ? L / R : L % R;
    case tok::less:
      return number(L < R);
    case tok::greater:
      return number(L > R);
    case tok::lessequal:
      return number(L <= R);
    case tok::greaterequal:
      return number(L >= R);
    case tok::equalequal:
      return number(L == R);
    case tok::exclaimequal:
      return number(L != R);
    case tok::amp:
      return L & R;
    case tok::caret:
      return L ^ R;
    case tok::pipe:
      return L | R;
    default:
      return std::nullopt;
    }
    if (Overflow && !Unsigned)
      return std::nullopt;
    return llvm::APSInt(Value, Unsigned);
  }

  static unsigned precedence(tok::TokenKind K) {
    switch (K) {
    case tok::star:
    case tok::slash:
    case tok::percent:
      return 10;
    case tok::plus:
    case tok::minus:
      return 9;
    case tok::lessless:
    case tok::greatergreater:
      return 8;
    case tok::less:
    case tok::greater:
    case tok::lessequal:
    case tok::greaterequal:
      return 7;
    case tok::equalequal:
    case tok::exclaimequal:
      return 6;
    case tok::amp:
      return 5;
    case tok::caret:
      return 4;
    case tok::pipe:
      return 3;
    case tok::ampamp:
      return 2;
    case tok::pipepipe:
      return 1;
    default:
      return 0;
    }
  }

  /// Operators that bind at least as strongly as \p Weakest.
  Result binary(unsigned Weakest) {
    Result L = primary();
    while (L && !Tokens.empty()) {
      tok::TokenKind Operator = Tokens.front().getKind();
      unsigned Strength = precedence(Operator);
      if (Strength == 0 || Strength < Weakest)
        break;
      Tokens = Tokens.drop_front();
      Result R = binary(Strength + 1);
      L = R ? apply(Operator, *L, *R) : std::nullopt;
    }
    return L;
  }

  Result conditional() {
    Result Condition = binary(1);
    if (!Condition || !take(tok::question))
      return Condition;
    Result Then = conditional();
    if (!Then || !take(tok::colon))
      return std::nullopt;
    Result Else = conditional();
    if (!Else)
      return std::nullopt;
    bool Unsigned = Then->isUnsigned() || Else->isUnsigned();
    Result &Chosen = Condition->isZero() ? Else : Then;
    Chosen->setIsUnsigned(Unsigned);
    return Chosen;
  }

  const Preprocessor &PP;
  llvm::ArrayRef<Token> Tokens;
};

/// A number for use in `#if` and in code.
std::string spelling(const llvm::APSInt &Value) {
  if (Value.isSigned() && Value.getSignificantBits() == 64 &&
      Value.isMinSignedValue())
    return "(-9223372036854775807 - 1)";
  bool Large = Value.isUnsigned() && Value.getActiveBits() > 63;
  return llvm::toString(Value, 10) + (Large ? "u" : "");
}

/// Finds the integers that expansions of some macros are in the program.
class ExpansionValues : public DynamicRecursiveASTVisitor {
public:
  ExpansionValues(const ASTContext &AST, const std::set<std::string> &Wanted)
      : AST(AST), SM(AST.getSourceManager()), Wanted(Wanted) {}

  bool VisitExpr(Expr *E) override {
    if (E->getBeginLoc().isMacroID() && E->getEndLoc().isMacroID() &&
        E->getType()->isIntegerType() && !E->isValueDependent())
      for (const std::string &Name : expansions(E))
        note(Name, E);
    return true;
  }

  /// The value of \p Name where it is the same everywhere.
  std::optional<std::string> value(const std::string &Name) const {
    return Values.count(Name) ? Values.at(Name) : std::nullopt;
  }

private:
  /// The expansions that begin with the token at \p Loc, innermost first.
  std::vector<SourceLocation> beginningAt(SourceLocation Loc) const {
    std::vector<SourceLocation> All;
    while (Loc.isMacroID()) {
      SourceLocation Outer;
      if (!SM.isAtStartOfImmediateMacroExpansion(Loc, &Outer))
        break;
      All.push_back(Loc);
      Loc = Outer;
    }
    return All;
  }

  /// The files of those that end with the token at \p Loc.
  std::set<FileID> endingAt(SourceLocation Loc) const {
    std::set<FileID> All;
    while (Loc.isMacroID()) {
      unsigned Length = Lexer::MeasureTokenLength(SM.getSpellingLoc(Loc), SM,
                                                  AST.getLangOpts());
      SourceLocation Outer;
      if (!SM.isAtEndOfImmediateMacroExpansion(Loc.getLocWithOffset(Length),
                                               &Outer))
        break;
      All.insert(SM.getFileID(Loc));
      Loc = Outer;
    }
    return All;
  }

  /// The macros that \p E is one expansion of.
  std::vector<std::string> expansions(const Expr *E) const {
    std::vector<std::string> Names;
    std::set<FileID> Ending = endingAt(E->getEndLoc());
    for (SourceLocation Loc : beginningAt(E->getBeginLoc()))
      if (SM.isMacroBodyExpansion(Loc) && Ending.count(SM.getFileID(Loc))) {
        llvm::StringRef Name =
            Lexer::getImmediateMacroName(Loc, SM, AST.getLangOpts());
        if (Wanted.count(Name.str()))
          Names.push_back(Name.str());
      }
    return Names;
  }

  void note(const std::string &Name, const Expr *E) {
    Expr::EvalResult Result;
    std::optional<std::string> Value;
    if (meansTheSameAtTheEnd(E) && E->EvaluateAsInt(Result, AST))
      Value = spelling(Result.Val.getInt());
    auto [Known, New] = Values.try_emplace(Name, Value);
    if (!New && Known->second != Value)
      Known->second = std::nullopt;
  }

  /// Whether every name in \p E is one of the file's own scope.
  static bool meansTheSameAtTheEnd(const Expr *E) {
    struct Watcher : DynamicRecursiveASTVisitor {
      bool Global = true;
      void see(const Decl *D) {
        Global &= D->getDeclContext()->getRedeclContext()->isTranslationUnit();
      }
      bool VisitDeclRefExpr(DeclRefExpr *Use) override {
        see(Use->getDecl());
        return Global;
      }
      bool VisitTypedefTypeLoc(TypedefTypeLoc T) override {
        see(T.getDecl());
        return Global;
      }
      bool VisitTagTypeLoc(TagTypeLoc T) override {
        see(T.getDecl());
        return Global;
      }
    };
    Watcher Watch;
    Watch.TraverseStmt(const_cast<Expr *>(E));
    return Watch.Global;
  }

  const ASTContext &AST;
  const SourceManager &SM;
  const std::set<std::string> &Wanted;
  std::map<std::string, std::optional<std::string>> Values;
};

/// Decides how each macro is held to its value.
class Settings {
public:
  Settings(FrontendContext &C, const Preprocessor &PP)
      : C(C), PP(PP), Facts(C.Facts) {}

  void run() {
    std::set<std::string> Unknown;
    for (const std::string &Name : Facts.Settings)
      if (Facts.ExpandedMacros.count(Name) && !test(Name) &&
          Facts.Macros.count(Name) && !dependsOnPlace(Name))
        Unknown.insert(Name);
    if (Unknown.empty())
      return;
    for (const std::string &Name : assertValues(Unknown))
      Unknown.erase(Name);
    assertValues(usersOf(Unknown));
  }

  /// What `#if` makes of \p Name; \p Used are the macros in it.
  auto valueOf(const std::string &Name, std::vector<std::string> &Used) const {
    std::vector<Token> Tokens;
    return expand(Name, Tokens, Used) ? Evaluator(PP, Tokens).run()
                                      : std::nullopt;
  }

private:
  const MacroInfo *macro(llvm::StringRef Name) const {
    const IdentifierInfo *Identifier = PP.getIdentifierInfo(Name);
    return Identifier ? PP.getMacroInfo(Identifier) : nullptr;
  }

  /// Appends the tokens that the macro \p Name stands for, and notes all
  /// macros among them; false if some have parameters or contain themselves.
  bool expand(const std::string &Name, std::vector<Token> &Into,
              std::vector<std::string> &Used) const {
    const MacroInfo *Info = macro(Name);
    if (!Info || Info->isFunctionLike() || Info->isBuiltinMacro() ||
        llvm::is_contained(Around, Name))
      return false;
    Used.push_back(Name);
    Around.push_back(Name);
    bool Known = true;
    for (const Token &T : Info->tokens()) {
      const IdentifierInfo *Identifier = T.getIdentifierInfo();
      if (Identifier && PP.getMacroInfo(Identifier))
        Known = Known && expand(Identifier->getName().str(), Into, Used);
      else
        Into.push_back(T);
      Known = Known && Into.size() <= 1000;
      if (!Known)
        break;
    }
    Around.pop_back();
    return Known;
  }

  /// Adds \p Name and the macros that its text names, and theirs.
  void reach(const std::string &Name, std::set<std::string> &Into) const {
    const MacroInfo *Info = macro(Name);
    if (!Info || !Into.insert(Name).second)
      return;
    for (const Token &T : Info->tokens())
      if (const IdentifierInfo *Identifier = T.getIdentifierInfo())
        reach(Identifier->getName().str(), Into);
  }

  /// Whether `__LINE__` or the like is in the text of \p Name.
  bool dependsOnPlace(const std::string &Name) const {
    std::set<std::string> Reached;
    reach(Name, Reached);
    return llvm::any_of(Reached, [&](const std::string &Part) {
      return macro(Part)->isBuiltinMacro();
    });
  }

  /// Has \p Name tested by `#if`, where that is possible.
  bool test(const std::string &Name) {
    std::vector<std::string> Used;
    const auto Value = valueOf(Name, Used);
    if (!Value)
      return false;
    const MacroInfo *Info = macro(Name);
    bool IsLiteral = Info->getNumTokens() == 1 &&
                     Info->getReplacementToken(0).is(tok::numeric_constant);
    MacroSetting S = {Name, IsLiteral
                                ? PP.getSpelling(Info->getReplacementToken(0))
                                : spelling(*Value)};
    for (const std::string &Part : Used)
      if (auto Line = Facts.KnownBehind.find(Part);
          Line != Facts.KnownBehind.end())
        S.Behind = std::max(S.Behind, C.Edits.toUser(Line->second));
    C.Result.Settings.push_back(S);
    return true;
  }

  /// Has those of \p Names asserted that are integer constants in the program;
  /// \returns these.
  std::set<std::string> assertValues(const std::set<std::string> &Names) {
    std::set<std::string> Done;
    if (Names.empty())
      return Done;
    ExpansionValues Find(C.AST, Names);
    for (Decl *D : C.mainFileDecls())
      Find.TraverseDecl(D);
    for (const std::string &Name : Names)
      if (std::optional<std::string> Value = Find.value(Name)) {
        MacroSetting S = {Name, *Value};
        S.InCode = true;
        C.Result.Settings.push_back(S);
        Done.insert(Name);
      }
    return Done;
  }

  /// The macros of the file that expand to one of \p Names.
  std::set<std::string> usersOf(const std::set<std::string> &Names) const {
    std::set<std::string> Users;
    for (const std::string &Name : Facts.ExpandedMacros) {
      const MacroInfo *Info = macro(Name);
      if (!Info || Info->isFunctionLike() || Facts.Settings.count(Name) ||
          Facts.ChangedMacros.count(Name) || dependsOnPlace(Name))
        continue;
      std::set<std::string> Reached;
      reach(Name, Reached);
      if (llvm::any_of(Names, [&](const auto &N) { return Reached.count(N); }))
        Users.insert(Name);
    }
    return Users;
  }

  FrontendContext &C;
  const Preprocessor &PP;
  const PreprocessorFacts &Facts;
  mutable std::vector<std::string> Around; ///< what \ref expand is in
};

} // namespace

std::optional<int64_t> macroValue(FrontendContext &C, const std::string &Name) {
  std::vector<std::string> Used;
  auto Value = Settings(C, *C.Facts.PP).valueOf(Name, Used);
  return Value ? Value->tryExtValue() : std::nullopt;
}

void collectSettings(FrontendContext &C) {
  Settings(C, *C.Facts.PP).run();
  llvm::sort(C.Result.Settings, [](const auto &A, const auto &B) {
    return std::tie(A.InCode, A.Behind, A.Name) <
           std::tie(B.InCode, B.Behind, B.Name);
  });
}

} // namespace tessera

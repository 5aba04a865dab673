//===- Spell.cpp - Kernels as text ----------------------------------------===//
#include "tessera/Kernel/Spell.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <map>

namespace tessera::ir {

/// How \p E holds together when it is printed from the tree.
static Precedence bindingOf(const Expr &E) {
  switch (E.O) {
  case Expr::Op::Number:
    return E.Value < 0 ? Precedence::Unary : Precedence::Primary;
  case Expr::Op::Element:
    return E.Args.size() == 1 ? Precedence::Unary : Precedence::Postfix;
  case Expr::Op::Member:
  case Expr::Op::Call:
    return Precedence::Postfix;
  case Expr::Op::Address:
  case Expr::Op::Unary:
    return Precedence::Unary;
  case Expr::Op::Binary:
    return precedenceOf(E.Word);
  case Expr::Op::Select:
    return Precedence::Conditional;
  case Expr::Op::Assign:
    return E.Args.size() > 1 ? Precedence::Assign
           : E.Word == "&"   ? Precedence::Primary
                             : Precedence::Unary;
  case Expr::Op::Cast:
    return Precedence::Unary;
  default:
    return Precedence::Primary;
  }
}

/// What makes a number one of \p T.
static const char *suffixOf(const Type &T) {
  if (T.K != Type::Kind::Int)
    return "";
  const bool Wide = T.Bytes > 4;
  return T.Signed ? (Wide ? "ll" : "") : (Wide ? "ull" : "u");
}

namespace {

class Speller {
public:
  Speller(const Kernel &K, llvm::StringRef Source) : K(K), Source(Source) {
    Scope &Outermost = Scopes.emplace_back();
    for (VarId V = 0; V != K.Scalars.size(); ++V)
      if (K.Scalars[V].IsParameter)
        Outermost[K.Scalars[V].Name] = {true, V};
    for (VarId V = 0; V != K.Others.size(); ++V)
      if (K.Others[V].IsParameter)
        Outermost[K.Others[V].Name] = {false, V};
  }

  /// \param At what the user wrote there, if that is known.
  void expr(const ExprPtr &E, Precedence Binds, SourceRange At = {});
  void stmt(const StmtPtr &S, const std::string &Indent);
  std::optional<std::vector<Piece>> take() {
    return IsWhole ? std::optional(std::move(Pieces)) : std::nullopt;
  }

private:
  void bytes(SourceRange R) {
    if (R.size() == 0)
      return;
    if (!Pieces.empty() && Pieces.back().New.empty() &&
        Pieces.back().Bytes.End == R.Begin)
      Pieces.back().Bytes.End = R.End;
    else
      Pieces.push_back({R, {}});
  }
  void text(llvm::StringRef New) {
    if (New.empty())
      return;
    if (!Pieces.empty() && !Pieces.back().New.empty())
      Pieces.back().New += New;
    else
      Pieces.push_back({{}, New.str()});
  }
  void statement(const StmtPtr &S, const std::string &Indent);
  /// Whether \p R, the text of something, is that of another function.
  bool isMoved(SourceRange R) const {
    return !K.Body->Text.empty() && R.size() > 0 &&
           !SourceRange{K.Body->Text.front().Bytes.Begin,
                        K.Body->Text.back().Bytes.End}
                .contains(R);
  }
  void fromTree(const Expr &E);
  void fromTree(const Stmt &S, const std::string &Indent);
  void declaration(const Stmt &S);
  /// \p S as what a header of ours controls.
  void controlled(const StmtPtr &S, const std::string &Indent);
  llvm::StringRef get(SourceRange R) const {
    return Source.slice(R.Begin, R.End);
  }
  /// The white space of the line that \p Lead ends in.
  std::string indentOf(SourceRange Lead, const std::string &Else) const {
    llvm::StringRef Text = get(Lead);
    const size_t Line = Text.rfind('\n');
    if (Line == llvm::StringRef::npos)
      return Else;
    llvm::StringRef Last = Text.drop_front(Line + 1);
    return Last.take_while([](char C) { return C == ' ' || C == '\t'; }).str();
  }

  /// What a name means, in a scope: a scalar, or another variable.
  struct Meaning {
    bool IsScalar;
    VarId Id;
    bool operator==(const Meaning &) const = default;
  };
  using Scope = std::map<std::string, Meaning>;
  void declare(const Local &L);
  void require(const std::string &Name, std::optional<Meaning> Of);
  void requireMeanings(const Expr &E);
  void requireOne(const std::string &Name);

  const Kernel &K;
  llvm::StringRef Source;
  std::vector<Piece> Pieces;
  std::vector<Scope> Scopes; ///< innermost last
  bool IsWhole = true;
  SourceRange Left; ///< the white space before a statement that is gone
};

} // namespace

/// A text that another variable of the same name would change is none.
void Speller::require(const std::string &Name, std::optional<Meaning> Of) {
  for (const Scope &S : llvm::reverse(Scopes))
    if (auto At = S.find(Name); At != S.end()) {
      IsWhole &= At->second == Of;
      return;
    }
  IsWhole &= !Of;
}

void Speller::declare(const Local &L) {
  if (L.Scalar)
    Scopes.back()[K.Scalars[*L.Scalar].Name] = {true, *L.Scalar};
  if (L.Other)
    Scopes.back()[K.Others[*L.Other].Name] = {false, *L.Other};
}

void Speller::requireMeanings(const Expr &E) {
  if (E.O == Expr::Op::Scalar)
    return require(K.Scalars[E.Scalar].Name, Meaning{true, E.Scalar});
  if (E.O == Expr::Op::Name)
    return require(E.Word, E.IsLocal ? std::optional(Meaning{false, E.Scalar})
                                     : std::nullopt);
  if (E.O != Expr::Op::Number && E.O != Expr::Op::Cast &&
      E.O != Expr::Op::Call && E.O != Expr::Op::Make)
    return;
  // Names of constants, types and functions.
  for (const Spelling::Part &P : E.Text.Parts)
    if (P.Hole < 0)
      for (llvm::StringRef Rest = get(P.Bytes); !Rest.empty();) {
        auto IsWord = [](char C) { return llvm::isAlnum(C) || C == '_'; };
        const llvm::StringRef Before = Rest.take_until(IsWord).rtrim();
        Rest = Rest.drop_until(IsWord);
        const llvm::StringRef Word = Rest.take_while(IsWord);
        Rest = Rest.drop_front(Word.size());
        if (!Before.ends_with(".") && !Before.ends_with("->")) // a member
          requireOne(Word.str());
      }
}

/// The same for a name in a constant: there is but one variable of that name.
void Speller::requireOne(const std::string &Name) {
  auto IsIt = [&](const Scalar &S) { return S.Name == Name; };
  if (llvm::any_of(Scopes, [&](const Scope &S) { return S.count(Name); }))
    IsWhole &= llvm::none_of(K.Scalars, IsIt) &&
               llvm::count_if(K.Others, [&](const Object &Of) {
                 return Of.Name == Name;
               }) == 1;
}

void Speller::expr(const ExprPtr &E, Precedence Binds, SourceRange At) {
  const Expr *Shown = &shown(*E);
  requireMeanings(*Shown);
  const bool Written = !Shown->Text.empty();
  const bool Close = (Written ? Shown->Binding : bindingOf(*Shown)) < Binds &&
                     !(Written && At.size() > 0 && Shown->Text.range() == At);
  if (Close)
    text("(");
  llvm::ArrayRef<Spelling::Part> Parts = Shown->Text.Parts;
  // Parentheses that nobody needs here.
  if (Written && Shown->Inside >= Binds && Shown->Text.range() != At)
    Parts = Parts.drop_front().drop_back();
  if (!Written)
    fromTree(*Shown);
  else
    for (const Spelling::Part &P : Parts) {
      if (P.Hole < 0)
        bytes(P.Bytes);
      else
        expr(Shown->Args[P.Hole], P.Binds, P.Bytes);
    }
  if (Close)
    text(")");
}

void Speller::fromTree(const Expr &E) {
  const Precedence Own = bindingOf(E);
  switch (E.O) {
  case Expr::Op::Number:
    return text(std::to_string(E.Value) + suffixOf(*E.Ty));
  case Expr::Op::Scalar:
    return text(K.Scalars[E.Scalar].Name);
  case Expr::Op::Name:
    return text(E.Word);
  case Expr::Op::Builtin: {
    static constexpr llvm::StringLiteral Letters = "tbBG";
    static const char *const Variables[] = {"threadIdx", "blockIdx", "blockDim",
                                            "gridDim"};
    return text(std::string(Variables[Letters.find(E.Word[0])]) + "." +
                E.Word.substr(1));
  }
  case Expr::Op::Element:
    if (E.Args.size() == 1) {
      text("*");
      return expr(E.Args[0], Precedence::Unary);
    }
    expr(E.Args[0], Precedence::Postfix);
    text("[");
    expr(E.Args[1], Precedence::Comma);
    return text("]");
  case Expr::Op::Address:
    text("&");
    return expr(E.Args[0], Precedence::Unary);
  case Expr::Op::Member:
    expr(E.Args[0], Precedence::Postfix);
    return text("." + E.Word);
  case Expr::Op::Unary:
    text(E.Word);
    return expr(E.Args[0], Precedence::Unary);
  case Expr::Op::Binary:
    expr(E.Args[0], Own);
    text(E.Word == "," ? ", " : " " + E.Word + " ");
    return expr(E.Args[1], above(Own));
  case Expr::Op::Select:
    expr(E.Args[0], above(Own));
    text(" ? ");
    expr(E.Args[1], Precedence::Assign);
    text(" : ");
    return expr(E.Args[2], Own);
  case Expr::Op::Cast:
    text("(" + E.Word + ")");
    return expr(E.Args[0], Precedence::Unary);
  case Expr::Op::Assign:
    if (E.Word == "&")
      return expr(E.Args[0], Precedence::Primary);
    if (E.Args.size() == 1) {
      if (!E.Postfix)
        text(E.Word);
      expr(E.Args[0], E.Postfix ? Precedence::Postfix : Precedence::Unary);
      return text(E.Postfix ? E.Word : "");
    }
    expr(E.Args[0], Precedence::Unary);
    text(" " + E.Word + " ");
    return expr(E.Args[1], Precedence::Assign);
  case Expr::Op::Call:
    IsWhole &= !E.Word.empty();
    text(E.Word + "(");
    for (auto [I, Arg] : llvm::enumerate(E.Args)) {
      text(I ? ", " : "");
      expr(Arg, Precedence::Assign);
    }
    return text(")");
  case Expr::Op::Make:
    IsWhole &= !E.Word.empty();
    text(E.Word + "{");
    for (auto [I, Arg] : llvm::enumerate(E.Args)) {
      text(I ? ", " : "");
      // Braces do not convert to what may hold less.
      const bool Converts = Arg->is(Expr::Op::Cast) && Arg->Implicit;
      text(Converts ? "(" + E.Ty->Fields[I].Word + ")" : "");
      expr(Arg, Converts ? Precedence::Unary : Precedence::Assign);
    }
    return text("}");
  case Expr::Op::Opaque:
    break;
  }
  IsWhole = false; // what is not understood, and has no text of its own
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

void Speller::declaration(const Stmt &S) {
  for (auto [I, L] : llvm::enumerate(S.Locals)) {
    declare(L);
    const std::string Name = K.declarator(L);
    IsWhole &= !Name.empty();
    text(I == 0 ? Name : "; " + Name);
    if (!L.Init)
      continue;
    text(" = ");
    expr(L.Init, Precedence::Assign);
  }
}

/// Whether an `else` behind \p S would be its.
static bool takesElse(const StmtPtr &S) {
  if (S->K == Stmt::Kind::If)
    return S->Body.size() < 2 || !S->Body[1] || takesElse(S->Body[1]);
  return (S->K == Stmt::Kind::For || S->K == Stmt::Kind::While) &&
         takesElse(S->body());
}

static bool needsBraces(const Stmt &If, unsigned I) {
  return If.K == Stmt::Kind::If && I == 0 && If.Body.size() > 1 && If.Body[1] &&
         takesElse(If.Body[0]);
}

/// Whether \p S has no place in the user's text, where it may stand right
/// behind what is before.
static bool isNew(const Stmt &S) {
  return S.Lead == SourceRange{} && S.K != Stmt::Kind::Empty;
}

void Speller::controlled(const StmtPtr &S, const std::string &Indent) {
  if (!S || S->K == Stmt::Kind::Empty)
    return text(" {}");
  if (S->Lead.size() == 0) {
    const bool IsBlock = S->K == Stmt::Kind::Block;
    text(IsBlock ? " " : "\n" + Indent + "  ");
    return stmt(S, IsBlock ? Indent : Indent + "  ");
  }
  stmt(S, Indent);
}

void Speller::fromTree(const Stmt &S, const std::string &Indent) {
  switch (S.K) {
  case Stmt::Kind::Block: {
    text("{");
    const std::string Inner = Indent + "  ";
    for (const StmtPtr &Child : S.Body) {
      if (Child->Lead.size() == 0 && Child->K != Stmt::Kind::Empty)
        text("\n" + Inner);
      stmt(Child, Inner);
    }
    return text("\n" + Indent + "}");
  }
  case Stmt::Kind::If:
    text("if (");
    expr(S.test(), Precedence::Comma);
    text(needsBraces(S, 0) ? ") {" : ")");
    controlled(S.Body[0], Indent);
    text(needsBraces(S, 0) ? " }" : "");
    if (S.Body.size() > 1 && S.Body[1]) {
      text("\n" + Indent + "else");
      controlled(S.Body[1], Indent);
    }
    return;
  case Stmt::Kind::For:
    text("for (");
    if (const StmtPtr &Init = S.Body[0]; Init && Init->K != Stmt::Kind::Empty)
      stmt(Init, Indent); // with its `;`
    else
      text(";");
    text(" ");
    if (S.Exprs[0])
      expr(S.Exprs[0], Precedence::Comma);
    text("; ");
    if (S.Exprs[1])
      expr(S.Exprs[1], Precedence::Comma);
    text(")");
    return controlled(S.Body[1], Indent);
  case Stmt::Kind::Eval:
    expr(S.Exprs[0], Precedence::Comma);
    return text(";");
  case Stmt::Kind::Declare:
    declaration(S);
    return text(";");
  case Stmt::Kind::Empty:
    return;
  case Stmt::Kind::Return:
    text("return");
    if (!S.Exprs.empty()) {
      text(" ");
      expr(S.Exprs[0], Precedence::Comma);
    }
    return text(";");
  case Stmt::Kind::Break:
    return text("break;");
  case Stmt::Kind::Continue:
    return text("continue;");
  case Stmt::Kind::While:
    text("while (");
    expr(S.test(), Precedence::Comma);
    text(")");
    return controlled(S.body(), Indent);
  case Stmt::Kind::Do:
    text("do");
    controlled(S.body(), Indent);
    text(S.body()->K == Stmt::Kind::Block ? " while ("
                                          : "\n" + Indent + "while (");
    expr(S.test(), Precedence::Comma);
    return text(");");
  case Stmt::Kind::Opaque:
    break;
  }
  IsWhole = false;
}

/// Whether \p Lead has more than white space.
static bool hasComment(llvm::StringRef Lead) { return !Lead.trim().empty(); }

void Speller::stmt(const StmtPtr &S, const std::string &Indent) {
  const bool Opens = S->K == Stmt::Kind::Block || S->K == Stmt::Kind::For;
  if (Opens)
    Scopes.emplace_back();
  statement(S, Indent);
  if (Opens)
    Scopes.pop_back();
  for (const Local &L : S->Locals) // those without a value, too
    declare(L);
}

void Speller::statement(const StmtPtr &S, const std::string &Indent) {
  // What comes from another function is indented like its new neighbours.
  const bool IsMoved = isMoved(S->Lead) && !hasComment(get(S->Lead)) &&
                       get(S->Lead).contains('\n');
  const std::string Own = IsMoved ? Indent : indentOf(S->Lead, Indent);
  // A directive belongs to the statement that the user wrote behind it.
  if (S->Text.empty() && get(S->Lead).contains('#'))
    IsWhole = false;
  // What is gone leaves its line to the next statement.
  const bool Breaks = get(S->Lead).contains('\n');
  const bool IsGone = S->K == Stmt::Kind::Empty && S->Text.empty();
  if (IsGone && !hasComment(get(S->Lead))) {
    if (Breaks)
      Left = S->Lead;
  } else if (IsMoved) {
    text("\n" + Own);
    Left = {};
  } else {
    bytes(!Breaks && Left.size() > 0 && !hasComment(get(S->Lead)) ? Left
                                                                  : S->Lead);
    Left = {};
  }
  if (S->Text.empty())
    return fromTree(*S, Own);
  if (S->K == Stmt::Kind::Block && S->Text.size() == 1) // it is empty
    return bytes(S->Text.front().Bytes);
  if (S->K == Stmt::Kind::Block) {
    bytes(S->Text.front().Bytes);
    for (const StmtPtr &Child : S->Body) {
      if (isNew(*Child))
        text("\n" + Own + "  ");
      stmt(Child, Own + "  ");
    }
    Left = {};
    if (isMoved(S->Text.back().Bytes))
      return text("\n" + Own + "}");
    return bytes(S->Text.back().Bytes);
  }
  for (const Stmt::Part &P : S->Text) {
    const bool Braces = P.Body >= 0 && needsBraces(*S, P.Body);
    text(Braces ? " {" : "");
    if (P.Expr >= 0 && S->K == Stmt::Kind::Declare) {
      for (const Local &L : llvm::ArrayRef(S->Locals).take_front(P.Expr + 1))
        declare(L); // those that follow may use it
      expr(S->Locals[P.Expr].Init, P.Binds, P.Bytes);
    } else if (P.Expr >= 0)
      expr(S->Exprs[P.Expr], P.Binds, P.Bytes);
    else if (P.Body >= 0 && S->Body[P.Body]->K == Stmt::Kind::Block &&
             isNew(*S->Body[P.Body]))
      controlled(S->Body[P.Body], Own);
    else if (P.Body >= 0 && S->Body[P.Body]->K != Stmt::Kind::Block &&
             isMoved(S->Body[P.Body]->Lead))
      stmt(S->Body[P.Body], Own + "  ");
    else if (P.Body >= 0)
      stmt(S->Body[P.Body], Own);
    else
      bytes(P.Bytes);
    text(Braces ? " }" : "");
  }
}

std::optional<std::vector<Piece>> spell(const Kernel &K,
                                        llvm::StringRef Source) {
  Speller S(K, Source);
  S.stmt(K.Body, "");
  return S.take();
}

std::string textOf(const std::vector<Piece> &Pieces, llvm::StringRef Source) {
  std::string Result;
  for (const Piece &P : Pieces)
    Result +=
        P.New.empty() ? Source.slice(P.Bytes.Begin, P.Bytes.End).str() : P.New;
  return Result;
}

} // namespace tessera::ir

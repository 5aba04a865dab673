//===- Spell.cpp - Kernels as text ----------------------------------------===//
#include "ir/Speller.h"
#include "llvm/ADT/StringExtras.h"

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

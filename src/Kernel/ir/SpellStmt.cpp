//===- SpellStmt.cpp - Statements as text ---------------------------------===//
#include "ir/Speller.h"

namespace tessera::ir {

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

} // namespace tessera::ir

//===- TreeBuilder.cpp - Statements as a KernelTree -----------------------===//
#include "KernelBuilder.h"

using namespace clang;

namespace tessera {

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

Text KernelBuilder::verbatim(unsigned Begin, unsigned End) const {
  if (Begin >= End)
    return {};
  return {Piece::verbatim(C.text({Begin, End}).str())};
}

Text KernelBuilder::text(SourceRange Range, const Hole *Around) const {
  std::vector<const Hole *> Inside;
  for (const Hole &H : Holes)
    if (Range.contains(H.Parsed) && !(Around && H.Parsed == Around->Parsed))
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
    Piece P = H->P;
    if (P.K == Piece::Kind::Access || P.K == Piece::Kind::Macro)
      P.Parts = text(H->Parsed, H);
    else if (P.K == Piece::Kind::Builtin)
      P.Parts = verbatim(H->Parsed.Begin, H->Parsed.End);
    Result.push_back(std::move(P));
    From = H->Parsed.End;
  }
  Append(verbatim(From, Range.End));
  return Result;
}

std::optional<SourceRange> KernelBuilder::statementRange(const Stmt *S,
                                                         unsigned Cursor) {
  std::optional<SourceRange> Range = C.parsedRange(S->getSourceRange());
  if (!Range)
    return std::nullopt;
  if (Range->Begin < Cursor) {
    refuse(DiagKind::MacroSpansStatements, S->getBeginLoc());
    return std::nullopt;
  }
  // Expressions and jumps end before their semicolon.
  if (!isa<CompoundStmt, IfStmt, ForStmt, WhileStmt, SwitchStmt, NullStmt,
           DeclStmt>(S)) {
    llvm::StringRef Rest = C.buffer().drop_front(Range->End);
    size_t Blank = Rest.find_first_not_of(" \t\r\n");
    if (Blank != llvm::StringRef::npos && Rest[Blank] == ';')
      Range->End += Blank + 1;
  }
  return Range;
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

/// Where the comment ends that fills the rest of the line from \p Begin; \p
/// Begin if there is none.
static unsigned endOfComment(llvm::StringRef Source, unsigned Begin) {
  llvm::StringRef Line = Source.drop_front(Begin).take_until(
      [](char C) { return C == '\n' || C == '\r'; });
  llvm::StringRef Rest = Line.trim(" \t");
  bool Block = Rest.starts_with("/*") && Rest.find("*/") + 2 == Rest.size();
  if (!Block && !(Rest.starts_with("//") && !Rest.ends_with("\\")))
    return Begin;
  return Begin + Line.rtrim(" \t").size();
}

/// Whether \p S is `return;`, maybe in braces.
static bool isPlainReturn(const Stmt *S) {
  if (const auto *Block = dyn_cast<CompoundStmt>(S))
    return Block->size() == 1 && isPlainReturn(Block->body_front());
  return isa<ReturnStmt>(S);
}

NodePtr KernelBuilder::statement(const Stmt *S, unsigned &Cursor) {
  while (const auto *Attributed = dyn_cast<AttributedStmt>(S))
    S = Attributed->getSubStmt();
  Node N;
  std::optional<SourceRange> Range = statementRange(S, Cursor);
  if (!Range) {
    if (K.Refusals.empty())
      unsupported(S->getBeginLoc(), "a statement comes from another file");
    return std::make_shared<Node>(std::move(N));
  }
  N.Lead = verbatim(Cursor, Range->Begin);
  N.Source = C.toUser(*Range);
  Cursor = Range->Begin;
  bool InMacro = S->getBeginLoc().isMacroID();
  if (InMacro && isa<CompoundStmt, ForStmt, WhileStmt, DoStmt, IfStmt>(S)) {
    refuse(DiagKind::MacroSpansStatements, S->getBeginLoc());
    Cursor = Range->End;
    return std::make_shared<Node>(std::move(N));
  }
  if (const auto *Block = dyn_cast<CompoundStmt>(S))
    return block(Block, std::move(N), Cursor);
  if (const auto *If = dyn_cast<IfStmt>(S);
      If && !If->getInit() && !If->getConditionVariable())
    return branch(If, std::move(N), Cursor);
  if (const auto *For = dyn_cast<ForStmt>(S))
    return forLoop(For, std::move(N), Cursor);
  if (const auto *While = dyn_cast<WhileStmt>(S);
      While && !While->getConditionVariable())
    return otherLoop(While->getCond(), While->getBody(), std::move(N), Cursor);
  if (isa<IfStmt, WhileStmt, DoStmt, SwitchStmt, GotoStmt, LabelStmt,
          CXXForRangeStmt, CXXTryStmt, AsmStmt>(S))
    unsupported(S->getBeginLoc(),
                std::string("it has a statement of an unusual kind (") +
                    S->getStmtClassName() + ")");
  return leaf(S, std::move(N), Cursor);
}

NodePtr KernelBuilder::block(const CompoundStmt *S, Node N, unsigned &Cursor) {
  N.K = Node::Kind::Block;
  N.Head = verbatim(Cursor, Cursor + 1);
  ++Cursor;
  for (const Stmt *Child : S->body())
    N.Children.push_back(statement(Child, Cursor));
  std::optional<SourceRange> Range = C.parsedRange(S->getSourceRange());
  N.Tail = verbatim(Cursor, Range->End);
  Cursor = Range->End;
  return std::make_shared<Node>(std::move(N));
}

NodePtr KernelBuilder::branch(const IfStmt *S, Node N, unsigned &Cursor) {
  N.K = Node::Kind::If;
  Holes.clear();
  expression(S->getCond(), Mode::Read);
  GuardId Id{unsigned(K.Guards.size())};
  K.Guards.push_back(
      {Scope.condition(S->getCond(), K.MustNotBeNegative), C.toUser(Cursor)});
  N.Guard = Id;
  unsigned HeadEnd = C.offset(S->getRParenLoc()).value_or(Cursor) + 1;
  placeExpansions(SourceRange{Cursor, HeadEnd});
  N.Head = text({Cursor, HeadEnd});
  unsigned Open = C.offset(S->getLParenLoc()).value_or(Cursor) + 1;
  N.Condition = text({Open, HeadEnd - 1});
  Cursor = HeadEnd;

  bool Exits = isPlainReturn(S->getThen()) && !S->getElse();
  if (Exits && Nesting > 0)
    unsupported(S->getBeginLoc(), "it returns from inside a branch or loop");
  bool Leaves = containsJump(S->getThen(), /*InLoop=*/true) ||
                containsJump(S->getElse(), /*InLoop=*/true);
  if (!Exits && Leaves && Loops.empty() && Nesting == 0)
    unsupported(S->getBeginLoc(), "it returns in the middle of a branch");

  ++Nesting;
  Guards.push_back({Id, false});
  N.Children.push_back(statement(S->getThen(), Cursor));
  Guards.pop_back();
  if (const Stmt *Else = S->getElse()) {
    unsigned ElseAt = C.offset(S->getElseLoc()).value_or(Cursor);
    N.Middle = verbatim(Cursor, ElseAt + 4);
    Cursor = ElseAt + 4;
    Guards.push_back({Id, true});
    N.Children.push_back(statement(Else, Cursor));
    Guards.pop_back();
  }
  --Nesting;
  if (Exits) // everything that follows
    Guards.push_back({Id, true});
  return std::make_shared<Node>(std::move(N));
}

NodePtr KernelBuilder::leaf(const Stmt *S, Node N, unsigned &Cursor) {
  std::optional<SourceRange> Range = C.parsedRange(S->getSourceRange());
  Range = statementRange(S, Cursor);
  if (!Range)
    return std::make_shared<Node>(std::move(N));
  Holes.clear();
  if (const auto *Declaration = dyn_cast<DeclStmt>(S)) {
    N.Leaf = Node::LeafKind::Declaration;
    for (const Decl *D : Declaration->decls())
      if (const auto *V = dyn_cast<VarDecl>(D); V && V->getInit()) {
        if (V->getType()->isPointerType() && pointer(V->getInit()))
          visitSubscripts(V->getInit());
        else
          expression(V->getInit(), V->getType()->isReferenceType()
                                       ? Mode::Address
                                       : Mode::Read);
      }
    bool Made = llvm::any_of(Declaration->decls(), [](const Decl *D) {
      return D->getBeginLoc().isMacroID() || D->getLocation().isMacroID();
    });
    placeExpansions(Made ? std::nullopt : Range);
    declaration(Declaration, N);
  } else if (const auto *Return = dyn_cast<ReturnStmt>(S)) {
    N.Leaf = Node::LeafKind::Return;
    if (!Loops.empty())
      unsupported(Return->getBeginLoc(), "it returns from inside a loop");
  } else if (isa<BreakStmt, ContinueStmt>(S)) {
    N.Leaf = Node::LeafKind::Jump;
  } else if (const auto *E = dyn_cast<Expr>(S)) {
    if (const auto *Call = dyn_cast<CallExpr>(E->IgnoreParenImpCasts()))
      if (const FunctionDecl *Callee = Call->getDirectCallee();
          Callee && Callee->getIdentifier() &&
          Callee->getName() == "__syncthreads")
        N.Leaf = Node::LeafKind::Barrier;
    expression(E, Mode::Read);
  } else {
    children(S);
  }
  placeExpansions(Range);
  N.Head = text(*Range);
  Cursor = Range->End;
  if (N.Leaf == Node::LeafKind::Expression ||
      N.Leaf == Node::LeafKind::Declaration) {
    N.Tail = verbatim(Cursor, endOfComment(C.buffer(), Cursor));
    Cursor += spell(N.Tail).size();
  }
  return std::make_shared<Node>(std::move(N));
}

/// Whether running \p E where the user's program would not have done any harm.
static bool isHarmless(const Expr *E, const ASTContext &AST) {
  if (E->HasSideEffects(AST))
    return false;
  if (isa<ArraySubscriptExpr, CallExpr>(E))
    return false;
  if (const auto *Unary = dyn_cast<UnaryOperator>(E);
      Unary && Unary->getOpcode() == UO_Deref)
    return false;
  if (const auto *Binary = dyn_cast<BinaryOperator>(E);
      Binary &&
      (Binary->getOpcode() == BO_Div || Binary->getOpcode() == BO_Rem) &&
      Binary->getType()->isIntegerType() &&
      !Binary->getRHS()->isIntegerConstantExpr(AST))
    return false;
  for (const Stmt *Child : E->children())
    if (const auto *Inner = dyn_cast_or_null<Expr>(Child))
      if (!isHarmless(Inner, AST))
        return false;
  return true;
}

void KernelBuilder::declaration(const DeclStmt *S, Node &N) {
  for (const Decl *D : S->decls()) {
    const auto *V = dyn_cast<VarDecl>(D);
    if (!V) {
      if (!isa<StaticAssertDecl, TypedefNameDecl, UsingDecl>(D))
        unsupported(S->getBeginLoc(), "it declares more than variables");
      continue;
    }
    if (V->hasAttr<CUDASharedAttr>()) {
      K.HasShared = true;
      array(V);
      continue;
    }
    if (V->isStaticLocal())
      unsupported(S->getBeginLoc(), "it has a static variable");
    if (V->getType()->isPointerType() && V->getInit() && !Mutated.count(V)) {
      if (std::optional<Pointer> P = pointer(V->getInit())) {
        Aliases[V] = *P;
        ArrayInfo &A = K.Arrays[P->Array.Index];
        if (A.Carved && A.Where == C.place(V->getInit()->getBeginLoc()))
          A.Name = V->getNameAsString();
      }
    } else if (V->getType()->isArrayType()) {
      array(V);
    } else if (V->getInit() && !Mutated.count(V)) {
      if (std::optional<Polynomial> Value = Scope.polynomial(V->getInit()))
        Scope.bind(V, *Value);
    }
    Node::Declarator Declared;
    Declared.Scalar = scalar(V);
    QualType Type = V->getType();
    if (Type->isArrayType()) {
      std::string Spelled = V->getNameAsString();
      Type.getAsStringInternal(Spelled, C.AST.getPrintingPolicy());
      Declared.Name = std::move(Spelled);
    } else {
      Declared.Type = Type.getAsString(C.AST.getPrintingPolicy());
      Declared.Name = V->getNameAsString();
    }
    Declared.Arithmetic = Type->isArithmeticType();
    if (const Expr *Init = V->getInit()) {
      if (std::optional<SourceRange> Range =
              C.parsedRange(Init->getSourceRange()))
        Declared.Initializer = text(*Range);
      Declared.Harmless = isHarmless(Init, C.AST);
    } else {
      Declared.Harmless = true;
    }
    N.Declared.push_back(std::move(Declared));
  }
}

} // namespace tessera

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
    if (P.K == Piece::Kind::Access)
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

/// Whether \p S leaves its surrounding loop or the kernel in the middle.
static bool containsJump(const Stmt *S, bool InLoop = false) {
  if (!S)
    return false;
  if (isa<ReturnStmt, GotoStmt, LabelStmt>(S))
    return true;
  if (isa<BreakStmt, ContinueStmt>(S))
    return !InLoop;
  bool Inner = InLoop || isa<ForStmt, WhileStmt, DoStmt, SwitchStmt>(S);
  for (const Stmt *Child : S->children())
    if (containsJump(Child, Inner))
      return true;
  return false;
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
  N.Head = text({Cursor, HeadEnd});
  unsigned Open = C.offset(S->getLParenLoc()).value_or(Cursor) + 1;
  N.Condition = text({Open, HeadEnd - 1});
  Cursor = HeadEnd;

  bool Exits = isPlainReturn(S->getThen()) && !S->getElse();
  if (Exits && Nesting > 0)
    unsupported(S->getBeginLoc(), "it returns from inside a branch or loop");
  if (!Exits && containsJump(S->getThen(), !Loops.empty()))
    if (Loops.empty() && S->getElse() == nullptr && Nesting == 0)
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
      if (std::optional<Pointer> P = pointer(V->getInit()))
        Aliases[V] = *P;
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

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

NodePtr KernelBuilder::otherLoop(const Stmt *Header, const Stmt *Body, Node N,
                                 unsigned &Cursor) {
  N.K = Node::Kind::Loop;
  Holes.clear();
  LoopInfo L;
  L.Symbol = freshSymbol("while");
  L.Opaque = true;
  L.Where = C.toUser(Cursor);
  LoopId Id{unsigned(K.Loops.size())};
  K.Loops.push_back(L);
  N.Loop = Id;
  enterLoop(Id);
  bool Saved = std::exchange(Conditional, true);
  children(Header->children().empty() ? nullptr : Header);
  if (const auto *E = dyn_cast<Expr>(Header))
    expression(E, Mode::Read);
  Conditional = Saved;
  std::optional<SourceRange> BodyRange = C.parsedRange(Body->getSourceRange());
  std::optional<SourceRange> Condition =
      C.parsedRange(Header->getSourceRange());
  size_t Close =
      Condition ? C.buffer().find(')', Condition->End) : std::string::npos;
  if (!BodyRange || Close == std::string::npos) {
    unsupported(Header->getBeginLoc(), "a loop comes from a macro");
    return std::make_shared<Node>(std::move(N));
  }
  N.Head = text({Cursor, unsigned(Close) + 1});
  Cursor = Close + 1;
  ++Nesting;
  N.Children.push_back(statement(Body, Cursor));
  --Nesting;
  Loops.pop_back();
  return std::make_shared<Node>(std::move(N));
}

bool KernelBuilder::describeCounter(const ForStmt *S, LoopInfo &L,
                                    const VarDecl *&Counter) {
  const Expr *From = nullptr;
  if (const auto *Declares = dyn_cast_or_null<DeclStmt>(S->getInit())) {
    if (!Declares->isSingleDecl())
      return false;
    Counter = dyn_cast<VarDecl>(Declares->getSingleDecl());
    From = Counter ? Counter->getInit() : nullptr;
  } else if (const auto *Assigns =
                 dyn_cast_or_null<BinaryOperator>(S->getInit());
             Assigns && Assigns->getOpcode() == BO_Assign) {
    L.Declares = false;
    if (const auto *Use =
            dyn_cast<DeclRefExpr>(Assigns->getLHS()->IgnoreParens()))
      Counter = dyn_cast<VarDecl>(Use->getDecl());
    From = Assigns->getRHS();
  }
  if (!Counter || !From || !Counter->getType()->isIntegerType())
    return false;
  std::optional<Polynomial> Lower = Scope.polynomial(From);
  std::optional<SourceRange> FromRange = C.parsedRange(From->getSourceRange());
  if (!Lower || !FromRange)
    return false;
  L.Lower = *Lower;
  L.LowerText = text(*FromRange);
  L.Name = Counter->getNameAsString();
  L.Type = Counter->getType().getUnqualifiedType().getAsString(
      C.AST.getPrintingPolicy());

  const Expr *Next = S->getInc();
  if (!Next)
    return false;
  auto IsCounter = [&](const Expr *E) {
    const auto *Use = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
    return Use && Use->getDecl() == Counter;
  };
  Next = Next->IgnoreParenImpCasts();
  std::optional<Polynomial> By;
  if (const auto *Unary = dyn_cast<UnaryOperator>(Next);
      Unary && Unary->isIncrementDecrementOp() &&
      IsCounter(Unary->getSubExpr())) {
    By = Polynomial(Unary->isIncrementOp() ? 1 : -1);
  } else if (const auto *Binary = dyn_cast<BinaryOperator>(Next);
             Binary && IsCounter(Binary->getLHS())) {
    const Expr *Right = Binary->getRHS()->IgnoreParenImpCasts();
    if (Binary->getOpcode() == BO_AddAssign)
      By = Scope.polynomial(Right);
    else if (Binary->getOpcode() == BO_SubAssign) {
      if (std::optional<Polynomial> P = Scope.polynomial(Right))
        By = Polynomial(0) - *P;
    } else if (const auto *Sum = dyn_cast<BinaryOperator>(Right);
               Binary->getOpcode() == BO_Assign && Sum &&
               Sum->getOpcode() == BO_Add) {
      if (IsCounter(Sum->getLHS()))
        By = Scope.polynomial(Sum->getRHS());
      else if (IsCounter(Sum->getRHS()))
        By = Scope.polynomial(Sum->getLHS());
    }
  }
  if (!By || !By->constant() || *By->constant() == 0)
    return false;
  L.Step = *By->constant();
  if (std::optional<SourceRange> Range = C.parsedRange(Next->getSourceRange()))
    L.StepText = C.text(*Range).str();
  return true;
}

/// Whether \p V is changed anywhere in \p S.
static bool changes(const Stmt *S, const VarDecl *V) {
  if (!S)
    return false;
  const Expr *Target = nullptr;
  if (const auto *Binary = dyn_cast<BinaryOperator>(S);
      Binary && Binary->isAssignmentOp())
    Target = Binary->getLHS();
  if (const auto *Unary = dyn_cast<UnaryOperator>(S);
      Unary &&
      (Unary->isIncrementDecrementOp() || Unary->getOpcode() == UO_AddrOf))
    Target = Unary->getSubExpr();
  if (Target)
    if (const auto *Use = dyn_cast<DeclRefExpr>(Target->IgnoreParenImpCasts()))
      if (Use->getDecl() == V)
        return true;
  for (const Stmt *Child : S->children())
    if (changes(Child, V))
      return true;
  return false;
}

LoopInfo KernelBuilder::describeLoop(const ForStmt *S,
                                     const VarDecl *&Counter) {
  LoopInfo L;
  L.Opaque = true;
  bool Usual = describeCounter(S, L, Counter);
  L.Symbol = freshSymbol(L.Name.empty() ? "for" : L.Name);
  if (!Usual || containsJump(S->getBody()) || changes(S->getBody(), Counter))
    return L;
  const auto *Test = dyn_cast_or_null<BinaryOperator>(
      S->getCond() ? S->getCond()->IgnoreParenImpCasts() : nullptr);
  const Expr *Second = nullptr;
  if (Test && Test->getOpcode() == BO_LAnd) {
    Second = Test->getRHS();
    Test = dyn_cast<BinaryOperator>(Test->getLHS()->IgnoreParenImpCasts());
  }
  if (!Test || !Test->isComparisonOp())
    return L;
  const Expr *Left = Test->getLHS(), *Right = Test->getRHS();
  BinaryOperatorKind Op = Test->getOpcode();
  auto IsCounter = [&](const Expr *E) {
    const auto *Use = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
    return Use && Use->getDecl() == Counter;
  };
  if (!IsCounter(Left)) {
    std::swap(Left, Right);
    Op = BinaryOperator::reverseComparisonOp(Op);
  }
  if (!IsCounter(Left))
    return L;
  Scope.bind(Counter, Polynomial::symbol(L.Symbol));
  std::optional<Polynomial> Bound = Scope.polynomial(Right);
  if (Bound && Bound->mentions(L.Symbol))
    return L;
  std::optional<SourceRange> BoundRange =
      C.parsedRange(Right->getSourceRange());
  if (!Bound || !BoundRange)
    return L;
  bool Up = L.Step > 0;
  if (Op == BO_LE && Up)
    *Bound += 1;
  else if (Op == BO_GE && !Up)
    *Bound -= 1;
  else if (Op == BO_NE && std::abs(L.Step) != 1)
    return L;
  else if (!(Op == BO_LT && Up) && !(Op == BO_GT && !Up) && Op != BO_NE)
    return L;
  // An unsigned counter that counts down ends by wrapping or never.
  if (!Up && Counter->getType()->isUnsignedIntegerType())
    return L;
  if (Up && Scope.isPlainlyNonNegative(L.Lower))
    Scope.setNonNegative(L.Symbol);
  // An unsigned comparison is exact where neither side wraps.
  if (Test->getLHS()->getType()->isUnsignedIntegerType() &&
      (Scope.mayWrap(Polynomial::symbol(L.Symbol), K.MustNotBeNegative) ||
       Scope.mayWrap(*Bound, K.MustNotBeNegative)))
    return L;
  if (Second && !describeSecondBound(Second, L))
    return L;
  L.Upper = *Bound;
  L.UpperText = text(*BoundRange);
  L.UpperOp = BinaryOperator::getOpcodeStr(Op).str();
  L.Opaque = false;
  return L;
}

bool KernelBuilder::describeSecondBound(const Expr *Bound, LoopInfo &L) {
  Condition When = Scope.condition(Bound, K.MustNotBeNegative);
  // `k <= m` arrives as the negation of `m < k`.
  if (When.K == Condition::Kind::Not &&
      When.Operands.front().K == Condition::Kind::NonNegative)
    When = {Condition::Kind::NonNegative,
            Polynomial(-1) - When.Operands.front().Value,
            {}};
  std::optional<SourceRange> Range = C.parsedRange(Bound->getSourceRange());
  // Once it fails it must fail for all further iterations.
  bool EndsTheLoop = When.K == Condition::Kind::NonNegative &&
                     When.Value.coefficient({L.Symbol}) * L.Step < 0;
  if (!EndsTheLoop || !Range)
    return false;
  for (const auto &[M, Coefficient] : When.Value.terms())
    if (M.size() > 1 && llvm::is_contained(M, L.Symbol))
      return false;
  L.SecondBound = text(*Range);
  Guards.push_back({{unsigned(K.Guards.size())}, false});
  K.Guards.push_back({When, C.place(Bound->getBeginLoc())});
  return true;
}

NodePtr KernelBuilder::forLoop(const ForStmt *S, Node N, unsigned &Cursor) {
  N.K = Node::Kind::Loop;
  Holes.clear();
  LoopId Id{unsigned(K.Loops.size())};
  K.Loops.emplace_back();
  K.Loops[Id.Index].Opaque = true;

  // The header runs once more than the body: its accesses are not modelled
  // exactly.
  bool Saved = std::exchange(Conditional, true);
  if (S->getInit())
    children(S->getInit());
  if (const auto *Init = dyn_cast_or_null<Expr>(S->getInit()))
    expression(Init, Mode::Read);
  enterLoop(Id);
  if (S->getCond())
    expression(S->getCond(), Mode::Read);
  if (S->getInc())
    expression(S->getInc(), Mode::Read);
  Conditional = Saved;

  const VarDecl *Counter = nullptr;
  LoopInfo L = describeLoop(S, Counter);
  L.Where = C.toUser(Cursor);
  if (L.Opaque && Counter)
    Scope.unbind(Counter);
  K.Loops[Id.Index] = L;
  N.Loop = Id;
  unsigned HeadEnd = C.offset(S->getRParenLoc()).value_or(Cursor) + 1;
  N.Head = text({Cursor, HeadEnd});
  Cursor = HeadEnd;
  ++Nesting;
  N.Children.push_back(statement(S->getBody(), Cursor));
  --Nesting;
  Loops.pop_back();
  if (!L.Opaque && !L.SecondBound.empty())
    Guards.pop_back();
  if (Counter)
    Scope.unbind(Counter);
  return std::make_shared<Node>(std::move(N));
}

} // namespace tessera

//===- TreeBuilder.cpp - Statements as a KernelTree -----------------------===//
#include "kernel/KernelBuilder.h"
#include "kernel/KernelVariables.h"
#include "kernel/calls/CalleeFacts.h"
#include "kernel/text/UsersText.h"
#include "source/Semicolons.h"
#include "source/TypeText.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace tessera {

std::optional<SourceRange> KernelText::statementRange(const Stmt *S,
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
    Range->End = behindSemicolon(C, Range->End).value_or(Range->End);
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

/// Whether \p S leaves the kernel by `return;` at its end, and only there.
static bool endsInReturn(const Stmt *S) {
  const auto *Block = dyn_cast<CompoundStmt>(S);
  if (!Block)
    return isa<ReturnStmt>(S);
  return !Block->body_empty() && endsInReturn(Block->body_back()) &&
         llvm::none_of(llvm::drop_end(Block->body()),
                       [](const Stmt *Child) { return containsJump(Child); });
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
      If && !If->getInit() && !If->getConditionVariable() && If->getCond())
    return branch(If, std::move(N), Cursor);
  const auto *While = dyn_cast<WhileStmt>(S);
  const auto *For = dyn_cast<ForStmt>(S);
  if ((For && !For->getConditionVariable()) ||
      (While && !While->getConditionVariable()))
    return loop(partsOf(S, C.AST), std::move(N), Cursor);
  if (!isa<Expr, DeclStmt, ReturnStmt, BreakStmt, ContinueStmt, NullStmt>(S))
    unsupported(S->getBeginLoc(),
                "it has a statement that is not followed: " + nameOfKind(S));
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
  const Condition When = Scope.condition(S->getCond());
  K.Guards.push_back({When, C.toUser(Cursor),
                      When.isOpaque() ? waitsBehind(S->getCond()) : 0,
                      whyOpaque(When, S->getCond())});
  N.Guard = Id;
  unsigned HeadEnd = C.offset(S->getRParenLoc()).value_or(Cursor) + 1;
  placeExpansions(SourceRange{Cursor, HeadEnd});
  N.Head = text({Cursor, HeadEnd});
  unsigned Open = C.offset(S->getLParenLoc()).value_or(Cursor) + 1;
  N.Condition = text({Open, HeadEnd - 1});
  Cursor = HeadEnd;

  bool Returns = endsInReturn(S->getThen()) && !S->getElse();
  // Loops that continue in any other way are opaque.
  bool Continues =
      isPlainContinue(S) && !Loops.empty() && !K.loop(Loops.back()).Opaque;
  if (Returns && Nesting > 0)
    unsupported(S->getBeginLoc(), "it returns from inside a branch or loop");
  if (!Returns && Loops.empty() && Nesting == 0 && containsJump(S))
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
  if (Returns || Continues) // everything that follows
    Guards.push_back({Id, true});
  return std::make_shared<Node>(std::move(N));
}

static bool isLambda(const VarDecl *V) {
  const CXXRecordDecl *Class = V->getType()->getAsCXXRecordDecl();
  return Class && Class->isLambda();
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
        else if (const auto *Made = dyn_cast<LambdaExpr>(
                     V->getInit()->IgnoreUnlessSpelledInSource()))
          captures(Made); // its calls are followed
        else if (isLambda(V))
          continue; // a copy of such
        else if (V->getType()->isReferenceType() && element(V->getInit()))
          bindElement(V);
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
    if (Return->getRetValue()) // of no type
      unsupported(Return->getBeginLoc(), "it returns an expression");
    expression(Return->getRetValue(), Mode::Read);
  } else if (isa<BreakStmt, ContinueStmt>(S)) {
    N.Leaf = Node::LeafKind::Jump;
  } else if (const auto *E = dyn_cast<Expr>(S)) {
    if (const auto *Call = dyn_cast<CallExpr>(E->IgnoreParenImpCasts()))
      if (const FunctionDecl *Callee = Call->getDirectCallee();
          Callee && Callee->getIdentifier() &&
          Callee->getName() == "__syncthreads")
        N.Leaf = Node::LeafKind::Barrier;
    Discarded = E->IgnoreParenImpCasts();
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

/// Whether the reference \p V is one to `const` because its initialiser is:
/// `auto &r = a[i]`.
static bool deducesConst(const VarDecl *V) {
  const QualType Written =
      V->getTypeSourceInfo() ? V->getTypeSourceInfo()->getType() : V->getType();
  const auto *Reference = Written->getAs<ReferenceType>();
  const QualType To =
      Reference ? Reference->getPointeeTypeAsWritten() : Written;
  return To->getContainedAutoType() && !To.isConstQualified();
}

/// The reference \p V stands for an element.
void KernelBuilder::bindElement(const VarDecl *V) {
  if (BoundReads.count(V) && !Mutated.count(V)) {
    llvm::SaveAndRestore Sees(SeesConst, deducesConst(V));
    return expression(V->getInit(), Mode::Read);
  }
  visitSubscripts(V->getInit());
  References[V] = *element(V->getInit());
}

static bool isHarmless(const Expr *E, const ASTContext &AST);

/// The same for finding the place that \p E names.
static bool isHarmlessPlace(const Expr *E, const ASTContext &AST) {
  E = E->IgnoreParenImpCasts();
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E)) {
    const Expr *Base = Subscript->getBase();
    return isHarmless(Subscript->getIdx(), AST) &&
           (Base->IgnoreParenImpCasts()->getType()->isArrayType()
                ? isHarmlessPlace(Base, AST)
                : isHarmless(Base, AST));
  }
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return Unary->getOpcode() == UO_Deref &&
           isHarmless(Unary->getSubExpr(), AST);
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    return !Member->isArrow() && isHarmlessPlace(Member->getBase(), AST);
  return isa<DeclRefExpr>(E);
}

/// Whether running \p E where the user's program would not have done any harm.
static bool isHarmless(const Expr *E, const ASTContext &AST) {
  if (builtinSymbol(E)) // a call in some headers
    return true;
  if (const auto *Make = dyn_cast<CXXConstructExpr>(E);
      Make && isPureFunction(AST.getSourceManager(), Make->getConstructor()))
    return llvm::all_of(Make->arguments(), [&](const Expr *Argument) {
      return isHarmless(Argument, AST);
    });
  if (E->HasSideEffects(AST, /*IncludePossibleEffects=*/false))
    return false;
  if (const auto *Call = dyn_cast<CallExpr>(E)) {
    const FunctionDecl *F = Call->getDirectCallee();
    const SourceManager &SM = AST.getSourceManager();
    return F && F->getIdentifier() &&
           (F->getName() == "min" || F->getName() == "max") &&
           SM.isInSystemHeader(SM.getExpansionLoc(F->getLocation())) &&
           llvm::all_of(Call->arguments(), [&](const Expr *Argument) {
             return isHarmless(Argument, AST);
           });
  }
  if (isa<ArraySubscriptExpr>(E))
    return false;
  if (const auto *Unary = dyn_cast<UnaryOperator>(E)) {
    if (Unary->getOpcode() == UO_Deref)
      return false;
    if (Unary->getOpcode() == UO_AddrOf)
      return isHarmlessPlace(Unary->getSubExpr(), AST);
  }
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

/// The initialiser of \p V, at \p Range, as an expression.
Text KernelBuilder::initializer(const VarDecl *V, SourceRange Range) const {
  // `T v;` and `T v(1);` start at the name; `T v{1}` has no type.
  bool AtName = C.offset(V->getLocation()) == Range.Begin;
  bool Braces = C.text(Range).starts_with("{");
  if ((!AtName && !Braces) || V->getType()->isArrayType())
    return text(Range);
  if (AtName)
    Range.Begin += V->getName().size();
  const std::string Type = typeText(textType(V).getUnqualifiedType(), C.AST);
  Text Result = text(Range);
  // `unsigned int(1)` is no expression.
  if (V->getType()->isScalarType() && Type.find(' ') != std::string::npos) {
    if (!Result.empty())
      Result = text({Range.Begin + 1, Range.End - 1});
    if (Result.empty())
      Result = {Piece::verbatim("0")};
    Result.insert(Result.begin(),
                  Piece::verbatim("static_cast<" + Type + ">("));
    Result.push_back(Piece::verbatim(")"));
    return Result;
  }
  Result.insert(Result.begin(),
                Piece::verbatim(Type + (Result.empty() ? "()" : "")));
  return Result;
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
    if (isSharedObject(V))
      unsupported(S->getBeginLoc(),
                  "it has a shared object with a constructor");
    if (isa<DecompositionDecl>(V))
      unsupported(S->getBeginLoc(), "it has a structured binding");
    destroyed(V->getType(), V->getLocation());
    if (V->getType()->isPointerType() && V->getInit() && !Mutated.count(V)) {
      if (std::optional<Pointer> P = pointer(V->getInit())) {
        Aliases[V] = *P;
        ArrayInfo &A = K.Arrays[P->Array.Index];
        if (A.Carved && A.Where == C.place(V->getInit()->getBeginLoc()))
          A.Name = V->getNameAsString();
      }
    } else if (V->getType()->isArrayType()) {
      array(V);
    } else if (V->getInit() && (!Mutated.count(V) || Counters.count(V))) {
      if (V->getType().isVolatileQualified())
        ;
      else if (std::optional<TypedValue> Value = Scope.typed(V->getInit()))
        Scope.bind(V, *Value);
      else if (!Mutated.count(V) && !derive(V))
        Scope.bindExtreme(V);
    }
    Node::Declarator Declared;
    Declared.Scalar = scalar(V);
    QualType Type = V->getType();
    if (Type->isArrayType()) {
      std::string Spelled = V->getNameAsString();
      placeless(textType(V), C.AST)
          .getAsStringInternal(Spelled, C.AST.getPrintingPolicy());
      Declared.Name = std::move(Spelled);
    } else {
      Declared.Type = typeText(textType(V), C.AST);
      Declared.Name = V->getNameAsString();
    }
    Declared.Arithmetic = Type->isArithmeticType();
    if (const Expr *Init = V->getInit()) {
      if (std::optional<SourceRange> Range =
              C.parsedRange(Init->getSourceRange()))
        Declared.Initializer = initializer(V, *Range);
      if (Counters.count(V) && !Declared.Initializer.empty())
        Starts[V] = Declared.Initializer;
      Declared.Harmless = Type->isReferenceType() ? isHarmlessPlace(Init, C.AST)
                                                  : isHarmless(Init, C.AST);
      if (Type->isArrayType() && !Declared.Harmless && !Guards.empty())
        unsupported(Init->getBeginLoc(),
                    "it fills an array from memory where not all threads do");
      if (Type->isReferenceType() && !Declared.Harmless)
        unsupported(Init->getBeginLoc(),
                    "it binds a reference to a computed value");
    } else {
      Declared.Harmless = true;
    }
    N.Declared.push_back(std::move(Declared));
  }
}

} // namespace tessera

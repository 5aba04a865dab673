//===- ReadStmt.cpp - Statements of Clang's as ours -----------------------===//
#include "reading/Reader.h"
#include "source/Semicolons.h"
#include "source/TypeText.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace tessera {

using Kind = ir::Stmt::Kind;

//===----------------------------------------------------------------------===//
// Variables
//===----------------------------------------------------------------------===//

/// Numbers and pointers of the thread's own.
bool KernelReader::isScalar(const VarDecl *V) const {
  const QualType T =
      References.count(V) ? V->getType().getNonReferenceType() : V->getType();
  return (T->isArithmeticType() || T->isEnumeralType() || T->isPointerType()) &&
         !T.isVolatileQualified() && V->isLocalVarDeclOrParm() &&
         !V->isStaticLocal() && !V->hasAttrs() && !V->isConstexpr() &&
         !V->isInitCapture();
}

std::optional<ir::VarId> KernelReader::scalarOf(const ValueDecl *D) {
  const auto *V = dyn_cast<VarDecl>(D);
  if (!V || !isScalar(V))
    return std::nullopt;
  auto [It, New] = Scalars.try_emplace(V, K.Scalars.size());
  if (!New)
    return It->second;
  ir::Scalar S;
  S.Name = S.Stem = V->getNameAsString();
  S.Ty = type(V->getType().getNonReferenceType());
  S.IsParameter = isa<ParmVarDecl>(V);
  S.IsConst = V->getType().isConstQualified();
  const TypeSourceInfo *Written = V->getTypeSourceInfo();
  QualType Spelled = Written && !V->getType()->getContainedAutoType()
                         ? Written->getType()
                         : V->getType();
  S.Type = typeText(Spelled.getNonReferenceType().getUnqualifiedType(), C.AST);
  K.Scalars.push_back(std::move(S));
  return It->second;
}

std::optional<ir::VarId> KernelReader::otherOf(const ValueDecl *D) {
  const auto *V = dyn_cast<VarDecl>(D);
  if (!V || !V->isLocalVarDeclOrParm() || isScalar(V))
    return std::nullopt;
  auto [It, New] = Others.try_emplace(V, K.Others.size());
  if (New) {
    ir::Object O;
    O.Name = V->getNameAsString();
    O.Ty = type(V->getType().getNonReferenceType());
    O.IsConst = V->getType().isConstQualified();
    O.IsParameter = isa<ParmVarDecl>(V);
    const QualType Element = C.AST.getBaseElementType(V->getType());
    O.IsShared = V->hasAttr<CUDASharedAttr>() && !V->hasExternalStorage() &&
                 isa<ConstantArrayType>(V->getType()) &&
                 Element->isArithmeticType() && !Element.isVolatileQualified();
    for (QualType T = V->getType(); O.IsShared;) {
      const auto *Array = C.AST.getAsConstantArrayType(T);
      if (!Array)
        break;
      O.Extents.push_back(Array->getSize().getZExtValue());
      T = Array->getElementType();
    }
    const auto *Parts = dyn_cast<DecompositionDecl>(V);
    if (Parts)
      for (const BindingDecl *Part : Parts->bindings())
        O.Bindings.push_back(Part->getNameAsString());
    if (Parts)
      O.Name = "[" + llvm::join(O.Bindings, ", ") + "]";
    else if (O.Ty->isPlain())
      O.Type = typeText(V->getType().getUnqualifiedType(), C.AST);
    K.Others.push_back(std::move(O));
  }
  return It->second;
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

void KernelReader::parts(ir::Stmt &Into, SourceRange Range,
                         std::vector<ir::Stmt::Part> Holes) {
  unsigned At = Range.Begin;
  for (ir::Stmt::Part &Hole : Holes) {
    if (Hole.Bytes.Begin < At || Hole.Bytes.End > Range.End)
      continue;
    if (Hole.Bytes.Begin > At)
      Into.Text.push_back({{At, Hole.Bytes.Begin}});
    At = Hole.Bytes.End;
    Into.Text.push_back(std::move(Hole));
  }
  if (At < Range.End)
    Into.Text.push_back({{At, Range.End}});
}

void KernelReader::declare(const DeclStmt *S, ir::Stmt &Into) {
  Into.K = Kind::Declare;
  for (const Decl *D : S->decls()) {
    const auto *V = dyn_cast<VarDecl>(D);
    ir::Local L;
    if (V) {
      L.Scalar = scalarOf(V);
      L.Other = otherOf(V);
      L.IsReference = V->getType()->isReferenceType();
      if (L.Other)
        K.Others[*L.Other].IsFixed = isFixed(V);
      if (const auto *Parts = dyn_cast<DecompositionDecl>(V);
          Parts && !hasMembersOf(Parts))
        escape(V->getInit());
      if (L.Other && L.IsReference)
        ElementNames.insert(*L.Other);
      if (L.Other && readLambda(V, *L.Other)) {
        Into.Locals.push_back(std::move(L));
        continue;
      }
      if (L.IsReference && V->getInit())
        L.Init = expr(V->getInit());
      if (V->getInit() && !isNoValue(V->getInit()) &&
          !(L.Init && L.Init->O == ir::Expr::Op::Element))
        L.Init = L.Scalar ? expr(V->getInit()) : operand(V->getInit());
      if (L.Init && L.Init->O == ir::Expr::Op::Make &&
          V->getInitStyle() == VarDecl::CallInit) {
        auto Values = std::make_shared<ir::Expr>(*L.Init);
        Values->Text = {}; // that begins with the variable's name
        L.Init = std::move(Values);
      }
    }
    Into.Locals.push_back(std::move(L));
  }
}

/// Everything but text.
std::shared_ptr<ir::Stmt> KernelReader::shape(const Stmt *S) {
  auto Result = std::make_shared<ir::Stmt>();
  auto Opaque = [&] {
    escape(S);
    Result->K = Kind::Opaque;
    Result->Exprs.clear();
    return Result;
  };
  if (const auto *Declaration = dyn_cast<DeclStmt>(S)) {
    declare(Declaration, *Result);
  } else if (const auto *E = dyn_cast<Expr>(S)) {
    Result->K = Kind::Eval;
    Result->Exprs = {expr(E)};
  } else if (isa<NullStmt>(S)) {
    Result->K = Kind::Empty;
  } else if (const auto *Return = dyn_cast<ReturnStmt>(S)) {
    Result->K = Kind::Return;
    if (Return->getRetValue())
      Result->Exprs = {expr(Return->getRetValue())};
  } else if (isa<BreakStmt>(S)) {
    Result->K = Kind::Break;
  } else if (isa<ContinueStmt>(S)) {
    Result->K = Kind::Continue;
  } else {
    return Opaque();
  }
  return Result;
}

ir::StmtPtr KernelReader::stmt(const Stmt *S, unsigned &Cursor) {
  const Stmt *Whole = S;
  while (const auto *Attributed = dyn_cast<AttributedStmt>(S))
    S = Attributed->getSubStmt();
  std::optional<SourceRange> Range = C.parsedRange(Whole->getSourceRange());
  if (!Range || Range->Begin < Cursor || Range->End < Range->Begin) {
    Broken = true;
    return std::make_shared<ir::Stmt>();
  }
  if (isa<Expr, ReturnStmt, BreakStmt, ContinueStmt, DoStmt>(S))
    Range->End = behindSemicolon(C, Range->End).value_or(Range->End);
  const SourceRange Lead{Cursor, Range->Begin};
  const bool InMacro =
      Whole->getBeginLoc().isMacroID() || Whole->getEndLoc().isMacroID();
  auto Finish = [&](std::shared_ptr<ir::Stmt> Result,
                    std::vector<ir::Stmt::Part> Holes) {
    Result->Lead = Lead;
    parts(*Result, *Range, std::move(Holes));
    Cursor = Range->End;
    return Result;
  };
  auto HoleOf = [&](const ir::ExprPtr &E,
                    int I) -> std::optional<ir::Stmt::Part> {
    if (!E || shown(*E).Text.empty())
      return std::nullopt;
    return ir::Stmt::Part{shown(*E).Text.range(), I};
  };
  std::vector<ir::Stmt::Part> Holes;
  auto PutInto = [&](std::vector<ir::Stmt::Part> &Into, const ir::ExprPtr &E,
                     int I, ir::Precedence Binds) {
    if (std::optional<ir::Stmt::Part> Hole = HoleOf(E, I)) {
      Hole->Binds = Binds;
      Into.push_back(*Hole);
    }
  };
  auto Put = [&](const ir::ExprPtr &E, int I, ir::Precedence Binds) {
    PutInto(Holes, E, I, Binds);
  };
  auto Below = [&](const Stmt *Child, std::shared_ptr<ir::Stmt> &Into,
                   unsigned From) {
    unsigned At = From;
    ir::StmtPtr Inner = stmt(Child, At);
    Holes.push_back({{From, At}, -1, int(Into->Body.size())});
    Into->Body.push_back(Inner);
    return At;
  };
  // What others control may end in a macro: `if (x > 0) sum += READ(a, x);`
  const bool OpensInMacro =
      Whole->getBeginLoc().isMacroID() ||
      (isa<CompoundStmt, DoStmt>(S) && Whole->getEndLoc().isMacroID());
  if (OpensInMacro &&
      isa<CompoundStmt, IfStmt, ForStmt, WhileStmt, DoStmt>(S)) {
    escape(S);
    return Finish(std::make_shared<ir::Stmt>(), {});
  }
  if (const auto *Block = dyn_cast<CompoundStmt>(S)) {
    auto Result = std::make_shared<ir::Stmt>();
    Result->K = Kind::Block;
    unsigned At = Range->Begin + 1;
    for (const Stmt *Child : Block->body())
      At = Below(Child, Result, At);
    return Finish(Result, std::move(Holes));
  }
  auto Behind = [&](SourceLocation Loc) {
    return C.offset(Loc).value_or(Range->Begin) + 1;
  };
  if (const auto *If = dyn_cast<IfStmt>(S);
      If && !If->getInit() && !If->getConditionVariable() &&
      !If->isConstexpr() && !If->isConsteval()) {
    auto Result = std::make_shared<ir::Stmt>();
    Result->K = Kind::If;
    Result->Exprs = {expr(If->getCond())};
    Put(Result->Exprs[0], 0, ir::Precedence::Comma);
    Range->End = Below(If->getThen(), Result, Behind(If->getRParenLoc()));
    if (If->getElse())
      Range->End = Below(If->getElse(), Result,
                         C.offset(If->getElseLoc()).value_or(Range->End) + 4);
    return Finish(Result, std::move(Holes));
  }
  if (const auto *For = dyn_cast<ForStmt>(S);
      For && !For->getConditionVariable()) {
    auto Result = std::make_shared<ir::Stmt>();
    Result->K = Kind::For;
    ir::StmtPtr Init;
    if (For->getInit()) {
      auto Start = shape(For->getInit());
      if (std::optional<SourceRange> Bytes =
              C.parsedRange(For->getInit()->getSourceRange())) {
        if (isa<Expr>(For->getInit()))
          Bytes->End = behindSemicolon(C, Bytes->End).value_or(Bytes->End);
        std::vector<ir::Stmt::Part> Own;
        if (Start->K == Kind::Declare)
          for (auto [I, L] : llvm::enumerate(Start->Locals))
            PutInto(Own, L.Init, I, ir::Precedence::Assign);
        else if (!Start->Exprs.empty() && Start->K != Kind::Opaque)
          PutInto(Own, Start->Exprs[0], 0, ir::Precedence::Comma);
        parts(*Start, *Bytes, std::move(Own));
        Holes.push_back({*Bytes, -1, 0});
      }
      Init = Start;
    }
    Result->Body.push_back(Init);
    Result->Exprs = {For->getCond() ? expr(For->getCond()) : nullptr,
                     For->getInc() ? expr(For->getInc()) : nullptr};
    Put(Result->Exprs[0], 0, ir::Precedence::Comma);
    Put(Result->Exprs[1], 1, ir::Precedence::Comma);
    Range->End = Below(For->getBody(), Result, Behind(For->getRParenLoc()));
    return Finish(Result, std::move(Holes));
  }
  if (const auto *While = dyn_cast<WhileStmt>(S);
      While && !While->getConditionVariable()) {
    auto Result = std::make_shared<ir::Stmt>();
    Result->K = Kind::While;
    Result->Exprs = {expr(While->getCond())};
    Put(Result->Exprs[0], 0, ir::Precedence::Comma);
    Range->End = Below(While->getBody(), Result, Behind(While->getRParenLoc()));
    return Finish(Result, std::move(Holes));
  }
  if (const auto *Do = dyn_cast<DoStmt>(S)) {
    auto Result = std::make_shared<ir::Stmt>();
    Result->K = Kind::Do;
    Result->Exprs = {expr(Do->getCond())};
    Below(Do->getBody(), Result, Range->Begin + 2);
    Put(Result->Exprs[0], 0, ir::Precedence::Comma);
    return Finish(Result, std::move(Holes));
  }
  auto Result = shape(S);
  if (!Result->Exprs.empty() && Result->K != Kind::Opaque)
    Put(Result->Exprs[0], 0, ir::Precedence::Comma);
  if (Result->K == Kind::Declare && !InMacro)
    for (auto [I, L] : llvm::enumerate(Result->Locals))
      Put(L.Init, I, ir::Precedence::Assign);
  if (InMacro)
    Holes.clear();
  return Finish(Result, std::move(Holes));
}

bool hasLabels(const Stmt *S) {
  return S && (isa<LabelStmt, GotoStmt, IndirectGotoStmt, AsmStmt>(S) ||
               llvm::any_of(S->children(), hasLabels));
}

bool hasDirectives(const FrontendContext &C, SourceRange Body) {
  auto Any = [&](const std::set<unsigned> &Of) {
    auto At = Of.lower_bound(Body.Begin);
    return At != Of.end() && *At < Body.End;
  };
  return Any(C.Facts.ConditionalDirectives) || Any(C.Facts.MacroDirectives);
}

std::optional<ir::Kernel> KernelReader::read() {
  const auto *Body = dyn_cast_or_null<CompoundStmt>(F->getBody());
  if (!Body || Body->getBeginLoc().isMacroID() ||
      Body->getEndLoc().isMacroID() || hasLabels(Body))
    return std::nullopt;
  std::optional<SourceRange> Range = C.parsedRange(Body->getSourceRange());
  if (!Range || hasDirectives(C, *Range))
    return std::nullopt;
  K.Name = F->getNameAsString();
  Changed = changedIn(Body);
  K.Names = C.Result.Host.Identifiers;
  K.Own = identifiers(C.text(*Range), C.AST.getLangOpts());
  for (const ParmVarDecl *P : F->parameters())
    K.Own.insert(P->getNameAsString());
  for (const ParmVarDecl *P : F->parameters())
    if (!scalarOf(P))
      otherOf(P);
  unsigned Cursor = Range->Begin;
  K.Body = stmt(Body, Cursor);
  if (Broken)
    return std::nullopt;
  return std::move(K);
}

} // namespace tessera

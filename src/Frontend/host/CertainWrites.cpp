//===- CertainWrites.cpp - What host code writes whatever happens ---------===//
#include "host/CertainWrites.h"
#include "effects/Changes.h"
#include "effects/StatementFacts.h"
#include "values/HostConstants.h"

using namespace clang;

namespace tessera {
namespace {

/// \p E without conversions between integers that keep its value.
const Expr *withoutWidening(const Expr *E, const ASTContext &AST) {
  E = E->IgnoreParens();
  while (const auto *Cast = dyn_cast<CastExpr>(E)) {
    const Expr *From = Cast->getSubExpr();
    bool Keeps =
        Cast->getCastKind() == CK_LValueToRValue ||
        Cast->getCastKind() == CK_NoOp ||
        (Cast->getCastKind() == CK_IntegralCast &&
         AST.getIntWidth(Cast->getType()) >= AST.getIntWidth(From->getType()));
    if (!Keeps)
      break;
    E = From->IgnoreParens();
  }
  return E;
}

const VarDecl *variable(const Expr *E) {
  const auto *Use = dyn_cast<DeclRefExpr>(E->IgnoreParens());
  return Use ? dyn_cast<VarDecl>(Use->getDecl()) : nullptr;
}

struct Address {
  MemoryRoot Root;
  Polynomial Bytes; ///< from its start
};

} // namespace

struct CertainWrites::Function {
  Function(FrontendContext &C, const Stmt *Body)
      : Values(C.AST, Body), Unseen(changesIn(Body).Unseen) {
    Mutated = changedIn(Body);
  }

  HostConstants Values;
  std::set<const VarDecl *> Mutated, Unseen;
  /// See \ref inCalls; of a function that calls itself, nothing.
  std::optional<std::vector<RootedWrite>> InCalls;
};

/// Walks through what is certainly executed.
class CertainWriteFinder {
public:
  CertainWriteFinder(CertainWrites &All, const FunctionDecl *F, const Stmt *S)
      : All(All), C(All.C), F(F), Facts(All.function(F)),
        Inside(declaredIn(S)) {}

  void statement(const Stmt *S);
  std::vector<RootedWrite> Found;

private:
  /// \param IsSize a negative one is a mistake.
  std::optional<Polynomial> value(const Expr *E, bool IsSize = false) const;
  std::optional<int64_t> sizeOf(QualType T) const;
  std::optional<Address> pointer(const Expr *E) const;
  std::optional<Address> object(const Expr *E) const;

  void expression(const Expr *E);
  std::optional<SharedVarId> equalTo(const Address &A,
                                     const BinaryOperator *Outer) const;
  void call(const CallExpr *E);
  void libraryCall(const LibraryCall &Call);
  void declaration(const VarDecl *V);
  void loop(const ForStmt *S);
  std::optional<HostRounds> rounds(const ForStmt *S, const VarDecl *V,
                                   const Expr *First) const;
  std::optional<int64_t> step(const Expr *E, const VarDecl *V) const;
  void write(const std::optional<Address> &A,
             const std::optional<Polynomial> &Length);

  CertainWrites &All;
  FrontendContext &C;
  const FunctionDecl *F;
  CertainWrites::Function &Facts;
  std::set<std::string> Inside; ///< symbols that mean more than one value
  /// Counters of the loops around, and constants made from them.
  HostConstants::Given Locals;
  std::vector<HostRounds> Loops;
};

//===----------------------------------------------------------------------===//
// Values and addresses
//===----------------------------------------------------------------------===//

std::optional<Polynomial> CertainWriteFinder::value(const Expr *E,
                                                    bool IsSize) const {
  Facts.Values.give(&Locals);
  std::optional<HostValue> Known =
      IsSize ? Facts.Values.size(E) : Facts.Values.value(E);
  Facts.Values.give(nullptr);
  if (!Known || Known->Divisor != 1)
    return std::nullopt;
  for (const std::string &Symbol : Known->Numerator.symbols())
    if (Inside.count(Symbol) && llvm::none_of(Loops, [&](const HostRounds &R) {
          return R.Counter == Symbol;
        }))
      return std::nullopt;
  return Known->Numerator;
}

std::optional<int64_t> CertainWriteFinder::sizeOf(QualType T) const {
  if (T->isIncompleteType() || T->isDependentType() ||
      !T->isConstantSizeType() || T->isFunctionType())
    return std::nullopt;
  return C.AST.getTypeSizeInChars(T).getQuantity();
}

/// What the pointer \p E points to.
std::optional<Address> CertainWriteFinder::pointer(const Expr *E) const {
  E = E->IgnoreParens();
  if (const auto *Cast = dyn_cast<CastExpr>(E)) {
    const Expr *From = Cast->getSubExpr();
    if (Cast->getCastKind() == CK_ArrayToPointerDecay)
      return object(From);
    if (Cast->getCastKind() == CK_BitCast || Cast->getCastKind() == CK_NoOp)
      return From->getType()->isPointerType() ? pointer(From) : std::nullopt;
    const VarDecl *V = variable(From);
    if (Cast->getCastKind() != CK_LValueToRValue || !V)
      return std::nullopt;
    auto Held = C.Pointers.find(V->getCanonicalDecl());
    if (Held != C.Pointers.end())
      return Address{{MemoryRoot::Kind::Variable, Held->second.Index}, 0};
    const auto *Parameter = dyn_cast<ParmVarDecl>(V);
    if (Parameter && Parameter->getDeclContext() == F &&
        !Facts.Mutated.count(V) && !Facts.Unseen.count(V))
      return Address{
          {MemoryRoot::Kind::Parameter, Parameter->getFunctionScopeIndex()}, 0};
    return std::nullopt;
  }
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return Unary->getOpcode() == UO_AddrOf ? object(Unary->getSubExpr())
                                           : std::nullopt;
  const auto *Sum = dyn_cast<BinaryOperator>(E);
  if (!Sum || !Sum->isAdditiveOp())
    return std::nullopt;
  const Expr *Base = Sum->getLHS(), *Index = Sum->getRHS();
  if (!Base->getType()->isPointerType())
    std::swap(Base, Index);
  std::optional<Address> From = pointer(Base);
  std::optional<Polynomial> By = value(Index, /*IsSize=*/true);
  std::optional<int64_t> Size = sizeOf(Base->getType()->getPointeeType());
  if (!From || !By || !Size)
    return std::nullopt;
  Polynomial Bytes = *By * Polynomial(*Size);
  From->Bytes =
      Sum->getOpcode() == BO_Add ? From->Bytes + Bytes : From->Bytes - Bytes;
  return From;
}

/// Where the glvalue \p E is.
std::optional<Address> CertainWriteFinder::object(const Expr *E) const {
  E = E->IgnoreParens();
  if (const VarDecl *V = variable(E)) {
    auto Shared = C.SharedVariables.find(V->getCanonicalDecl());
    if (Shared == C.SharedVariables.end())
      return std::nullopt;
    return Address{{MemoryRoot::Kind::Variable, Shared->second.Index}, 0};
  }
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return Unary->getOpcode() == UO_Deref ? pointer(Unary->getSubExpr())
                                          : std::nullopt;
  const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E);
  if (!Subscript)
    return std::nullopt;
  std::optional<Address> From = pointer(Subscript->getBase());
  std::optional<Polynomial> Index = value(Subscript->getIdx(), /*IsSize=*/true);
  std::optional<int64_t> Size = sizeOf(E->getType());
  if (!From || !Index || !Size)
    return std::nullopt;
  From->Bytes += *Index * Polynomial(*Size);
  return From;
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

void CertainWriteFinder::statement(const Stmt *S) {
  if (const auto *Block = dyn_cast<CompoundStmt>(S)) {
    for (const Stmt *Child : Block->body())
      statement(Child);
  } else if (const auto *Declares = dyn_cast<DeclStmt>(S)) {
    for (const Decl *D : Declares->decls())
      if (const auto *V = dyn_cast<VarDecl>(D))
        declaration(V);
  } else if (const auto *For = dyn_cast<ForStmt>(S)) {
    loop(For);
  } else if (const auto *E = dyn_cast<Expr>(S)) {
    expression(E);
  }
}

void CertainWriteFinder::declaration(const VarDecl *V) {
  if (!V->getInit() || V->isStaticLocal()) // perhaps it was passed before
    return;
  if (V->getType()->isIntegerType() && !V->getType().isVolatileQualified() &&
      !Facts.Mutated.count(V) && !Facts.Unseen.count(V))
    if (std::optional<Polynomial> Init = value(V->getInit()))
      Locals[V] = {*Init};
  expression(V->getInit());
}

void CertainWriteFinder::expression(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (const auto *Full = dyn_cast<FullExpr>(E))
    return expression(Full->getSubExpr());
  if (const auto *Cast = dyn_cast<CastExpr>(E);
      Cast && Cast->getCastKind() == CK_ToVoid)
    return expression(Cast->getSubExpr());
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return call(Call);
  const auto *Binary = dyn_cast<BinaryOperator>(E);
  if (!Binary)
    return;
  if (Binary->getOpcode() == BO_Comma) {
    expression(Binary->getLHS());
    expression(Binary->getRHS());
  } else if (Binary->getOpcode() == BO_Assign) {
    expression(Binary->getRHS());
    const Expr *To = Binary->getLHS();
    if (!To->refersToBitField())
      if (std::optional<int64_t> Size = sizeOf(To->getType())) {
        std::optional<Address> Written = object(To);
        write(Written, Polynomial(*Size));
        if (Written)
          Found.back().Write.EqualTo = equalTo(*Written, Binary);
      }
  }
}

/// The variable that \p Outer, `A = B = x`, gives the same value as \p A.
std::optional<SharedVarId>
CertainWriteFinder::equalTo(const Address &A,
                            const BinaryOperator *Outer) const {
  const Expr *Value = Outer->getRHS()->IgnoreParens();
  if (const auto *Cast = dyn_cast<ImplicitCastExpr>(Value);
      Cast && Cast->getCastKind() == CK_LValueToRValue)
    Value = Cast->getSubExpr()->IgnoreParens();
  const auto *Inner = dyn_cast<BinaryOperator>(Value);
  if (!Inner || Inner->getOpcode() != BO_Assign)
    return std::nullopt;
  QualType From = Inner->getLHS()->getType(), To = Outer->getLHS()->getType();
  std::optional<Address> B = object(Inner->getLHS());
  if (!B || B->Root.K != MemoryRoot::Kind::Variable || B->Root == A.Root ||
      !(B->Bytes == A.Bytes) || From.isVolatileQualified() ||
      !C.AST.hasSameUnqualifiedType(From, To))
    return std::nullopt;
  return SharedVarId{B->Root.Index};
}

void CertainWriteFinder::write(const std::optional<Address> &A,
                               const std::optional<Polynomial> &Length) {
  if (A && Length)
    Found.push_back({A->Root, {{}, Loops, A->Bytes, *Length}});
}

/// The constant by which \p E changes \p V.
std::optional<int64_t> CertainWriteFinder::step(const Expr *E,
                                                const VarDecl *V) const {
  E = E->IgnoreParens();
  if (const auto *Unary = dyn_cast<UnaryOperator>(E);
      Unary && Unary->isIncrementDecrementOp() &&
      variable(Unary->getSubExpr()) == V)
    return Unary->isIncrementOp() ? 1 : -1;
  const auto *Binary = dyn_cast<BinaryOperator>(E);
  if (!Binary || variable(Binary->getLHS()) != V)
    return std::nullopt;
  std::optional<int64_t> By = Facts.Values.integer(Binary->getRHS());
  if (!By || *By <= 0 || *By > INT32_MAX)
    return std::nullopt;
  return Binary->getOpcode() == BO_AddAssign   ? By
         : Binary->getOpcode() == BO_SubAssign ? std::optional(-*By)
                                               : std::nullopt;
}

std::optional<HostRounds> CertainWriteFinder::rounds(const ForStmt *S,
                                                     const VarDecl *V,
                                                     const Expr *First) const {
  const VariableSet ByBody = changedIn(S->getBody());
  if (!V->isLocalVarDecl() || V->isStaticLocal() ||
      !V->getType()->isIntegerType() || V->getType().isVolatileQualified() ||
      Facts.Unseen.count(V) || ByBody.count(V) || !S->getCond() ||
      !S->getInc() || S->getConditionVariable() || !First)
    return std::nullopt;
  const auto *Test =
      dyn_cast<BinaryOperator>(S->getCond()->IgnoreParenImpCasts());
  std::optional<int64_t> By = step(S->getInc(), V);
  std::optional<Polynomial> From = value(First);
  if (!Test || !Test->isComparisonOp() || !By || !From)
    return std::nullopt;
  BinaryOperatorKind Compare = Test->getOpcode();
  const Expr *Counter = Test->getLHS(), *Bound = Test->getRHS();
  if (variable(withoutWidening(Counter, C.AST)) != V) {
    std::swap(Counter, Bound);
    Compare = BinaryOperator::reverseComparisonOp(Compare);
  }
  if (variable(withoutWidening(Counter, C.AST)) != V)
    return std::nullopt;
  std::optional<Polynomial> To = value(Bound);
  if (!To)
    return std::nullopt;
  if (!countsTo(V->getType(), Counter->getType(), *From, *To, *By, C.AST))
    return std::nullopt;
  HostRounds Rounds = {HostConstants::symbolOf(V), *From, *To, *By};
  bool Up = *By > 0, One = *By == 1 || *By == -1;
  if (Compare == (Up ? BO_LT : BO_GT) || (Compare == BO_NE && One))
    Rounds.Last += Up ? -1 : 1;
  else if (Compare != (Up ? BO_LE : BO_GE))
    return std::nullopt;
  return Rounds;
}

void CertainWriteFinder::loop(const ForStmt *S) {
  const VarDecl *V = nullptr;
  const Expr *First = nullptr;
  if (const auto *Declares = dyn_cast_or_null<DeclStmt>(S->getInit())) {
    V = Declares->isSingleDecl() ? dyn_cast<VarDecl>(Declares->getSingleDecl())
                                 : nullptr;
    First = V ? V->getInit() : nullptr;
  } else if (const auto *Sets = dyn_cast_or_null<BinaryOperator>(S->getInit());
             Sets && Sets->getOpcode() == BO_Assign) {
    V = variable(Sets->getLHS());
    First = Sets->getRHS();
  }
  std::optional<HostRounds> Rounds;
  if (V)
    Rounds = rounds(S, V, First);
  if (!Rounds)
    return;
  Locals[V] = {Polynomial::symbol(Rounds->Counter)};
  Loops.push_back(*Rounds);
  statement(S->getBody());
  Loops.pop_back();
  Locals.erase(V);
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

void CertainWriteFinder::libraryCall(const LibraryCall &Call) {
  const LibraryExtent *Extent = Call.certain();
  if (!Extent || !Call.ofRole(Extent->From)->getType()->isPointerType())
    return;
  const Expr *From = Call.ofRole(Extent->From), *To = Call.ofRole(Extent->To);
  std::optional<Address> Begin = pointer(From);
  std::optional<int64_t> Size = sizeOf(From->getType()->getPointeeType());
  if (Extent->K == LibraryExtent::End::Bytes) {
    write(Begin, value(To));
  } else if (Extent->K == LibraryExtent::End::Pointer) {
    std::optional<Address> End = pointer(To);
    if (Begin && End && End->Root == Begin->Root)
      write(Begin, End->Bytes - Begin->Bytes);
  } else if (std::optional<Polynomial> Count = value(To); Size && Count) {
    write(Begin, *Count * Polynomial(*Size));
  }
}

void CertainWriteFinder::call(const CallExpr *E) {
  const FunctionDecl *Callee = E->getDirectCallee(), *Definition = nullptr;
  if (!Callee || isa<CXXMemberCallExpr, CXXOperatorCallExpr>(E) ||
      isa<CUDAKernelCallExpr>(E))
    return;
  if (!Callee->hasBody(Definition) || !C.HostFunctions.count(Definition)) {
    if (std::optional<LibraryCall> Call =
            LibraryCall::of(C, Callee, {E->getArgs(), E->getNumArgs()}))
      libraryCall(*Call);
    return;
  }
  std::map<std::string, std::optional<Polynomial>> Passed;
  for (unsigned I = 0; I < Definition->getNumParams(); ++I)
    Passed[HostConstants::symbolOf(Definition->getParamDecl(I))] =
        I < E->getNumArgs() ? value(E->getArg(I)) : std::nullopt;
  for (RootedWrite W : All.inCalls(Definition)) {
    bool Known = true;
    auto Put = [&](Polynomial &P) {
      for (const std::string &Symbol : P.symbols())
        if (auto To = Passed.find(Symbol); To != Passed.end())
          Known &= To->second.has_value();
      if (Known)
        P = P.substitute([&](llvm::StringRef S) -> std::optional<Polynomial> {
          auto To = Passed.find(S.str());
          return To == Passed.end() ? std::nullopt : To->second;
        });
    };
    for (HostRounds &R : W.Write.Loops) {
      Put(R.First);
      Put(R.Last);
    }
    Put(W.Write.Begin);
    Put(W.Write.Length);
    if (W.Root.K == MemoryRoot::Kind::Parameter) {
      std::optional<Address> To;
      if (W.Root.Index < E->getNumArgs())
        To = pointer(E->getArg(W.Root.Index));
      if (!To)
        continue;
      W.Root = To->Root;
      W.Write.Begin += To->Bytes;
    }
    W.Write.Loops.insert(W.Write.Loops.begin(), Loops.begin(), Loops.end());
    if (Known)
      Found.push_back(std::move(W));
  }
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

CertainWrites::CertainWrites(FrontendContext &C) : C(C) {}
CertainWrites::~CertainWrites() = default;

CertainWrites::Function &CertainWrites::function(const FunctionDecl *F) {
  std::unique_ptr<Function> &Entry = Functions[F];
  if (!Entry)
    Entry = std::make_unique<Function>(C, F->getBody());
  return *Entry;
}

const std::vector<RootedWrite> &CertainWrites::inCalls(const FunctionDecl *F) {
  Function &Facts = function(F);
  if (Facts.InCalls)
    return *Facts.InCalls;
  Facts.InCalls.emplace();
  const auto *Body = dyn_cast<CompoundStmt>(F->getBody());
  if (!Body)
    return *Facts.InCalls;
  CertainWriteFinder Find(*this, F, Body);
  // A last return is no jump.
  for (const Stmt *Child : Body->body()) {
    if (Child == Body->body_back() && isa<ReturnStmt>(Child))
      break;
    if (mayJump(Child))
      break;
    Find.statement(Child);
  }
  Facts.InCalls = std::move(Find.Found);
  return *Facts.InCalls;
}

std::vector<CertainWrite> CertainWrites::of(const FunctionDecl *F,
                                            const Stmt *S) {
  std::vector<CertainWrite> Result;
  if ((C.SharedVariables.empty() && C.Pointers.empty()) || mayJump(S))
    return Result;
  CertainWriteFinder Find(*this, F, S);
  Find.statement(S);
  // All that it changes is known, and each of the two once.
  bool Known = changesOnly(S, Find.Found.size());
  std::map<unsigned, unsigned> Times;
  for (const RootedWrite &W : Find.Found) {
    Known &= W.Root.K == MemoryRoot::Kind::Variable;
    ++Times[W.Root.Index];
  }
  for (RootedWrite &W : Find.Found)
    if (W.Root.K == MemoryRoot::Kind::Variable) {
      W.Write.Variable = {W.Root.Index};
      if (W.Write.EqualTo && (!Known || Times[W.Root.Index] != 1 ||
                              Times[W.Write.EqualTo->Index] != 1))
        W.Write.EqualTo.reset();
      Result.push_back(std::move(W.Write));
    }
  return Result;
}

} // namespace tessera

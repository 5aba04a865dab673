//===- OwnCopies.cpp - Copies between memory of host and device -----------===//
#include "variables/OwnCopies.h"
#include "calls/LibraryCalls.h"
#include "effects/ResultChecks.h"
#include "effects/StableMembers.h"
#include "effects/StatementFacts.h"
#include "source/TypePlaces.h"
#include "source/TypeText.h"
#include "values/HostConstants.h"
#include "variables/PointerRoots.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace tessera {

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

static llvm::StringRef nameOf(const CallExpr *E) {
  const FunctionDecl *Callee = E->getDirectCallee();
  return Callee && Callee->getIdentifier() ? Callee->getName() : "";
}

std::optional<OwnMemory> allocatedBy(const Expr *E) {
  E = E->IgnoreParenCasts();
  if (const auto *New = dyn_cast<CXXNewExpr>(E)) {
    if (New->getNumPlacementArgs() || !New->getArraySize().value_or(nullptr))
      return std::nullopt;
    return OwnMemory{false, true, *New->getArraySize(), nullptr,
                     New->getAllocatedType()};
  }
  const auto *Call = dyn_cast<CallExpr>(E);
  if (!Call)
    return std::nullopt;
  if (nameOf(Call) == "malloc" && Call->getNumArgs() == 1)
    return OwnMemory{false, true, Call->getArg(0), nullptr, {}};
  if (nameOf(Call) == "calloc" && Call->getNumArgs() == 2)
    return OwnMemory{false, true, Call->getArg(0), Call->getArg(1), {}};
  return std::nullopt;
}

std::optional<OwnMemory> allocatedThrough(const CallExpr *E) {
  if (E->getNumArgs() < 2)
    return std::nullopt;
  if (nameOf(E) == "cudaMalloc")
    return OwnMemory{true, false, E->getArg(1), nullptr, {}};
  if (nameOf(E) == "cudaMallocHost" || nameOf(E) == "cudaHostAlloc")
    return OwnMemory{false, false, E->getArg(1), nullptr, {}};
  return std::nullopt;
}

std::optional<HostValue> sizeOf(const FrontendContext &C, const FunctionDecl *F,
                                const OwnMemory &M) {
  HostConstants Values(C.AST, F ? F->getBody() : nullptr);
  HostValue Product = {1};
  for (const Expr *Factor : {M.Count, M.Each}) {
    std::optional<HostValue> V =
        Factor ? Values.value(Factor) : std::optional(HostValue{1});
    if (!V || V->Divisor != 1)
      return std::nullopt;
    Product.Numerator = Product.Numerator * V->Numerator;
  }
  if (!M.Element.isNull() && M.Element->isDependentType())
    return std::nullopt;
  if (!M.Element.isNull())
    Product.Numerator =
        Product.Numerator * C.AST.getTypeSizeInChars(M.Element).getQuantity();
  return Product;
}

std::string sizeText(const FrontendContext &C, const OwnMemory &M) {
  std::string Product;
  bool Alone = !M.Each && M.Element.isNull();
  for (const Expr *Factor : {M.Count, M.Each}) {
    if (!Factor)
      continue;
    const std::string Text =
        textElsewhere(C, Factor, [](const TypePlace &) { return false; });
    if (Text.empty() || Factor->HasSideEffects(C.AST))
      return "";
    const Expr *Inner = Factor->IgnoreImpCasts();
    bool Simple =
        Alone ||
        isa<DeclRefExpr, IntegerLiteral, ParenExpr, UnaryExprOrTypeTraitExpr>(
            Inner);
    if (Text.find_first_of("\n") != std::string::npos)
      return "";
    Product +=
        (Product.empty() ? "" : " * ") + (Simple ? Text : "(" + Text + ")");
  }
  if (!M.Element.isNull())
    Product += " * sizeof(" + typeText(M.Element, C.AST) + ")";
  return Product;
}

//===----------------------------------------------------------------------===//
// Functions of libraries
//===----------------------------------------------------------------------===//

bool asksForError(const FunctionDecl *Callee) {
  return Callee->getIdentifier() &&
         llvm::StringSwitch<bool>(Callee->getName())
             .Cases({"cudaGetLastError", "cudaPeekAtLastError",
                     "cudaGetErrorString", "cudaGetErrorName"},
                    true)
             .Default(false);
}

bool isOrderly(const FunctionDecl *Callee) {
  if (asksForError(Callee))
    return true;
  return Callee->getIdentifier() &&
         llvm::StringSwitch<bool>(Callee->getName())
             .Cases({"cudaMalloc", "cudaMallocPitch", "cudaFree",
                     "cudaFreeHost", "cudaMemcpy", "cudaMemcpy2D",
                     "cudaMemcpyToSymbol", "cudaMemcpyFromSymbol", "cudaMemset",
                     "cudaMemset2D"},
                    true)
             .Cases({"cudaDeviceSynchronize", "cudaThreadSynchronize",
                     "cudaDeviceReset", "cudaThreadExit"},
                    true)
             .Cases({"cudaGetDevice", "cudaGetDeviceCount",
                     "cudaGetDeviceProperties", "cudaDeviceGetAttribute",
                     "cudaFuncSetCacheConfig", "cudaFuncSetAttribute",
                     "cudaDeviceSetCacheConfig", "cudaMemGetInfo"},
                    true)
             .Default(false);
}

bool readsClock(const FunctionDecl *Callee) {
  const LibraryRow *Row = LibraryTable::get().find(libraryName(Callee));
  return Row && Row->Clock;
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

namespace {

/// The copies in a statement, its variables, and whether it jumps.
class StatementFinder : public DynamicRecursiveASTVisitor {
public:
  bool VisitCallExpr(CallExpr *E) override {
    if (nameOf(E) == "cudaMemcpy" && E->getNumArgs() == 4)
      Copies.push_back(E);
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    if (const auto *V = dyn_cast<VarDecl>(E->getDecl()))
      Variables.insert(V);
    return true;
  }
  bool VisitStmt(Stmt *S) override {
    Jumps |= isa<BreakStmt, ContinueStmt>(S);
    return true;
  }

  std::vector<const CallExpr *> Copies;
  std::set<const VarDecl *> Variables;
  bool Jumps = false;
};

/// The symbols of what is declared in loops.
class LoopFinder : public DynamicRecursiveASTVisitor {
public:
  bool VisitStmt(Stmt *S) override {
    if (isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S))
      Symbols.merge(declaredIn(S));
    return true;
  }
  std::set<std::string> Symbols;
};

} // namespace

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

OwnCopies::OwnCopies(const FrontendContext &C, const FunctionDecl *F)
    : C(C), F(F), Values(C.AST, F->getBody()) {
  if (!C.OwnCopies)
    return;
  Values.allowMembers(stableMembers(F));
  LoopFinder Find;
  Find.TraverseStmt(F->getBody());
  InLoops = std::move(Find.Symbols);
}

std::string OwnCopies::text(const Expr *E) const {
  E = E->IgnoreParenCasts();
  std::optional<tessera::SourceRange> Range = C.exactRange(E->getSourceRange());
  if (Range)
    return C.text(*Range).str();
  const ValueDecl *V = wholeVariable(E); // a macro hides it
  return V ? V->getNameAsString() : "?";
}

/// The variable whose memory \p E points to the start of.
std::optional<SharedVarId> OwnCopies::whole(const Expr *E) const {
  const ValueDecl *V = wholeVariable(E);
  if (std::optional<SharedVarId> Held = C.held(V))
    return Held;
  const auto *Named = dyn_cast_or_null<VarDecl>(V);
  auto Shared = Named ? C.SharedVariables.find(Named->getCanonicalDecl())
                      : C.SharedVariables.end();
  return Shared == C.SharedVariables.end() ? std::nullopt
                                           : std::optional(Shared->second);
}

HostCopy OwnCopies::describe(const CallExpr *Call) const {
  HostCopy Copy;
  Copy.ToText = text(Call->getArg(0));
  Copy.FromText = text(Call->getArg(1));
  auto Refuse = [&](std::string Why) {
    Copy.Obstacle = std::move(Why);
    return Copy;
  };
  Expr::EvalResult Direction;
  if (!Call->getArg(3)->EvaluateAsInt(Direction, C.AST))
    return Refuse("its direction is not known");
  std::optional<SharedVarId> To = whole(Call->getArg(0)),
                             From = whole(Call->getArg(1));
  if (!To || !From)
    return Refuse("'" + (To ? Copy.FromText : Copy.ToText) +
                  "' is not the start of memory that is followed");
  std::optional<HostValue> Bytes = Values.size(Call->getArg(2));
  if (!Bytes || Bytes->Divisor != 1 ||
      llvm::any_of(Bytes->Numerator.symbols(),
                   [&](const std::string &S) { return InLoops.count(S); }))
    return Refuse("its size may change");
  std::optional<tessera::SourceRange> Range =
      C.exactRange(Call->getSourceRange());
  if (!Range)
    return Refuse("a macro makes it");
  Copy.To = *To;
  Copy.From = *From;
  Copy.Bytes = Bytes->Numerator;
  Copy.Call = C.toUser(*Range);
  if (std::optional<tessera::SourceRange> First =
          C.exactRange(Call->getArg(1)->getSourceRange()),
      Last = C.exactRange(Call->getArg(2)->getSourceRange());
      First && Last)
    Copy.Data = C.toUser(tessera::SourceRange{First->Begin, Last->End});
  return Copy;
}

std::vector<HostCopy>
OwnCopies::of(llvm::ArrayRef<const Stmt *> Statements) const {
  std::vector<HostCopy> Result;
  if (!C.OwnCopies)
    return Result;
  StatementFinder Find;
  for (const Stmt *S : Statements)
    Find.TraverseStmt(const_cast<Stmt *>(S));
  std::optional<tessera::SourceRange> First = C.parsedRange(
                                          Statements.front()->getSourceRange()),
                                      Last = C.parsedRange(
                                          Statements.back()->getSourceRange());
  for (const CallExpr *Call : Find.Copies) {
    Result.push_back(describe(Call));
    HostCopy &Copy = Result.back();
    if (!Copy.Obstacle.empty())
      continue;
    ResultUse Use = useOfResult(C.AST, Statements, Call);
    if (Find.Copies.size() > 1)
      Copy.Obstacle = "another one is in the same statement";
    else if (Find.Jumps || !Use.OnlyChecked || !First || !Last)
      Copy.Obstacle = "its result is used";
    else
      describeResult(Use, *First, Copy);
    for (const VarDecl *V : Find.Variables) {
      std::optional<unsigned> At = C.offset(V->getLocation());
      bool Inside =
          First && Last && At && *At >= First->Begin && *At < Last->End;
      if (V->isLocalVarDecl() && At && !Inside)
        Copy.DeclaredBefore =
            std::max(Copy.DeclaredBefore, C.toUser(*At).Offset + 1);
    }
  }
  return Result;
}

/// Says what becomes of the variable that keeps the result of \p Copy.
void OwnCopies::describeResult(const ResultUse &Use, SourceRange Statement,
                               HostCopy &Copy) const {
  Copy.LeavesOnFailure = Use.Leaves;
  Copy.Declares = Use.Declares;
  if (!Use.Kept || !isUsedElsewhere(C.AST, F->getBody(), Use.Kept))
    return;
  Copy.Fixed = !Use.Declares || !Use.Leaves;
  unsigned Begin = C.toUser(Statement).Begin;
  std::string Set = Use.Kept->getNameAsString() + " = ";
  if (Use.Declares)
    Set = llvm::StringRef(C.Result.Source).slice(Begin, Copy.Call.Begin).str();
  Copy.Instead = Set + "cudaSuccess;";
}

unsigned OwnCopies::together(llvm::ArrayRef<const Stmt *> Statements) const {
  if (!C.OwnCopies)
    return 0;
  bool Checked = Statements.size() > 1 &&
                 !Statements[1]->getBeginLoc().isMacroID() &&
                 isCheckedBy(C.AST, Statements[0], Statements[1]);
  if (!Checked && !isa<IfStmt>(Statements[0]))
    return 0;
  llvm::ArrayRef<const Stmt *> Whole = Statements.take_front(Checked ? 2 : 1);
  std::vector<HostCopy> Copies = of(Whole);
  return Copies.size() == 1 && Copies.front().Obstacle.empty() ? Whole.size()
                                                               : 0;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// The counter of \p Loop and its first value.
static std::pair<const ValueDecl *, const Expr *>
counterOf(const ForStmt *Loop) {
  if (const auto *Declares = dyn_cast_or_null<DeclStmt>(Loop->getInit());
      Declares && Declares->isSingleDecl())
    if (const auto *V = dyn_cast<VarDecl>(Declares->getSingleDecl()))
      return {V, V->getInit()};
  if (const auto *Assigns = dyn_cast_or_null<BinaryOperator>(Loop->getInit());
      Assigns && Assigns->getOpcode() == BO_Assign)
    return {declarationOf(Assigns->getLHS()->IgnoreParens()),
            Assigns->getRHS()};
  return {nullptr, nullptr};
}

static bool holds(int64_t L, BinaryOperatorKind Comparison, int64_t R) {
  switch (Comparison) {
  case BO_LT:
    return L < R;
  case BO_LE:
    return L <= R;
  case BO_GT:
    return L > R;
  case BO_GE:
    return L >= R;
  default:
    return L != R;
  }
}

void OwnCopies::describeEntry(const Stmt *S, HostStatement &Into) const {
  if (!C.OwnCopies)
    return;
  Into.RunsOnce = isa<DoStmt>(S);
  const auto *Loop = dyn_cast<ForStmt>(S);
  const auto *Test =
      Loop ? dyn_cast_or_null<BinaryOperator>(Loop->getCond()) : nullptr;
  if (!Test || Loop->getConditionVariable() ||
      !(Test->isRelationalOp() || Test->getOpcode() == BO_NE))
    return;
  auto [Counter, First] = counterOf(Loop);
  const Expr *Bound = Test->getRHS();
  if (!Counter || !First || !Counter->getType()->isIntegerType() ||
      declarationOf(Test->getLHS()->IgnoreParenImpCasts()) != Counter)
    return;
  std::optional<int64_t> From = Values.integer(First),
                         To = Values.integer(Bound);
  // Small enough to be the same in every type.
  bool Small = From && *From >= 0 && *From < 128;
  if (Small && To && *To >= 0) {
    Into.RunsOnce = holds(*From, Test->getOpcode(), *To);
    return;
  }
  bool Unsigned =
      Bound->IgnoreParenImpCasts()->getType()->isUnsignedIntegerType();
  if (Small && *From == 0 && Test->getOpcode() == BO_LE && Unsigned) {
    Into.RunsOnce = true; // compilers warn of such a test
    return;
  }
  std::optional<tessera::SourceRange> Begin =
                                          C.exactRange(First->getSourceRange()),
                                      End =
                                          C.exactRange(Bound->getSourceRange());
  // Compared as the counter is.
  bool Alike =
      Small ||
      (Values.value(First) &&
       C.AST.hasSameUnqualifiedType(First->IgnoreParenImpCasts()->getType(),
                                    Counter->getType()));
  if (!Alike || !Values.value(Bound) || !Begin || !End)
    return;
  std::string Text = C.text(*Begin).str() + " " + Test->getOpcodeStr().str() +
                     " " + C.text(*End).str();
  if (Text.find('\n') == std::string::npos)
    Into.EntryTest = Text;
}

} // namespace tessera

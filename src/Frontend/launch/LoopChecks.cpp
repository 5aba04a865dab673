//===- LoopChecks.cpp - Tests that may end a loop of launches -------------===//
#include "Steps.h"
#include "effects/StatementFacts.h"
#include "launch/LaunchLoops.h"
#include "source/Semicolons.h"
#include "source/TypeText.h"
#include "values/HostConstants.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/StringSwitch.h"
#include <cfloat>

using namespace clang;

namespace tessera {
namespace {

std::vector<const DeclRefExpr *> usesOf(const VarDecl *V, const Stmt *S) {
  struct Watcher : DynamicRecursiveASTVisitor {
    const VarDecl *V;
    std::vector<const DeclRefExpr *> Found;
    bool VisitDeclRefExpr(DeclRefExpr *E) override {
      if (E->getDecl() == V)
        Found.push_back(E);
      return true;
    }
  };
  Watcher Watch;
  Watch.V = V;
  Watch.TraverseStmt(const_cast<Stmt *>(S));
  return Watch.Found;
}

/// Reads a test of \p V: whether the device would decide the same.
class TestReader {
public:
  TestReader(FrontendContext &C, const VarDecl *V) : C(C), V(V) {}

  /// \returns why not, or nothing.
  std::string run(const Expr *E) {
    if (!isSame(E))
      return "its test is more than comparisons of '" + V->getNameAsString() +
             "' with constants";
    if (MayFlush)
      return "the device may take numbers below FLT_MIN for zero, which the "
             "test would notice";
    return "";
  }
  unsigned KnownFrom = 0;

private:
  bool isSame(const Expr *E) {
    E = E->IgnoreParens();
    KnownFrom = std::max(KnownFrom, spelledAt(E->getExprLoc()));
    if (const auto *Cast = dyn_cast<CastExpr>(E))
      return isSameCast(Cast);
    if (const auto *Use = dyn_cast<DeclRefExpr>(E))
      return Use->getDecl() == V || isKnownConstant(Use);
    if (isa<IntegerLiteral, FloatingLiteral, CXXBoolLiteralExpr>(E))
      return isKnownType(E->getType());
    if (const auto *Unary = dyn_cast<UnaryOperator>(E))
      return (Unary->getOpcode() == UO_LNot ||
              Unary->getOpcode() == UO_Minus) &&
             isSame(Unary->getSubExpr());
    if (const auto *Binary = dyn_cast<BinaryOperator>(E))
      return (Binary->isLogicalOp() ||
              (Binary->isComparisonOp() && isSameComparison(Binary))) &&
             isSame(Binary->getLHS()) && isSame(Binary->getRHS());
    const auto *Call = dyn_cast<CallExpr>(E);
    return Call && isSameFunction(Call->getDirectCallee()) &&
           llvm::all_of(Call->arguments(),
                        [&](const Expr *A) { return isSame(A); });
  }

  /// `const float tiny = 1e-6f;` at file scope, not named by a macro.
  bool isKnownConstant(const DeclRefExpr *Use) {
    const auto *Constant = dyn_cast<VarDecl>(Use->getDecl());
    if (!Constant || !Constant->isFileVarDecl() || !Constant->hasInit() ||
        !Constant->getType().isConstQualified() ||
        Constant->getType().isVolatileQualified() ||
        !isKnownType(Constant->getType()) || !Use->isEvaluatable(C.AST) ||
        (Use->getLocation().isMacroID() &&
         !C.SM.isMacroArgExpansion(Use->getLocation())))
      return false;
    KnownFrom = std::max(KnownFrom, inMainFile(Constant->getEndLoc()));
    return true;
  }

  bool isSameCast(const CastExpr *Cast) {
    const Expr *From = Cast->getSubExpr();
    switch (Cast->getCastKind()) {
    case CK_FloatingCast: // to more digits, which changes no number
      return C.AST.getTypeSize(From->getType()) <=
                 C.AST.getTypeSize(Cast->getType()) &&
             isKnownType(Cast->getType()) && isSame(From);
    case CK_FloatingToBoolean: // a comparison with zero
      MayFlush |= From->getType()->isSpecificBuiltinType(BuiltinType::Float);
      return isSame(From);
    case CK_LValueToRValue:
    case CK_NoOp:
    case CK_IntegralCast:
    case CK_IntegralToBoolean:
    case CK_IntegralToFloating:
      return isKnownType(Cast->getType()) && isSame(From);
    default:
      return false;
    }
  }

  /// Both sides have the same numbers of these types.
  static bool isKnownType(QualType T) {
    return T->isIntegerType() || T->isSpecificBuiltinType(BuiltinType::Float) ||
           T->isSpecificBuiltinType(BuiltinType::Double);
  }

  /// `-ftz=true` makes zeros of the smallest floats: that does not change on
  /// which side of a larger number they are.
  bool isSameComparison(const BinaryOperator *E) {
    if (!isKnownType(E->getLHS()->getType()))
      return false;
    bool IsFloat =
        E->getLHS()->getType()->isSpecificBuiltinType(BuiltinType::Float) ||
        (E->getLHS()->getType()->isFloatingType() &&
         V->getType()->isSpecificBuiltinType(BuiltinType::Float));
    auto IsLarge = [&](const Expr *Side) {
      Expr::EvalResult Known;
      if (!Side->EvaluateAsRValue(Known, C.AST) || !Known.Val.isFloat())
        return false;
      return std::abs(Known.Val.getFloat().convertToDouble()) >= FLT_MIN;
    };
    MayFlush |= IsFloat && !IsLarge(E->getLHS()) && !IsLarge(E->getRHS());
    return true;
  }

  bool isSameFunction(const FunctionDecl *F) const {
    return F && F->getIdentifier() &&
           (F->isInStdNamespace() || F->isExternC() || F->getBuiltinID() ||
            C.SM.isInSystemHeader(F->getLocation())) &&
           llvm::StringSwitch<bool>(F->getName())
               .Cases({"fabs", "fabsf", "abs"}, true)
               .Cases({"isnan", "isinf", "isfinite"}, true)
               .Default(false);
  }

  /// Where the main file has, or includes, the macro that spells what is at
  /// \p Loc; 0 if none does.
  unsigned spelledAt(SourceLocation Loc) const {
    return !Loc.isMacroID() || C.SM.isMacroArgExpansion(Loc)
               ? 0
               : inMainFile(C.SM.getSpellingLoc(Loc));
  }
  /// The byte of the main file that is, or includes, \p Loc.
  unsigned inMainFile(SourceLocation Loc) const {
    while (Loc.isValid() && C.SM.getFileID(Loc) != C.SM.getMainFileID())
      Loc = C.SM.getIncludeLoc(C.SM.getFileID(Loc));
    return Loc.isValid() ? C.toUser(C.SM.getFileOffset(Loc)).Offset : 0;
  }

  FrontendContext &C;
  const VarDecl *V;
  bool MayFlush = false;
};

/// Whether evaluating \p E reads memory, calls, or divides by what may be 0:
/// not for rounds that the program would not have done.
bool mayFail(const ASTContext &AST, const Stmt *S) {
  if (!S)
    return false;
  if (const auto *E = dyn_cast<Expr>(S);
      E && !E->isValueDependent() && E->isEvaluatable(AST))
    return false;
  if (const auto *Cast = dyn_cast<CastExpr>(S);
      Cast && Cast->getCastKind() == CK_LValueToRValue &&
      !isa<DeclRefExpr>(Cast->getSubExpr()->IgnoreParens()))
    return true;
  if (const auto *Binary = dyn_cast<BinaryOperator>(S);
      Binary &&
      (Binary->getOpcode() == BO_Div || Binary->getOpcode() == BO_Rem) &&
      Binary->getType()->isIntegerType() &&
      !Binary->getRHS()->isEvaluatable(AST))
    return true;
  return isa<CallExpr, CXXConstructExpr>(S) ||
         llvm::any_of(S->children(),
                      [&](const Stmt *Child) { return mayFail(AST, Child); });
}

/// The calls that end the program.
bool endsProgram(const Stmt *S) {
  const auto *Call = dyn_cast<CallExpr>(S);
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  return F && F->getIdentifier() && F->isNoReturn() &&
         llvm::StringSwitch<bool>(F->getName())
             .Cases({"exit", "_Exit", "_exit", "abort", "quick_exit"}, true)
             .Default(false);
}

class LoopDescriber {
public:
  LoopDescriber(FrontendContext &C, const FunctionDecl *F, const ForStmt *Loop,
                const CompoundStmt *Body)
      : C(C), F(F), Loop(Loop), Body(Body) {}

  /// \returns nothing if the loop is no such loop.
  std::optional<LoopCheck> run() {
    for (const Stmt *Child : Body->body()) {
      if (!V && isValue(Child))
        Value = Child;
      else if (V && !Branch && isa<IfStmt>(Child) &&
               !usesOf(V, cast<IfStmt>(Child)->getCond()).empty())
        Branch = cast<IfStmt>(Child);
      else if (std::optional<LaunchId> Launch = launch(Child))
        add(*Launch, Child);
      else if (!isa<NullStmt>(Child))
        refuse("the loop does more than launch and test");
    }
    Counter = counterOf(Loop).first;
    if (!Counter || !Branch || L.Launches.empty() ||
        !mayLeave(Branch->getThen()))
      return std::nullopt;
    L.Name = V->getNameAsString();
    L.Type = typeText(V->getType().getUnqualifiedType(), C.AST);
    describeLoop();
    describeElement();
    describeBranch();
    findUses();
    return std::move(L);
  }

private:
  void refuse(std::string Why) {
    if (L.Obstacle.empty())
      L.Obstacle = std::move(Why);
  }

  static bool mayLeave(const Stmt *S) {
    return mayJump(S) || endsProgram(lastOf(S));
  }

  static const Stmt *lastOf(const Stmt *S) {
    const auto *Block = dyn_cast<CompoundStmt>(S);
    return Block && !Block->body_empty() ? Block->body_back() : S;
  }

  /// Whether \p S declares one number that is an element of a shared variable.
  bool isValue(const Stmt *S) {
    const auto *Declares = dyn_cast<DeclStmt>(S);
    const auto *Declared = Declares && Declares->isSingleDecl()
                               ? dyn_cast<VarDecl>(Declares->getSingleDecl())
                               : nullptr;
    if (!Declared || !Declared->getInit() || !Declared->hasLocalStorage() ||
        !Declared->getType()->isArithmeticType())
      return false;
    Element = Declared->getInit()->IgnoreParenImpCasts();
    const Expr *Base = Element;
    while (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(Base))
      Base = Subscript->getBase()->IgnoreParenImpCasts();
    const auto *Use = dyn_cast<DeclRefExpr>(Base);
    const auto *Root = Use ? dyn_cast<VarDecl>(Use->getDecl()) : nullptr;
    auto Id = Root ? C.SharedVariables.find(Root->getCanonicalDecl())
                   : C.SharedVariables.end();
    if (Id == C.SharedVariables.end())
      return false;
    L.Array = Id->second;
    V = Declared;
    return true;
  }

  std::optional<LaunchId> launch(const Stmt *S) const {
    const auto *E = dyn_cast<Expr>(S);
    auto Found = E ? C.Launches.find(E->IgnoreImplicit()) : C.Launches.end();
    return Found == C.Launches.end() ? std::nullopt
                                     : std::optional(Found->second);
  }

  void add(LaunchId Launch, const Stmt *S) {
    const auto *Call =
        cast<CUDAKernelCallExpr>(cast<Expr>(S)->IgnoreImplicit());
    for (const Expr *Argument : Call->arguments())
      if (mayFail(C.AST, Argument))
        refuse("an argument of a launch is more than a sum or a product of "
               "variables");
    if (V)
      Calls.emplace_back(Launch, Call);
    else
      ++L.Behind;
    L.Launches.push_back(Launch);
  }

  /// The bytes of \p S and of the `;` behind it.
  tessera::SourceRange statement(const Stmt *S) {
    std::optional<tessera::SourceRange> Range =
        S->getBeginLoc().isMacroID() ? std::nullopt
                                     : C.parsedRange(S->getSourceRange());
    if (!Range) {
      refuse("a macro has a part of it");
      return {};
    }
    bool Ends =
        C.buffer()[Range->End - 1] == ';' || C.buffer()[Range->End - 1] == '}';
    if (!Ends)
      Range->End = behindSemicolon(C, Range->End).value_or(Range->End);
    return C.toUser(*Range);
  }

  void describeLoop() {
    L.Loop = statement(Loop);
    L.Value = statement(Value);
    L.Branch = statement(Branch);
    L.Exit = statement(Branch->getThen());
    L.DeclaresCounter = isa_and_nonnull<DeclStmt>(Loop->getInit());
    L.Counter = Counter->getNameAsString();
    if (!Counter->getType()->isSpecificBuiltinType(BuiltinType::Int))
      refuse("it does not count with an 'int'");
    if (std::optional<tessera::SourceRange> Range =
            C.parsedRange(Loop->getSourceRange())) {
      auto Directive = C.Facts.ConditionalDirectives.lower_bound(Range->Begin);
      if (Directive != C.Facts.ConditionalDirectives.end() &&
          *Directive < Range->End)
        refuse("the loop has preprocessor conditionals");
    }
  }

  void describeElement() {
    std::optional<tessera::SourceRange> Text =
        C.exactRange(Element->getSourceRange());
    HostConstants Values(C.AST, F->getBody(), Body);
    bool Known = Text.has_value();
    for (const Expr *E = Element;
         const auto *S = dyn_cast<ArraySubscriptExpr>(E->IgnoreParenImpCasts());
         E = S->getBase()) {
      std::optional<HostValue> Index = Values.value(S->getIdx());
      Known &= Index && Index->Divisor == 1;
      if (Known)
        L.Subscripts.insert(L.Subscripts.begin(), Index->Numerator);
    }
    if (Known)
      L.Element = C.text(*Text);
    else
      refuse("it is not known which element that is");
    if (!C.AST.hasSameUnqualifiedType(V->getType(), Element->getType()) ||
        V->getType().isVolatileQualified())
      refuse("'" + L.Name + "' is of another type than the element");
  }

  void describeBranch() {
    std::optional<tessera::SourceRange> Text =
        C.exactRange(Branch->getCond()->getSourceRange());
    if (Branch->getElse() || Branch->getInit() ||
        Branch->getConditionVariable() || Branch->isConstexpr() || !Text)
      return refuse("its test is more than a condition");
    L.Test = C.text(*Text);
    TestReader Read(C, V);
    if (std::string Why = Read.run(Branch->getCond()); !Why.empty())
      refuse(Why);
    L.TestKnownFrom = Read.KnownFrom;
    for (const DeclRefExpr *Use : usesOf(V, Branch->getCond())) {
      std::optional<tessera::SourceRange> Name =
          C.exactRange(Use->getSourceRange());
      if (!Name || !Text->contains(*Name))
        return refuse("a macro has a part of its test");
      // A macro may use its argument twice.
      tessera::SourceRange In = {Name->Begin - Text->Begin,
                                 Name->End - Text->Begin};
      if (!llvm::is_contained(L.Named, In))
        L.Named.push_back(In);
    }
    const Stmt *Exit = Branch->getThen();
    const Stmt *Last = lastOf(Exit);
    bool Jumps = false;
    if (Last != Exit)
      for (const Stmt *Child : cast<CompoundStmt>(Exit)->body())
        Jumps |= Child != Last && mayJump(Child);
    if (Jumps || !(endsProgram(Last) || (F->isMain() && isa<ReturnStmt>(Last))))
      refuse("the program goes on where it leaves the loop: only a 'return' of "
             "main or a call of exit ends it");
    if (!usesOf(V, Exit).empty())
      refuse("what it does when it leaves uses '" + L.Name + "'");
    if (leavesWithSuccess(Last))
      refuse("the program leaves with success: that is no exception, and the "
             "rounds behind it would be done in vain");
    // A function may see a counter that lives longer.
    L.ExitUsesCounter = !L.DeclaresCounter || !usesOf(Counter, Exit).empty();
  }

  /// Whether the program ends at \p Last, in success as far as that is known.
  bool leavesWithSuccess(const Stmt *Last) const {
    const auto *Call = dyn_cast<CallExpr>(Last);
    if (Call && Call->getNumArgs() == 0)
      return false; // abort
    const auto *Return = dyn_cast<ReturnStmt>(Last);
    const Expr *Status = Call     ? Call->getArg(0)
                         : Return ? Return->getRetValue()
                                  : nullptr;
    Expr::EvalResult Known;
    return !Status ||
           (Status->EvaluateAsInt(Known, C.AST, Expr::SE_AllowSideEffects) &&
            Known.Val.getInt() == 0);
  }

  /// Looks for the variable among the arguments, and elsewhere.
  void findUses() {
    size_t Expected = usesOf(V, Body).size() -
                      usesOf(V, Branch->getCond()).size() -
                      usesOf(V, Branch->getThen()).size();
    for (auto [Launch, Call] : Calls)
      for (unsigned I = 0; I < Call->getNumArgs(); ++I) {
        const auto *Use =
            dyn_cast<DeclRefExpr>(Call->getArg(I)->IgnoreParenImpCasts());
        if (Use && Use->getDecl() == V &&
            C.AST.hasSameUnqualifiedType(V->getType(),
                                         Call->getArg(I)->getType()))
          L.Uses.push_back({Launch, I});
      }
    if (Expected != L.Uses.size())
      refuse("'" + L.Name + "' is used for more than the test and as argument");
  }

  FrontendContext &C;
  const FunctionDecl *F;
  const ForStmt *Loop;
  const CompoundStmt *Body;
  const VarDecl *V = nullptr, *Counter = nullptr;
  const Expr *Element = nullptr;
  const Stmt *Value = nullptr;
  const IfStmt *Branch = nullptr;
  /// The launches behind the value.
  std::vector<std::pair<LaunchId, const CUDAKernelCallExpr *>> Calls;
  LoopCheck L;
};

} // namespace

void collectLoopChecks(FrontendContext &C) {
  struct Finder : DynamicRecursiveASTVisitor {
    FrontendContext &C;
    const FunctionDecl *F = nullptr;
    explicit Finder(FrontendContext &C) : C(C) {}
    // Those are functions of their own.
    bool TraverseLambdaExpr(LambdaExpr *) override { return true; }
    bool TraverseCXXRecordDecl(CXXRecordDecl *) override { return true; }
    bool VisitForStmt(ForStmt *S) override {
      const auto *Body = dyn_cast<CompoundStmt>(S->getBody());
      if (std::optional<LoopCheck> Found =
              Body ? LoopDescriber(C, F, S, Body).run() : std::nullopt)
        C.Result.Host.Checks.push_back(std::move(*Found));
      return true;
    }
  };
  Finder Find(C);
  for (const FunctionDecl *F : C.HostFunctionList)
    if (C.Result.Host.Functions[C.HostFunctions[F]].Editable) {
      Find.F = F;
      Find.TraverseStmt(F->getBody());
    }
}

} // namespace tessera

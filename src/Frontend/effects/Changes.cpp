//===- Changes.cpp - Variables that get other values ----------------------===//
#include "effects/Changes.h"
#include "effects/Evaluation.h"
#include "launch/LaunchCalls.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/StringSwitch.h"
#include <map>
#include <tuple>

using namespace clang;

namespace tessera {
namespace {

/// What happens to an object, or to what a pointer points to.
struct Effect {
  Use How;
  /// Of a pointer: to what it points to.
  bool Through = false;
  auto operator<=>(const Effect &) const = default;
};

const CXXRecordDecl *closureOf(QualType Type) {
  const CXXRecordDecl *Class = Type.getNonReferenceType()->getAsCXXRecordDecl();
  return Class && Class->isLambda() ? Class : nullptr;
}

bool isOfSystem(const FunctionDecl *F) {
  return F->getBuiltinID() != 0 ||
         F->getASTContext().getSourceManager().isInSystemHeader(
             F->getLocation());
}

/// Whether \p F, a function of a library in C, keeps no pointer that it gets.
bool keepsNoPointer(const FunctionDecl *F) {
  if (!F->getIdentifier() || isa<CXXMethodDecl>(F) || F->hasBody() ||
      !isOfSystem(F) || F->getReturnType()->isPointerType())
    return false;
  llvm::StringRef Name = F->getName();
  if (Name.contains("Async") || Name.contains("Callback") ||
      Name.contains("HostFunc") || Name.contains("Register"))
    return false;
  return Name.starts_with("cuda") ||
         llvm::StringSwitch<bool>(Name)
             .Cases({"scanf",   "fscanf",  "sscanf",       "printf",
                     "fprintf", "sprintf", "snprintf",     "fread",
                     "fwrite",  "time",    "gettimeofday", "clock_gettime",
                     "frexp",   "frexpf",  "modf",         "modff",
                     "sincos",  "sincosf", "memcmp",       "gettimeofday",
                     "getopt"},
                    true)
             .Default(false);
}

/// Whether \p S lacks conversions that it has in an instance.
bool isDependent(const Stmt *S) {
  const auto *E = dyn_cast<Expr>(S);
  return !E || E->isTypeDependent();
}

class ChangeFinder {
public:
  explicit ChangeFinder(const Stmt *Except) : Except(Except) {}

  Changes find(const Stmt *S) {
    walk(S, {Use::Discard});
    for (const UnaryOperator *Address : Launched.leaked())
      walk(Address->getSubExpr(), {Use::Unknown});
    for (const VarDecl *V : Kept)
      if (Result.Assigned.count(V))
        Result.Unseen.insert(V);
    for (const auto &[F, Variables] : Returned)
      if (ChangesAny || KeptOperators.count(F))
        Result.Unseen.insert(Variables.begin(), Variables.end());
    return std::move(Result);
  }

private:
  void walk(const Stmt *S, Effect E) {
    if (!S || S == Except || !Done.insert({S, E}).second)
      return;
    if (const auto *Named = dyn_cast<DeclRefExpr>(S))
      return variable(Named, E);
    if (isa<CXXThisExpr>(S))
      return self(E);
    if (const auto *Member = dyn_cast<MemberExpr>(S))
      if (const auto *V = dyn_cast<VarDecl>(Member->getMemberDecl()))
        use(V, E.How); // of a class
    if (const auto *Call = dyn_cast<CallExpr>(S))
      return call(Call, E);
    if (const auto *Make = dyn_cast<CXXConstructExpr>(S))
      return construct(Make);
    if (const auto *Group = dyn_cast<DeclStmt>(S))
      for (const Decl *D : Group->decls())
        if (const auto *V = dyn_cast<VarDecl>(D))
          Launched.declare(V);
    const auto *Lambda = dyn_cast<LambdaExpr>(S);
    for (const EvaluatedPart &P : evaluationOf(S).Parts)
      if (Lambda && P.S == Lambda->getBody())
        body(Lambda->getCallOperator());
      else
        part(S, P, E);
  }

  /// \param Whole what is done with \p S.
  void part(const Stmt *S, const EvaluatedPart &P, Effect Whole) {
    const auto *E = dyn_cast<Expr>(P.S);
    const bool Object = E && E->isGLValue();
    switch (P.How) {
    case Use::Discard:
    case Use::Read:
    case Use::Write:
    case Use::Update:
    case Use::Unknown:
      return walk(P.S, {P.How});
    case Use::Return: // the caller goes on with it, where it stands
      return walk(P.S, {Object ? Use::Return : Use::Value});
    case Use::Value: // an object only where a template does not know better
      return walk(P.S, {!Object          ? Use::Value
                        : isDependent(S) ? Use::Read
                                         : Use::Unknown});
    case Use::Same:
      return walk(P.S, Whole);
    case Use::Part:
      return walk(P.S, {ofWhole(Whole.How)});
    case Use::Point:
      return walk(P.S, {Whole.How, /*Through=*/true});
    case Use::Address:
      return address(cast<Expr>(S), E, Whole);
    case Use::Bind:
      if (!Object)
        return walk(P.S, {Use::Value});
      return P.Into ? bind(P.Into, E) : walk(P.S, {Use::Unknown});
    case Use::Give: // of operators new and delete
      return walk(P.S, {Object ? Use::Unknown : Use::Value});
    }
  }

  void address(const Expr *E, const Expr *Of, Effect Whole) {
    if (const auto *Taken = dyn_cast<UnaryOperator>(E);
        Taken && Launched.holds(Taken))
      return walk(Of, {Use::Read});
    if (Whole.Through)
      return walk(Of, {isa<CastExpr>(E) ? ofWhole(Whole.How) : Whole.How});
    walk(Of, {Whole.How == Use::Discard ? Use::Discard : Use::Unknown});
  }

  //===--- What has a name
  //--------------------------------------------------===//

  void variable(const DeclRefExpr *Named, Effect E) {
    Launched.use(Named);
    if (const auto *Binding = dyn_cast<BindingDecl>(Named->getDecl())) {
      if (const Expr *Is = Binding->getBinding())
        walk(Is, E);
      return;
    }
    if (const auto *F = dyn_cast<FunctionDecl>(Named->getDecl());
        F && F->getReturnType()->isReferenceType() && definition(F))
      body(definition(F));
    const auto *V = dyn_cast<VarDecl>(Named->getDecl());
    if (!V)
      return;
    if (const CXXRecordDecl *Closure = closureOf(V->getType()))
      lambda(Closure);
    if (!E.Through) // else it is a function, or was read
      use(V, E.How);
  }

  void use(const VarDecl *V, Use How) {
    if (How == Use::Write || How == Use::Update)
      Result.Assigned.insert(V);
    else if (How == Use::Unknown || How == Use::Value)
      Result.Unseen.insert(V);
    else if (How == Use::Return && Function &&
             (V->hasGlobalStorage() || V->getDeclContext() != Function))
      returned(V);
    if (V->getType()->isReferenceType() && Used[V].insert(How).second)
      for (const Expr *To : std::vector(Bound[V].begin(), Bound[V].end()))
        walk(To, {How});
  }

  /// The reference or variable \p V is made from the object \p To.
  void bind(const ValueDecl *D, const Expr *To) {
    const auto *V = dyn_cast<VarDecl>(D);
    if (!V || !V->getType()->isReferenceType())
      return walk(
          To, {V && !To->getType()->isRecordType() ? Use::Read : Use::Unknown});
    walk(To, {Use::Discard});
    if (Bound[V].insert(To).second)
      for (Use How : std::set(Used[V]))
        walk(To, {How});
  }

  /// The function that is being walked through returns \p V, which its callers
  /// have, too.
  void returned(const VarDecl *V) {
    if (Returned[Function].insert(V).second)
      for (auto [How, Caller] : std::set(UsedResult[Function]))
        result(V, How, Caller);
  }

  void result(const VarDecl *V, Use How, const FunctionDecl *Caller) {
    const FunctionDecl *Outer = std::exchange(Function, Caller);
    use(V, How);
    Function = Outer;
  }

  /// What is done in \p Function with the object that \p Callee returns.
  void results(const FunctionDecl *Callee, Use How) {
    if (!Callee)
      ChangesAny |= changes(How);
    else if ((changes(How) || How == Use::Return) &&
             UsedResult[Callee].insert({How, Function}).second)
      for (const VarDecl *V : std::set(Returned[Callee]))
        result(V, How, Function);
  }

  /// `this` in the function that is being walked through.
  void self(Effect E) {
    if (!Function || E.How == Use::Read || E.How == Use::Discard)
      return;
    if (E.Through && E.How == Use::Return) {
      ReturnsSelf.insert(Function);
      return;
    }
    Use How = E.Through ? E.How : Use::Unknown;
    if (UsedThis[Function].insert(How).second)
      for (auto [Object, Arrow] : std::set(Objects[Function]))
        walk(Object, {How, Arrow});
  }

  void object(const FunctionDecl *Of, const Expr *E) {
    const bool Arrow = E->getType()->isPointerType();
    walk(E, {Use::Discard});
    if (Objects[Of].insert({E, Arrow}).second)
      for (Use How : std::set(UsedThis[Of]))
        walk(E, {How, Arrow});
  }

  //===--- Functions
  //--------------------------------------------------------===//

  void body(const FunctionDecl *F) {
    if (!Bodies.insert(F).second)
      return;
    Open.insert(F);
    const FunctionDecl *Outer = std::exchange(Function, F);
    if (const auto *Made = dyn_cast<CXXConstructorDecl>(F))
      for (const CXXCtorInitializer *Member : Made->inits())
        if (const Expr *Init = Member->getInit())
          walk(Init, {Init->isGLValue() ? Use::Unknown : Use::Value});
    walk(F->getBody(), {Use::Discard});
    Function = Outer;
    Open.erase(F);
  }

  void lambda(const CXXRecordDecl *Closure) {
    if (FunctionTemplateDecl *Several =
            Closure->getDependentLambdaCallOperator())
      for (const FunctionDecl *Each : Several->specializations())
        if (Each->hasBody())
          body(Each);
    if (const CXXMethodDecl *Operator = Closure->getLambdaCallOperator();
        Operator && Operator->hasBody())
      body(Operator);
  }

  /// What a closure changes when somebody who may keep it calls it.
  void handOn(const Expr *E) {
    const CXXRecordDecl *Closure = closureOf(E->getType());
    if (!Closure)
      return;
    lambda(Closure);
    if (const CXXMethodDecl *Operator = Closure->getLambdaCallOperator())
      KeptOperators.insert(Operator);
    for (const LambdaCapture &Capture : Closure->captures())
      if (Capture.capturesVariable() && Capture.getCaptureKind() == LCK_ByRef)
        if (const auto *V = dyn_cast<VarDecl>(Capture.getCapturedVar()))
          Kept.insert(V);
  }

  /// The definition of \p Callee, if its text tells what it does.
  const FunctionDecl *definition(const FunctionDecl *Callee) {
    const FunctionDecl *Definition = nullptr;
    const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Callee);
    if (!Callee || !Callee->hasBody(Definition) ||
        Definition->isDependentContext() || (Method && Method->isVirtual()))
      return nullptr;
    constexpr size_t Most = 400; // more text is not worth the time
    return Bodies.size() < Most || Bodies.count(Definition) ? Definition
                                                            : nullptr;
  }

  static bool changes(Use How) {
    return How != Use::Read && How != Use::Discard && How != Use::Return;
  }

  /// \param Result what is done with the result, if it is an object.
  void argument(const Expr *E, const FunctionDecl *Callee,
                const FunctionDecl *Definition, unsigned Index, Use Result) {
    if (isa<CXXDefaultArgExpr>(E))
      return;
    handOn(E);
    if (!E->isGLValue()) {
      bool Points = E->getType()->isPointerType();
      if (!Points || !Callee || !keepsNoPointer(Callee))
        return walk(E, {Use::Value});
      bool Reads = Index < Callee->getNumParams() && Callee->getParamDecl(Index)
                                                         ->getType()
                                                         ->getPointeeType()
                                                         .isConstQualified();
      return walk(E, {Reads ? Use::Read : Use::Update, /*Through=*/true});
    }
    const ParmVarDecl *Parameter =
        Definition && Index < Definition->getNumParams()
            ? Definition->getParamDecl(Index)
            : nullptr;
    if (Parameter)
      bind(Parameter, E);
    else
      walk(E, {Use::Unknown});
    if (changes(Result) && (!Parameter || Open.count(Definition) ||
                            Used[Parameter].count(Use::Return)))
      walk(E, {Result});
  }

  void call(const CallExpr *E, Effect Whole) {
    Launched.call(*E);
    const FunctionDecl *Callee = E->getDirectCallee();
    const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Callee);
    const FunctionDecl *Definition = definition(Callee);
    const Use Result = E->isGLValue() ? Whole.How : Use::Discard;
    const bool OnlyReads = passesByReference(*E);
    const bool Trivial = Method && Method->isTrivial();
    if (Definition && !Trivial)
      body(Definition);
    if (!Callee || !isOfSystem(Callee))
      results(Definition, Result);
    unsigned Index = 0;
    bool First = true;
    for (const EvaluatedPart &P : evaluationOf(E).Parts) {
      const auto *Argument = dyn_cast<Expr>(P.S);
      if (P.How != Use::Give || !Argument) {
        part(E, P, Whole);
        continue;
      }
      const bool IsObject = std::exchange(First, false) && Method &&
                            !Method->isStatic() &&
                            isa<CXXMemberCallExpr, CXXOperatorCallExpr>(E);
      if (OnlyReads)
        walk(Argument, {Argument->isGLValue() ? Use::Read : Use::Value});
      else if (IsObject)
        objectOf(Argument, Method, Definition, Result);
      else if (Trivial && Argument->isGLValue())
        walk(Argument, {Use::Read});
      else
        argument(Argument, Callee, Definition, Index++, Result);
    }
  }

  /// The object \p E of a call of \p Method.
  void objectOf(const Expr *E, const CXXMethodDecl *Method,
                const FunctionDecl *Definition, Use Result) {
    const bool Arrow = E->getType()->isPointerType();
    if (closureOf(E->getType()))
      return walk(E, {Use::Discard});
    if (Method->isTrivial())
      walk(E, {Use::Write, Arrow});
    else if (isOfSystem(Method))
      walk(E, {Method->isConst() ? Use::Read : Use::Unknown, Arrow});
    else if (Definition)
      object(Definition, E);
    else
      walk(E, {Use::Unknown, Arrow});
    const bool IsSelf = !Definition || Method->isTrivial() ||
                        isOfSystem(Method) || Open.count(Definition) ||
                        ReturnsSelf.count(Definition);
    if (changes(Result) && IsSelf)
      walk(E, {Result, Arrow});
  }

  void construct(const CXXConstructExpr *E) {
    const CXXConstructorDecl *Made = E->getConstructor();
    const FunctionDecl *Definition = definition(Made);
    if (Made->isTrivial()) {
      for (const Expr *Argument : E->arguments())
        walk(Argument, {Argument->isGLValue() ? Use::Read : Use::Value});
      return;
    }
    if (Definition)
      body(Definition);
    unsigned Index = 0;
    for (const Expr *Argument : E->arguments())
      argument(Argument, Made, Definition, Index++, Use::Discard);
  }

  const Stmt *const Except;
  const FunctionDecl *Function = nullptr;
  std::set<std::pair<const Stmt *, Effect>> Done;
  std::set<const FunctionDecl *> Bodies, Open; ///< walked; being walked
  /// Functions whose result is their object, or a part of it.
  std::set<const FunctionDecl *> ReturnsSelf;
  std::map<const VarDecl *, std::set<const Expr *>> Bound;
  std::map<const VarDecl *, std::set<Use>> Used;
  std::map<const FunctionDecl *, std::set<std::pair<const Expr *, bool>>>
      Objects;
  std::map<const FunctionDecl *, std::set<Use>> UsedThis;
  /// Variables that functions return by reference, but for their own.
  std::map<const FunctionDecl *, std::set<const VarDecl *>> Returned;
  /// What is done with what they return, and where.
  std::map<const FunctionDecl *, std::set<std::pair<Use, const FunctionDecl *>>>
      UsedResult;
  std::set<const FunctionDecl *> KeptOperators; ///< somebody may call them
  bool ChangesAny = false; ///< what a function returns that is not known
  VariableSet Kept;        ///< captured by closures that somebody may keep
  ArgumentArrays Launched;
  Changes Result;
};

} // namespace

static thread_local KeptChanges *Kept = nullptr;

KeptChanges::KeptChanges() : Outer(Kept) { Kept = this; }
KeptChanges::~KeptChanges() { Kept = Outer; }

Changes changesIn(const Stmt *S, const Stmt *Except) {
  if (!Kept || Except)
    return ChangeFinder(Except).find(S);
  auto [Known, New] = Kept->Found.try_emplace(S);
  if (New)
    Known->second = ChangeFinder(nullptr).find(S);
  return Known->second;
}

VariableSet changedIn(const Stmt *S, const Stmt *Whole, const Stmt *Except) {
  Changes Here = changesIn(S, Except);
  VariableSet All = std::move(Here.Assigned);
  All.merge(Here.Unseen);
  if (Whole && Whole != S)
    All.merge(changesIn(Whole).Unseen);
  return All;
}

} // namespace tessera

//===- HostCalls.cpp - What host calls do to shared variables -------------===//
#include "calls/CalledFunctions.h"
#include "calls/LibraryCalls.h"
#include "host/HostEffects.h"
#include "host/HostParts.h"
#include "launch/LaunchCalls.h"
#include "variables/Containers.h"
#include "variables/OwnCopies.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace tessera {

using namespace effects;

static const MemoryEffect Kept = {true, true,
                                  "a function may keep a pointer to it"};

const FunctionDecl *definitionHere(const FrontendContext &C,
                                   const FunctionDecl *Callee) {
  const FunctionDecl *Definition = nullptr;
  if (!Callee || !Callee->hasBody(Definition) ||
      !C.offset(Definition->getLocation()))
    return nullptr;
  return Definition;
}

/// What the type of a parameter lets a function of \p Type do.
static MemoryEffect effectByType(const FrontendContext &C,
                                 const FunctionProtoType *Function,
                                 unsigned Parameter) {
  if (!Function || Parameter >= Function->getNumParams())
    return Update;
  QualType Type = Function->getParamType(Parameter);
  if (Type->isRValueReferenceType())
    return Update;
  QualType Pointee = Type->getPointeeType();
  if (Pointee.isNull())
    return Read;
  return C.AST.getBaseElementType(Pointee).isConstQualified() ? Read : Update;
}

MemoryEffect HostEffects::effectOf(const FunctionDecl *Callee,
                                   unsigned Parameter,
                                   ArgumentList Arguments) const {
  const auto *Type = Callee->getType()->getAs<FunctionProtoType>();
  if (Callee->isTrivial())
    return effectByType(C, Type, Parameter); // a copy or an assignment
  const FunctionDecl *Definition = nullptr;
  if (Callee->hasBody(Definition))
    if (auto Summary = Known.find(Definition); Summary != Known.end()) {
      const std::vector<MemoryEffect> &Effects = Summary->second.Parameters;
      if (Parameter >= Effects.size())
        return Definition->isVariadic() ? Kept : Nothing;
      return Effects[Parameter];
    }
  MemoryEffect Called = throughCallbacks(C.CalledBack->of(Callee));
  if (Callee->getIdentifier()) {
    llvm::StringRef Name = Callee->getName();
    bool Driver =
        Name.size() > 2 && Name.starts_with("cu") && llvm::isUpper(Name[2]);
    if (Name.starts_with("cuda") || Driver)
      return {true, true, "it is passed to '" + Name.str() + "'"};
  }
  MemoryEffect Effect = effectByType(C, Type, Parameter);
  if (isOfLibrary(C, Callee)) {
    std::optional<LibraryCall> Call = LibraryCall::of(C, Callee, Arguments);
    Effect = Call ? Call->effect(Parameter) : Update;
    if (Call && Call->row().RunsOthers) // by a pointer
      Effect.add(throughCallbacks(C.CalledBack->addressed()));
    if (!Call && !mayLaunch(C, Callee))
      Effect.Escapes = "it is passed to '" + Callee->getNameAsString() +
                       "', of which nothing is known";
  }
  Effect.add(Called);
  if (mayLaunch(C, Callee))
    Effect.HandedTo = "it is passed to '" + Callee->getNameAsString() +
                      "', which is not in this file";
  return Effect;
}

/// The effect of a call that may run several functions: overriders of a virtual
/// one, or any whose address is taken. Others may be in other files.
MemoryEffect HostEffects::effectOfAny(const CallExpr *E,
                                      unsigned Parameter) const {
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(E->getDirectCallee());
  QualType Type = Method ? Method->getType() : E->getCallee()->getType();
  if (Type->isPointerType())
    Type = Type->getPointeeType();
  const auto *Function = Type->getAs<FunctionProtoType>();
  if (!Function)
    return {true, true, "it is passed to a computed function"};
  MemoryEffect Any = effectByType(C, Function, Parameter);
  Any.HandedTo = "it is passed to a computed function";
  auto Add = [&](const FunctionDecl *Candidate) {
    Any.add(effectOf(Candidate, Parameter, {E->getArgs(), E->getNumArgs()}));
  };
  if (Method) {
    for (const FunctionDecl *Candidate : C.HostFunctionList)
      if (const auto *Other = dyn_cast<CXXMethodDecl>(Candidate);
          Other && Other->isVirtual() &&
          Other->getNumParams() == Method->getNumParams() &&
          Other->getDeclName() == Method->getDeclName())
        Add(Other);
  } else {
    for (const FunctionDecl *Candidate : C.AddressTaken)
      if (Candidate->getNumParams() == Function->getNumParams())
        Add(Candidate);
  }
  return Any;
}

/// Evaluates an argument that the callee treats as \p Effect says.
void HostEffects::argument(const Expr *E, const MemoryEffect &Effect) {
  E = unwrapped(E)->IgnoreParens();
  if (const Expr *Object = C.OwnCopies ? iteratedContainer(E) : nullptr)
    return argument(Object, Effect);
  if (E->isGLValue() && Effect.onDevice())
    return object(E, {true, true, "a launch gets a reference to it"});
  if (E->isGLValue())
    return object(E, Effect);
  if (!E->getType()->isPointerType())
    return value(E);
  if (Effect.onDevice())
    return handOn(E, Effect);
  touch(pointees(E), Effect);
  evaluate(E);
}

/// What the call of \p Method does to its object.
MemoryEffect HostEffects::effectOnObject(const CXXMethodDecl *Method) const {
  if (!Method || Method->isVirtual())
    return Kept;
  const FunctionDecl *Definition = nullptr;
  auto Summary = Method->hasBody(Definition) && !Method->isTrivial()
                     ? Known.find(Definition)
                     : Known.end();
  if (Summary == Known.end() && !Method->isTrivial() && !isOfLibrary(C, Method))
    return Kept;
  if (Summary == Known.end())
    return Method->isConst() ? Read : Update;
  MemoryEffect Effect = Summary->second.Object;
  if (Effect.onDevice()) // nobody gives it the object's copy
    Effect.Escapes = "a launch gets it through another pointer";
  return Effect;
}

/// Notes what the host may learn of the device's work by \p Call of a function
/// that is not in the file.
void HostEffects::noteObserver(const FunctionDecl *Callee, const Expr *Call) {
  const auto *Made = dyn_cast_or_null<CXXConstructorDecl>(Callee);
  if (Callee && (Callee->isImplicit() || Callee->isDefaulted())) {
    Result.Observes |= Made && !Made->isTrivial(); // members may do anything
    return;
  }
  HostModel &H = C.Result.Host;
  bool InSystem = Callee && (C.SM.isInSystemHeader(Callee->getLocation()) ||
                             Callee->getBuiltinID());
  if (!InSystem) {
    Result.Observes = H.CallsElsewhere = true;
    if (Made) // and a destructor
      H.UnorderedCall = Callee->getQualifiedNameAsString();
    return;
  }
  std::string Name = Callee->getQualifiedNameAsString();
  if (!mayLaunch(C, Callee)) {
    Result.Observes |= readsClock(Callee);
  } else if (!isOrderly(Callee)) {
    Result.Observes = true;
    bool First = Name == "cudaSetDevice" || H.UnorderedCall.empty();
    const auto *E = dyn_cast_or_null<CallExpr>(Call);
    Expr::EvalResult Device;
    bool Default = Name == "cudaSetDevice" && E &&
                   E->getArg(0)->EvaluateAsInt(Device, C.AST) &&
                   Device.Val.getInt() == 0;
    if (!llvm::StringRef(Name).starts_with("cudaEvent") && First && !Default)
      H.UnorderedCall = Name;
  }
}

/// Notes that a call elsewhere may run \p Run, any number of times, and keep
/// pointers that these return. Destructors count as called unseen.
void HostEffects::noteCallbacks(const FunctionList &Run) {
  for (const FunctionDecl *F : Run) {
    if (isa<CXXDestructorDecl>(F))
      continue;
    if (const auto Summary = Known.find(F);
        Summary != Known.end() && F->getReturnType()->isPointerType())
      escape(Summary->second.Returned,
             "a function that is called back returns a pointer to it");
    Result.Calls.push_back(F);
    Result.Times[F] += 2;
    for (auto [Pointer, Id] : C.Pointers)
      if (isa<FieldDecl>(Pointer))
        Result.OtherObjects.insert({F, Id});
  }
}

/// Notes what runs besides its operands if \p E is a new or a delete.
void HostEffects::noteAllocation(const Expr *E) {
  const auto *New = dyn_cast<CXXNewExpr>(E);
  const auto *Delete = dyn_cast<CXXDeleteExpr>(E);
  if (NamedElsewhere || !(New || Delete))
    return;
  if (const FunctionDecl *F =
          New ? New->getOperatorNew() : Delete->getOperatorDelete())
    noteCallbacks(C.CalledBack->of(F));
  const CXXRecordDecl *Class =
      Delete && !Delete->getDestroyedType().isNull()
          ? Delete->getDestroyedType()->getAsCXXRecordDecl()
          : nullptr;
  if (Class && Class->hasDefinition() && Class->getDestructor())
    noteCallbacks(C.CalledBack->of(Class->getDestructor()));
}

/// What \p Run, called from elsewhere, may do to all that was passed there.
MemoryEffect HostEffects::throughCallbacks(const FunctionList &Run) const {
  MemoryEffect Any;
  for (const FunctionDecl *F : Run)
    if (auto Summary = Known.find(F); Summary != Known.end())
      for (const MemoryEffect &Effect : Summary->second.Parameters)
        Any.add(Effect);
    else
      Any.add(Update);
  return Any;
}

/// \p Callee may also run where nothing calls it.
void HostEffects::runsUnseen(const FunctionDecl *Callee) {
  const FunctionDecl *Definition = definitionHere(C, Callee);
  auto Index = C.HostFunctions.find(Definition);
  if (Index != C.HostFunctions.end())
    C.Result.Host.Functions[Index->second].CalledUnseen = true;
}

void HostEffects::noteCallee(const FunctionDecl *Callee, const Expr *Call) {
  if (C.OwnCopies && !(Callee && definitionHere(C, Callee)))
    noteObserver(Callee, Call);
  if (!Callee) {
    Result.CallsAway = true;
    if (const auto *E = dyn_cast<CallExpr>(Call); E && !NamedElsewhere)
      noteCallbacks(C.CalledBack->ofComputed(E->getCallee()));
    return;
  }
  if (NamedElsewhere)
    return;
  if (InUnknown)
    runsUnseen(Callee);
  if (const FunctionDecl *Definition = definitionHere(C, Callee)) {
    Result.Calls.push_back(Definition);
    Result.Times[Definition] +=
        InCondition || !Unfollowed.empty() || InParallel ? 2 : 1;
    for (auto [Pointer, Id] : C.Pointers)
      if (isa<FieldDecl>(Pointer) && !C.BoundCalls.count({Call, Id}))
        Result.OtherObjects.insert({Definition, Id});
    return;
  }
  noteCallbacks(C.CalledBack->of(Callee));
  Result.CallsAway |=
      mayLaunch(C, Callee) && !(C.OwnCopies && asksForError(Callee));
  std::string Name = Callee->getQualifiedNameAsString();
  if (Name == "cudaDeviceReset")
    C.Result.Host.ResetsDevice = true;
  llvm::StringRef Leaves = leavesSequence(Name);
  if (Leaves.empty() && Callee->getIdentifier() && Callee->isExternC())
    Leaves = leavesSequence(Callee->getName());
  ArgumentList Arguments;
  if (const auto *E = dyn_cast<CallExpr>(Call))
    Arguments = {E->getArgs(), E->getNumArgs()};
  else if (const auto *E = dyn_cast<CXXConstructExpr>(Call))
    Arguments = {E->getArgs(), E->getNumArgs()};
  if (Leaves.empty() && startsThread(Callee, Arguments))
    Leaves = "starts another host thread";
  if (!Leaves.empty()) {
    // `setjmp` may be a macro for `_setjmp`.
    const std::string Callable = Callee->getNameAsString();
    Diagnostic Error = {
        DiagKind::HostThreads,
        C.place(Call->getBeginLoc()),
        {llvm::StringRef(Callable).ltrim('_').str(), Leaves.str()}};
    std::vector<Diagnostic> &Errors = C.Result.Host.Errors;
    if (llvm::none_of(Errors, [&](const Diagnostic &D) {
          return D.Kind == Error.Kind && D.Where == Error.Where;
        }))
      Errors.push_back(std::move(Error));
  }
}

/// What \p E, a pointer or an object, leads to.
RootSet HostEffects::passed(const Expr *E) const {
  RootSet All = E->isGLValue() ? designates(E) : RootSet{};
  if (E->getType()->isPointerType())
    All.merge(pointees(E));
  return All;
}

/// Whether argument \p Index of \p Call is a local pointer that gets what
/// another argument points to, or that argument: nothing else happens to it.
bool HostEffects::storesPointer(const LibraryCall &Call, unsigned Index) {
  auto Follows = [&](const Expr *Pointer) {
    const VarDecl *V = targetPointer(Pointer);
    return V && isFollowed(V) && !C.held(V);
  };
  const Expr *Argument = Call.at(Index);
  if (const Expr *Source = Call.stored(Index)) {
    if (Follows(Argument))
      return true;
    escape(passed(Source), "a pointer to it is kept");
    return false;
  }
  for (unsigned I = 0; I < Call.count(); ++I)
    if (Call.stored(I) == Argument && Argument->isGLValue() &&
        Follows(Argument))
      return true;
  return false;
}

void HostEffects::call(const CallExpr *E) {
  if (const auto *Launch = dyn_cast<CUDAKernelCallExpr>(E))
    return launch(Launch);
  if (memoryCall(E) || containerCall(E))
    return;
  if (launchedBy(*E) && !NamedElsewhere) {
    C.Result.Host.UnseenLaunch = C.place(E->getBeginLoc());
    C.Result.Host.WhyUnseen = "a launch by a call of the runtime may use it";
  }
  const FunctionDecl *Callee = E->getDirectCallee();
  noteCallee(Callee, E);
  unsigned Skipped = 0; // an operator's first argument may be its object
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(E)) {
    const CXXMethodDecl *Method = Member->getMethodDecl();
    const Expr *Object = Member->getImplicitObjectArgument();
    argument(Object, effectOnObject(Method));
  } else if (!Callee) {
    value(E->getCallee());
  }
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Callee);
  ArgumentList Arguments(E->getArgs(), E->getNumArgs());
  bool Computed = !Callee || (Method && Method->isVirtual());
  if (isa<CXXOperatorCallExpr>(E) && Method && Method->isInstance())
    Skipped = 1;
  Arguments = Arguments.drop_front(Skipped);
  std::optional<LibraryCall> Library =
      Callee && !definitionHere(C, Callee)
          ? LibraryCall::of(C, Callee, Arguments)
          : std::nullopt;
  for (unsigned I = 0; I < E->getNumArgs(); ++I) {
    if (Library && I >= Skipped && storesPointer(*Library, I - Skipped))
      continue;
    if (I >= Skipped)
      passes(E, Callee, I - Skipped, E->getArg(I));
    if (I < Skipped)
      argument(E->getArg(I), effectOnObject(Method));
    else
      argument(E->getArg(I), Computed
                                 ? effectOfAny(E, I - Skipped)
                                 : effectOf(Callee, I - Skipped, Arguments));
  }
}

void HostEffects::construct(const CXXConstructExpr *E) {
  const CXXConstructorDecl *Callee = E->getConstructor();
  noteCallee(Callee, E);
  const FunctionDecl *Definition = nullptr;
  ArgumentList Arguments(E->getArgs(), E->getNumArgs());
  bool Copies = Callee->isCopyOrMoveConstructor();
  bool Foreign = !Copies &&
                 !(Callee->hasBody(Definition) && Known.count(Definition)) &&
                 !LibraryCall::of(C, Callee, Arguments);
  for (unsigned I = 0; I < E->getNumArgs(); ++I) {
    const Expr *Argument = E->getArg(I);
    passes(E, Callee, I, Argument);
    MemoryEffect Effect =
        Copies && isOfLibrary(C, Callee)
            ? effectByType(C, Callee->getType()->getAs<FunctionProtoType>(), I)
            : effectOf(Callee, I, Arguments);
    if (Foreign)
      Effect = {true, true, "an object may keep a pointer to it"};
    argument(Argument, Effect);
  }
}

/// An inherited constructor gets the parameters of its heir's.
void HostEffects::inherited(const CXXInheritedCtorInitExpr *E) {
  noteCallee(E->getConstructor(), E);
  const FunctionDecl *Definition = nullptr;
  auto Summary = E->getConstructor()->hasBody(Definition)
                     ? Known.find(Definition)
                     : Known.end();
  for (unsigned I = 0; F && I < F->getNumParams(); ++I)
    if (auto Held = Holds.find(F->getParamDecl(I)); Held != Holds.end())
      touch(Held->second,
            Summary == Known.end() ? Kept : Summary->second.Parameters[I]);
}

/// A call of an accessor of a container, or of an operator on an iterator that
/// a loop over a range declares.
bool HostEffects::containerCall(const CallExpr *E) {
  if (!C.OwnCopies)
    return false;
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(E);
      Operator && llvm::all_of(Operator->arguments(), [](const Expr *Each) {
        const auto *Use = dyn_cast<DeclRefExpr>(Each->IgnoreParenImpCasts());
        const auto *V = Use ? dyn_cast<VarDecl>(Use->getDecl()) : nullptr;
        return V && V->isImplicit() && V->isLocalVarDecl();
      }))
    return true;
  auto [Object, Name] = containerMethod(E);
  bool Accesses =
      llvm::StringSwitch<bool>(Name)
          .Cases({"operator[]", "at", "front", "back", "data"}, true)
          .Cases({"begin", "end", "cbegin", "cend"}, true)
          .Cases({"size", "empty"}, true)
          .Default(false);
  if (!Accesses)
    return false;
  argument(Object, {});
  unsigned Skipped = isa<CXXOperatorCallExpr>(E);
  for (const Expr *Argument : llvm::drop_begin(E->arguments(), Skipped))
    value(Argument);
  return true;
}

} // namespace tessera

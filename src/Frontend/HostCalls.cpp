//===- HostCalls.cpp - What host calls do to shared variables -------------===//
#include "HostEffects.h"
#include "OwnCopies.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace tessera {

static const MemoryEffect Nothing;
static const MemoryEffect Read = {true, false, ""};
static const MemoryEffect Write = {false, true, ""};
static const MemoryEffect Update = {true, true, ""};

/// Letters for the effects on the arguments in order, the last for all that
/// follow: r reads, w writes, u updates.
static llvm::StringRef libraryEffects(llvm::StringRef Name) {
  return llvm::StringSwitch<llvm::StringRef>(Name)
      .Cases({"printf", "fprintf", "puts", "fputs", "fwrite", "strlen",
              "strcmp", "memcmp", "fputc", "assert", "perror"},
             "r")
      .Cases({"accumulate", "reduce", "inner_product", "count", "count_if",
              "find", "find_if", "equal", "is_sorted", "all_of", "any_of",
              "none_of", "max_element", "min_element", "minmax_element",
              "for_each_n", "mismatch"},
             "r")
      .Cases({"memcpy", "memmove", "strcpy", "sprintf", "snprintf"}, "wr")
      .Cases({"memset", "fgets", "fread", "fill_n", "generate_n"}, "wr")
      .Cases({"fill", "iota", "generate"}, "wwr")
      .Cases({"sscanf", "fscanf", "scanf"}, "rw")
      .Cases({"copy", "copy_n", "reverse_copy"}, "rrw")
      .Default("");
}

std::optional<MemoryEffect> libraryEffect(llvm::StringRef Name, unsigned Index,
                                          unsigned Arguments) {
  llvm::StringRef Effects = libraryEffects(Name);
  if (Effects.empty())
    return std::nullopt;
  switch (Effects[std::min<size_t>(Index, Effects.size() - 1)]) {
  case 'r':
    return Read;
  case 'w':
    return Write;
  default:
    return Update;
  }
}

bool leavesSequence(llvm::StringRef Name) {
  return llvm::StringSwitch<bool>(Name)
      .Cases({"pthread_create", "thrd_create", "std::thread::thread",
              "std::jthread::jthread", "std::async"},
             true)
      .Cases({"setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp", "longjmp",
              "siglongjmp", "_longjmp"},
             true)
      .Cases({"signal", "sigaction", "fork", "vfork"}, true)
      .Default(false);
}

const FunctionDecl *
HostEffects::definitionHere(const FunctionDecl *Callee) const {
  const FunctionDecl *Definition = nullptr;
  if (!Callee || !Callee->hasBody(Definition) ||
      !C.offset(Definition->getLocation()))
    return nullptr;
  return Definition;
}

/// Containers that copy what their constructors are given.
static bool copiesArguments(const CXXRecordDecl *Class) {
  return Class->isInStdNamespace() && Class->getIdentifier() &&
         llvm::StringSwitch<bool>(Class->getName())
             .Cases({"vector", "basic_string", "valarray", "list", "deque",
                     "set", "multiset", "map", "unordered_set"},
                    true)
             .Default(false);
}

/// Whether \p Callee, which is defined elsewhere, is more than a function of
/// the host's standard libraries.
static bool mayLaunch(const FrontendContext &C, const FunctionDecl *Callee) {
  if (Callee->isInStdNamespace() || Callee->getBuiltinID())
    return false;
  if (!C.SM.isInSystemHeader(Callee->getLocation()))
    return true;
  std::string Name = Callee->getQualifiedNameAsString();
  llvm::StringRef Text = Name;
  return Text.starts_with("cu") || Text.starts_with("nccl") ||
         Text.starts_with("npp") || Text.starts_with("thrust::");
}

/// What a parameter's type lets \p Callee do.
static MemoryEffect effectByType(const FrontendContext &C,
                                 const FunctionDecl *Callee,
                                 unsigned Parameter) {
  if (Parameter >= Callee->getNumParams())
    return Update;
  QualType Type = Callee->getParamDecl(Parameter)->getType();
  if (Type->isRValueReferenceType())
    return Update;
  QualType Pointee = Type->getPointeeType();
  if (Pointee.isNull())
    return Read;
  return C.AST.getBaseElementType(Pointee).isConstQualified() ? Read : Update;
}

MemoryEffect HostEffects::effectOf(const FunctionDecl *Callee,
                                   unsigned Parameter,
                                   unsigned Arguments) const {
  if (!Callee)
    return {true, true, "it is passed to a computed function"};
  if (const FunctionDecl *Definition = definitionHere(Callee)) {
    auto Summary = Known.find(Definition);
    if (Summary == Known.end() || Parameter >= Summary->second.size())
      return Definition->isVariadic() ? Update : Nothing;
    return Summary->second[Parameter];
  }
  if (Callee->getIdentifier()) {
    llvm::StringRef Name = Callee->getName();
    bool Driver =
        Name.size() > 2 && Name.starts_with("cu") && llvm::isUpper(Name[2]);
    if (Name.starts_with("cuda") || Driver)
      return {true, true, "it is passed to '" + Name.str() + "'"};
    if (C.SM.isInSystemHeader(Callee->getLocation()) ||
        Callee->getBuiltinID() || Callee->isInStdNamespace())
      if (std::optional<MemoryEffect> E =
              libraryEffect(Name, Parameter, Arguments))
        return *E;
  }
  MemoryEffect Effect = effectByType(C, Callee, Parameter);
  if (mayLaunch(C, Callee))
    Effect.HandedTo = "it is passed to '" + Callee->getNameAsString() +
                      "', which is not in this file";
  return Effect;
}

/// Evaluates an argument that the callee treats as \p Effect says.
void HostEffects::argument(const Expr *E, const MemoryEffect &Effect) {
  E = E->IgnoreParens();
  if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(E))
    return argument(Default->getExpr(), Effect);
  if (const auto *Full = dyn_cast<FullExpr>(E))
    return argument(Full->getSubExpr(), Effect);
  if (E->isGLValue())
    return object(E, Effect);
  if (!E->getType()->isPointerType())
    return value(E);
  if (Effect.onDevice())
    return handOn(E, Effect);
  touch(pointees(E), Effect);
  pointer(E);
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
    const auto *E = dyn_cast<CallExpr>(Call);
    Expr::EvalResult Device;
    bool Default = Name == "cudaSetDevice" && E &&
                   E->getArg(0)->EvaluateAsInt(Device, C.AST) &&
                   Device.Val.getInt() == 0;
    if (!llvm::StringRef(Name).starts_with("cudaEvent") && First && !Default)
      H.UnorderedCall = Name;
  }
}

void HostEffects::noteCallee(const FunctionDecl *Callee, const Expr *Call) {
  if (C.OwnCopies && !definitionHere(Callee))
    noteObserver(Callee, Call);
  if (!Callee)
    return;
  if (const FunctionDecl *Definition = definitionHere(Callee)) {
    Result.Calls.push_back(Definition);
    Result.Times[Definition] += InCondition || InLambda || InParallel ? 2 : 1;
    for (auto [Pointer, Id] : C.Pointers)
      if (isa<FieldDecl>(Pointer) && !C.BoundCalls.count({Call, Id}))
        Result.OtherObjects.insert({Definition, Id});
    return;
  }
  std::string Name = Callee->getQualifiedNameAsString();
  if (Name == "cudaDeviceReset")
    C.Result.Host.ResetsDevice = true;
  if (leavesSequence(Name) ||
      (Callee->getIdentifier() && leavesSequence(Callee->getName()) &&
       Callee->isExternC())) {
    Diagnostic Error = {DiagKind::HostThreads,
                        C.place(Call->getBeginLoc()),
                        {Callee->getNameAsString()}};
    std::vector<Diagnostic> &Errors = C.Result.Host.Errors;
    if (llvm::none_of(Errors, [&](const Diagnostic &D) {
          return D.Kind == Error.Kind && D.Where == Error.Where;
        }))
      Errors.push_back(std::move(Error));
  }
}

void HostEffects::call(const CallExpr *E) {
  if (const auto *Launch = dyn_cast<CUDAKernelCallExpr>(E))
    return launch(Launch);
  if (memoryCall(E))
    return;
  const FunctionDecl *Callee = E->getDirectCallee();
  noteCallee(Callee, E);
  unsigned Skipped = 0; // an operator's first argument may be its object
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(E)) {
    const CXXMethodDecl *Method = Member->getMethodDecl();
    const Expr *Object = Member->getImplicitObjectArgument();
    argument(Object, Method && Method->isConst() ? Read : Update);
  } else if (!Callee) {
    value(E->getCallee());
  }
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Callee);
  if (isa<CXXOperatorCallExpr>(E) && Method && Method->isInstance())
    Skipped = 1;
  for (unsigned I = 0; I < E->getNumArgs(); ++I) {
    if (I < Skipped)
      argument(E->getArg(I), Method->isConst() ? Read : Update);
    else
      argument(E->getArg(I),
               effectOf(Callee, I - Skipped, E->getNumArgs() - Skipped));
  }
}

void HostEffects::construct(const CXXConstructExpr *E) {
  const CXXConstructorDecl *Callee = E->getConstructor();
  noteCallee(Callee, E);
  bool Foreign = !definitionHere(Callee) && !Callee->isCopyOrMoveConstructor();
  for (unsigned I = 0; I < E->getNumArgs(); ++I) {
    const Expr *Argument = E->getArg(I);
    MemoryEffect Effect = effectOf(Callee, I, E->getNumArgs());
    if (Foreign)
      Effect =
          copiesArguments(Callee->getParent())
              ? Read
              : MemoryEffect{true, true, "an object may keep a pointer to it"};
    argument(Argument, Effect);
  }
}

static constexpr llvm::StringLiteral Unplaced =
    "a launch that uses it is not a statement of its own";

bool isParameter(const RootSet &Roots) {
  return !Roots.empty() && llvm::all_of(Roots, [](const MemoryRoot &R) {
    return R.K == MemoryRoot::Kind::Parameter;
  });
}

/// What a launch does with what its argument \p Index points to.
static MemoryEffect onDevice(const Program &P, LaunchId Id, unsigned Index) {
  const LaunchModel &L = P.launch(Id);
  SharedAccess Effect = argumentEffect(P, L, Index);
  if (!L.StreamText.empty() && L.StreamText != "0")
    return {true, true, "a launch that uses it has a stream of its own"};
  return {false, false, "", Effect.Reads, Effect.Writes};
}

/// A launch uses its array arguments on the device. All else that it evaluates
/// is host work.
void HostEffects::launch(const CUDAKernelCallExpr *E) {
  for (const Expr *Argument : E->getConfig()->arguments())
    value(Argument);
  auto Launch = C.Launches.find(E);
  bool Placed = Launch != C.Launches.end() && !InLambda && !InParallel &&
                C.Result.Launches[Launch->second.Index].Statement.size() > 0;
  if (Launch != C.Launches.end())
    Result.Launches.push_back(Launch->second);
  else
    C.Result.Host.UnseenLaunch = C.place(E->getBeginLoc());
  if (Launch != C.Launches.end() && !Placed) {
    KernelId Kernel = C.Result.Launches[Launch->second.Index].Kernel;
    for (const SharedAccess &A : C.Result.Host.Kernels[Kernel.Index].ByName)
      escape({{MemoryRoot::Kind::Variable, A.Variable.Index}}, Unplaced);
  }
  for (unsigned I = 0; I < E->getNumArgs(); ++I) {
    const Expr *Argument = E->getArg(I);
    if (!Argument->getType()->isPointerType()) {
      value(Argument);
      continue;
    }
    RootSet Roots = pointees(Argument);
    bool Named = false;
    if (Placed && Roots.size() == 1) {
      const LaunchArgument &A =
          C.Result.Launches[Launch->second.Index].Arguments[I];
      Named = A.RootName && A.Root.Variable &&
              *Roots.begin() == MemoryRoot{MemoryRoot::Kind::Variable,
                                           A.Root.Variable->Index};
    }
    bool Ours = Launch != C.Launches.end() && !InLambda && !InParallel;
    if (Ours && isParameter(Roots))
      handOn(Argument, onDevice(C.Result, Launch->second, I));
    else if (!Named)
      escape(Roots,
             Placed ? "a launch gets it through another pointer" : Unplaced);
    if (!(Ours && isParameter(Roots)))
      pointer(Argument);
  }
}

} // namespace tessera

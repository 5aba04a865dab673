//===- HostOperations.cpp - Calls and accesses of a host statement --------===//
#include "host/HostOperations.h"
#include "calls/CalledFunctions.h"
#include "host/HostEffects.h"
#include "host/HostMemories.h"
#include "values/HostConstants.h"
#include "variables/OwnCopies.h"
#include "variables/PointerRoots.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ParentMapContext.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace tessera {
namespace {

using OperationKind = HostOperation::Kind;

/// Where a function of the CUDA library has its arguments; -1: nowhere.
struct CallForm {
  OperationKind K;
  int To = -1, From = -1, Bytes = -1, Direction = -1, Stream = -1, Event = -1;
};

std::optional<CallForm> formOf(llvm::StringRef Name) {
  using Form = std::optional<CallForm>;
  CallForm Copy = {OperationKind::Copy, 0, 1, 2, 3};
  CallForm Fill = {OperationKind::Copy, 0, -1, 2};
  auto On = [](CallForm F, int Stream) {
    F.Stream = Stream;
    return F;
  };
  return llvm::StringSwitch<Form>(Name)
      .Case("cudaMemcpy", Copy)
      .Case("cudaMemcpyAsync", On(Copy, 4))
      .Case("cudaMemcpy2D", CallForm{OperationKind::Copy, 0, 2, -1, 6})
      .Case("cudaMemcpy2DAsync", CallForm{OperationKind::Copy, 0, 2, -1, 6, 7})
      .Case("cudaMemset", Fill)
      .Case("cudaMemsetAsync", On(Fill, 3))
      .Case("cudaMemcpyToSymbol", CallForm{OperationKind::Copy, 0, 1, 2})
      .Case("cudaMemcpyFromSymbol", CallForm{OperationKind::Copy, 0, 1, 2})
      .Cases({"cudaDeviceSynchronize", "cudaThreadSynchronize", "cudaFree",
              "cudaFreeHost", "cudaDeviceReset"},
             CallForm{OperationKind::WaitAll})
      .Case("cudaStreamSynchronize", On({OperationKind::WaitStream}, 0))
      .Case("cudaEventSynchronize",
            CallForm{OperationKind::WaitEvent, -1, -1, -1, -1, -1, 0})
      .Case("cudaEventRecord",
            CallForm{OperationKind::RecordEvent, -1, -1, -1, -1, 1, 0})
      .Case("cudaStreamWaitEvent",
            CallForm{OperationKind::StreamWaits, -1, -1, -1, -1, 0, 1})
      .Default(std::nullopt);
}

/// Functions of the CUDA library that neither start work nor wait.
bool doesNothing(const FunctionDecl *Callee) {
  llvm::StringRef Name = Callee->getName();
  return asksForError(Callee) || Name.starts_with("cudaEventCreate") ||
         Name.starts_with("cudaStreamCreate") ||
         llvm::StringSwitch<bool>(Name)
             .Cases({"cudaGetDevice", "cudaGetDeviceCount",
                     "cudaGetDeviceProperties", "cudaDeviceGetAttribute",
                     "cudaFuncSetCacheConfig", "cudaFuncSetAttribute",
                     "cudaMemAdvise", "cudaMemPrefetchAsync", "cudaSetDevice",
                     "cudaSetDeviceFlags", "cudaHostGetDevicePointer",
                     "cudaMemGetInfo", "cudaMalloc", "cudaMallocHost",
                     "cudaHostAlloc", "cudaMallocManaged", "cudaMallocPitch",
                     "cudaMallocAsync", "cudaFreeAsync"},
                    true)
             .Default(false);
}

class OperationFinder : public DynamicRecursiveASTVisitor {
  using Base = DynamicRecursiveASTVisitor;

public:
  OperationFinder(FrontendContext &C, const FunctionDecl *F,
                  const Summaries &Known)
      : C(C), F(F), Known(Known), Values(C.AST, F->getBody()) {}

  std::vector<HostOperation> Found;

  bool TraverseStmt(Stmt *S) override {
    if (!Base::TraverseStmt(S))
      return false;
    if (auto *Cast = dyn_cast_or_null<ImplicitCastExpr>(S))
      leave(Cast);
    else if (auto *Binary = dyn_cast_or_null<BinaryOperator>(S))
      leave(Binary);
    else if (auto *Unary = dyn_cast_or_null<UnaryOperator>(S))
      leave(Unary);
    else if (auto *Make = dyn_cast_or_null<CXXConstructExpr>(S))
      leave(Make);
    else if (auto *Call = dyn_cast_or_null<CallExpr>(S))
      leave(Call);
    return true;
  }

  // What is not evaluated, or at another time.
  bool TraverseUnaryExprOrTypeTraitExpr(UnaryExprOrTypeTraitExpr *) override {
    return true;
  }
  bool TraverseCXXNoexceptExpr(CXXNoexceptExpr *) override { return true; }
  bool TraverseLambdaExpr(LambdaExpr *E) override {
    add(OperationKind::Unknown, E);
    return true;
  }

  // What is evaluated sometimes.
  bool TraverseConditionalOperator(ConditionalOperator *E) override {
    return TraverseStmt(E->getCond()) && sometimes([&] {
             return TraverseStmt(E->getTrueExpr()) &&
                    TraverseStmt(E->getFalseExpr());
           });
  }
  bool TraverseBinaryOperator(BinaryOperator *E) override {
    if (!E->isLogicalOp())
      return Base::TraverseBinaryOperator(E);
    return TraverseStmt(E->getLHS()) &&
           sometimes([&] { return TraverseStmt(E->getRHS()); });
  }
  bool TraverseIfStmt(IfStmt *S) override {
    return sometimes([&] { return Base::TraverseIfStmt(S); });
  }
  bool TraverseForStmt(ForStmt *S) override {
    return sometimes([&] { return Base::TraverseForStmt(S); });
  }
  bool TraverseWhileStmt(WhileStmt *S) override {
    return sometimes([&] { return Base::TraverseWhileStmt(S); });
  }
  bool TraverseSwitchStmt(SwitchStmt *S) override {
    return sometimes([&] { return Base::TraverseSwitchStmt(S); });
  }

private:
  void leave(ImplicitCastExpr *E) {
    if (E->getCastKind() == CK_LValueToRValue)
      touch(originOfObject(E->getSubExpr()), E, true, false);
  }
  void leave(BinaryOperator *E) {
    if (E->isAssignmentOp())
      touch(originOfObject(E->getLHS()), E, E->isCompoundAssignmentOp(), true);
    if (E->getOpcode() == BO_Rem || E->getOpcode() == BO_RemAssign)
      if (std::optional<HostValue> V = Values.value(E->getLHS()))
        C.Result.Host.Remainders.merge(V->Numerator.symbols());
  }
  void leave(UnaryOperator *E) {
    if (E->isIncrementDecrementOp())
      touch(originOfObject(E->getSubExpr()), E, true, true);
  }
  void leave(CXXConstructExpr *E) {
    const CXXConstructorDecl *Made = E->getConstructor();
    if ((!Made->isImplicit() && !Made->isDefaulted() && mayLaunch(C, Made)) ||
        !C.CalledBack->of(Made).empty())
      add(OperationKind::Unknown, E);
  }
  void leave(CallExpr *E) {
    if (isa<CUDAKernelCallExpr>(E)) {
      launch(E);
      return;
    }
    const FunctionDecl *Callee = E->getDirectCallee();
    // The call that configures a launch is a part of it.
    if (Callee && Callee == C.AST.getcudaConfigureCallDecl())
      return;
    const FunctionDecl *Definition = nullptr;
    if (!Callee)
      add(OperationKind::Unknown, E);
    else if (Callee->hasBody(Definition) && C.HostFunctions.count(Definition))
      callHere(E, Definition);
    else if (!Callee->getIdentifier() || !isCuda(Callee->getName()))
      library(E, Callee);
    else
      cuda(E, Callee);
  }

  template <typename Traversal> bool sometimes(Traversal Go) {
    bool Saved = std::exchange(Sometimes, true);
    bool Result = Go();
    Sometimes = Saved;
    return Result;
  }

  static bool isCuda(llvm::StringRef Name) { return Name.starts_with("cuda"); }

  HostOperation &add(OperationKind K, const Expr *E) {
    HostOperation Op;
    Op.K = K;
    Op.Where = C.place(E->getBeginLoc());
    Op.Sometimes = Sometimes;
    Found.push_back(std::move(Op));
    return Found.back();
  }

  HostOperation *touch(const MemoryOrigin &Origin, const Expr *E, bool Reads,
                       bool Writes) {
    std::optional<HostPlace> Place = placeOf(C, Origin);
    if (!Place || (!Reads && !Writes))
      return nullptr;
    HostMemory::Kind K = C.Result.Host.Memories[Place->Memory].K;
    if (K == HostMemory::Kind::Unknown || K == HostMemory::Kind::Pageable)
      return nullptr; // the library's calls leave no doubt about these
    HostOperation &Op = add(OperationKind::Touch, E);
    Op.To = Place;
    Op.Reads = Reads;
    Op.Writes = Writes;
    return &Op;
  }

  void callHere(const CallExpr *E, const FunctionDecl *Definition) {
    unsigned Index = C.HostFunctions.lookup(Definition);
    auto Summary = Known.find(Definition);
    unsigned Skipped =
        isa<CXXOperatorCallExpr>(E) && isa<CXXMethodDecl>(Definition);
    for (unsigned I = Skipped; I < E->getNumArgs(); ++I) {
      if (Summary == Known.end() || !E->getArg(I)->getType()->isPointerType() ||
          I - Skipped >= Summary->second.Parameters.size())
        continue;
      const MemoryEffect &Effect = Summary->second.Parameters[I - Skipped];
      if (!Effect.Escapes.empty() || !Effect.HandedTo.empty())
        continue;
      if (HostOperation *Op = touch(originOf(E->getArg(I)), E->getArg(I),
                                    Effect.Reads, Effect.Writes)) {
        Op->InCallee = true;
        Op->Function = Index;
      }
    }
    const auto *Method = dyn_cast<CXXMethodDecl>(Definition);
    if (Method && Method->isVirtual())
      add(OperationKind::Unknown, E);
    else
      add(OperationKind::Call, E).Function = Index;
  }

  void library(const CallExpr *E, const FunctionDecl *Callee) {
    if (!C.CalledBack->of(Callee).empty())
      add(OperationKind::Unknown, E);
    if (Callee->getBuiltinID() == 0 &&
        !C.SM.isInSystemHeader(Callee->getLocation())) {
      add(OperationKind::Unknown, E);
      return;
    }
    if (readsClock(Callee)) {
      bool Chrono = llvm::StringRef(Callee->getQualifiedNameAsString())
                        .starts_with("std::chrono::");
      if (!Chrono || Callee->getNameAsString() == "now")
        add(OperationKind::Clock, E); // the others are arithmetic
      return;
    }
    if (mayLaunch(C, Callee)) {
      add(OperationKind::Unknown, E);
      return;
    }
    const DeclContext *Scope = Callee->getDeclContext()->getRedeclContext();
    if (!Callee->getIdentifier() ||
        !(Scope->isTranslationUnit() || Callee->isInStdNamespace()))
      return;
    if (Callee->getName().ends_with("printf"))
      return; // it may print the pointer itself
    std::optional<LibraryCall> Call =
        LibraryCall::of(C, Callee, {E->getArgs(), E->getNumArgs()});
    for (unsigned I = 0; Call && I < E->getNumArgs(); ++I)
      if (E->getArg(I)->getType()->isPointerType() &&
          !E->getArg(I)->isGLValue()) // a reference to the pointer itself
        touch(originOf(E->getArg(I)), E->getArg(I), Call->effect(I).Reads,
              Call->effect(I).Writes);
  }

  void cuda(const CallExpr *E, const FunctionDecl *Callee) {
    std::optional<CallForm> Form = formOf(Callee->getName());
    if (!Form) {
      if (!doesNothing(Callee))
        add(OperationKind::Unknown, E);
      return;
    }
    int Count = E->getNumArgs();
    auto Argument = [&](int I) -> const Expr * {
      return I >= 0 && I < Count ? E->getArg(I) : nullptr;
    };
    HostOperation &Op = add(Form->K, E);
    if (const Expr *To = Argument(Form->To))
      Op.To = placeOf(C, To->isGLValue() ? originOfObject(To) : originOf(To));
    if (const Expr *From = Argument(Form->From))
      Op.From =
          placeOf(C, From->isGLValue() ? originOfObject(From) : originOf(From));
    if (const Expr *Bytes = Argument(Form->Bytes))
      Op.Bytes = Values.size(Bytes);
    Expr::EvalResult Direction;
    if (const Expr *Given = Argument(Form->Direction);
        Given && Given->EvaluateAsInt(Direction, C.AST))
      Op.Direction = Direction.Val.getInt().getSExtValue();
    if (Form->K == OperationKind::Copy && Form->From >= 0)
      Op.Consecutive =
          isConsecutive(E, Argument(Form->To), Argument(Form->From), Op.Bytes);
    Op.Asynchronous = Form->Stream >= 0;
    Op.Stream = stream(Argument(Form->Stream));
    if (const Expr *Event = Argument(Form->Event))
      if (const auto *V = dyn_cast_or_null<VarDecl>(originOf(Event).Variable))
        Op.Event = HostConstants::symbolOf(V);
  }

  /// The variable that a loop counts up by one, if its body is \p E alone.
  const VarDecl *counterAround(const Expr *E) const {
    const Stmt *Inner = E;
    while (true) {
      DynTypedNodeList Parents = C.AST.getParents(*Inner);
      const Stmt *Parent = Parents.empty() ? nullptr : Parents[0].get<Stmt>();
      const auto *Block = dyn_cast_or_null<CompoundStmt>(Parent);
      if (const auto *Loop = dyn_cast_or_null<ForStmt>(Parent)) {
        const auto *Step = dyn_cast_or_null<UnaryOperator>(Loop->getInc());
        return Loop->getBody() == Inner && Step && Step->isIncrementOp()
                   ? dyn_cast_or_null<VarDecl>(
                         declarationOf(Step->getSubExpr()->IgnoreParens()))
                   : nullptr;
      }
      if (!isa_and_nonnull<ParenExpr, ExprWithCleanups, CastExpr>(Parent) &&
          !(Block && Block->size() == 1))
        return nullptr;
      Inner = Parent;
    }
  }

  /// How many bytes farther \p E, a pointer, is when \p Counter is one more,
  /// which nothing in \p Part changes.
  std::optional<int64_t> bytesPerRound(const Expr *E, const VarDecl *Counter,
                                       const Expr *Part) const {
    E = E->IgnoreParenCasts();
    const Expr *Index = nullptr;
    QualType Element;
    if (const auto *Sum = dyn_cast<BinaryOperator>(E);
        Sum && Sum->getOpcode() == BO_Add &&
        Sum->getLHS()->getType()->isPointerType()) {
      Index = Sum->getRHS();
      Element = E->getType()->getPointeeType();
    } else if (const auto *Address = dyn_cast<UnaryOperator>(E);
               Address && Address->getOpcode() == UO_AddrOf) {
      const auto *At =
          dyn_cast<ArraySubscriptExpr>(Address->getSubExpr()->IgnoreParens());
      if (At && declarationOf(At->getBase()->IgnoreParenImpCasts())) {
        Index = At->getIdx();
        Element = At->getType();
      }
    }
    if (!Index || Element->isVoidType() || Element->isIncompleteType())
      return std::nullopt;
    HostConstants Inside(C.AST, F->getBody(), Part);
    std::optional<HostValue> At = Inside.value(Index);
    std::string Symbol = HostConstants::symbolOf(Counter);
    std::optional<LinearForm> Linear =
        At && At->Divisor == 1 ? linearIn(At->Numerator, Symbol) : std::nullopt;
    std::optional<int64_t> Step =
        Linear ? Linear->Coefficient.constant() : std::nullopt;
    return Step ? std::optional(*Step *
                                C.AST.getTypeSizeInChars(Element).getQuantity())
                : std::nullopt;
  }

  /// See HostOperation.
  bool isConsecutive(const Expr *E, const Expr *To, const Expr *From,
                     const std::optional<HostValue> &Bytes) const {
    std::optional<int64_t> Size = Bytes && Bytes->Divisor == 1
                                      ? Bytes->Numerator.constant()
                                      : std::nullopt;
    const VarDecl *Counter = Size && To && From ? counterAround(E) : nullptr;
    return Counter && *Size > 0 && bytesPerRound(To, Counter, E) == Size &&
           bytesPerRound(From, Counter, E) == Size;
  }

  HostStream stream(const Expr *E) const {
    if (const auto *Default = dyn_cast_or_null<CXXDefaultArgExpr>(E))
      E = Default->getExpr();
    if (!E || E->isNullPointerConstant(C.AST, Expr::NPC_ValueDependentIsNull)) {
      bool Legacy = C.AST.getLangOpts().GPUDefaultStream ==
                    LangOptions::GPUDefaultStreamKind::Legacy;
      return {Legacy ? HostStream::Kind::Default : HostStream::Kind::Unknown,
              ""};
    }
    MemoryOrigin Origin = originOf(E);
    auto Known = Origin.Variable && Origin.AtStart
                     ? C.Streams.find(
                           cast<ValueDecl>(Origin.Variable->getCanonicalDecl()))
                     : C.Streams.end();
    return Known == C.Streams.end() ? HostStream{HostStream::Kind::Unknown, ""}
                                    : Known->second;
  }

  void launch(const CallExpr *E) {
    const auto *Launch = cast<CUDAKernelCallExpr>(E);
    auto Id = C.Launches.find(E);
    if (Id == C.Launches.end()) {
      add(OperationKind::Unknown, E);
      return;
    }
    HostOperation &Op = add(OperationKind::Launch, E);
    Op.Launch = Id->second;
    Op.Asynchronous = true;
    const CallExpr *Config = Launch->getConfig();
    Op.Stream = stream(Config->getNumArgs() > 3 ? Config->getArg(3) : nullptr);
    for (const Expr *Argument : E->arguments())
      Op.Arguments.push_back(Argument->getType()->isPointerType()
                                 ? placeOf(C, originOf(Argument))
                                 : std::nullopt);
  }

  FrontendContext &C;
  const FunctionDecl *F;
  const Summaries &Known;
  HostConstants Values;
  bool Sometimes = false;
};

} // namespace

bool endsInCalls(const CompoundStmt *S) {
  return llvm::any_of(S->body(), [](const Stmt *Child) {
    const auto *Declares = dyn_cast<DeclStmt>(Child);
    return Declares && llvm::any_of(Declares->decls(), [](const Decl *D) {
             const auto *V = dyn_cast<VarDecl>(D);
             const CXXRecordDecl *Class =
                 V ? V->getType()->getAsCXXRecordDecl() : nullptr;
             return Class && !Class->isInStdNamespace() &&
                    Class->hasDefinition() && !Class->hasTrivialDestructor();
           });
  });
}

std::vector<HostOperation> operationsOf(FrontendContext &C,
                                        const FunctionDecl *F,
                                        const Summaries &Known, const Stmt *S) {
  OperationFinder Find(C, F, Known);
  if (isa<OMPExecutableDirective>(S)) {
    HostOperation Threads; // other threads may wait
    Threads.Where = C.place(S->getBeginLoc());
    return {Threads};
  }
  Find.TraverseStmt(const_cast<Stmt *>(S));
  // What may also run on the device means its memory there.
  if (const auto *Both = F->getAttr<CUDADeviceAttr>();
      Both && !Both->isImplicit())
    llvm::erase_if(Find.Found, [](const HostOperation &Op) {
      return Op.K == OperationKind::Touch;
    });
  return std::move(Find.Found);
}

} // namespace tessera

//===- HostMemory.cpp - What host code does with managed pointers ---------===//
//
// A pointer that cudaMallocManaged sets stands for its memory: the variable or
// member itself may only be allocated, freed, set to null and exchanged with
// another such pointer. All else is an obstacle.
//
//===----------------------------------------------------------------------===//
#include "host/HostEffects.h"
#include "variables/OwnCopies.h"
#include "variables/PointerRoots.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace tessera {

using Event = MemoryEvent::Kind;

/// The pointer that \p E names, casts aside.
std::optional<SharedVarId> HostEffects::heldBy(const Expr *E) const {
  return C.held(namedPointer(E));
}

void HostEffects::obstruct(SharedVarId Id, llvm::StringRef Why) {
  escape({{MemoryRoot::Kind::Variable, Id.Index}}, Why);
}

/// A pointer that keeps what one of \p Roots held may find it with another one
/// later.
RootSet HostEffects::withExchanged(const RootSet &Roots) const {
  RootSet All = Roots;
  for (const MemoryRoot &R : Roots)
    if (auto Others = C.ExchangedWith.find(R.Index);
        R.K == MemoryRoot::Kind::Variable && Others != C.ExchangedWith.end())
      for (unsigned I : Others->second)
        All.insert({MemoryRoot::Kind::Variable, I});
  return All;
}

/// Exchanges two pointers, if both hold shared memory.
///
/// \returns false if neither does.
bool HostEffects::exchange(const ValueDecl *A, const ValueDecl *B) {
  std::optional<SharedVarId> IdA = C.held(A), IdB = C.held(B);
  if (!IdA && !IdB)
    return false;
  if (IdA && IdB && IdA != IdB && isa<FieldDecl>(A) == isa<FieldDecl>(B)) {
    event({Event::Exchange, *IdA, *IdB}, nullptr);
    return true;
  }
  for (std::optional<SharedVarId> Id : {IdA, IdB})
    if (Id)
      obstruct(*Id, "it is exchanged with a pointer to other memory");
  return true;
}

/// The assignment \p E to \p L, if \p L is one of our pointers or if it is a
/// part of an exchange of them.
bool HostEffects::changesPointer(const Expr *L, const BinaryOperator *E) {
  if (auto Part = C.Exchanges.find(E); Part != C.Exchanges.end()) {
    const std::vector<const ValueDecl *> &Pointers = Part->second;
    bool Ours = heldBy(L) || heldBy(E->getRHS());
    for (unsigned I = 1; I < Pointers.size(); ++I)
      Ours |= exchange(Pointers[I - 1], Pointers[I]);
    return Ours;
  }
  std::optional<SharedVarId> Id = heldBy(L);
  if (!Id)
    return false;
  if (E->getOpcode() == BO_Assign) {
    setPointer(*Id, E->getRHS());
  } else {
    obstruct(*Id, "the pointer is moved");
    value(E->getRHS());
  }
  return true;
}

/// Assigns the value of \p To to one of our pointers.
void HostEffects::setPointer(SharedVarId Id, const Expr *To) {
  std::optional<OwnMemory> Own = C.OwnCopies ? allocatedBy(To) : std::nullopt;
  if (Own) {
    MemoryEvent New = {Event::Allocate, Id};
    New.HostBytes = sizeText(C, *Own);
    event(std::move(New), nullptr);
  } else if (!To->isNullPointerConstant(C.AST,
                                        Expr::NPC_ValueDependentIsNull)) {
    obstruct(Id, "another pointer is assigned to it");
  }
  value(To);
}

/// Frees what \p Pointer points to.
void HostEffects::release(const Expr *Pointer) {
  if (!C.OwnCopies)
    return value(Pointer);
  if (std::optional<SharedVarId> Id = heldBy(Pointer))
    return event({Event::Free, *Id}, nullptr);
  escape(pointees(Pointer), "it is freed through another pointer");
  evaluate(Pointer);
}

/// Evaluates \p S, which may not be reached.
void HostEffects::statementSometimes(const Stmt *S) {
  bool Saved = std::exchange(InCondition, true);
  if (S)
    statement(S);
  InCondition = Saved;
}

/// Evaluates \p S if it chooses or repeats what runs: the body of a macro, or
/// an expression.
bool HostEffects::controlFlow(const Stmt *S) {
  if (const auto *If = dyn_cast<IfStmt>(S)) {
    for (const Stmt *Part :
         {If->getInit(),
          static_cast<const Stmt *>(If->getConditionVariableDeclStmt()),
          static_cast<const Stmt *>(If->getCond())})
      if (Part)
        statement(Part);
    statementSometimes(If->getThen());
    statementSometimes(If->getElse());
    return true;
  }
  if (const auto *Once = dyn_cast<DoStmt>(S)) {
    bool Again = true;
    if (Once->getCond()->EvaluateAsBooleanCondition(Again, C.AST) && !Again) {
      statement(Once->getBody());
      return true;
    }
  }
  if (!isa<ForStmt, WhileStmt, DoStmt, SwitchStmt, CXXForRangeStmt>(S))
    return false;
  for (const Stmt *Part : S->children())
    statementSometimes(Part);
  return true;
}

/// Records \p E, made by \p Call if by a call.
void HostEffects::event(MemoryEvent E, const CallExpr *Call) {
  if (!Unfollowed.empty() || InParallel)
    return obstruct(E.Variable, "a lambda or a parallel region changes it");
  if (InCondition && C.OwnCopies && E.K != Event::Exchange) {
    E.Sometimes = true;
  } else if (InCondition && E.K != Event::Advise) {
    if (E.Other)
      obstruct(*E.Other, "it is exchanged on some paths of a statement");
    return obstruct(E.Variable, "it is allocated, freed or exchanged on some "
                                "paths of a statement");
  }
  if (Call) {
    std::optional<tessera::SourceRange> Whole =
        C.exactRange(Call->getSourceRange());
    std::optional<tessera::SourceRange> Callee =
        C.exactRange(Call->getCallee()->getSourceRange());
    if (!Whole || !Callee)
      return obstruct(E.Variable, "a macro allocates, frees or advises on it");
    E.Call = C.toUser(*Whole);
    E.Callee = C.toUser(*Callee);
  }
  Result.Events.push_back(E);
}

/// The argument of a function of the CUDA library that names managed memory
/// which the function gives advice on.
static std::optional<unsigned> advisedArgument(llvm::StringRef Name) {
  return llvm::StringSwitch<std::optional<unsigned>>(Name)
      .Cases({"cudaMemPrefetchAsync", "cudaMemAdvise"}, 0)
      .Case("cudaStreamAttachMemAsync", 1)
      .Default(std::nullopt);
}

/// A call that allocates or frees memory of the host or the device alone.
bool HostEffects::ownMemoryCall(const CallExpr *E, llvm::StringRef Name) {
  std::optional<OwnMemory> Own = allocatedThrough(E);
  std::optional<SharedVarId> Id =
      Own ? C.held(addressedPointer(E->getArg(0))) : std::nullopt;
  if (Id) {
    MemoryEvent New = {Event::Allocate, *Id};
    New.PageLocked = !Own->OnDevice;
    event(std::move(New), nullptr);
    for (const Expr *Argument : llvm::drop_begin(E->arguments()))
      value(Argument);
    return true;
  }
  bool Frees = Name == "free" || Name == "cudaFree" || Name == "cudaFreeHost";
  if (Frees && E->getNumArgs() == 1) {
    release(E->getArg(0));
    return true;
  }
  if (Name == "realloc" && E->getNumArgs() > 0)
    escape(pointees(E->getArg(0)), "it is allocated anew");
  return false;
}

/// A call that allocates, frees, exchanges or advises on one of our pointers.
bool HostEffects::memoryCall(const CallExpr *E) {
  const FunctionDecl *Callee = E->getDirectCallee();
  if (!Callee || !Callee->getIdentifier() || definitionHere(C, Callee))
    return false;
  llvm::StringRef Name = Callee->getName();
  unsigned Count = E->getNumArgs();
  if (Name == "swap" && Count == 2 && Callee->isInStdNamespace()) {
    const ValueDecl *A = namedPointer(E->getArg(0)),
                    *B = namedPointer(E->getArg(1));
    return exchange(A, B) || (A && B && isFollowed(A) && isFollowed(B));
  }
  if (C.OwnCopies && ownMemoryCall(E, Name))
    return true;
  if (Name == "cudaMallocManaged" && Count >= 2) {
    std::optional<SharedVarId> Id = C.held(addressedPointer(E->getArg(0)));
    if (!Id)
      return false;
    if (copesWithFailure(C.AST, E)) {
      obstruct(*Id, "the program goes on if there is no memory for it");
      return true;
    }
    MemoryEvent New = {Event::Allocate, *Id};
    std::optional<tessera::SourceRange> Bytes =
        C.exactRange(E->getArg(1)->getSourceRange());
    std::optional<tessera::SourceRange> Flags = Bytes;
    if (Count > 2 && !isa<CXXDefaultArgExpr>(E->getArg(2)))
      Flags = C.exactRange(E->getArg(2)->getSourceRange());
    if (!Bytes || !Flags) {
      obstruct(*Id, "a macro allocates it");
      return true;
    }
    New.Bytes = C.toUser(*Bytes);
    New.Flags = C.toUser(tessera::SourceRange{Bytes->End, Flags->End});
    for (unsigned I = 1; I < Count; ++I)
      value(E->getArg(I));
    event(std::move(New), E);
    return true;
  }
  if (Name == "cudaFree" && Count == 1) {
    std::optional<SharedVarId> Id = heldBy(E->getArg(0));
    if (Id)
      event({Event::Free, *Id}, E);
    return Id.has_value();
  }
  if (copyCall(E))
    return true;
  std::optional<unsigned> At = advisedArgument(Name);
  if (!At || Count <= *At)
    return false;
  const Expr *Base = PointerRoots::base(E->getArg(*At));
  std::optional<SharedVarId> Id = Base ? heldBy(Base) : std::nullopt;
  if (!Id || E->HasSideEffects(C.AST, /*IncludePossibleEffects=*/false))
    return false;
  event({Event::Advise, *Id}, E);
  return true;
}

/// Whether \p Use, an array somewhere in \p E, is its first element there.
static bool decays(const Stmt *E, const Expr *Use) {
  if (const auto *Cast = dyn_cast<CastExpr>(E);
      Cast && Cast->getCastKind() == CK_ArrayToPointerDecay &&
      Cast->getSubExpr()->IgnoreParens() == Use)
    return true;
  return llvm::any_of(E->children(), [&](const Stmt *Child) {
    return Child && decays(Child, Use);
  });
}

/// Passes the pointer \p E to what uses it on the device only, and overwrites
/// all of it or not.
void HostEffects::handOn(const Expr *E, const MemoryEffect &Effect,
                         bool Overwrites) {
  RootSet Roots = pointees(E);
  evaluate(E);
  bool Parameters = isParameter(Roots);
  const Expr *Base = PointerRoots::base(E);
  const ValueDecl *Named = declarationOf(Base);
  const auto *V = dyn_cast_or_null<VarDecl>(Named);
  if (!Effect.Escapes.empty())
    return escape(Roots, Effect.Escapes);
  if (Effect.Reads || Effect.Writes)
    return escape(
        Roots, "a function uses its parameter on the host and on the device");
  std::optional<SharedVarId> Id = C.held(Named);
  if (V && !Id && decays(E, Base))
    if (auto Shared = C.SharedVariables.find(V->getCanonicalDecl());
        Shared != C.SharedVariables.end())
      Id = Shared->second;
  if (!Unfollowed.empty() || InParallel ||
      (!Parameters && (Roots.size() > 1 || !Id)))
    return escape(Roots, "a function that launches gets it in a way that is "
                         "not followed");
  if (Parameters)
    return touch(Roots, Effect);
  std::optional<tessera::SourceRange> Name = C.exactRange(nameRange(Base));
  if (!Name)
    return escape(Roots, "a macro passes it to a function that launches");
  MemoryEvent On = {Event::HandOn, *Id};
  On.Reads = Effect.DeviceReads;
  On.Writes = Effect.DeviceWrites;
  On.Overwrites = Overwrites;
  On.Name = C.toUser(*Name);
  Result.Events.push_back(On);
}

} // namespace tessera

//===- HostParameters.cpp - Parameters that stand for callers' memory -----===//
#include "host/HostEffects.h"
#include <utility>

using namespace clang;

namespace tessera {

/// What the parameter \p Id, a pointer, lets a function do to the memory of its
/// callers, if the function does \p Whole.
MemoryEffect HostEffects::onParameter(const HostEffect &Whole,
                                      SharedVarId Id) const {
  MemoryEffect Effect;
  auto Direct = Whole.Memory.find({MemoryRoot::Kind::Variable, Id.Index});
  if (Direct != Whole.Memory.end())
    Effect.add(Direct->second);
  for (const MemoryEvent &E : Whole.Events) {
    if (E.Variable != Id && E.Other != Id)
      continue;
    MemoryEffect More = {false, false, "", E.Reads, E.Writes};
    if (E.K != MemoryEvent::Kind::HandOn && E.K != MemoryEvent::Kind::Advise)
      More.Escapes = "it is freed through another pointer";
    Effect.add(More);
  }
  for (LaunchId Launch : Whole.Launches)
    for (const SharedAccess &A : launchEffects(C.Result, Launch)) {
      const std::string &Stream = C.Result.launch(Launch).StreamText;
      if (A.Variable != Id)
        continue;
      MemoryEffect More = {false, false, "", A.Reads, A.Writes};
      if (!Stream.empty() && Stream != "0")
        More.Escapes = "a launch that uses it has a stream of its own";
      Effect.add(More);
    }
  if (!C.OwnCopies) { // it has transfers of its own
    Effect.Reads |= std::exchange(Effect.DeviceReads, false);
    Effect.Writes |= std::exchange(Effect.DeviceWrites, false);
  }
  return Effect;
}

/// Notes what memory \p Call gives \p Callee as \p Parameter. Where the program
/// makes no copies, it gets the copy on the device, too.
void HostEffects::passes(const Expr *Call, const FunctionDecl *Callee,
                         unsigned Parameter, const Expr *Argument) {
  const FunctionDecl *Definition = Callee ? definitionHere(C, Callee) : nullptr;
  if (!Definition || Parameter >= Definition->getNumParams())
    return;
  std::optional<SharedVarId> Id = C.held(Definition->getParamDecl(Parameter));
  if (!Id)
    return;
  RootSet Roots = withExchanged(pointees(Argument));
  bool Followed = !Roots.empty();
  if (!C.OwnCopies) {
    std::optional<SharedVarId> From = heldBy(Argument);
    std::optional<tessera::SourceRange> Text =
        C.exactRange(Argument->getSourceRange());
    // There, nothing else leads to this memory.
    Followed &= From && Text && isa<CallExpr>(Call) && Unfollowed.empty() &&
                !InParallel;
    for (const Stmt *Child : Call->children())
      if (const auto *Other = dyn_cast_or_null<Expr>(Child);
          Other && Other != Argument)
        for (const MemoryRoot &R :
             Other->isGLValue() ? designates(Other) : pointees(Other))
          Followed &= !Roots.count(R);
    if (Followed) {
      MemoryEvent Both = {MemoryEvent::Kind::HandOn, *From, *Id};
      Both.Name = C.toUser(tessera::SourceRange{Text->End, Text->End});
      Result.Events.push_back(Both);
    } else {
      escape(Roots, "a function that launches gets it in a way that is not "
                    "followed");
    }
  }
  std::set<SharedVarId> &Into = C.Passed[Call][*Id];
  for (const MemoryRoot &R : Roots)
    if (R.K == MemoryRoot::Kind::Variable)
      Into.insert({R.Index});
    else
      Followed = false;
  if (!Followed &&
      !Argument->isNullPointerConstant(C.AST, Expr::NPC_ValueDependentIsNull))
    C.Result.Host.Variables[Id->Index].Obstacle =
        "a caller passes memory that is not followed";
}

} // namespace tessera

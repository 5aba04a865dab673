//===- Uniformity.cpp - What all threads of a block agree on --------------===//
#include "tessera/Analysis/Uniformity.h"
#include "tessera/Polyhedral/Guarded.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

llvm::raw_ostream &operator<<(llvm::raw_ostream &OS, Dependence D) {
  switch (D) {
  case Dependence::Uniform:
    return OS << "uniform";
  case Dependence::Thread:
    return OS << "thread";
  case Dependence::Data:
    return OS << "data";
  }
  return OS;
}

static std::optional<LoopId> loopOf(const KernelSpace &Space,
                                    llvm::StringRef Symbol) {
  for (unsigned I = 0; I < Space.Kernel.Loops.size(); ++I)
    if (Space.Kernel.Loops[I].Symbol == Symbol)
      return LoopId{I};
  return std::nullopt;
}

Dependence dependenceOf(const KernelSpace &Space, LoopId Loop) {
  if (Space.Kernel.loop(Loop).Opaque)
    return Dependence::Data;
  LoopBounds B = *boundsOf(Space, Loop);
  // A counter in its own bounds would be an error of the model.
  const std::string &Own = Space.Kernel.loop(Loop).Symbol;
  if (B.First.mentions(Own) || B.End.mentions(Own))
    return Dependence::Data;
  return std::max(dependenceOf(Space, B.First), dependenceOf(Space, B.End));
}

Dependence dependenceOf(const KernelSpace &Space, const Polynomial &P) {
  Dependence Result = Dependence::Uniform;
  for (const std::string &Symbol : specialise(P, Space.Shape).symbols())
    if (isThreadDim(Symbol))
      Result = std::max(Result, Dependence::Thread);
    else if (std::optional<LoopId> Loop = loopOf(Space, Symbol))
      Result = std::max(Result, dependenceOf(Space, *Loop));
  return Result;
}

Dependence dependenceOf(const KernelSpace &Space, const Condition &C) {
  if (C.K == Condition::Kind::Opaque)
    return Dependence::Data;
  Dependence Result = dependenceOf(Space, C.Value);
  for (const Condition &Operand : C.Operands)
    Result = std::max(Result, dependenceOf(Space, Operand));
  return Result;
}

bool hasUniformGuards(const KernelSpace &Space, const BarrierInfo &B) {
  return llvm::all_of(B.Guards, [&](const GuardUse &G) {
    return dependenceOf(Space, Space.Kernel.guard(G.Guard).When) ==
           Dependence::Uniform;
  });
}

/// Whether the threads of a block are at different values of the counter.
static bool startsApart(const KernelSpace &Space, LoopId Loop) {
  const LoopInfo &L = Space.Kernel.loop(Loop);
  return !L.Ahead.isZero() ||
         (!L.Opaque && dependenceOf(Space, Loop) != Dependence::Uniform);
}

const BarrierInfo *findNotUniform(const KernelSpace &Space) {
  for (const auto *Barriers :
       {&Space.Kernel.Barriers, &Space.Kernel.WarpBarriers})
    for (const BarrierInfo &B : *Barriers)
      if (!hasUniformGuards(Space, B) || llvm::any_of(B.Loops, [&](LoopId L) {
            return startsApart(Space, L);
          }))
        return &B;
  return nullptr;
}

bool isUniform(const KernelSpace &Space, const BarrierInfo &B) {
  return hasUniformGuards(Space, B) && llvm::all_of(B.Loops, [&](LoopId L) {
           return dependenceOf(Space, L) == Dependence::Uniform;
         });
}

llvm::Expected<GuardFact> analyseGuard(const KernelSpace &Space, GuardId Guard,
                                       const std::vector<LoopId> &Loops,
                                       const std::vector<GuardUse> &Outer) {
  return guarded(Space.Context, [&] {
    Condition When = specialise(Space.Kernel.guard(Guard).When, Space.Shape);
    GuardFact Result;
    Result.On = dependenceOf(Space, When);
    DimNames Dims = instanceDims(Space.Kernel, Loops);
    std::optional<AccessDomain> Reached = domainOf(Space, Loops, Outer, Dims);
    if (!Reached)
      return Result;
    ConditionBounds B = boundsOf(Space.Context, When, Dims);
    Result.Always = Reached->Set.is_subset(B.Must);
    Result.Never = Reached->Set.is_disjoint(B.May);
    return Result;
  });
}

} // namespace tessera

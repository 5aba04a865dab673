//===- GridBarriers.cpp - One launch whose blocks wait for each other -----===//
#include "phases/KernelPhases.h"
#include "tessera/Plan/Occupancy.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

/// Whether all threads of the grid make the same rounds of \p L.
static bool isUniform(const KernelModel &K, const LoopInfo &L,
                      const std::set<std::string> &Counters) {
  for (const Polynomial *Bound : {&L.Lower, &L.Upper})
    for (const std::string &Symbol : Bound->symbols())
      if (!Counters.count(Symbol) &&
          llvm::none_of(K.Parameters, [&](const ParameterInfo &Parameter) {
            return Parameter.Symbol == Symbol;
          }))
        return false;
  return true;
}

/// In the place of the barrier \p S, or behind the statement \p S.
static GridBarrier barrierAt(const PhaseSlot &S) {
  SourceRange Here = *S.N->Source;
  if (S.K == PhaseSlot::Kind::Barrier)
    return {Here, Here.Begin};
  return {{Here.End, Here.End}, Here.Begin};
}

/// Where the rounds of \p Loop end. Nothing if an inner loop ends there with a
/// barrier of its own.
static std::optional<GridBarrier> endOfRound(const PhaseRow &Row,
                                             const NodePtr &Loop) {
  const PhaseSlot *Last = nullptr;
  for (const PhaseSlot &S : Row.Slots)
    if (llvm::is_contained(S.Around, Loop))
      Last = &S;
  if (Last->Around.back() != Loop)
    return std::nullopt;
  return barrierAt(*Last);
}

std::string planGridBarriers(const Program &P, const PhaseRow &Row,
                             SplitKernel &Split) {
  const KernelModel &K = P.kernel(Split.Kernel);
  if (!P.Host.Variables.empty())
    return "its arrays are not memory that the program allocates itself";
  if (llvm::any_of(K.Parameters, [](const ParameterInfo &Parameter) {
        return Parameter.Name.empty();
      }))
    return "a parameter has no name";
  for (const LaunchModel *L : P.launchesOf(Split.Kernel))
    if (L->Callee.size() == 0 || L->Configuration.size() == 0)
      return "a macro makes a launch";
    else if (L->Overloaded)
      return "other functions have its name";
  std::set<std::string> Counters;
  std::vector<NodePtr> Loops;
  for (const PhaseSlot &S : Row.Slots) {
    if (S.K == PhaseSlot::Kind::Exit)
      return "some threads leave early";
    for (const NodePtr &N : S.Around) {
      if (N->K == Node::Kind::If)
        return "not all threads reach the barrier";
      const LoopInfo &L = K.loop(*N->Loop);
      if (!isUniform(K, L, Counters))
        return "threads make different rounds of the loop over '" + L.Name +
               "'";
      Counters.insert(L.Symbol);
      if (!llvm::is_contained(Loops, N))
        Loops.push_back(N);
    }
  }
  std::set<GridBarrier> Where;
  for (unsigned I = 1; I < Row.Phases.size(); ++I) {
    const PhaseSlot &Last = Row.Slots[Row.Phases[I].Begin - 1];
    const std::vector<NodePtr> &Next = Row.Slots[Row.Phases[I].Begin].Around;
    bool Leaves = llvm::any_of(Last.Around, [&](const NodePtr &N) {
      return !llvm::is_contained(Next, N);
    });
    if (Leaves) // the barrier at the end of the round is the one
      continue;
    Where.insert(barrierAt(Last));
  }
  for (const NodePtr &Loop : Loops)
    if (std::optional<GridBarrier> End = endOfRound(Row, Loop))
      Where.insert(*End);
  Split.GridBarriers.assign(Where.begin(), Where.end());
  return "";
}

bool canRepeatRounds(const Program &P, const SplitKernel &Split) {
  const KernelModel &K = P.kernel(Split.Kernel);
  std::set<std::string> Counters;
  for (const PhaseRounds &R : Split.Rounds) {
    std::set<std::string> Words =
        wordsOf(llvm::StringRef(P.Source).slice(R.Head.Begin, R.Head.End));
    Counters.insert(K.loop(R.Loop).Name);
    for (const ScalarInfo &S : K.Scalars)
      if (Words.count(S.Name) && !Counters.count(S.Name) &&
          (!S.IsParameter || S.Reassigned))
        return false;
    for (const char *Device : {"threadIdx", "blockIdx", "blockDim", "gridDim"})
      if (Words.count(Device))
        return false;
    for (const ArrayInfo &A : K.Arrays)
      if (Words.count(A.Name))
        return false;
  }
  return true;
}

/// The blocks of the largest launch, with the threads of its blocks; nothing if
/// some size is not known.
static bool fits(const Program &P, KernelId Kernel, const DeviceModel &Device,
                 bool Certainly) {
  for (const LaunchModel *L : P.launchesOf(Kernel)) {
    std::optional<int64_t> Blocks = L->blocks();
    BlockResources Needs;
    for (const std::optional<int64_t> &Size : L->Block) {
      if (!Size && Certainly)
        return false;
      Needs.Threads *= Size.value_or(1);
    }
    if (!Blocks || Needs.Threads < 1) {
      if (Certainly)
        return false;
      continue;
    }
    // A block that runs at all finds room on a multiprocessor of its own.
    int64_t PerMultiprocessor = Certainly ? 1 : residentBlocks(Device, Needs);
    if (*Blocks > PerMultiprocessor * Device.Multiprocessors)
      return false;
  }
  return true;
}

bool certainlyFits(const Program &P, KernelId Kernel,
                   const DeviceModel &Device) {
  return fits(P, Kernel, Device, /*Certainly=*/true);
}

bool mayFit(const Program &P, KernelId Kernel, const DeviceModel &Device) {
  return fits(P, Kernel, Device, /*Certainly=*/false);
}

} // namespace tessera

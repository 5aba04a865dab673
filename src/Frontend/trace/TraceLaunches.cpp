//===- TraceLaunches.cpp - The threads of each launch ---------------------===//
#include "trace/ThreadTracer.h"

using namespace clang;

namespace tessera {

/// Expressions and statements that the threads of a launch may execute.
static constexpr unsigned MostSteps = 800'000;
/// Of a thread at least; launches of more threads are not followed.
static constexpr unsigned LeastSteps = 300;

namespace {

class LaunchTracer {
public:
  LaunchTracer(FrontendContext &C, const FunctionDecl *F, const LaunchModel &L)
      : C(C), F(F), Launch(L) {}

  std::optional<LaunchTrace> trace(LaunchId Id) {
    int64_t Threads = 1;
    for (unsigned D = 0; D != 3; ++D) {
      if (!Launch.Block[D] || *Launch.Block[D] <= 0)
        return std::nullopt;
      Threads *= *Launch.Block[D];
      if (Launch.Grid[D] && *Launch.Grid[D] <= 0)
        return std::nullopt;
    }
    if (Threads > 1024)
      return std::nullopt;
    Shared.Trace.Launch = Id;
    Shared.Trace.ThreadsOfBlock = Threads;
    Shared.Block = Launch.Block;
    Shared.Grid = Launch.Grid;
    Shared.DynamicBytes = Launch.DynamicBytes.value_or(0);
    bind();
    std::array<int64_t, 3> First = {0, 0, 0}, Last = First;
    bool Known = true;
    for (unsigned D = 0; D != 3; ++D) {
      Known &= Launch.Grid[D].has_value();
      Last[D] = Launch.Grid[D].value_or(1) - 1;
    }
    const bool Two = Known && Last != First;
    StepsOfThread = MostSteps / (Threads * (Two ? 2 : 1));
    if (StepsOfThread < LeastSteps)
      return std::nullopt;
    block(First);
    if (Two)
      block(Last);
    return std::move(Shared.Trace);
  }

private:
  /// Gives parameters what the launch passes.
  void bind() {
    const KernelModel &K = C.Result.kernel(Launch.Kernel);
    for (unsigned I = 0;
         I != K.Parameters.size() && I < Launch.Arguments.size(); ++I) {
      const auto Of = llvm::find_if(F->parameters(), [&](const auto *P) {
        return P->getNameAsString() == K.Parameters[I].Name;
      });
      if (!K.Parameters[I].Members.empty() || Of == F->param_end())
        continue;
      const ParmVarDecl *P = *Of;
      const LaunchArgument &Argument = Launch.Arguments[I];
      const QualType T = P->getType();
      if (T->isIntegralOrEnumerationType()) {
        std::optional<int64_t> Value = Argument.Constant;
        if (!Value && Argument.Value && Argument.Value->Divisor == 1)
          Value = Argument.Value->Numerator.constant();
        if (Value && Argument.ConvertedTo.empty())
          Shared.Parameters[P] = TracedValue::number(*Value);
      } else if (T->isPointerType() &&
                 !T->getPointeeType()->isIncompleteType() &&
                 !T->getPointeeType()->isFunctionType()) {
        TracedArray New;
        New.Name = P->getNameAsString();
        New.ElementBytes =
            C.AST.getTypeSizeInChars(T->getPointeeType()).getQuantity();
        New.Unordered = T->getPointeeType().isVolatileQualified();
        New.Bytes = bytesOf(Argument);
        New.MayChange = true;
        TracedValue To;
        To.K = TracedValue::Kind::Pointer;
        To.AtKnown = true;
        To.Array = Shared.Trace.Arrays.size();
        Shared.Trace.Arrays.push_back(std::move(New));
        Shared.Parameters[P] = To;
      }
    }
  }

  /// Behind the pointer \p A; 0 if that is not known.
  int64_t bytesOf(const LaunchArgument &A) const {
    if (A.Bytes || !A.Root.Variable || !A.AtRoot)
      return A.Bytes.value_or(0);
    const SharedVariable &V = C.Result.Host.variable(*A.Root.Variable);
    if (!V.Pointer)
      return V.bytes();
    return V.Pointer->Size && V.Pointer->Size->Divisor == 1
               ? V.Pointer->Size->Numerator.constant().value_or(0)
               : 0;
  }

  void block(const std::array<int64_t, 3> &Block) {
    for (int64_t Z = 0; Z != *Launch.Block[2]; ++Z)
      for (int64_t Y = 0; Y != *Launch.Block[1]; ++Y)
        for (int64_t X = 0; X != *Launch.Block[0]; ++X) {
          Shared.Trace.Threads.push_back({Block, {X, Y, Z}, {}, false});
          ThreadTracer(C, Shared, Shared.Trace.Threads.size() - 1,
                       StepsOfThread)
              .run(F);
        }
  }

  FrontendContext &C;
  const FunctionDecl *F;
  const LaunchModel &Launch;
  TracedLaunch Shared;
  unsigned StepsOfThread = 0;
};

} // namespace

/// Whether all that \p K does is affine, or nearly: its model tells as much as
/// threads would.
static bool tellsAll(const KernelModel &K) {
  return K.Refusals.empty() && !K.HasWarpOperation &&
         llvm::none_of(K.Loops, [](const LoopInfo &L) { return L.Opaque; }) &&
         llvm::none_of(K.Guards,
                       [](const GuardInfo &G) { return G.When.isOpaque(); }) &&
         llvm::none_of(K.Accesses, [](const AccessInfo &A) {
           return A.Subscripts.empty() || A.Conditional;
         });
}

void traceLaunches(FrontendContext &C, unsigned MostLaunches) {
  std::map<unsigned, const FunctionDecl *> Kernels;
  for (const auto &[F, Id] : C.Kernels)
    if (const FunctionDecl *Definition = nullptr;
        F->hasBody(Definition) && !Definition->isDependentContext())
      Kernels[Id.Index] = Definition;
  std::map<unsigned, unsigned> Traced;
  for (unsigned I = 0; I != C.Result.Launches.size(); ++I) {
    const LaunchModel &L = C.Result.Launches[I];
    auto Of = Kernels.find(L.Kernel.Index);
    if (L.isElsewhere() || L.MayStartOther || Of == Kernels.end() ||
        Traced[L.Kernel.Index] == MostLaunches ||
        tellsAll(C.Result.kernel(L.Kernel)))
      continue;
    if (std::optional<LaunchTrace> Trace =
            LaunchTracer(C, Of->second, L).trace({I})) {
      C.Result.Traces.push_back(std::move(*Trace));
      ++Traced[L.Kernel.Index];
    }
  }
}

} // namespace tessera

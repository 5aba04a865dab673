//===- ConstantMemory.cpp - Variables for constant memory -----------------===//
#include "tessera/Analysis/ConstantMemory.h"
#include "tessera/Analysis/Uniformity.h"
#include "tessera/Polyhedral/Guarded.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

PassedTo parametersFor(const Program &P, KernelId Kernel,
                       SharedVarId Variable) {
  PassedTo Result;
  std::vector<const LaunchModel *> Launches = P.launchesOf(Kernel);
  for (unsigned I = 0; I < P.kernel(Kernel).Parameters.size(); ++I) {
    auto Passes = [&](const LaunchModel *L) {
      return I < L->Arguments.size() &&
             L->Arguments[I].Root.Variable == Variable;
    };
    if (llvm::none_of(Launches, Passes))
      continue; // perhaps nothing launches it
    Result.Sometimes.insert(I);
    if (llvm::all_of(Launches, [&](const LaunchModel *L) {
          return Passes(L) && L->Arguments[I].AtRoot &&
                 L->Arguments[I].Alias.empty();
        }))
      Result.Always.insert(I);
  }
  return Result;
}

bool usesByName(const Program &P, KernelId Kernel, SharedVarId Variable) {
  return llvm::any_of(
      P.Host.Kernels[Kernel.Index].ByName,
      [&](const SharedAccess &A) { return A.Variable == Variable; });
}

/// The arrays of \p Kernel that are \p Variable.
static std::set<ArrayId> arraysFor(const Program &P, KernelId Kernel,
                                   SharedVarId Variable) {
  const KernelModel &K = P.kernel(Kernel);
  PassedTo Passed = parametersFor(P, Kernel, Variable);
  std::set<ArrayId> Result;
  for (unsigned I = 0; I < K.Arrays.size(); ++I) {
    const ArrayInfo &A = K.Arrays[I];
    if (A.K == ArrayInfo::Kind::Global
            ? A.Variable == Variable
            : A.K == ArrayInfo::Kind::Parameter &&
                  Passed.Sometimes.count(A.Parameter))
      Result.insert({I});
  }
  return Result;
}

/// Whether all threads of a block read the same element at once, by \p A.
static bool isUniform(const Program &P, KernelId Kernel, const AccessInfo &A) {
  return llvm::all_of(P.launchesOf(Kernel), [&](const LaunchModel *L) {
    IslContext Context;
    KernelSpace Space{Context, P.kernel(Kernel), shapeOf(*L, P.kernel(Kernel))};
    return !A.Subscripts.empty() &&
           llvm::all_of(A.Subscripts, [&](const Polynomial &S) {
             return dependenceOf(Space, S) == Dependence::Uniform;
           });
  });
}

static std::string whyNotIn(const Program &P, KernelId Kernel,
                            SharedVarId Variable) {
  const KernelModel &K = P.kernel(Kernel);
  PassedTo Passed = parametersFor(P, Kernel, Variable);
  if (Passed.Sometimes.empty() && !usesByName(P, Kernel, Variable))
    return "";
  if (!K.Refusals.empty() || !K.Body)
    return "not everything that '" + K.Name + "' does is known";
  if (!K.TemplateArguments.empty())
    return "'" + K.Name + "' is a template";
  if (Passed.Sometimes != Passed.Always)
    return "a launch of '" + K.Name + "' passes a part of it, or other memory";
  for (unsigned I : Passed.Always)
    if (K.Parameters[I].IsConst)
      return "a parameter of '" + K.Name + "' cannot be changed";
  for (ArrayId Array : arraysFor(P, Kernel, Variable)) {
    const ArrayInfo &A = K.array(Array);
    if (A.Reassigned || A.Volatile ||
        (A.K == ArrayInfo::Kind::Parameter && A.Extents.size() != 1))
      return "'" + K.Name + "' changes the pointer to it, or has rows of it";
    for (const AccessInfo &Access : K.Accesses) {
      if (Access.Array != Array)
        continue;
      if (Access.K != AccessInfo::Kind::Read)
        return "'" + K.Name + "' writes it or hands it on";
      if (!isUniform(P, Kernel, Access))
        return "threads of '" + K.Name + "' read different elements at once";
    }
  }
  return "";
}

std::string whyNotConstantInKernels(const Program &P, SharedVarId Variable,
                                    int64_t Bytes) {
  if (Bytes > ConstantCacheBytes)
    return "it is larger than the cache of constant memory";
  if (llvm::StringRef(P.Source).contains("__constant__"))
    return "the program has constant memory of its own";
  for (unsigned I = 0; I < P.Kernels.size(); ++I)
    if (std::string Why = whyNotIn(P, {I}, Variable); !Why.empty())
      return Why;
  return "";
}

std::string whyNotConstant(const Program &P, SharedVarId Variable) {
  const SharedVariable &V = P.Host.variable(Variable);
  if (V.Pointer || V.Extents.empty() || V.Extents.size() > 2)
    return "it is no array of one or two dimensions";
  if (V.External || V.Shadowed || !V.Obstacle.empty() || !V.Qualifier.empty())
    return "not all its uses are known";
  for (unsigned I = 0; I < P.Kernels.size(); ++I) {
    const KernelModel &K = P.Kernels[I];
    bool Uses = !parametersFor(P, {I}, Variable).Sometimes.empty() ||
                usesByName(P, {I}, Variable);
    if (Uses && (K.DeclaredEarlier || K.Definition.Begin < V.Declaration.End))
      return "'" + K.Name + "' is declared before it";
  }
  return whyNotConstantInKernels(P, Variable, V.bytes());
}

bool isReadAgain(const Program &P, SharedVarId Variable) {
  for (unsigned I = 0; I < P.Kernels.size(); ++I) {
    std::set<ArrayId> Arrays = arraysFor(P, {I}, Variable);
    unsigned Count = 0;
    for (const AccessInfo &A : P.Kernels[I].Accesses)
      if (Arrays.count(A.Array))
        Count += A.Loops.empty() ? 1 : 2;
    if (Count > 1)
      return true;
  }
  return false;
}

} // namespace tessera

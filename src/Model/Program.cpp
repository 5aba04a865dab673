//===- Program.cpp - A whole .cu file, without Clang ----------------------===//
#include "tessera/Model/Program.h"
#include "tessera/Support/Words.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

namespace tessera {

std::string Program::specifierAs(SourceRange Specifier,
                                 llvm::StringRef Word) const {
  auto Call = DeclaringCalls.find(Specifier);
  if (Call == DeclaringCalls.end())
    return Word.str();
  std::string Result;
  auto Append = [&](llvm::StringRef Part) {
    if (!Part.empty())
      Result += (Result.empty() ? "" : " ") + Part.str();
  };
  for (unsigned I = 0; I < Call->second.size(); ++I) {
    Append(I == 0 ? "" : Word);
    Append(Call->second[I]);
  }
  return Result;
}

std::string Program::qualifierAt(const LaunchModel &L) const {
  const KernelModel &K = kernel(L.Kernel);
  llvm::StringRef Name =
      llvm::StringRef(Source).slice(L.Callee.Begin, L.Callee.End);
  if (!namesFunction(Name, K.Name)) // hidden, or that of a pointer
    return K.Namespace.empty() ? "" : "::" + K.Namespace;
  return Name.take_until([](char C) { return C == '<'; })
      .rtrim()
      .drop_back(K.Name.size())
      .str();
}

bool hasCompleteAccesses(const KernelModel &K) {
  // What launches pass in a pointer of an object is not followed.
  bool InObjects = llvm::any_of(K.Parameters, [](const ParameterInfo &P) {
    return P.Object && P.IsPointer;
  });
  return !InObjects && llvm::all_of(K.Refusals, [](const Diagnostic &D) {
    return D.Kind == DiagKind::NoVisibleLaunch ||
           D.Kind == DiagKind::AddressEscapes ||
           D.Kind == DiagKind::AlreadyRewritten ||
           D.Kind == DiagKind::SwitchedOff || D.Kind == DiagKind::OpaqueCall ||
           D.Kind == DiagKind::InternalError;
  });
}

MemoryUse parameterEffect(const KernelModel &K, unsigned Index) {
  if (K.Elsewhere)
    return K.Elsewhere->Parameters[Index];
  MemoryUse Effect;
  bool IsModelled = false;
  for (unsigned I = 0; I < K.Arrays.size(); ++I) {
    const ArrayInfo &A = K.Arrays[I];
    if (A.K != ArrayInfo::Kind::Parameter || A.Parameter != Index)
      continue;
    IsModelled = true;
    const bool MayWrite = !(A.PointeeConst && K.KeepsConst);
    if (!hasCompleteAccesses(K)) {
      Effect.Reads = true;
      Effect.Writes = MayWrite;
      continue;
    }
    for (const AccessInfo &Access : K.Accesses) {
      if (Access.Array.Index != I)
        continue;
      Effect.Reads |= Access.reads();
      Effect.Writes |= Access.writes() && MayWrite;
    }
  }
  return IsModelled ? Effect : MemoryUse{true, true};
}

MemoryUse argumentEffect(const Program &P, const LaunchModel &L,
                         unsigned Index) {
  return parameterEffect(P.kernel(L.Kernel), Index);
}

std::vector<SharedAccess> launchEffects(const Program &P, LaunchId Launch) {
  const LaunchModel &L = P.launch(Launch);
  std::map<SharedVarId, SharedAccess> Effects;
  auto Add = [&](SharedVarId Id, bool Reads, bool Writes) {
    SharedAccess &Sum = Effects[Id];
    Sum.Variable = Id;
    Sum.Reads |= Reads;
    Sum.Writes |= Writes;
  };
  for (unsigned I = 0; I < L.Arguments.size(); ++I) {
    const PointerRoot &Root = L.Arguments[I].Root;
    if (!L.Arguments[I].IsPointer || !Root.Variable)
      continue;
    MemoryUse Effect = argumentEffect(P, L, I);
    Add(*Root.Variable, Effect.Reads, Effect.Writes);
  }
  if (L.Kernel.Index < P.Host.Kernels.size())
    for (const SharedAccess &A : P.Host.Kernels[L.Kernel.Index].ByName)
      Add(A.Variable, A.Reads, A.Writes);
  std::vector<SharedAccess> Result;
  for (auto &[Id, Effect] : Effects)
    Result.push_back(Effect);
  return Result;
}

} // namespace tessera

//===- OwnConstants.cpp - Memory of the device also in constant memory ----===//
//
// Constant memory is one array for the whole program. It holds what the memory
// of cudaMalloc holds if there is one such memory, and if each write of it is
// followed by the same write of the array.
//
//===----------------------------------------------------------------------===//
#include "copies/OwnConstants.h"
#include "copies/PageLocks.h"
#include "tessera/Analysis/ConstantMemory.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

using Kind = HostStatement::Kind;
using Event = MemoryEvent::Kind;

//===----------------------------------------------------------------------===//
// Host
//===----------------------------------------------------------------------===//

static bool calls(const HostStatement &S, unsigned Function) {
  return llvm::is_contained(S.Calls, Function) ||
         llvm::any_of(S.Children, [&](const HostStatement &Child) {
           return calls(Child, Function);
         });
}

/// Whether \p F runs at most once, \p Below being what it calls.
static bool runsOnce(const Program &P, const HostFunction &F,
                     std::set<unsigned> Below = {}) {
  unsigned Index = &F - P.Host.Functions.data();
  if (F.IsMain)
    return true;
  if (F.CalledUnseen || F.BeforeMain || (F.External && P.Host.CallsElsewhere) ||
      isRepeated(P, F) || !Below.insert(Index).second)
    return false;
  auto Caller = llvm::find_if(P.Host.Functions, [&](const HostFunction &Each) {
    return calls(Each.Body, Index);
  });
  return Caller != P.Host.Functions.end() && runsOnce(P, *Caller, Below);
}

namespace {

/// Looks at all that host code does to one memory.
class HostSide {
public:
  HostSide(const Program &P, SharedVarId Id, int64_t Bytes)
      : P(P), Id(Id), Bytes(Bytes), Place(placeBeforeKernels(P, Id).Statement) {
  }

  std::string obstacle() {
    for (const HostFunction &F : P.Host.Functions)
      look(F.Body, /*Again=*/!runsOnce(P, F), F.Editable);
    if (Why.empty() && Allocations != 1)
      Why = "it is allocated at several places";
    return Why;
  }

private:
  std::string line(const HostStatement &S) const {
    llvm::StringRef Before =
        llvm::StringRef(P.Source).take_front(S.Source.Begin);
    return "line " + std::to_string(Before.count('\n') + 1);
  }

  /// Callers may pass a parameter other memory than the call says.
  bool isFromHost(const HostCopy &C, const HostStatement &S) const {
    const SharedVariable &From = P.Host.variable(C.From);
    return From.D == SharedVariable::Dialect::HostOnly &&
           (!From.Pointer || !From.Pointer->IsParameter ||
            llvm::any_of(S.Operations, [](const HostOperation &O) {
              return O.Direction == 1; // cudaMemcpyHostToDevice
            }));
  }

  /// Whether \p C, all of the statement \p S, can be made again behind it.
  bool isRepeatable(const HostCopy &C, const HostStatement &S) const {
    std::optional<int64_t> Size = C.Bytes.constant();
    return isFromHost(C, S) && Size && *Size <= Bytes && !C.Fixed &&
           C.Data.size() > 0 && mayJoinLines(P, S) &&
           S.Source.Begin >= Place.Begin;
  }

  /// \param Again \p S may run more than once.
  /// \param Followed statements can be put next to it.
  void look(const HostStatement &S, bool Again, bool Followed) {
    bool Jumps = isUnfollowed(S);
    Again |= S.K == Kind::Loop || Jumps;
    Followed &= !Jumps;
    const HostCopy *C = onlyCopy(S);
    bool Copied = Followed && C && C->To == Id && isRepeatable(*C, S);
    unsigned Writes = llvm::any_of(S.Accesses, [&](const SharedAccess &A) {
      return A.Variable == Id && A.Writes;
    });
    for (const MemoryEvent &E : S.Events) {
      if (E.Variable != Id && E.Other != Id)
        continue;
      Writes += E.K == Event::Exchange || (E.K == Event::HandOn && E.Writes);
      Allocations += E.K == Event::Allocate;
      if (E.K == Event::Allocate && Again)
        Why = line(S) + " may allocate it more than once";
    }
    if (Writes > Copied)
      Why = line(S) + " writes it, and not by a copy from the host that can "
                      "be repeated";
    for (const HostStatement &Child : S.Children)
      look(Child, Again,
           Followed && !(S.hasHeader() && &Child == &S.Children.front()));
  }

  const Program &P;
  SharedVarId Id;
  int64_t Bytes;
  SourceRange Place;
  unsigned Allocations = 0;
  std::string Why;
};

} // namespace

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

/// Calls \p Do with each array of a kernel that \p Id is.
static void forEachArray(
    const Program &P, SharedVarId Id,
    llvm::function_ref<void(const KernelModel &, const ArrayInfo &)> Do) {
  for (unsigned I = 0; I < P.Kernels.size(); ++I) {
    PassedTo Passed = parametersFor(P, {I}, Id);
    for (const ArrayInfo &A : P.Kernels[I].Arrays)
      if (A.K == ArrayInfo::Kind::Parameter &&
          Passed.Sometimes.count(A.Parameter))
        Do(P.Kernels[I], A);
  }
}

std::optional<ElementOfConstant> elementOf(const Program &P, SharedVarId Id) {
  std::set<ElementOfConstant> Types;
  bool Plain = true;
  forEachArray(P, Id, [&](const KernelModel &, const ArrayInfo &A) {
    Types.insert({A.ElementType, A.ElementBytes});
    Plain &=
        !A.HasMembers && llvm::StringRef(A.ElementType).find_first_of("*(&") ==
                             llvm::StringRef::npos;
  });
  return Plain && Types.size() == 1 ? std::optional(*Types.begin())
                                    : std::nullopt;
}

CodePosition placeBeforeKernels(const Program &P, SharedVarId Id) {
  using enum CodePosition::Side;
  CodePosition First = {Before, {unsigned(P.Source.size()), 0}};
  forEachArray(P, Id, [&](const KernelModel &K, const ArrayInfo &) {
    unsigned Declared = K.DeclaredEarlier ? K.DeclaredAt.Offset : 0;
    CodePosition Here = {Before, K.Definition};
    if (Declared > 0)
      Here = {After, {Declared - 1, Declared}};
    if (Here.Statement.Begin < First.Statement.Begin)
      First = Here;
  });
  return First;
}

static std::string whyNotInKernels(const Program &P, SharedVarId Id,
                                   int64_t Bytes) {
  for (unsigned I = 0; I < P.Launches.size(); ++I)
    for (const SharedAccess &A : launchEffects(P, {I}))
      if (A.Variable == Id && A.Writes)
        return "'" + P.kernel(P.Launches[I].Kernel).Name + "' writes it";
  std::string Why = whyNotConstantInKernels(P, Id, Bytes);
  forEachArray(P, Id, [&](const KernelModel &K, const ArrayInfo &) {
    if (!K.AtFileScope && Why.empty())
      Why = "'" + K.Name + "' is not declared at file scope";
  });
  if (!Why.empty())
    return Why;
  std::optional<ElementOfConstant> Element = elementOf(P, Id);
  if (!Element || Bytes % Element->Bytes)
    return "it is not known to have whole numbers of one type as elements";
  return "";
}

std::string whyNotOwnConstant(const Program &P, const CopyTrees &Trees,
                              SharedVarId Id) {
  const SharedVariable &V = P.Host.variable(Id);
  if (V.D != SharedVariable::Dialect::DeviceOnly || V.isMember() ||
      V.Pointer->IsParameter)
    return "it is no variable whose memory cudaMalloc makes";
  if (P.Host.UnorderedCall == "cudaSetDevice")
    return "the program chooses among devices";
  if (P.Host.UnseenLaunch)
    return "a launch in a template may use it";
  if (!Trees.obstacle(Id).empty())
    return Trees.obstacle(Id);
  for (unsigned I = 0; I < P.Host.Variables.size(); ++I)
    if (I != Id.Index && Trees.bases(I).count(Id.Index))
      return "the parameter '" + P.Host.Variables[I].Name + "' may be it";
  std::optional<int64_t> Bytes = V.knownBytes();
  if (!Bytes || *Bytes <= 0)
    return "its size is not known before run time";
  if (std::string Why = whyNotInKernels(P, Id, *Bytes); !Why.empty())
    return Why;
  return HostSide(P, Id, *Bytes).obstacle();
}

} // namespace tessera

//===- HostMistakes.cpp - What is wrong with the host's part of a program -===//
#include "tessera/Plan/HostMistakes.h"
#include "mistakes/MistakeFacts.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

void forEachStatement(const HostStatement &S,
                      llvm::function_ref<void(const HostStatement &)> Visit) {
  Visit(S);
  for (const HostStatement &Child : S.Children)
    forEachStatement(Child, Visit);
}

std::vector<const AccessInfo *> accessesThrough(const KernelModel &K,
                                                unsigned Index) {
  std::vector<const AccessInfo *> Found;
  for (const AccessInfo &Access : K.Accesses) {
    const ArrayInfo &A = K.array(Access.Array);
    if (A.K == ArrayInfo::Kind::Parameter && A.Parameter == Index &&
        !A.Reassigned && Access.K != AccessInfo::Kind::AddressTaken)
      Found.push_back(&Access);
  }
  return Found;
}

namespace {

using MemoryKind = HostMemory::Kind;
using OperationKind = HostOperation::Kind;

/// Looks at one operation after the other.
class StatementMistakes {
public:
  StatementMistakes(const Program &P, std::vector<Diagnostic> &Into)
      : P(P), Into(Into) {}

  void find() {
    for (const HostFunction &F : P.Host.Functions)
      forEachStatement(F.Body, [&](const HostStatement &S) {
        for (const HostOperation &Op : S.Operations)
          look(Op);
      });
    for (const KernelModel &K : P.Kernels)
      kernel(K);
    // Where memory is shared, calls that are checked are inserted.
    if (First && !P.Host.ChecksResults && !Unknown && P.Host.Variables.empty())
      Into.push_back({DiagKind::UncheckedErrors, *First, {}});
  }

private:
  const HostMemory &memory(HostPlace Place) const {
    return P.Host.Memories[Place.Memory];
  }
  const HostMemory *memory(const std::optional<HostPlace> &Place) const {
    return Place ? &memory(*Place) : nullptr;
  }

  void look(const HostOperation &Op) {
    switch (Op.K) {
    case OperationKind::Touch:
      return touch(Op);
    case OperationKind::Copy:
      return copy(Op);
    case OperationKind::Launch:
      return launch(Op);
    case OperationKind::Unknown:
      Unknown = true;
      return;
    default:
      return;
    }
  }

  /// What a kernel accesses by name.
  void kernel(const KernelModel &K) {
    for (const AccessInfo &Access : K.Accesses) {
      const ArrayInfo &A = K.array(Access.Array);
      if (A.OfHost)
        Into.push_back({DiagKind::HostMemoryInKernel,
                        {Access.Source.Begin},
                        {K.Name, A.Name}});
    }
  }

  void touch(const HostOperation &Op) {
    const HostMemory &M = memory(*Op.To);
    bool OnDevice = M.K == MemoryKind::Device ||
                    M.K == MemoryKind::DeviceVariable ||
                    M.K == MemoryKind::Constant;
    // A function may use its parameter in a way that suits the argument.
    if (OnDevice && !(Op.InCallee && callsCuda(Op.Function)))
      Into.push_back({DiagKind::DeviceMemoryOnHost,
                      Op.Where,
                      {Op.Reads ? "reads" : "writes", M.Name}});
    if (M.K == MemoryKind::WriteCombined && Op.Reads)
      Into.push_back({DiagKind::WriteCombinedRead, Op.Where, {M.Name}});
  }

  /// Whether the function does more with memory than to read and write it.
  bool callsCuda(unsigned Function) const {
    bool Found = false;
    forEachStatement(P.Host.Functions[Function].Body,
                     [&](const HostStatement &S) {
                       for (const HostOperation &Op : S.Operations)
                         Found |= Op.K != OperationKind::Touch &&
                                  Op.K != OperationKind::Clock;
                     });
    return Found;
  }

  void copy(const HostOperation &Op) {
    for (const HostMemory *M : {memory(Op.To), memory(Op.From)})
      if (M && M->K == MemoryKind::Pageable && Op.Asynchronous)
        Into.push_back({DiagKind::PageableAsyncCopy, Op.Where, {M->Name}});
    if (Op.Consecutive && !Op.Asynchronous)
      Into.push_back(
          {DiagKind::CopyByElement, Op.Where, {toString(Op.Bytes->Numerator)}});
    if (const HostMemory *From = memory(Op.From);
        From && From->K == MemoryKind::Constant)
      Into.push_back({DiagKind::ConstantCopiedBack, Op.Where, {From->Name}});
  }

  void launch(const HostOperation &Op) {
    if (!First || Op.Where < *First)
      First = Op.Where;
    const LaunchModel &L = P.launch(*Op.Launch);
    const KernelModel &K = P.kernel(L.Kernel);
    for (unsigned I = 0; I < Op.Arguments.size(); ++I) {
      const HostMemory *M = memory(Op.Arguments[I]);
      // Some systems let the device use all memory; a program may ask.
      bool Asks = P.Host.Identifiers.count("pageableMemoryAccess") ||
                  P.Host.Identifiers.count("cudaDevAttrPageableMemoryAccess");
      if (M && M->K == MemoryKind::Pageable && !Asks &&
          !accessesThrough(K, I).empty())
        Into.push_back({DiagKind::HostMemoryInKernel,
                        {L.Arguments[I].Source.Begin},
                        {K.Name, M->Name}});
    }
  }

  const Program &P;
  std::vector<Diagnostic> &Into;
  std::optional<SourcePlace> First; ///< launch
  bool Unknown = false;             ///< calls of which nothing is known
};

} // namespace

std::vector<Diagnostic> findHostMistakes(const Program &P,
                                         const DeviceModel &Device) {
  std::vector<Diagnostic> Found;
  StatementMistakes(P, Found).find();
  findLaunchMistakes(P, Device, Found);
  findOrderMistakes(P, Found);
  return Found;
}

bool copiesInLoops(const Program &P) {
  bool Found = false;
  for (const HostFunction &F : P.Host.Functions)
    forEachStatement(F.Body, [&](const HostStatement &Loop) {
      if (Loop.K == HostStatement::Kind::Loop)
        forEachStatement(Loop, [&](const HostStatement &S) {
          Found |= llvm::any_of(S.Operations, [](const HostOperation &Op) {
            return Op.K == OperationKind::Copy;
          });
        });
    });
  return Found;
}

} // namespace tessera

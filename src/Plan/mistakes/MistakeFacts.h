//===- MistakeFacts.h - What mistakes are found from ----------------------===//
//
//   HostMistakes.cpp    what single statements show
//   LaunchMistakes.cpp  what launches and their kernels show
//   OrderMistakes.cpp   what is not put in order
//   CommonElements.cpp  elements that two launches share
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_PLAN_MISTAKES_MISTAKEFACTS_H
#define TESSERA_PLAN_MISTAKES_MISTAKEFACTS_H

#include "tessera/Model/Program.h"
#include "tessera/Plan/DeviceModel.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace tessera {

/// Launches that fail, or leave elements out.
void findLaunchMistakes(const Program &P, const DeviceModel &Device,
                        std::vector<Diagnostic> &Into);
/// Accesses and work that nothing orders behind other work.
void findOrderMistakes(const Program &P, std::vector<Diagnostic> &Into);

/// Visits \p S and all statements in it, in the order of the text.
void forEachStatement(const HostStatement &S,
                      llvm::function_ref<void(const HostStatement &)> Visit);

/// The accesses that \p K makes through its parameter \p Index, as far as they
/// are known.
std::vector<const AccessInfo *> accessesThrough(const KernelModel &K,
                                                unsigned Index);

/// \p P of a kernel in terms of the host, by the arguments of \p L; nothing if
/// the host's value of some parameter is not known. Ids stay as they are, and
/// so does what loops count.
std::optional<Polynomial> atLaunch(const Polynomial &P, const KernelModel &K,
                                   const LaunchModel &L);

/// Whether two launches certainly access an element of \p Memory, one of them
/// writing it: the same threads, by the same subscripts, under the same guards.
bool haveCommonElement(const Program &P, const HostOperation &A,
                       const HostOperation &B, unsigned Memory);

} // namespace tessera

#endif

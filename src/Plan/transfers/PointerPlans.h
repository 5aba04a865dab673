//===- PointerPlans.h - Pointers to memory that is shared at run time -----===//
#ifndef TESSERA_PLAN_TRANSFERS_POINTERPLANS_H
#define TESSERA_PLAN_TRANSFERS_POINTERPLANS_H

#include "transfers/HostUses.h"

namespace tessera {

/// Why the memory of the pointer \p Id cannot have a copy on the device, from
/// where it is allocated, freed and exchanged; or nothing.
std::string pointerObstacle(const Program &P, SharedVarId Id,
                            const HostUses &Uses);

/// All shared variables, those together that exchange their memory.
std::vector<std::vector<SharedVarId>> exchangeGroups(const HostModel &H);

/// Whether no one expression is the size of all of \p Group at any time.
bool needsSavedBytes(const HostModel &H, const std::vector<SharedVarId> &Group);

/// The array that the kernel of \p L knows \p Id as, if it is one, and starts
/// where \p Id does.
std::optional<ArrayId> arrayOf(const Program &P, const LaunchModel &L,
                               SharedVarId Id);

/// The launches that write all of \p Id and need nothing of what it held.
std::set<LaunchId>
overwritingLaunches(const Program &P, SharedVarId Id,
                    const std::vector<std::vector<SharedVarId>> &Groups);

/// The statements of the host that certainly write all of \p Id, whatever else
/// they do with it.
std::set<const HostStatement *>
fillingStatements(const Program &P, SharedVarId Id,
                  const std::vector<std::vector<SharedVarId>> &Groups);

/// Whether \p Call is all of \p S, or all that the user's checking macro is
/// given there.
bool isAlone(const Program &P, const HostStatement &S, SourceRange Call);

/// Adds what becomes of the user's allocations, frees, exchanges and advice of
/// the pointers that \p Plan gives a device copy.
///
/// Before:  cudaMallocManaged(&a, n * sizeof(float));
/// After:   cudaMallocHost(&a, n * sizeof(float));
///          CUDA_CHECK(cudaMalloc(&a_dev, n * sizeof(float)));
void planPointers(const Program &P, TransferPlan &Plan);

} // namespace tessera

#endif

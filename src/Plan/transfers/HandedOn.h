//===- HandedOn.h - Memory that functions use on both sides ---------------===//
#ifndef TESSERA_PLAN_TRANSFERS_HANDEDON_H
#define TESSERA_PLAN_TRANSFERS_HANDEDON_H

#include "tessera/Model/MemoryEvent.h"
#include "tessera/Plan/VariablePlan.h"
#include <vector>

namespace tessera {

struct HostModel;
struct TransferPlan;
struct Program;

/// Whether \p V is memory that the callers of its function have. The function
/// keeps a contract, as HostUses does.
inline bool isParameter(const SharedVariable &V) {
  return V.Pointer && V.Pointer->IsParameter;
}

/// Whether \p E passes a pointer together with its copy on the device.
inline bool isHandedBoth(const MemoryEvent &E) {
  return E.K == MemoryEvent::Kind::HandOn && E.Other;
}

/// Leaves in managed memory what a function gets with its copy on the device,
/// if not everything that is passed as this parameter has such a copy, and the
/// parameter with it.
void shareHandedOn(const HostModel &H, std::vector<VariablePlan> &Places);

/// Declares the copies, and their sizes, behind such parameters.
///
/// Before:  void step(float *a)
/// After:   void step(float *a, float *a_dev, size_t a_bytes)
void planParameters(const Program &P, TransferPlan &Plan);

} // namespace tessera

#endif

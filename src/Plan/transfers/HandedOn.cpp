//===- HandedOn.cpp - Memory that functions use on both sides -------------===//
#include "transfers/HandedOn.h"
#include "tessera/Plan/TransferPlan.h"
#include <utility>

namespace tessera {

static void shareHandedOn(const HostStatement &S, const HostModel &H,
                          std::vector<VariablePlan> &Places, bool &Changed) {
  for (const MemoryEvent &E : S.Events) {
    if (!isHandedBoth(E))
      continue;
    for (auto [From, To] :
         {std::pair(E.Variable, *E.Other), std::pair(*E.Other, E.Variable)}) {
      VariablePlan &Place = Places[To.Index];
      if (Places[From.Index].Where == Placement::Device ||
          Place.Where != Placement::Device)
        continue;
      Place.Where = Placement::Managed;
      Place.Why = "it is passed on as '" + H.variable(From).Name +
                  "', which needs managed memory";
      Changed = true;
    }
  }
  for (const HostStatement &Child : S.Children)
    shareHandedOn(Child, H, Places, Changed);
}

void shareHandedOn(const HostModel &H, std::vector<VariablePlan> &Places) {
  for (bool Changed = true; std::exchange(Changed, false);)
    for (const HostFunction &F : H.Functions)
      shareHandedOn(F.Body, H, Places, Changed);
}

void planParameters(const Program &P, TransferPlan &Plan) {
  for (unsigned I = 0; I < Plan.Variables.size(); ++I) {
    const SharedVariable &V = P.Host.Variables[I];
    const VariablePlan &Place = Plan.Variables[I];
    if (isParameter(V) && Place.Where == Placement::Device)
      Plan.Replacements.push_back(
          {V.Declaration,
           ", " + declarePointer(V, V.ElementType, Place.DeviceName) +
               ", size_t " + Place.Bytes});
  }
}

} // namespace tessera

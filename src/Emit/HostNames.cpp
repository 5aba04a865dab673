//===- HostNames.cpp ------------------------------------------------------===//
#include "HostNames.h"

namespace tessera {

const HostFunction *functionAt(const Program &P, SourceRange Where) {
  const HostFunction *Inner = nullptr;
  for (const HostFunction &F : P.Host.Functions)
    if (F.Source.contains(Where) &&
        (!Inner || Inner->Source.contains(F.Source)))
      Inner = &F;
  return Inner;
}

VariablePlan namesAt(const Program &P, const TransferPlan &Plan, SharedVarId Id,
                     SourceRange Where) {
  VariablePlan Names = Plan.Variables[Id.Index];
  const HostFunction *F = functionAt(P, Where);
  std::string Object = F ? F->objectOf(Id) : "";
  Names.HostName = Object + Names.HostName;
  Names.DeviceSpelling = Object + Names.DeviceSpelling;
  if (Names.SavesBytes)
    Names.Bytes = Object + Names.Bytes;
  return Names;
}

} // namespace tessera

//===- HostNames.cpp ------------------------------------------------------===//
#include "host/HostNames.h"
#include "tessera/Support/Words.h"

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

void nameLibrary(const Program &P, TextEdit &E) {
  if (P.Host.Hidden.empty())
    return;
  MixedText Named;
  auto AddNew = [&](std::string Text) {
    for (const std::string &Name : P.Host.Hidden)
      qualifyWord(Text, Name);
    Named.addNew(Text);
  };
  unsigned From = 0;
  for (SourceRange R : E.Users) {
    AddNew(E.Replacement.substr(From, R.Begin - From));
    Named.addUsers(E.Replacement.substr(R.Begin, R.size()));
    From = R.End;
  }
  AddNew(E.Replacement.substr(From));
  E.Replacement = std::move(Named.Text);
  E.Users = std::move(Named.Users);
}

} // namespace tessera

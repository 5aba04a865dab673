//===- CopyReasons.cpp - Why copies stay where they are -------------------===//
#include "copies/CopyReasons.h"
#include "transfers/HostUses.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

using Kind = HostStatement::Kind;

static std::string line(const Program &P, const CopyNode &N) {
  return std::to_string(
      llvm::StringRef(P.Source).take_front(N.S->Source.Begin).count('\n') + 1);
}

std::string whyInLoop(const Program &P, const std::vector<CopyOfBytes> &Copies,
                      const CopyNode &Loop, const CopyNode &Copy) {
  const CopyOfBytes &C = Copies[*Copy.Copy];
  // The user's statements from the copy on, round the loop.
  std::vector<const CopyNode *> Round;
  size_t Here = 0;
  std::function<void(const CopyNode &)> Add = [&](const CopyNode &N) {
    if (&N == &Copy)
      Here = Round.size();
    else if (N.S)
      Round.push_back(&N);
    for (const CopyNode &Child : N.Children)
      Add(Child);
  };
  Add(Loop);
  std::rotate(Round.begin(), Round.begin() + Here, Round.end());
  auto First = [&](std::function<bool(const CopyNode &)> Test) {
    auto Found = llvm::find_if(Round, [&](auto *N) { return Test(*N); });
    return Found == Round.end() ? nullptr : *Found;
  };
  auto Writes = [&](unsigned Variable, bool Memory) {
    return First([&, Variable, Memory](const CopyNode &N) {
      if (Memory)
        return N.Renews.count(Variable) > 0;
      // A copy between both makes them the same.
      const CopyOfBytes *Other = N.Copy ? &Copies[*N.Copy] : nullptr;
      return N.Changes.count(Variable) ||
             (Other && Other->To == Variable && Other->From != C.From &&
              Other->From != C.To);
    });
  };
  auto Says = [&](const CopyNode &N, llvm::StringRef Does, unsigned Variable) {
    return "line " + line(P, N) + Does.str() + P.Host.Variables[Variable].Name +
           "'";
  };
  const CopyNode *Source = nullptr, *Target = nullptr;
  for (bool Memory : {false, true}) {
    Source = Source ? Source : Writes(C.From, Memory);
    Target = Target ? Target : Writes(C.To, Memory);
  }
  const CopyNode *Reader = First([&](const CopyNode &N) {
    return N.Reads.count(C.To) || (N.Copy && Copies[*N.Copy].From == C.To);
  });
  if (!Source && !Target)
    return "outside of the loop it might be in vain or wrong";
  std::string Why = Source ? Says(*Source, " writes '", C.From)
                           : Says(*Target, " writes '", C.To);
  return Why + ", and " +
         (Reader ? Says(*Reader, " reads '", C.To)
                 : "the loop may end without the copy");
}

/// Reports the copies in \p S that cannot be moved at all.
static void explainRefused(const Program &P, const CopyTrees &Trees,
                           const HostFunction &F, const HostStatement &S,
                           bool Followed, const std::string &Always,
                           std::vector<Diagnostic> &Messages) {
  Followed &= !isUnfollowed(S);
  for (const HostCopy &C : S.Copies) {
    std::string Why = Always.empty() ? C.Obstacle : Always;
    for (SharedVarId Id : {C.From, C.To})
      if (std::string In = Why.empty() ? Trees.obstacleIn(F, Id) : "";
          !In.empty())
        Why = "'" + P.Host.variable(Id).Name + "': " + In;
    if (Why.empty() && !F.Editable)
      Why = "'" + F.Name + "' is " + whyFixed(F);
    if (Why.empty() && !Followed)
      Why = "control flow around it is not followed";
    SourcePlace Where = {C.Call.size() > 0 ? C.Call.Begin : S.Source.Begin};
    // A lambda's body is also a part of the statement around it.
    bool Again = llvm::any_of(
        Messages, [&](const Diagnostic &D) { return D.Where == Where; });
    if (!Why.empty() && !Again)
      Messages.push_back(
          {DiagKind::CopyKept, Where, {C.FromText, C.ToText, Why}});
  }
  for (const HostStatement &Child : S.Children)
    explainRefused(P, Trees, F, Child, Followed, Always, Messages);
}

void explainRefused(const Program &P, const CopyTrees &Trees,
                    const std::string &Always,
                    std::vector<Diagnostic> &Messages) {
  for (const HostFunction &F : P.Host.Functions)
    explainRefused(P, Trees, F, F.Body, /*Followed=*/true, Always, Messages);
}

} // namespace tessera

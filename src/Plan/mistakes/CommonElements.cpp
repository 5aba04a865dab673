//===- CommonElements.cpp - Elements that two launches share --------------===//
#include "mistakes/MistakeFacts.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {
namespace {

/// One access in terms of the host.
struct Form {
  Polynomial Subscript;
  std::set<std::pair<std::string, bool>> Guards;
  bool Writes = false;
};

std::optional<Form> formOf(const AccessInfo &A, const KernelModel &K,
                           const LaunchModel &L) {
  if (A.Subscripts.size() != 1 || !A.Loops.empty() || A.Conditional)
    return std::nullopt;
  std::optional<Polynomial> Subscript = atLaunch(A.Subscripts[0], K, L);
  if (!Subscript)
    return std::nullopt;
  Form F = {*Subscript, {}, A.writes()};
  for (const GuardUse &Use : A.Guards) {
    const Condition &When = K.guard(Use.Guard).When;
    std::optional<Polynomial> Value = atLaunch(When.Value, K, L);
    if (When.K != Condition::Kind::NonNegative || !Value)
      return std::nullopt;
    F.Guards.insert({toString(*Value), Use.Negated});
  }
  return F;
}

/// The accesses of a launch that gets \p Memory from its start on.
std::vector<Form> formsOf(const Program &P, const HostOperation &Op,
                          unsigned Memory) {
  std::vector<Form> Forms;
  const LaunchModel &L = P.launch(*Op.Launch);
  const KernelModel &K = P.kernel(L.Kernel);
  for (unsigned I = 0; I < Op.Arguments.size(); ++I) {
    const std::optional<HostPlace> &Place = Op.Arguments[I];
    if (!Place || Place->Memory != Memory || !Place->AtStart)
      continue;
    for (const AccessInfo *A : accessesThrough(K, I))
      if (std::optional<Form> F = formOf(*A, K, L))
        Forms.push_back(std::move(*F));
  }
  return Forms;
}

} // namespace

bool haveCommonElement(const Program &P, const HostOperation &A,
                       const HostOperation &B, unsigned Memory) {
  if (!A.Launch || !B.Launch)
    return false;
  const LaunchModel &LA = P.launch(*A.Launch), &LB = P.launch(*B.Launch);
  if (LA.Grid != LB.Grid || LA.Block != LB.Block ||
      LA.GridText != LB.GridText || LA.BlockText != LB.BlockText)
    return false;
  std::vector<Form> FormsB = formsOf(P, B, Memory);
  return llvm::any_of(formsOf(P, A, Memory), [&](const Form &X) {
    return llvm::any_of(FormsB, [&](const Form &Y) {
      return X.Subscript == Y.Subscript && X.Guards == Y.Guards &&
             (X.Writes || Y.Writes);
    });
  });
}

} // namespace tessera

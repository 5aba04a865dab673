//===- PlanMessages.cpp - What a plan does, as remarks --------------------===//
#include "messages/PlanMessages.h"
#include "tessera/Driver/Tune.h"
#include "llvm/Support/FormatVariadic.h"

namespace tessera {

/// Adds what \p Plan does to \p User.
static void reportPlan(const KernelModel &User, const KernelPlan &Plan,
                       std::vector<Diagnostic> &Messages) {
  const KernelModel K = keepInRegisters(User, Plan.Registers).Kernel;
  if (Plan.Threads != UsersOrder)
    Messages.push_back({DiagKind::ThreadsReordered,
                        K.NamePlace,
                        {K.Name, toString(Plan.Threads)}});
  if (Plan.Relaunch) {
    auto [X, Y, Z] = *Plan.Relaunch;
    std::string Block = llvm::formatv("{0}x{1}x{2}", X, Y, Z);
    Messages.push_back(
        {DiagKind::Relaunched, K.NamePlace, {K.Name, std::move(Block)}});
  }
  for (const Coarsening &C : Plan.Coarsen)
    Messages.push_back(
        {DiagKind::Coarsened,
         K.NamePlace,
         {K.Name, std::to_string(C.Factor), std::string(1, "xyz"[C.Axis])}});
  if (Plan.Interior)
    for (const auto &[Array, Bytes] : Plan.Interior->Aligned)
      Messages.push_back({DiagKind::Vectorised,
                          K.NamePlace,
                          {K.array(Array).Name, std::to_string(Bytes)}});
  for (const auto &[Array, Bytes] : Plan.Aligned)
    Messages.push_back({DiagKind::CopiedWide,
                        K.NamePlace,
                        {K.array(Array).Name, std::to_string(Bytes)}});
  for (const StagePoint &Point : Plan.Points)
    for (const TileStage &T : Point.Tiles) {
      if (T.Shares)
        continue;
      const ArrayInfo &A = K.array(T.Array);
      std::string Bytes = "a run-time number of";
      if (std::optional<int64_t> Known = T.bytes(A.ElementBytes).constant())
        Bytes = std::to_string(*Known);
      const AccessInfo &First = K.access(T.Redirected.front().Access);
      Messages.push_back(
          {T.CopiedOut ? DiagKind::StagedStore : DiagKind::Staged,
           {First.Source.Begin},
           {A.Name, Bytes}});
    }
}

void reportPlans(const KernelModel &User, const ShapeDecision &Shape,
                 std::vector<Diagnostic> &Messages) {
  if (Shape.Plan && !Shape.Plan->empty())
    reportPlan(User, *Shape.Plan, Messages);
  for (const KernelPlan &Plan : Shape.Otherwise) {
    const KernelRequest Request = toRequest(User, Plan);
    std::string What = describe(Request);
    if (What.empty()) // no tiles
      What = planInShort(Request);
    Messages.push_back({DiagKind::Otherwise,
                        User.NamePlace,
                        {Shape.Plan->Name, Plan.Name, std::move(What)}});
  }
}

} // namespace tessera

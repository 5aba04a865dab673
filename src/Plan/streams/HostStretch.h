//===- HostStretch.h - Statements that run while the device is busy -------===//
#ifndef TESSERA_PLAN_STREAMS_HOSTSTRETCH_H
#define TESSERA_PLAN_STREAMS_HOSTSTRETCH_H

#include "copies/CopyStreams.h"
#include "tessera/Plan/Planner.h"
#include "transfers/HostUses.h"

namespace tessera {

/// Tells which statements may stand among asynchronous work.
class HostStretch {
public:
  HostStretch(const Program &P, const std::vector<PlanDecision> &Decisions,
              const TransferPlan &Plan, const FreeCopies *Own = nullptr);

  /// Whether streams can be used at all: not where launches are unseen, or
  /// exceptions caught, or the default stream orders nothing.
  bool isPossible() const {
    return !TriesDevice && !P.Host.UnseenLaunch &&
           P.Host.UnorderedCall.empty() &&
           !P.Host.Identifiers.count("CUDA_API_PER_THREAD_DEFAULT_STREAM");
  }
  /// The launch that \p S is, if its arrays have copies on the device, which
  /// no other streams use.
  std::optional<LaunchId> ordered(const HostStatement &S) const;
  /// The same, if that is all it touches: it may change places with others.
  std::optional<LaunchId> launch(const HostStatement &S) const;
  /// The copy of the program's own that \p S is, if it may take any stream.
  const HostCopy *copy(const HostStatement &S) const;
  /// Whether nothing is left of \p S.
  bool isGone(const HostStatement &S) const;
  /// Whether \p S only works on the host, and control goes on behind it.
  bool isHostWork(const HostStatement &S) const;
  /// What \p S does with \p Id on the host, with all that is in it.
  VariableUse use(const HostStatement &S, SharedVarId Id);
  /// What makes the launch run on \p Stream.
  std::string configuration(LaunchId Launch, const std::string &Stream) const;

private:
  bool usesDevice(const HostStatement &S) const;
  bool triesDevice(const HostStatement &S) const;
  bool leaves(const HostStatement &S, bool InLoop) const;
  bool hasActions(const HostStatement &S) const;

  const Program &P;
  const std::vector<PlanDecision> &Decisions;
  const TransferPlan &Plan;
  const FreeCopies *Own;             ///< or null
  std::vector<bool> DeviceFunctions; ///< may use the device
  bool TriesDevice =
      false; ///< exceptions may leave what uses it, and be caught
  std::map<SharedVarId, HostUses> Uses;
};

} // namespace tessera

#endif

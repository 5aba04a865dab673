//===- ImproveCopies.h - Fewer of the program's own copies ----------------===//
#ifndef TESSERA_PLAN_IMPROVECOPIES_H
#define TESSERA_PLAN_IMPROVECOPIES_H

#include "tessera/Plan/PlaceConstants.h"
#include "tessera/Plan/Planner.h"
#include "tessera/Plan/TransferPlan.h"

namespace tessera {

/// A copy that is not made any more where it stands.
struct CopyRemoval {
  SourceRange Statement; ///< `;` included
  SourceRange Call;
  bool InBraces = false; ///< nothing needs to stand there
  bool Waits = false;    ///< a wait takes the place of the call
  std::string Instead;   ///< what has to stand there otherwise; or empty
};

/// A statement that goes to another place, or that is made there, too.
struct CopyMove {
  SourceRange Statement;
  CodePosition To;
  std::string OnlyIf;    ///< a condition; or empty
  bool Declares = false; ///< something that is not seen behind it
  SourceRange Call = {};
  std::string Instead = {}; ///< of the call; empty: the statement as it is
};

/// Memory that is page-locked when it is there, and unlocked before it is
/// freed.
struct CopyLock {
  bool Ends = false;
  CodePosition Where;
  std::string Pointer;
  std::string Bytes;   ///< of a beginning
  int64_t AtLeast = 0; ///< only if it has so many; 0: always
};

struct CopyPlan {
  std::vector<CopyRemoval> Removals;
  std::vector<CopyMove> Moves; ///< those to one place in order
  std::vector<CopyLock> Locks;
  TransferPlan Overlap; ///< of what stays: only streams, and calls for them
  std::vector<Diagnostic> Messages;
};

/// Decides which copies of \p P, read with FrontendOptions::OwnCopies, go where
/// they are made less often, or away.
///
/// A copy is removed if both sides are the same already on every path, or if
/// what it writes is overwritten by another copy before it is read. It goes
/// before a loop if there it has no effect but that the same copy in the loop
/// does nothing any more; behind a loop if there it does nothing as long as the
/// loop makes it, and nobody in the loop reads what it writes. Each step is
/// judged in the program that the steps before it have made.
///
/// A copy waits for the device. Where the host might notice that it does not,
/// a wait stays.
///
/// Copies of page-locked memory, and launches, that do not need each other go
/// on streams where that pays on \p Device; \p Decisions is what becomes of
/// kernels.
///
/// Each copy to one of \p Constants is followed by the same to constant memory.
///
/// \param SharesMemory the program has shared variables, too: then all copies
///        stay, as transfers are placed around them.
CopyPlan improveCopies(const Program &P, bool SharesMemory,
                       const std::vector<PlanDecision> &Decisions,
                       const DeviceModel &Device,
                       const std::vector<OwnConstant> &Constants = {},
                       const PinningThreshold &Pin = {});

} // namespace tessera

#endif

//===- CollectReport.h - The data of reports, from facts and plans --------===//
#ifndef TESSERA_DRIVER_REPORT_COLLECTREPORT_H
#define TESSERA_DRIVER_REPORT_COLLECTREPORT_H

#include "tessera/Driver/ReportData.h"
#include "tessera/Plan/ImproveCopies.h"

namespace tessera {

/// Everything that reports show of \p P. Computes all facts: only for those who
/// want to see them.
///
/// \param Transfers null if none were planned.
ReportData collectReport(const Program &P,
                         const std::vector<PlanDecision> &Decisions,
                         const TransferPlan *Transfers,
                         const DeviceModel &Device);

/// The tiles of \p Plan, and where in shared memory its accesses are. How often
/// these use it is only known for as many \p Banks as lanes.
std::vector<ReportTile> reportTiles(const KernelModel &User,
                                    const KernelPlan &Plan, int64_t Banks);

/// Changes of the program's own copies.
struct ReportCopies {
  const Program &Read; ///< with FrontendOptions::OwnCopies
  const CopyPlan &Plan;
};

/// What the host does, as \p P says and as \p Transfers and \p Copies change
/// it. Both may be null; without transfers nothing is known of the result.
ReportHost reportHost(const Program &P, const TransferPlan *Transfers,
                      const ReportCopies *Copies = nullptr);

/// Gives every place of \p Data to \p Move, which changes it.
void movePlaces(ReportData &Data, llvm::function_ref<void(SourcePlace &)> Move);

} // namespace tessera

#endif

//===- SplitReport.h - Report data, file by file --------------------------===//
#ifndef TESSERA_DRIVER_REPORT_SPLITREPORT_H
#define TESSERA_DRIVER_REPORT_SPLITREPORT_H

#include "tessera/Driver/ReportData.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace tessera {

/// The file of a place in the text of a program with headers, by number, and
/// the place in that file.
using PlaceMap =
    llvm::function_ref<std::pair<size_t, SourcePlace>(SourcePlace)>;

/// The part of \p Data for each of \p Files files: kernels go where they are
/// defined, the host to the first. Places in other files become unknown.
std::vector<ReportData> splitReport(ReportData Data, size_t Files,
                                    PlaceMap Map);

} // namespace tessera

#endif

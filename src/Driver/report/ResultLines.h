//===- ResultLines.h - Lines of results in reports ------------------------===//
#ifndef TESSERA_DRIVER_REPORT_RESULTLINES_H
#define TESSERA_DRIVER_REPORT_RESULTLINES_H

#include "tessera/Driver/Report.h"
#include "llvm/Support/JSON.h"

namespace tessera {

/// Adds to \p Result, what a report has of \p File, where each line of its new
/// text comes from, and which lines are the versions of kernels.
void addResultLines(llvm::json::Object &Result, const FileReport &File);

} // namespace tessera

#endif

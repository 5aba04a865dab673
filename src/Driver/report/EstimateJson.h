//===- EstimateJson.h - Estimates in reports ------------------------------===//
#ifndef TESSERA_DRIVER_REPORT_ESTIMATEJSON_H
#define TESSERA_DRIVER_REPORT_ESTIMATEJSON_H

#include "tessera/Plan/BlockEstimate.h"
#include "llvm/Support/JSON.h"

namespace tessera {

/// What the planner expects of a block, and of what bounds it.
llvm::json::Object estimate(const BlockEstimate &E);

} // namespace tessera

#endif

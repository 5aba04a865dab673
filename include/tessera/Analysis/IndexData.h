//===- IndexData.h - Accesses whose places are data -----------------------===//
#ifndef TESSERA_ANALYSIS_INDEXDATA_H
#define TESSERA_ANALYSIS_INDEXDATA_H

#include "tessera/Model/KernelModel.h"
#include <set>

namespace tessera {

/// The accesses of \p K without subscripts that are polynomials, and whose
/// subscripts are computed from what is in memory, or was assigned: `a[b[i]]`,
/// not `a[i > 0 ? i - 1 : 0]`, which stays near what neighbours access.
std::set<AccessId> accessesByData(const KernelModel &K);

} // namespace tessera

#endif

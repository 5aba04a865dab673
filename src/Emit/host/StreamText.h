//===- StreamText.h - Work on streams as statements -----------------------===//
#ifndef TESSERA_EMIT_HOST_STREAMTEXT_H
#define TESSERA_EMIT_HOST_STREAMTEXT_H

#include "tessera/Plan/TransferPlan.h"

namespace tessera {

/// The lines of \p Call, which is no copy. \p Unit is one level of indentation.
std::vector<std::string> streamLines(const TransferPlan &Plan,
                                     const StreamCall &Call,
                                     const std::string &Unit);

} // namespace tessera

#endif

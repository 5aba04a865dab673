//===- CopyReasons.h - Why copies stay where they are ---------------------===//
#ifndef TESSERA_PLAN_COPIES_COPYREASONS_H
#define TESSERA_PLAN_COPIES_COPYREASONS_H

#include "copies/CopyTree.h"

namespace tessera {

/// What in \p Loop stands against moving \p Copy out of it.
std::string whyInLoop(const Program &P, const std::vector<CopyOfBytes> &Copies,
                      const CopyNode &Loop, const CopyNode &Copy);

/// Reports the copies that cannot be moved at all; if there is a reason
/// \p Always, all of them.
void explainRefused(const Program &P, const CopyTrees &Trees,
                    const std::string &Always,
                    std::vector<Diagnostic> &Messages);

} // namespace tessera

#endif

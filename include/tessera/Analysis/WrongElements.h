//===- WrongElements.h - Elements that are not there, or hold nothing -----===//
#ifndef TESSERA_ANALYSIS_WRONGELEMENTS_H
#define TESSERA_ANALYSIS_WRONGELEMENTS_H

#include "tessera/Analysis/Executions.h"
#include "tessera/Model/Program.h"

namespace tessera {

/// An access to an element that is wrong for some thread.
struct WrongElement {
  AccessId Access;
  unsigned Dim = 0;   ///< of OutOfBounds
  int64_t Extent = 0; ///< of OutOfBounds: the size in that dimension
  NamedPoint Example; ///< parameters, ids, rounds, and the subscripts: `[0]`
};

/// Accesses outside of an array whose size is known: by its declaration, by
/// what the launch passes, or by the bytes of dynamic shared memory. Only where
/// it is proved: every value of the parameters that lets a thread make the
/// access lets one make it out of bounds.
std::vector<WrongElement> findOutOfBounds(const Program &P,
                                          const LaunchModel &Launch,
                                          const LaunchedKernel &Launched);

/// Reads of elements of shared arrays that no thread of the block ever sets.
std::vector<WrongElement> findUnsetElements(const LaunchedKernel &Launched);

} // namespace tessera

#endif

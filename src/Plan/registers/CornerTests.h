//===- CornerTests.h - Conditions tested for all outputs at once ----------===//
#ifndef TESSERA_PLAN_REGISTERS_CORNERTESTS_H
#define TESSERA_PLAN_REGISTERS_CORNERTESTS_H

#include "tessera/Plan/InteriorPath.h"

namespace tessera {

/// Adds to \p Path the conditions around the kernel's work, and how a thread
/// tests them for all its outputs: where each part of one, as a polynomial in
/// the outputs, is smallest at a corner.
///
/// A branch with `else` belongs to them if one of its parts is for few threads
/// only, those for which two values are equal.
///
/// \returns whether there are none, or some can be tested.
bool addCornerTests(const CoarsenedKernel &Coarse, InteriorPath &Path);

/// For each test of \p Path that threads at an end of \p Axis fail, how many
/// outputs that are: 8 where `y + k >= 0` for k from -8 on.
///
/// \param Extent the outputs along the axis.
std::vector<Polynomial> outsideAt(const KernelModel &K,
                                  const InteriorPath &Path, unsigned Axis,
                                  const Polynomial &Extent);

} // namespace tessera

#endif

//===- CopyEdits.h - Moved and removed copies as edits --------------------===//
#ifndef TESSERA_EMIT_COPYEDITS_H
#define TESSERA_EMIT_COPYEDITS_H

#include "tessera/Emit/Edits.h"
#include "tessera/Plan/ImproveCopies.h"

namespace tessera {

/// Turns \p Plan into edits of host statements. What is moved keeps the user's
/// words.
///
/// Before:  for (int t = 0; t < steps; t++) {
///            next<<<g, b>>>(a_dev);
///            CHECK(cudaMemcpy(a, a_dev, bytes, cudaMemcpyDeviceToHost));
///          }
/// After:   for (int t = 0; t < steps; t++) {
///            next<<<g, b>>>(a_dev);
///          }
///          // The last values are enough.
///          if (0 < steps)
///            CHECK(cudaMemcpy(a, a_dev, bytes, cudaMemcpyDeviceToHost));
std::vector<TextEdit> collectCopyEdits(const Program &P, const CopyPlan &Plan);

/// Declares the arrays of \p Constants before the kernels that use them.
std::vector<TextEdit>
declareConstants(const Program &P, const std::vector<OwnConstant> &Constants);

} // namespace tessera

#endif

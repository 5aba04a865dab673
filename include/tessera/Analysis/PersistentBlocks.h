//===- PersistentBlocks.h - Few blocks that do the work of many -----------===//
//
// A grid with no more blocks than the device holds at once, each of which does
// in turn what several blocks of the user's do: *persistent* blocks. What a
// block does once, it does once for all of them.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_ANALYSIS_PERSISTENTBLOCKS_H
#define TESSERA_ANALYSIS_PERSISTENTBLOCKS_H

#include "tessera/Model/KernelModel.h"

namespace tessera {

struct PersistentBlocks {
  unsigned Axis = 0;   ///< whose blocks take turns; 0 is x
  int64_t Most = 0;    ///< blocks of a launch, along all axes
  std::string Counter; ///< the C name of the number of the user's block
  /// How far the axis goes, in the parameters: in threads of the user's, or if
  /// `InBlocks` in blocks. Beyond it no thread does anything.
  Polynomial Extent;
  bool InBlocks = false;
};

/// Why the blocks of \p K along \p Axis cannot take turns: a few words, or
/// empty if they can. Nothing that a block has or does may last beyond its
/// turn: no shared memory, no parameter that it changes.
std::string whyNotPersistent(const KernelModel &K, unsigned Axis);

} // namespace tessera

#endif

//===- Spread.h - Arrays and launches on several GPUs ---------------------===//
//
// Along one axis, the blocks of all grids are counted in shares, and each GPU
// gets as many consecutive shares. The rows of an array that a share writes
// follow those of the share before, so that a GPU owns consecutive rows:
//
//   blocks of a grid     0 1 | 2 3 | 4 5 | 6 7      two to a share
//   rows of an array     0..7| 8.. |     | ..31     eight to a share
//   GPU                  ----0---- | ----1----
//
// A GPU may also read rows around its own; they are exchanged behind each
// launch that writes the array.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_PLAN_SPREAD_H
#define TESSERA_PLAN_SPREAD_H

#include "tessera/Support/Ids.h"
#include "tessera/Support/SourceRange.h"
#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace tessera {

/// An array of which every GPU has a copy, and in it a part that is valid.
struct SpreadArray {
  SharedVarId Variable;
  std::string Rows;               ///< their number, as an expression
  std::string Shares;             ///< of the work, as an expression
  std::string Length;             ///< of a row in elements; empty if the
                                  ///< first subscript selects a row
  int64_t Share = 1;              ///< rows of a share
  int64_t Before = 0, Behind = 0; ///< rows around its own that a GPU reads
  bool Whole = false;             ///< instead: every GPU reads all rows

  bool isExchanged() const { return Whole || Before || Behind; }
};

struct SpreadLaunch {
  LaunchId Launch;
  SourceRange Statement; ///< that the launches of all GPUs take the place of
  unsigned Axis = 0;
  std::string Shares;                 ///< as of the arrays that it divides
  int64_t Blocks = 1;                 ///< of a share
  bool PassesAll = false;             ///< see BlockOffset::All
  bool Checks = true;                 ///< the launch, as the user does not
  bool MayBeEmpty = false;            ///< as PieceLoop::MayBeEmpty
  std::vector<SharedVarId> Exchanged; ///< behind it
};

struct SpreadPlan {
  int64_t Shares = 1;      ///< if all grids are known, else 0
  std::string Gpu = "gpu"; ///< that launches are for: a variable around them
  std::vector<SpreadArray> Arrays;
  std::vector<SpreadLaunch> Launches;
  /// Statements that copy to constant memory, which each GPU has for itself.
  std::set<SourceRange> ConstantCopies;

  const SpreadArray *array(SharedVarId Id) const {
    for (const SpreadArray &A : Arrays)
      if (A.Variable == Id)
        return &A;
    return nullptr;
  }
};

} // namespace tessera

#endif

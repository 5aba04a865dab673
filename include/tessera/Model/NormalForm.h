//===- NormalForm.h - Kernels in another spelling -------------------------===//
#ifndef TESSERA_MODEL_NORMALFORM_H
#define TESSERA_MODEL_NORMALFORM_H

#include "tessera/Model/KernelModel.h"
#include <array>
#include <map>

namespace tessera {

/// A kernel whose facts are those of another text.
struct NormalForm {
  std::string Kernel;
  unsigned NameAt = 0;            ///< where the file has that name
  std::vector<std::string> Steps; ///< names of those taken
  /// The shape of blocks that it is for, if that is not the user's.
  std::optional<std::array<int64_t, 3>> Block = {};
  /// Then it is for grids of such blocks that have a thread in a plane for each
  /// number of the user's, so many a row: a parameter's name, or a number.
  std::string Row = {};
  bool OneMore = false;      ///< its grids have one block more than the user's
  bool Shifted = false;      ///< the user's text names its blocks otherwise
  bool WithoutTiles = false; ///< the user's text has some of its own
  bool KeepsConst = false;   ///< KernelModel::KeepsConst of the user's text
  std::set<std::string> NotConst; ///< parameters that may not point to const
  /// What the user calls what only it has names for: `A2` is `A`, `p_x` `p.x`.
  std::map<std::string, std::string> UsersNames;
  bool isOf(const KernelModel &K) const { return K.NameRange.Begin == NameAt; }
  bool operator==(const NormalForm &) const = default;
};

} // namespace tessera

#endif

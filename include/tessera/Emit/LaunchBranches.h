//===- LaunchBranches.h - Launches that become one for each instance ------===//
#ifndef TESSERA_EMIT_LAUNCHBRANCHES_H
#define TESSERA_EMIT_LAUNCHBRANCHES_H

#include "tessera/Emit/Edits.h"
#include "tessera/Model/Program.h"
#include <map>

namespace tessera {

/// Statements that start several instances of a kernel, and get a branch for
/// each of those that have versions:
///
///   if constexpr (std::is_same<T, float>::value) {
///     (tiles_fit ? k_tiled<T> : k<T>)<<<tile_grid, block>>>(a);
///   } else {
///     k<T><<<grid, block>>>(a);
///   }
class LaunchBranches {
public:
  /// Adds the branch \p Of, in which \p Edits of the statement are made.
  void add(const Program &P, const LaunchBranch &Of,
           std::vector<TextEdit> Edits);
  std::vector<TextEdit> edits(const Program &P) const;

private:
  struct Branch {
    std::string Test, Text;
    bool operator==(const Branch &) const = default;
  };
  std::map<SourceRange, std::vector<Branch>> Statements;
};

} // namespace tessera

#endif

//===- PlanIO.h - Plans as YAML -------------------------------------------===//
//
// What `--print=plan` writes and `--plan=FILE` reads:
//
//   kernels:
//     - kernel: matmul
//       block: [16, 16, 1]      # optional: the launches this is for
//       stages:
//         - loop: k             # a loop's counter; without: the kernel's start
//           steps: 16           # iterations per strip
//           tiles:
//             - array: A
//             - array: B
//               padding: 1
//
// A file names arrays, loops and sizes; everything else follows from the facts.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_PLAN_PLANIO_H
#define TESSERA_PLAN_PLANIO_H

#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tessera {

struct TileRequest {
  std::string Array;
  /// Which group of the array's accesses, by first use; absent: each group in
  /// which threads share elements.
  std::optional<unsigned> Group;
  /// Absent: as the bank conflicts demand.
  std::optional<int64_t> Padding;
  bool operator==(const TileRequest &) const = default;
};

struct StageRequest {
  std::string Loop; ///< empty: at the kernel's start
  int64_t Steps = 0;
  std::vector<TileRequest> Tiles;
  bool operator==(const StageRequest &) const = default;
};

struct KernelRequest {
  std::string Kernel;
  std::vector<int64_t> Block; ///< empty: any
  std::vector<StageRequest> Stages;
  bool operator==(const KernelRequest &) const = default;
};

using PlanRequest = std::vector<KernelRequest>;

/// \returns an error with line and column if \p Text is not a plan.
llvm::Expected<PlanRequest> readPlan(llvm::StringRef Text);
void writePlan(llvm::raw_ostream &OS, const PlanRequest &Plan);

} // namespace tessera

#endif

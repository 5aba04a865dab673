//===- Requests.h - What the source says about a kernel -------------------===//
//
// Directives in the source give facts that the code does not tell, which count
// as true, and ask for what options of the command line ask of all kernels.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_MODEL_REQUESTS_H
#define TESSERA_MODEL_REQUESTS_H

#include "tessera/Polyhedral/Polynomial.h"
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tessera {

/// What holds for the scalar parameters of a kernel in every launch. All
/// symbols are of parameters.
struct Assumptions {
  std::vector<Polynomial> NotNegative;
  /// Multiples of a number that is more than 1.
  std::vector<std::pair<Polynomial, int64_t>> Multiples;

  bool empty() const { return NotNegative.empty() && Multiples.empty(); }
  bool operator==(const Assumptions &) const = default;
};

/// Whether threads may compute the results of several: never, in launches that
/// keep the device busy with fewer threads, or in all.
enum class SeveralOutputs { Never, LargeLaunches, Always };

/// What is asked for one kernel.
struct KernelRequests {
  /// True: staged wherever it is possible; false: nowhere.
  std::vector<std::pair<std::string, bool>> Arrays;
  std::optional<SeveralOutputs> Outputs;
  bool AllowReassociation = false;
  bool operator==(const KernelRequests &) const = default;
};

} // namespace tessera

#endif

//===- Compare.h - What differs between two runs --------------------------===//
#ifndef TESSERA_VERIFY_COMPARE_H
#define TESSERA_VERIFY_COMPARE_H

#include "Dump.h"
#include <optional>
#include <string>
#include <vector>

namespace tessera::verify {

/// What a run left.
struct Outcome {
  int ExitCode = 0;
  bool Crashed = false;
  std::string StandardOut;
  std::vector<DumpedArray> Arrays;
  std::vector<std::string> Launches;       ///< as in a Dump
  std::map<std::string, uint64_t> Started; ///< the same
};

/// Why the runs cannot be compared though only some blocks were executed: the
/// first launch that differs; nothing if they can.
std::optional<std::string> differentLaunches(const Outcome &Original,
                                             const Outcome &Rewritten);

/// Describes the first difference in one sentence; nothing if there is none.
///
/// Compared are the exit codes, what was printed, and each array that both
/// runs have: a variable or managed array by its name, wherever the other
/// program keeps it, and copies to the host in their order, where both runs
/// make as many of them.
///
/// \param Ulps how many units in the last place floating-point elements may
///        differ; 0: bit for bit. One NaN is as good as another: a GPU makes
///        only one, and which one a CPU makes is up to the compiler.
std::optional<std::string> firstDifference(const Outcome &Original,
                                           const Outcome &Rewritten,
                                           uint64_t Ulps);

/// How many arrays `firstDifference` compares.
size_t commonArrays(const Outcome &Original, const Outcome &Rewritten);

} // namespace tessera::verify

#endif

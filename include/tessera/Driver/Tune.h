//===- Tune.h - Plans that are measured -----------------------------------===//
//
//   --tune=DIR:  program ──▶ candidates ──▶ variants/NNN.cu, plans/NNN.yaml,
//                                           manifest.json, measure.py
//   measure.py:  variants ──▶ results.json, on a machine with a GPU
//   --tune-results=: results.json ──▶ the fastest plans, for `--plan=`
//
// A variant is the whole program with one candidate for each kernel and size of
// blocks. Times are those of kernels, so that one run measures all of them.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_DRIVER_TUNE_H
#define TESSERA_DRIVER_TUNE_H

#include "tessera/Driver/Options.h"
#include "tessera/Model/Program.h"
#include "tessera/Plan/Planner.h"

namespace tessera {

/// A plan that may be measured.
struct TuneCandidate {
  KernelRequest Request;
  std::string What; ///< in short
  /// What was estimated without and with it: cycles of a multiprocessor for
  /// each thread, or the cost of a block. Absent for the kernel as it is.
  std::optional<std::pair<double, double>> Estimate;
  bool InCycles = false;
  int64_t SharedBytes = 0;
  bool IsChosen = false; ///< by the translation, for what is estimated
};

/// A kernel as launches with one size of blocks start it.
struct TuneSite {
  std::string Kernel, TemplateArguments, Hash, Sizes;
  std::array<std::optional<int64_t>, 3> Block;
  /// What the translation does; asks for nothing if the kernel stays.
  KernelRequest Chosen;
  /// What it does in launches that cannot start that.
  PlanRequest Otherwise;
  /// The first is the kernel as it is. The others in the order of estimates,
  /// from those in cycles and the others by turns.
  std::vector<TuneCandidate> Candidates;
  /// How the translated program may start it: the name of a kernel, and a
  /// block; no block stands for any.
  std::vector<std::pair<std::string, std::vector<int64_t>>> Launched;
};

/// The plans of a candidate of \p Site: its own, and for launches that cannot
/// start that, what the translation does in others.
PlanRequest plansOf(const TuneSite &Site, size_t Candidate);

/// What \p Request asks for, in short.
std::string planInShort(const KernelRequest &Request);

/// What can be tuned in \p P, which is translated by \p Decisions.
std::vector<TuneSite> tuneSites(const Program &P,
                                const std::vector<PlanDecision> &Decisions);

/// Prints the candidates of \p Sites, each as a plan.
void printCandidates(llvm::raw_ostream &OS, llvm::ArrayRef<TuneSite> Sites);

/// Writes the candidates of the only file of \p Opts to its folder.
///
/// \returns the exit code, as \ref run does.
int writeCandidates(const Options &Opts, llvm::raw_ostream &Errors);

/// Writes the fastest plans of measured results to a plan file, or prints
/// them. A plan file that is there keeps what it has for others.
///
/// \returns the exit code, as \ref run does.
int keepFastest(const Options &Opts, llvm::raw_ostream &Out,
                llvm::raw_ostream &Errors);

} // namespace tessera

#endif

//===- PlanGraphs.h - Launch loops that replay a graph --------------------===//
//
// A loop that launches the same kernels in every round puts some rounds into a
// graph, once, and then starts that:
//
//   for (t = 0; t < n; t++) {        for (t = 0; t < n; t++) {
//     k1<<<g, b>>>(a, b);              if (n - t > 7) { .. replay or capture ..
//     k2<<<g, b>>>(b, a);      to      }
//   }                                  k1<<<g, b, 0, stream>>>(a, b);
//                                      k2<<<g, b, 0, stream>>>(b, a);
//                                      if (.. captured 8 ..) { .. }
//                                    }
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_PLAN_PLANGRAPHS_H
#define TESSERA_PLAN_PLANGRAPHS_H

#include "tessera/Plan/Planner.h"
#include "tessera/Plan/TransferPlan.h"

namespace tessera {

/// When a graph pays. Measured on an H200: a launch and its check take the host
/// 4.4 us, in a graph of 16 or more it takes 1.1 us; a graph of 16 costs 80 to
/// 600 us to make.
struct GraphCosts {
  unsigned LaunchesOfGraph = 16;
  int64_t FewestLaunches = 256; ///< of the whole loop
  unsigned MostRounds = 64;     ///< until exchanged pointers are back
};

/// Captures loops of \p P where nothing changes from round to round but
/// pointers that are exchanged. Adds to \p Messages what is captured, and why
/// other loops that launch are not.
void planGraphs(const Program &P, const std::vector<PlanDecision> &Decisions,
                TransferPlan &Into, std::vector<Diagnostic> &Messages,
                const GraphCosts &Costs = {});

} // namespace tessera

#endif

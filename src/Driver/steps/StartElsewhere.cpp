//===- StartElsewhere.cpp - Launches of kernels in other files ------------===//
#include "steps/StartElsewhere.h"
#include "tessera/Emit/KernelEdits.h"
#include "tessera/Plan/Planner.h"

namespace tessera {

std::vector<TextEdit> startElsewhere(const Program &P,
                                     std::set<std::string> &Names,
                                     std::vector<Diagnostic> &Messages) {
  for (unsigned I = 0; I < P.Launches.size(); ++I)
    if (const LaunchModel &L = P.launch({I}); !choicesElsewhere(P, {I}).empty())
      for (const VersionElsewhere &V : L.Versions)
        Messages.push_back({DiagKind::StartsElsewhere,
                            {L.Source.Begin},
                            {V.Name, P.kernel(L.Kernel).Name}});
  return startVersionsElsewhere(P, Names);
}

} // namespace tessera

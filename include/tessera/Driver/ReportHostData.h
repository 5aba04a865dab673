//===- ReportHostData.h - What reports show of the host -------------------===//
#ifndef TESSERA_DRIVER_REPORTHOSTDATA_H
#define TESSERA_DRIVER_REPORTHOSTDATA_H

#include "tessera/Plan/TransferPlan.h"

namespace tessera {

/// One step of the host, in the order of the text.
struct ReportEvent {
  enum class Lane { Host, Copy, Kernel };
  Lane L = Lane::Host;
  std::string What; ///< `upload`, `launch`, `touch`, ..
  SourcePlace Where;
  std::vector<unsigned> Loops; ///< around it, into ReportHost::Loops
  std::string Function, Variable, Other, Kernel, Stream, Note;
  std::string Memory; ///< that it is about: `managed`, `host`, `device`
  std::vector<std::string> Reads, Writes;
  std::optional<int64_t> Bytes;
  std::string BytesText;    ///< as an expression of the program
  bool Conditional = false; ///< on some paths, or if a flag says so
};

struct ReportVariable {
  SharedVariable Variable;
  SourcePlace Where;
  std::optional<VariablePlan> Plan;
};

struct ReportHost {
  std::vector<ReportVariable> Variables;
  std::vector<std::pair<SourcePlace, SourcePlace>> Loops;
  std::vector<ReportEvent> Before;
  std::optional<std::vector<ReportEvent>> After; ///< absent: not planned
};

} // namespace tessera

#endif

//===- Crash.h - Signals, with the line that raised them ------------------===//
#ifndef TESSERA_RUN_CRASH_H
#define TESSERA_RUN_CRASH_H

namespace tessera_rt {

/// Has fatal signals reported: in a kernel as a failed check, in host code with
/// the exit code that a shell would show.
void reportCrashes();

} // namespace tessera_rt

#endif

//===- LauncherNames.h - Functions that start versions --------------------===//
#ifndef TESSERA_PLAN_LAUNCHERNAMES_H
#define TESSERA_PLAN_LAUNCHERNAMES_H

#include "tessera/Model/Program.h"

namespace tessera {

/// What a function that starts versions of a kernel calls its own parameters.
struct LauncherNames {
  std::string Grid, Block, Bytes, Stream;
};
LauncherNames launcherNames(const Program &P, const KernelModel &K);

} // namespace tessera

#endif

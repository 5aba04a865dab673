//===- KernelMistakes.h - What is wrong in the kernels of a program -------===//
#ifndef TESSERA_ANALYSIS_KERNELMISTAKES_H
#define TESSERA_ANALYSIS_KERNELMISTAKES_H

#include "tessera/Model/Program.h"

namespace tessera {

/// Warnings about kernels that are wrong for a launch in the file, each with an
/// example: races, barriers that some thread never reaches, elements that are
/// not there or hold nothing, shared memory that is not laid out well.
///
/// Only what is proved. Kernels whose model is not complete and launches with
/// blocks of unknown size are passed over, and so is what takes isl too long.
std::vector<Diagnostic> findKernelMistakes(const Program &P);

} // namespace tessera

#endif

//===- Dump.h - What a run leaves for tessera-verify ----------------------===//
//
// The file is text and bytes: for each array a line
//
//   array NAME SPACE ELEMENT EXTENTS BYTES
//
// then its bytes and a newline, and a line for each part that a kernel wrote,
// as far as that is known,
//
//   by BEGIN END LAUNCH KERNEL
//
// SPACE is global, managed, readback, or
// mirror: the last contents of device memory that held the variable NAME. "-"
// stands for an unknown ELEMENT and for no EXTENTS.
//
// If only some blocks were executed, a line for each launch comes first:
//
//   launch KERNEL GRID.X,GRID.Y,GRID.Z
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_RUN_DUMP_H
#define TESSERA_RUN_DUMP_H

#include "MemoryMap.h"
#include "include/vector_types.h"

namespace tessera_rt {

/// When the program ends: does what it never waited for, warns of allocations
/// that it never freed, and writes the dump.
void finishAtExit();

/// Remembers that a kernel was started and, for runs that execute some of its
/// blocks, with which grid.
void noteLaunch(const std::string &Kernel, const dim3 &Grid);
/// Remembers an array of cudaMallocManaged: its name, or its number.
void noteManaged(Segment &S);
/// Keeps the bytes of a managed array that is freed.
void keepManaged(const Segment &S);
/// Keeps the bytes of device memory that is freed, if it held a host variable.
void keepMirror(Segment &S);
/// The name of the variable that begins at \p Address; empty if there is none.
std::string globalName(const void *Address);
/// The same of a variable that has \p Address inside.
std::string globalAround(uintptr_t Address);

} // namespace tessera_rt

#endif

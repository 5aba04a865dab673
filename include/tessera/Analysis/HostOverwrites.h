//===- HostOverwrites.h - Host code that writes the whole of an array -----===//
#ifndef TESSERA_ANALYSIS_HOSTOVERWRITES_H
#define TESSERA_ANALYSIS_HOSTOVERWRITES_H

#include "tessera/Model/CertainWrite.h"
#include "llvm/ADT/ArrayRef.h"
#include <isl/cpp.h>

namespace tessera {

/// Whether \p Writes, all of one variable, certainly write each of its first
/// \p Bytes bytes, for all values of the variables in bounds and sizes:
///
///   { A[e] : 0 <= e < n } is a subset of { A[e] : some write has e }
///
/// for elements of \p ElementBytes bytes. False if isl gives up.
bool overwrites(isl::ctx Context, llvm::ArrayRef<CertainWrite> Writes,
                unsigned ElementBytes, const HostValue &Bytes);

} // namespace tessera

#endif

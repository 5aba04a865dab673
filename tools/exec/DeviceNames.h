//===- DeviceNames.h - Whose the names of device code are -----------------===//
//
//   a.cu  __device__ int twice(int x) {..}    b.cu  extern __device__ int n;
//
// nvcc links device code of several files with -rdc=true only. Otherwise device
// functions and variables are each file's own: two files may have the same, as
// they have where a header defines it.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_EXEC_DEVICENAMES_H
#define TESSERA_EXEC_DEVICENAMES_H

#include "EditList.h"
#include "clang/AST/ASTContext.h"

namespace tessera::exec {

/// Makes the names that only device code has the file's own, in \p Edits.
///
/// Before:  __device__ int n;
/// After:   __device__ __attribute__((internal_linkage)) int n;
///
/// \returns whether device code uses what another file defines: then the
///          names must stay.
bool keepDeviceNames(clang::ASTContext &Context, EditList &Edits);

} // namespace tessera::exec

#endif

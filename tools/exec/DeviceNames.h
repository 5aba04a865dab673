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
#include <set>
#include <string>

namespace tessera::exec {

/// What the device code of a file needs of others.
struct DeviceNeeds {
  /// Functions or variables: then names must stay.
  bool Names = false;
  /// Templates of kernels that it launches instances of, by their qualified
  /// names: launches are host code, which is always linked.
  std::set<std::string> Kernels;
};

/// Makes the names that only device code has the file's own, in \p Edits.
///
/// Before:  __device__ int n;
/// After:   __device__ __attribute__((internal_linkage)) int n;
///
/// \param Shared the templates of kernels whose names stay.
DeviceNeeds keepDeviceNames(clang::ASTContext &Context, EditList &Edits,
                            const std::set<std::string> &Shared);

} // namespace tessera::exec

#endif

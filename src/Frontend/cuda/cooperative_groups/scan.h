//===- cooperative_groups/scan.h - Running sums over a group --------------===//
#ifndef TESSERA_CUDA_COOPERATIVE_GROUPS_SCAN_H
#define TESSERA_CUDA_COOPERATIVE_GROUPS_SCAN_H

#include "reduce.h"

namespace cooperative_groups {

template <class __G, class __T, class __Op>
__device__ __T inclusive_scan(const __G &__Group, __T __Value,
                              __Op __Operation) {
  return details::unknown<__T>();
}
template <class __G, class __T>
__device__ __T inclusive_scan(const __G &__Group, __T __Value);
template <class __G, class __T, class __Op>
__device__ __T exclusive_scan(const __G &__Group, __T __Value,
                              __Op __Operation) {
  return details::unknown<__T>();
}
template <class __G, class __T>
__device__ __T exclusive_scan(const __G &__Group, __T __Value);

} // namespace cooperative_groups

#endif

//===- PageLock.h - How page-locking is spelled ---------------------------===//
#ifndef TESSERA_EMIT_HOST_PAGELOCK_H
#define TESSERA_EMIT_HOST_PAGELOCK_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace tessera {

inline constexpr llvm::StringLiteral PageLockComment =
    "// Page-locked memory is copied faster; it also works without.";

/// \p Condition, ending in `&& `, or empty. \p Portable for all devices.
inline std::string pageLock(const std::string &Pointer,
                            const std::string &Bytes,
                            const std::string &Condition = "",
                            bool Portable = false) {
  return "if (" + Condition + "cudaHostRegister(" + Pointer + ", " + Bytes +
         (Portable ? ", cudaHostRegisterPortable"
                   : ", cudaHostRegisterDefault") +
         ") != cudaSuccess) (void)cudaGetLastError();";
}

inline std::string pageUnlock(const std::string &Pointer) {
  return "if (cudaHostUnregister(" + Pointer +
         ") != cudaSuccess) (void)cudaGetLastError();";
}

} // namespace tessera

#endif

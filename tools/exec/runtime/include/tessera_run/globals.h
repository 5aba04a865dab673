//===- globals.h - The table of variables at namespace scope --------------===//
//
// Every file of a program has one, also those in plain C++ and in C: nothing
// here may depend on anything else.
//
//===----------------------------------------------------------------------===//
#pragma once

enum tessera_space {
  tessera_host,
  tessera_managed,
  tessera_device,
  tessera_constant
};

/// A variable at namespace scope.
struct tessera_global {
  const char *Name;
  void *Address;
  unsigned long Bytes;
  enum tessera_space Where;
  const char *Element; ///< "f4", "i2", "u8": kind and bytes; "": opaque.
  const char *Extents; ///< "16,32"; "" for a scalar.
  const char *Place;   ///< of its name: "file.cu:12:20"
};

#ifdef __cplusplus
namespace tessera_rt {
/// Gives the next allocation its name and tessera_global::Element.
void nameNext(const char *Name, const char *Element);

/// An access of a kernel at an address that is no multiple of \p Alignment.
void misaligned(const void *Address, unsigned long Alignment);

template <class T>
inline __attribute__((always_inline)) T *aligned(T *Pointer) {
  if ((unsigned long)Pointer % alignof(T))
    misaligned(Pointer, alignof(T));
  return Pointer;
}
} // namespace tessera_rt

extern "C"
#endif
    /// Makes the variables from \p First to before \p Last known. One that
    /// several files have is known already.
    void tessera_register_globals(const struct tessera_global *First,
                                  const struct tessera_global *Last);

#ifdef __cplusplus
extern "C"
#endif
    /// Makes the names of kernels that the program has known: several may have
    /// one.
    void tessera_register_kernels(const char *const *First,
                                  const char *const *Last);

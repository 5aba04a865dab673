//===- launch.h - What the translated program says ------------------------===//
//
// The translation is made of a few local edits (Translate.cpp):
//
//   k<<<g, b, n, s>>>(x, y)    (::tessera_rt::configure(g, b, n, s), k(x, y))
//   __global__ void k(T x) {   __global__ void k(T x) { TESSERA_KERNEL("k")
//     ...                        ...
//   }                          TESSERA_KERNEL_END }
//   __shared__ T a[N], b;      typedef T a_tessera_type[N], b_tessera_type;
//                              TESSERA_SHARED(a) TESSERA_SHARED(b)
//
//   static int n = 0;          static int n = 0; TESSERA_STATIC(n, "i4", ..)
//   *(float4 *)p               *::tessera_rt::aligned((float4 *)p)
//   cudaLaunchKernel((void *)k, ...)   cudaLaunchKernel(k, (void *)k, ...)
//   cudaLaunchCooperativeKernel        the same
//
// So a launch is an ordinary call: overloads, templates, conversions of
// arguments are C++'s. The kernel runs its own body as often as configured.
//
//===----------------------------------------------------------------------===//
#pragma once
#include "../driver_types.h"
#include "globals.h"
#include <type_traits>
#include <utility>

namespace tessera_rt {

/// One instance of a kernel.
struct KernelSite {
  const char *Name;
  int MaxDynamicShared = 48 * 1024;
};

/// One shared variable of a kernel or device function.
struct SharedSite {
  const char *Name;
  size_t Bytes; ///< 0: as many as the launch says.
  size_t Align;
  unsigned long Launch = 0; ///< For which launch `Storage` holds.
  void *Storage = nullptr;
};

/// One static variable of a kernel or device function.
struct StaticSite {
  bool Known = false;
};

/// Makes \p G, a static variable of device code, known once.
void makeKnown(StaticSite &Site, const tessera_global &G);

/// Says how the kernel that is called next is launched.
void configure(dim3 Grid, dim3 Block, size_t SharedBytes = 0,
               cudaStream_t Stream = nullptr);

/// The same for a launch whose blocks may wait for each other.
void configureCooperative(dim3 Grid, dim3 Block, size_t SharedBytes,
                          cudaStream_t Stream);

/// Takes the configuration. \returns false if nothing is to run.
bool beginLaunch(KernelSite &Site);

/// Runs \p Thunk for every thread when the stream comes to it, and then gives
/// the \p Arguments to \p Free.
void runGrid(KernelSite &Site, void (*Thunk)(const void *),
             const void *Arguments, size_t Bytes, void (*Free)(const void *));

/// The storage of a shared variable for the block that runs now.
void *sharedStorage(SharedSite &Site);

/// What became of the last launch.
cudaError_t launchError();

template <class... P, size_t... I>
__forceinline__ void callKernel(void (*Kernel)(P...), void **Arguments,
                                std::index_sequence<I...>) {
  Kernel(*(std::remove_reference_t<P> *)Arguments[I]...);
}

template <class Body> void launch(KernelSite &Site, const Body &Kernel) {
  runGrid(
      Site,
      [](const void *Arguments) {
        // A copy for each thread; the optimiser keeps it in registers.
        Body Copy(*static_cast<const Body *>(Arguments));
        [[clang::always_inline]] Copy();
      },
      new Body(Kernel), sizeof(Kernel),
      [](const void *Arguments) {
        delete static_cast<const Body *>(Arguments);
      });
}
} // namespace tessera_rt

template <class... P>
__forceinline__ cudaError_t cudaLaunchKernel(void (*Kernel)(P...), dim3 Grid,
                                             dim3 Block, void **Arguments,
                                             size_t SharedBytes = 0,
                                             cudaStream_t Stream = nullptr) {
  tessera_rt::configure(Grid, Block, SharedBytes, Stream);
  tessera_rt::callKernel(Kernel, Arguments,
                         std::make_index_sequence<sizeof...(P)>());
  return tessera_rt::launchError();
}
template <class... P>
__forceinline__ cudaError_t cudaLaunchKernel(void (*Kernel)(P...), const void *,
                                             dim3 Grid, dim3 Block,
                                             void **Arguments,
                                             size_t SharedBytes = 0,
                                             cudaStream_t Stream = nullptr) {
  return cudaLaunchKernel(Kernel, Grid, Block, Arguments, SharedBytes, Stream);
}
/// Of a kernel that is not named: not supported.
cudaError_t cudaLaunchKernel(const void *Kernel, dim3 Grid, dim3 Block,
                             void **Arguments, size_t SharedBytes = 0,
                             cudaStream_t Stream = nullptr);
cudaError_t cudaLaunchCooperativeKernel(const void *Kernel, dim3 Grid,
                                        dim3 Block, void **Arguments,
                                        size_t SharedBytes = 0,
                                        cudaStream_t Stream = nullptr);

template <class... P>
__forceinline__ cudaError_t cudaLaunchCooperativeKernel(
    void (*Kernel)(P...), dim3 Grid, dim3 Block, void **Arguments,
    size_t SharedBytes = 0, cudaStream_t Stream = nullptr) {
  tessera_rt::configureCooperative(Grid, Block, SharedBytes, Stream);
  tessera_rt::callKernel(Kernel, Arguments,
                         std::make_index_sequence<sizeof...(P)>());
  return tessera_rt::launchError();
}
template <class... P>
__forceinline__ cudaError_t cudaLaunchCooperativeKernel(
    void (*Kernel)(P...), const void *, dim3 Grid, dim3 Block, void **Arguments,
    size_t SharedBytes = 0, cudaStream_t Stream = nullptr) {
  return cudaLaunchCooperativeKernel(Kernel, Grid, Block, Arguments,
                                     SharedBytes, Stream);
}

#define TESSERA_KERNEL(NAME)                                                   \
  static ::tessera_rt::KernelSite tessera_site{NAME};                          \
  if (!::tessera_rt::beginLaunch(tessera_site))                                \
    return;                                                                    \
  ::tessera_rt::launch(tessera_site, [=]() mutable {
#define TESSERA_KERNEL_END                                                     \
  });

#define TESSERA_STATIC(NAME, ELEMENT, SPACE)                                   \
  static ::tessera_rt::StaticSite NAME##_tessera_site;                         \
  ::tessera_rt::makeKnown(                                                     \
      NAME##_tessera_site,                                                     \
      {#NAME, (void *)&NAME, sizeof(NAME), SPACE, ELEMENT, "", ""});

// A type cannot have `alignas`.
#define TESSERA_ALIGNED_BY(...) __attribute__((aligned(__VA_ARGS__)))
#define TESSERA_ALIGNED_LIKE(...) __attribute__((aligned(alignof(__VA_ARGS__))))

#define TESSERA_SHARED_SITE(NAME, BYTES)                                       \
  static ::tessera_rt::SharedSite NAME##_tessera_site{                         \
      #NAME, BYTES, alignof(NAME##_tessera_type)};
// Of a type that cannot have the alignment, as it depends on a template's.
#define TESSERA_SHARED_ALIGNED(NAME, ALIGN)                                    \
  static ::tessera_rt::SharedSite NAME##_tessera_site{                         \
      #NAME, sizeof(NAME##_tessera_type), ALIGN};                              \
  NAME##_tessera_type &NAME = TESSERA_SHARED_PLACE(NAME);
#define TESSERA_SHARED_PLACE(NAME)                                             \
  *static_cast<NAME##_tessera_type *>(                                         \
      ::tessera_rt::sharedStorage(NAME##_tessera_site))

// In a function: a reference.
#define TESSERA_SHARED_LOCAL(NAME, BYTES)                                      \
  TESSERA_SHARED_SITE(NAME, BYTES)                                             \
  NAME##_tessera_type &NAME = TESSERA_SHARED_PLACE(NAME);
#define TESSERA_SHARED(NAME)                                                   \
  TESSERA_SHARED_LOCAL(NAME, sizeof(NAME##_tessera_type))
#define TESSERA_SHARED_DYNAMIC(NAME) TESSERA_SHARED_LOCAL(NAME, 0)

// At file scope: a function, and each use becomes a call.
#define TESSERA_SHARED_NAMED(NAME, BYTES)                                      \
  TESSERA_SHARED_SITE(NAME, BYTES)                                             \
  __forceinline__ static NAME##_tessera_type &NAME##_tessera_use() {           \
    return TESSERA_SHARED_PLACE(NAME);                                         \
  }
#define TESSERA_SHARED_FILE(NAME)                                              \
  TESSERA_SHARED_NAMED(NAME, sizeof(NAME##_tessera_type))
#define TESSERA_SHARED_DYNAMIC_FILE(NAME) TESSERA_SHARED_NAMED(NAME, 0)

//===- Cache.h - Results of earlier runs ----------------------------------===//
//
//   source, options, tool ──▶ key ──▶ llvmcache-KEY.reads   lists of files
//   what such files hold ──────────▶ llvmcache-KEY          text, messages
//
// A translation that read a list of files is found again by what is in them
// now; nothing is parsed then. A header that appears in a folder that is
// searched earlier is not noticed, as in other caches of compilations.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_DRIVER_FILES_CACHE_H
#define TESSERA_DRIVER_FILES_CACHE_H

#include "tessera/Driver/Pipeline.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace tessera {

/// Makes a translation that is not in the cache.
using Translator = llvm::function_ref<llvm::Expected<Translation>()>;

/// What \p Translate makes of \p Source, the bytes of \p File: taken from the
/// folder Opts.CacheDirectory if an earlier run has left it there, else made
/// and left there. Failures are not kept, and neither is what depends on files
/// that change meanwhile. Several processes may use the folder. One that may
/// not be written is only read.
///
/// Without that folder, and where stages or reports are asked for, which need
/// more than is kept, it is what \p Translate makes.
///
/// \returns Reject(CannotWrite) if the folder is none, and cannot be made.
llvm::Expected<Translation> cached(llvm::StringRef File, llvm::StringRef Source,
                                   const Options &Opts, Translator Translate);

/// The bytes that \p Size, as `500M` or `2G`, stands for; nothing if it stands
/// for none.
std::optional<uint64_t> cacheBytes(llvm::StringRef Size);

} // namespace tessera

#endif

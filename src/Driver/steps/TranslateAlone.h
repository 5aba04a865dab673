//===- TranslateAlone.h - One file without the rest of its program --------===//
#ifndef TESSERA_DRIVER_STEPS_TRANSLATEALONE_H
#define TESSERA_DRIVER_STEPS_TRANSLATEALONE_H

#include "tessera/Driver/Pipeline.h"

namespace tessera {

/// As \ref translate; \p Source has the usual spelling of its tokens, and other
/// files may start what it does not make.
llvm::Expected<Translation> translateAlone(llvm::StringRef File,
                                           llvm::StringRef Source,
                                           const Options &Opts);

} // namespace tessera

#endif

//===- SettingsCheck.h - The result's own conditions ----------------------===//
#ifndef TESSERA_EMIT_SETTINGSCHECK_H
#define TESSERA_EMIT_SETTINGSCHECK_H

#include "tessera/Emit/Edits.h"
#include "tessera/Model/Program.h"

namespace tessera {

/// Tests that the result is compiled with the values that \p P was read with;
/// none if no flag can change one.
///
/// After:  #ifndef N
///         #define N (1 << 7)
///         #endif
///         #if (N) != 128
///         #error "made for these values: translate the original again"
///         #endif
///
/// and at the end of the file, where everything is declared:
///
///         static_assert((BATCH) == 1024,
///                       "made for these values: translate the original
///                       again");
std::vector<TextEdit> checkSettings(const Program &P);

} // namespace tessera

#endif

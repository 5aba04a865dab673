//===- SettingsCheck.h - The result's own conditions ----------------------===//
#ifndef TESSERA_EMIT_SETTINGSCHECK_H
#define TESSERA_EMIT_SETTINGSCHECK_H

#include "tessera/Emit/Edits.h"
#include "tessera/Model/Program.h"

namespace tessera {

/// A test that the result is compiled with the values that \p P was read with;
/// nothing if no flag can change one.
///
/// After:  #ifndef N
///         #define N 128
///         #endif
///         #if N != 128
///         #error "made for these values: translate the original again"
///         #endif
std::optional<TextEdit> checkSettings(const Program &P);

} // namespace tessera

#endif

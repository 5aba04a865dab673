//===- LineDirectives.h - Lines of the user's file in the result ----------===//
#ifndef TESSERA_DRIVER_FILES_LINEDIRECTIVES_H
#define TESSERA_DRIVER_FILES_LINEDIRECTIVES_H

#include "tessera/Support/SourceRange.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace tessera {

/// \p After, the result of translating \p Before, with `#line` directives:
/// compilers then name lines of \p File, as in LineOrigins.h. For texts that
/// only a compiler reads.
std::string withLineDirectives(llvm::StringRef File, llvm::StringRef Before,
                               llvm::StringRef After);

/// The line of \p Before, as the place of its first character that is no
/// white space, that the line of \p After at \p Where comes from in this sense.
SourcePlace originOf(llvm::StringRef Before, llvm::StringRef After,
                     SourcePlace Where);

} // namespace tessera

#endif

//===- Findings.h - What the checks of a run found ------------------------===//
#ifndef TESSERA_EXEC_FINDINGS_H
#define TESSERA_EXEC_FINDINGS_H

#include <string>

namespace tessera::exec {

/// Prints the findings that the runtime left in the file \p Report to standard
/// error, one line each: `file:line:column: error: text [identity]`.
///
/// The runtime writes lines of four fields separated by tabs: level, identity
/// (or "-"), code address in hexadecimal, text.
void printFindings(const std::string &Report, const std::string &Executable);

} // namespace tessera::exec

#endif

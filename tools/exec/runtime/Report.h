//===- Report.h - What a check found, for tessera-run to print ------------===//
#ifndef TESSERA_RUN_REPORT_H
#define TESSERA_RUN_REPORT_H

#include <cstdint>
#include <string>

namespace tessera_rt {

enum { CheckFailed = 126, CannotRun = 125 };

/// Leaves a finding; \p Address is the code it is about, 0 if unknown.
void report(const char *Level, const char *Identity, uintptr_t Address,
            const std::string &Text);

/// Reports an error and ends the program, as a failed check does.
[[noreturn]] void fail(const char *Identity, uintptr_t Address,
                       const std::string &Text, uintptr_t NoteAddress = 0,
                       const std::string &Note = "");

/// Reports that the program needs what the runtime does not have.
[[noreturn]] void unsupported(uintptr_t Address, const std::string &What);

} // namespace tessera_rt

#endif

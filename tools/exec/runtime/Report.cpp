//===- Report.cpp ---------------------------------------------------------===//
#include "Report.h"
#include "Settings.h"

#include <cstdio>
#include <unistd.h>

namespace tessera_rt {

void report(const char *Level, const char *Identity, uintptr_t Address,
            const std::string &Text) {
  const std::string &Path = settings().ReportFile;
  FILE *Out = Path.empty() ? stderr : std::fopen(Path.c_str(), "a");
  if (!Out)
    return;
  std::fprintf(Out, "%s\t%s\t%lx\t%s\n", Level, Identity,
               static_cast<unsigned long>(Address), Text.c_str());
  if (Out != stderr)
    std::fclose(Out);
}

[[noreturn]] static void leave(int Code) {
  std::fflush(stdout);
  _exit(Code);
}

void fail(const char *Identity, uintptr_t Address, const std::string &Text,
          uintptr_t NoteAddress, const std::string &Note) {
  report("error", Identity, Address, Text);
  if (!Note.empty())
    report("note", "-", NoteAddress, Note);
  leave(CheckFailed);
}

void unsupported(uintptr_t Address, const std::string &What) {
  report("error", "unsupported", Address, What + " is not supported");
  leave(CannotRun);
}

} // namespace tessera_rt

//===- Translate.cpp - libFuzzer: any text is translated or refused -------===//
//
// Broken sources end with a diagnostic. A crash, a failed assertion, an
// internal error or a hang is a finding. See tools/dev/fuzz.
//
//===----------------------------------------------------------------------===//
#include "tessera/Driver/Options.h"
#include "tessera/Driver/Pipeline.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>

using namespace tessera;

static const Options &options() {
  static const Options Opts = [] {
    const char *Arguments[] = {"tessera", "--cuda-path=none", "input.cu"};
    return readCommandLine(3, Arguments, llvm::outs(), llvm::errs()).Opts;
  }();
  return Opts;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  std::string Source(reinterpret_cast<const char *>(Data), Size);
  llvm::Expected<Translation> Result = translate("input.cu", Source, options());
  if (Result)
    return 0;
  std::vector<Diagnostic> Why;
  if (llvm::Error Other = takeRejects(Result.takeError(), Why)) {
    llvm::errs() << toString(std::move(Other)) << "\n";
    abort();
  }
  for (const Diagnostic &D : Why)
    if (D.Kind == DiagKind::InternalError) {
      llvm::errs() << D.message() << "\n";
      abort();
    }
  return 0;
}

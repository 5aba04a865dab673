//===- CheckOutput.h - The result, parsed again ---------------------------===//
#ifndef TESSERA_DRIVER_STEPS_CHECKOUTPUT_H
#define TESSERA_DRIVER_STEPS_CHECKOUTPUT_H

#include "tessera/Driver/Options.h"
#include "tessera/Driver/Pipeline.h"
#include "tessera/Emit/Edits.h"
#include "tessera/Plan/TilePlan.h"

namespace tessera {

/// The rewritten text is not what was planned: a mistake of the tool.
class WrongText : public llvm::ErrorInfo<WrongText> {
public:
  static char ID;
  explicit WrongText(std::string Why) : Why(std::move(Why)) {}

  void log(llvm::raw_ostream &OS) const override { OS << Why; }
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }

  std::string Why;
  std::optional<KernelId> Kernel; ///< whose text is wrong, if that is known
  /// In the new text, what the compiler does not take.
  SourcePlace Where = SourcePlace::nowhere();
};

/// Parses \p New, which \p P becomes, and derives the facts of the kernels of
/// \p Plans from it once more. What a compiler does not take only because lines
/// have other numbers than in the user's file is no bug of ours; directives for
/// the numbers help it where the text is for a compiler only.
///
/// \returns the definitions that plans made, but where directives help; or
///          WrongText; or a refusal if lines are the reason.
llvm::Expected<std::vector<VersionLines>>
checkResult(const Program &P, const TracedText &New,
            const std::vector<KernelPlan> &Plans, const Options &Opts);

} // namespace tessera

#endif

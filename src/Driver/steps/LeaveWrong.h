//===- LeaveWrong.h - Kernels whose changes turn out wrong ----------------===//
//
// A mistake of the tool in one kernel is found when the result is checked. That
// kernel stays as it was, and the rest is translated again without it.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_DRIVER_STEPS_LEAVEWRONG_H
#define TESSERA_DRIVER_STEPS_LEAVEWRONG_H

#include "tessera/Driver/Options.h"
#include "tessera/Driver/Pipeline.h"
#include "tessera/Emit/Edits.h"
#include "tessera/Model/Program.h"
#include "tessera/Plan/TilePlan.h"

namespace tessera {

/// Kernels that stay as they are, and the message of each.
using LeftKernels = std::map<KernelId, Diagnostic>;

/// Refuses \p Left in \p P, which may be another reading of the program.
void leave(Program &P, const LeftKernels &Left);

/// A new text, and what plans made of kernels there.
struct CheckedText : TracedText {
  std::vector<VersionLines> Versions;
};

/// The text that \p Edits make of \p P, checked against \p Plans.
///
/// \returns a refusal of the input, or an error for \ref withoutWrongKernels.
llvm::Expected<CheckedText> checkedText(const Program &P,
                                        const std::vector<TextEdit> &Edits,
                                        const std::vector<KernelPlan> &Plans,
                                        const Options &Opts);

/// Calls \p Rewrite with \p P, and again without the kernels that \ref
/// checkedText finds wrong. Where it cannot tell which of them are, they are
/// left one by one, and in the end all that changed.
///
/// \returns Reject(InternalError) if no kernel is the reason.
llvm::Expected<Translation> withoutWrongKernels(
    const Program &P,
    llvm::function_ref<llvm::Expected<Translation>(const Program &,
                                                   const LeftKernels &)>
        Rewrite);

/// Whether \p T says that kernels were left for mistakes of the tool.
bool hasLeftKernels(const Translation &T);

} // namespace tessera

#endif

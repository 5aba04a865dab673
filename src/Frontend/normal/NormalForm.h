//===- NormalForm.h - One spelling for what kernels do --------------------===//
//
// Small steps, each from a kernel to an equal one: every thread computes the
// same, in the same order, and each side effect comes as often. What a step
// does not touch keeps the user's bytes. Steps.h has them all.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_FRONTEND_NORMAL_NORMALFORM_H
#define TESSERA_FRONTEND_NORMAL_NORMALFORM_H

#include "normal/LaunchFacts.h"
#include "tessera/Kernel/Stmt.h"
#include "llvm/ADT/ArrayRef.h"

namespace tessera {

struct NormalStep {
  llvm::StringLiteral Name;
  /// The body of an equal kernel; that of \p K if there is nothing to do. New
  /// variables go into \p K.
  ir::StmtPtr (*Apply)(ir::Kernel &K, const LaunchFacts &Facts);
};

/// The step that makes wide reads those of elements.
inline constexpr llvm::StringLiteral SplitVectors = "lanes",
                                     LeaveOutTiles = "tiles",
                                     ShiftThreads = "shifts", ShowIds = "ids";

/// In the order in which they are tried.
llvm::ArrayRef<NormalStep> normalSteps();

/// Takes steps until none has anything to do.
///
/// \param Taken is called behind each that changed the kernel.
void normalise(ir::Kernel &K, const LaunchFacts &Facts,
               llvm::function_ref<void(const NormalStep &)> Taken);

} // namespace tessera

#endif

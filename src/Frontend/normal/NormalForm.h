//===- NormalForm.h - One spelling for what kernels do --------------------===//
//
// Small steps, each from a kernel to an equal one: every thread computes the
// same, in the same order, and each side effect comes as often. What a step
// does not touch keeps the user's bytes.
//
//   calls          x = sum(a, n);             float s = 0; for .. x = s;
//   references     float &s = c[i]; s += x;   c[i] += x;
//   declarations   int i; i = 3;              int i = 3;
//   values         i += 3;                    int i2 = i + 3;
//   selections     if (c) x = a; else x = b;  x = c ? a : b;
//   loads          x = c ? a[i] : 0;          x = 0; if (c) x = a[i];
//   conditions     bool in = i < n; if (in)   if (i < n)
//   clamps         if (x > 0) a[max(x, 0)]    if (x > 0) a[x]
//   loops          while (k < n) { ..; ++k }  for (; k < n; ++k) ..
//   exits          for (;;) { if (c) break;   for (; !c;)
//   sizes          blockIdx.x * 128           blockIdx.x * blockDim.x
//   strides        for (; i < n; i += stride) if (i < n)
//   symbols        k < n / 2                  const int half_n = n / 2; ..
//   inductions     p += n, once in a round    p + k * n
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

/// In the order in which they are tried.
llvm::ArrayRef<NormalStep> normalSteps();

/// Takes steps until none has anything to do.
///
/// \param Taken is called behind each that changed the kernel.
void normalise(ir::Kernel &K, const LaunchFacts &Facts,
               llvm::function_ref<void(const NormalStep &)> Taken);

ir::StmtPtr nameBlockSizes(ir::Kernel &K, const LaunchFacts &Facts);
ir::StmtPtr leaveOutStrides(ir::Kernel &K, const LaunchFacts &Facts);
ir::StmtPtr replaceCalls(ir::Kernel &K);
ir::StmtPtr nameElements(ir::Kernel &K);
ir::StmtPtr leaveOutClamps(ir::Kernel &K);
ir::StmtPtr declareWhereSet(ir::Kernel &K);
ir::StmtPtr nameValues(ir::Kernel &K);
ir::StmtPtr selectValues(ir::Kernel &K);
ir::StmtPtr readUnderConditions(ir::Kernel &K);
ir::StmtPtr unfoldConditions(ir::Kernel &K);
ir::StmtPtr countLoops(ir::Kernel &K);
ir::StmtPtr endLoopsByTheirTest(ir::Kernel &K);
ir::StmtPtr nameSymbols(ir::Kernel &K);
ir::StmtPtr replaceInductions(ir::Kernel &K);

} // namespace tessera

#endif

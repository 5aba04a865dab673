//===- CallOrder.h - Whether a call may be where its statement begins -----===//
#ifndef TESSERA_FRONTEND_NORMAL_CALLS_CALLORDER_H
#define TESSERA_FRONTEND_NORMAL_CALLS_CALLORDER_H

#include "tessera/Kernel/Stmt.h"
#include "llvm/ADT/ArrayRef.h"

namespace tessera {

/// Whether \p Body changes more than its own variables, or may.
bool writes(llvm::ArrayRef<ir::StmtPtr> Body);

/// Whether \p Call may be evaluated before the rest of \p E.
///
/// \param Writes whether what it calls does.
bool mayComeFirst(const ir::Kernel &K, const ir::ExprPtr &E,
                  const ir::ExprPtr &Call, bool Writes);

/// Whether the references that \p Call hands over can be called by their own
/// names, where \p S has it.
bool canShare(const ir::Kernel &K, const ir::StmtPtr &S, const ir::Expr &Call,
              bool Writes);

/// No step touches what calls that stay in \p Body may change.
void keepShared(ir::Kernel &K, const ir::StmtPtr &Body);
/// \p Body without lambdas that nothing calls any more.
ir::StmtPtr withoutLambdas(ir::Kernel &K, const ir::StmtPtr &Body);
/// \p Body without declarations that have only objects which nothing names any
/// more, and something in \p Before did.
ir::StmtPtr withoutObjects(const ir::Kernel &K, const ir::StmtPtr &Body,
                           const ir::StmtPtr &Before);

} // namespace tessera

#endif

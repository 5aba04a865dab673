//===- Bounds.h - Bounds of loops that differ from thread to thread -------===//
#ifndef TESSERA_FRONTEND_NORMAL_BOUNDS_H
#define TESSERA_FRONTEND_NORMAL_BOUNDS_H

#include "normal/Offsets.h"

namespace tessera {

/// Whether \p E is `max(a, b)`, `a > b ? a : b` or, as the difference is the
/// same, `a + 3 > b + 3 ? a : b`; or the same with min and `<`; nothing if it
/// is neither. \p A and \p B are those.
std::optional<bool> isGreatest(const ir::Expr &E, const Offsets &Values,
                               ir::ExprPtr &A, ir::ExprPtr &B);

/// \p S, if it is a loop, some of whose bounds differ from thread to thread,
/// and two of them by the same in all: with these two, and the others as
/// conditions of its rounds.
///
/// \param IsKnown whether something is not negative where \p S stands.
ir::StmtPtr
withEqualBounds(ir::Kernel &K, const ir::StmtPtr &S, const Offsets &Values,
                llvm::function_ref<bool(const Polynomial &)> IsKnown);

} // namespace tessera

#endif

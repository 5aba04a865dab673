//===- CallParts.h - Calls and what stands in their place -----------------===//
#ifndef TESSERA_FRONTEND_NORMAL_CALLS_CALLPARTS_H
#define TESSERA_FRONTEND_NORMAL_CALLS_CALLPARTS_H

#include "tessera/Kernel/Stmt.h"
#include <map>

namespace tessera {

/// \p E with what \p Known has for scalars in their place.
ir::ExprPtr replaced(const ir::ExprPtr &E,
                     const std::map<ir::VarId, ir::ExprPtr> &Known);
/// The same of objects.
ir::ExprPtr withObjects(const ir::ExprPtr &E,
                        const std::map<ir::VarId, ir::ExprPtr> &Known);
/// Also where they are declared.
ir::StmtPtr withObjects(const ir::StmtPtr &S,
                        const std::map<ir::VarId, ir::ExprPtr> &Known);

/// \p E where \p Pointer points to \p Of.
ir::ExprPtr pointee(const ir::ExprPtr &E, ir::VarId Pointer,
                    const ir::ExprPtr &Of);
ir::StmtPtr withPointee(const ir::StmtPtr &S, ir::VarId Pointer,
                        const ir::ExprPtr &Of);

/// The calls in \p E that are evaluated in any case, in their order.
void callsIn(const ir::ExprPtr &E, std::vector<ir::ExprPtr> &Into);

/// \p E with \p New in the place of \p Call.
ir::ExprPtr exchanged(const ir::ExprPtr &E, const ir::ExprPtr &Call,
                      const ir::ExprPtr &New);

/// `int i = (int)x;` of ours is `int i = x;`
ir::StmtPtr withoutCasts(const ir::Kernel &K, const ir::StmtPtr &Body);

} // namespace tessera

#endif

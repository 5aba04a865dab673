//===- Returns.h - Functions that end where their text does ---------------===//
#ifndef TESSERA_FRONTEND_NORMAL_CALLS_RETURNS_H
#define TESSERA_FRONTEND_NORMAL_CALLS_RETURNS_H

#include "tessera/Kernel/Stmt.h"
#include "llvm/ADT/ArrayRef.h"

namespace tessera {

/// \p Body, of a function, with an assignment to a variable in the place of
/// each `return`, behind which nothing comes.
///
///   if (c) return a;  rest      =>  if (c) r = a; else { rest }
///   for (..) if (c) return a;       r = b;
///   return b;                   =>  for (..) if (c) { r = a; break; }
///
/// \param Sets makes the assignment of what is returned; without one functions
/// return nothing.
/// \returns nothing if a statement would have to be written twice.
std::optional<std::vector<ir::StmtPtr>>
withoutReturns(ir::Kernel &K, llvm::ArrayRef<ir::StmtPtr> Body,
               llvm::function_ref<ir::StmtPtr(const ir::StmtPtr &Return)> Sets);

} // namespace tessera

#endif

//===- LoopParts.h - Counters of loops, and where they start --------------===//
#ifndef TESSERA_FRONTEND_NORMAL_LOOPS_LOOPPARTS_H
#define TESSERA_FRONTEND_NORMAL_LOOPS_LOOPPARTS_H

#include "normal/Patterns.h"

namespace tessera {

/// `for (Init; Test; Next) Body`, behind the comments \p Lead.
ir::StmtPtr loopOf(ir::StmtPtr Init, ir::ExprPtr Test, ir::ExprPtr Next,
                   ir::StmtPtr Body, SourceRange Lead);

/// Whether `continue` is in \p S, and continues it.
bool continues(const ir::StmtPtr &S);
/// The same of `break`.
bool breaks(const ir::StmtPtr &S);

/// Calls \p Change for the loops in \p S, innermost first.
ir::StmtPtr
eachLoop(const ir::StmtPtr &S,
         llvm::function_ref<ir::StmtPtr(const ir::StmtPtr &)> Change);

/// Calls \p Change for the statements of each Block in \p S, and for those that
/// stand alone below others, innermost first.
ir::StmtPtr
eachList(const ir::StmtPtr &S,
         llvm::function_ref<void(std::vector<ir::StmtPtr> &)> Change);

/// Whether \p Test lets each round happen.
bool isTrue(const ir::ExprPtr &Test);

/// The statements from \p From to before \p To.
llvm::ArrayRef<ir::StmtPtr> between(const std::vector<ir::StmtPtr> &All,
                                    size_t From, size_t To);

/// Whether one of \p All behind \p At names \p V.
bool seenBehind(const std::vector<ir::StmtPtr> &All, size_t At, ir::VarId V);

/// The statement of \p All that gives \p V the value that the loop at \p Loop
/// finds; All.size() if it is not clear.
size_t startBefore(const ir::Kernel &K, const std::vector<ir::StmtPtr> &All,
                   size_t Loop, ir::VarId V);
/// The value that \p S, one that \ref startBefore finds, gives \p V.
ir::ExprPtr valueIn(const ir::StmtPtr &S, ir::VarId V);

/// Whether the declaration of \p V can be taken out of \p S, and has a value.
bool canTake(const ir::Stmt &S, ir::VarId V);
/// Takes the value that \p S gives \p V out of it: what is left, and that value
/// as a statement of its own.
std::pair<ir::StmtPtr, ir::StmtPtr> taken(const ir::StmtPtr &S, ir::VarId V);

/// `for (k = 0, l = n; ..; ++k, p += w)` at \p At with one start and one step,
/// the others before it or in its body; whether \p All is another now.
bool splitHeader(ir::Kernel &K, std::vector<ir::StmtPtr> &All, size_t At);

} // namespace tessera

#endif

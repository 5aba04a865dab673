//===- UnusedNames.h - Names that nothing uses any more -------------------===//
#ifndef TESSERA_PLAN_TRANSFERS_UNUSEDNAMES_H
#define TESSERA_PLAN_TRANSFERS_UNUSEDNAMES_H

#include "tessera/Plan/TransferPlan.h"

namespace tessera {

/// Text of the user that goes.
enum class Gone {
  Statement, ///< all of one
  Value,     ///< an expression, for which a value stands
  Effect,    ///< an expression whose value nobody uses
  Part,      ///< of an expression
};

struct RemovedText {
  SourceRange Source;
  size_t Replacement = 0; ///< into the list of those
  Gone K = Gone::Statement;
};

/// Compilers warn of what nothing uses: the declarations go with the last use,
/// or there still is one.
///
/// Before:  size_t bytes = n * sizeof(float);
///          cudaMemPrefetchAsync(a, bytes, device);    // goes
/// After:
///
/// Before:  where.id = 0;
///          cudaMemPrefetchAsync(a, n, where, 0);      // goes
/// After:   where.id = 0;
///          (void)&where;
///
/// \p NewCode are other texts that use names.
void dropUnusedNames(const Program &P, const std::vector<RemovedText> &Removed,
                     std::vector<HostReplacement> &Replacements,
                     llvm::StringRef NewCode = "");

/// \p R with its line's white space and end, if the line has nothing else.
SourceRange wholeLines(const Program &P, SourceRange R);

} // namespace tessera

#endif

//===- KernelEdits.h - Rewritten kernels as edits -------------------------===//
#ifndef TESSERA_EMIT_KERNELEDITS_H
#define TESSERA_EMIT_KERNELEDITS_H

#include "tessera/Emit/Launchers.h"
#include "tessera/Model/Program.h"
#include "tessera/Plan/TilePlan.h"
#include "tessera/Plan/TransferPlan.h"

namespace tessera {

/// A plan with the tree that the transformations made of it.
struct RewrittenKernel {
  KernelPlan Plan;
  /// Null if the version before has the body of both.
  NodePtr Body;
  /// Of a template for this version and the next: its parameter.
  std::string Parameter = {};
};

/// Whether \p Versions is a single one that serves every launch, and replaces
/// the user's kernel.
bool replacesKernel(const KernelModel &Kernel,
                    const std::vector<RewrittenKernel> &Versions);

/// The edits for one kernel. \p Versions has one entry for every block shape
/// that gets tiles. If they do not replace the user's kernel they follow it,
/// under names of their own, and the launches choose. \p Transfers is what else
/// all versions need, or null; the user's own text gets that elsewhere.
/// \p Names collects the new names in host functions, \p Starters what starts
/// versions for launches that start others, too.
std::vector<TextEdit> editKernel(const Program &P, KernelId Kernel,
                                 const std::vector<RewrittenKernel> &Versions,
                                 const KernelTransfers *Transfers,
                                 std::set<std::string> &Names,
                                 Launchers &Starters);

/// Lets launches start versions of kernels that other files define. \p Names as
/// above.
std::vector<TextEdit> startVersionsElsewhere(const Program &P,
                                             std::set<std::string> &Names);

/// The headers that \p Plans need and the user does not include.
std::vector<TextEdit> includeHeaders(const Program &P,
                                     const std::vector<KernelPlan> &Plans);

} // namespace tessera

#endif

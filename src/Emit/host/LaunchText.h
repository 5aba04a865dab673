//===- LaunchText.h - Launches that start a part of their grid ------------===//
#ifndef TESSERA_EMIT_HOST_LAUNCHTEXT_H
#define TESSERA_EMIT_HOST_LAUNCHTEXT_H

#include "tessera/Emit/Edits.h"
#include "tessera/Model/Program.h"
#include "tessera/Plan/KernelTransfers.h"

namespace tessera {

/// What makes \p Text, part of a kernel, see the whole grid: `blockIdx.x`
/// becomes `(first_block + blockIdx.x)` and `gridDim.x` becomes `all_blocks`.
std::vector<TextEdit> offsetBlockIds(llvm::StringRef Text,
                                     const BlockOffset &Offset);

/// The statement of a launch, with the edits that others make inside it.
class LaunchText {
public:
  /// Takes the edits inside \p Statement, which is or contains that of \p L,
  /// out of \p Edits.
  LaunchText(const Program &P, const LaunchModel &L, SourceRange Statement,
             std::vector<TextEdit> &Edits);

  /// The declaration of a variable \p Name for the grid, if that is not one
  /// already; empty if it is.
  std::string nameGrid(llvm::StringRef Name);

  /// The number of blocks along \p Axis.
  std::string blocks(unsigned Axis) const;

  /// The statement, which starts \p Number blocks along \p Axis. \p Stream may
  /// be empty; \p Arguments are those of BlockOffset.
  std::string part(unsigned Axis, llvm::StringRef Number,
                   llvm::StringRef Stream, llvm::StringRef Arguments) const;

private:
  const Program &P;
  const LaunchModel &L;
  SourceRange Statement;
  std::vector<TextEdit> Inside;
  std::string Grid;
  bool GridIsScalar;
};

} // namespace tessera

#endif

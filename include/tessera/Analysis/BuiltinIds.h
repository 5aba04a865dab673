//===- BuiltinIds.h - Where a kernel uses threadIdx and its kin -----------===//
#ifndef TESSERA_ANALYSIS_BUILTINIDS_H
#define TESSERA_ANALYSIS_BUILTINIDS_H

#include "tessera/Analysis/InstanceSpace.h"

namespace tessera {

/// What a built-in variable becomes: a value, and a text with holes.
struct NewId {
  Polynomial Value;
  Text Spelled;
  bool IsSum = false; ///< in parentheses, but as a whole initialiser
};

/// The axis of a built-in variable, 0 for x; nothing for other symbols.
std::optional<unsigned> axisOfId(llvm::StringRef Symbol);

/// The hole of the built-in variable with this symbol: `tx` is `threadIdx.x`.
Piece builtinPiece(llvm::StringRef Symbol);

/// \p K with other values for the built-in variables that \p Change returns
/// something for: in all polynomials, and in the text of the tree.
KernelModel withIds(
    const KernelModel &K,
    llvm::function_ref<std::optional<NewId>(llvm::StringRef Symbol)> Change);

/// Subscripts, conditions, and the bounds and strides of loops.
std::vector<Polynomial> polynomialsOf(const KernelModel &K);

/// Whether \p P is a polynomial in `b * B + t` of \p Axis and in nothing else
/// that has to do with the axis. Where \p Shape has the size of the block, B
/// may be that number.
bool usesGlobalIndex(const Polynomial &P, unsigned Axis,
                     const LaunchShape &Shape);

/// Whether everything that \p K computes depends on the ids of \p Axis as that:
/// its polynomials, and no other place of its text has ids, or variables that
/// are made of ids in another way.
bool usesGlobalIndexOnly(const KernelModel &K, unsigned Axis,
                         const LaunchShape &Shape);

/// Whether the text of \p K names one of \p Variables, `threadIdx`, without a
/// member.
bool usesWhole(const KernelModel &K, llvm::ArrayRef<llvm::StringRef> Variables);

} // namespace tessera

#endif

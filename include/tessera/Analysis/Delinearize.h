//===- Delinearize.h - From flat subscripts to coordinates ----------------===//
//
// `(y - 1) * n + x - 1` is the element (y - 1, x - 1) of rows of n. One list of
// strides is chosen for all accesses of an array, and each subscript is written
// as one coordinate per stride:
//
//   subscript == sum of coordinate[d] * stride[d]       (always, exactly)
//
// Coordinates are not reduced: nothing says that x - 1 stays below n, so two
// coordinates may name one element. For elements that are only read this is
// harmless: each name gets its own copy of the same value. A tile that is
// written needs a proof: see `distinctWithin`.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_ANALYSIS_DELINEARIZE_H
#define TESSERA_ANALYSIS_DELINEARIZE_H

#include "tessera/Analysis/InstanceSpace.h"
#include "tessera/Polyhedral/Box.h"

namespace tessera {

/// What the choice of strides depends on.
struct IndexSymbols {
  /// Symbols that vary inside a block (thread ids, counters) with the
  /// difference of their largest and smallest value, absent if not known.
  std::map<std::string, std::optional<int64_t>> Spans;
  /// Counters over the outputs of a thread: like block ids, they move a whole
  /// block of threads.
  std::set<std::string> Outputs;

  bool varies(llvm::StringRef Symbol) const;
  /// Varies, or is a block id or origin. Everything else is a parameter.
  bool isIndex(llvm::StringRef Symbol) const;
};

/// The index symbols of a kernel.
IndexSymbols indexSymbolsOf(const KernelSpace &Space);

struct Delinearization {
  /// Outermost first, the last is 1: products of parameters and a constant.
  std::vector<Polynomial> Strides;
  /// By subscript, one polynomial per stride, affine in the index symbols.
  std::vector<std::vector<Polynomial>> Coordinates;
};

/// Chooses strides and rewrites \p Subscripts, which are specialised.
///
/// A product of parameters that multiplies an index is a stride. A constant
/// factor is one if it exceeds what the smaller terms span in a block:
/// `k * 2048 + id` is (k, id), but `bx * 512 + tx`, `ty * 16 + tx` in a block
/// 16 wide and the sliding window `i + t` stay one coordinate. Constants go to
/// the nearest multiple: -2049 is (-1, -1).
///
/// \returns nothing if two indices are multiplied.
std::optional<Delinearization>
delinearize(const std::vector<Polynomial> &Subscripts,
            const IndexSymbols &Symbols);

/// The flat subscript of an element.
Polynomial linearAddress(const std::vector<Polynomial> &Coordinates,
                         const std::vector<Polynomial> &Strides);

/// \p B - \p A, if that is a constant in each dimension.
std::optional<std::vector<int64_t>>
constantDistance(const std::vector<Polynomial> &A,
                 const std::vector<Polynomial> &B);

/// The accesses of one array, as coordinates.
struct ArrayCoordinates {
  ArrayId Array;
  /// In elements; empty if the sizes of the array are not known.
  std::vector<Polynomial> Strides;
  /// Specialised and affine.
  std::map<AccessId, std::vector<Polynomial>> Coordinates;
  /// Accesses whose subscripts are not affine, or whose loops are opaque.
  std::vector<AccessId> Unknown;
};

/// Subscripts of arrays with several dimensions are the coordinates.
ArrayCoordinates coordinatesOf(const KernelSpace &Space, ArrayId Array);

/// Values that must not be negative for all elements of a box of \p Extents to
/// be different elements: each stride exceeds what the smaller ones reach.
std::vector<Polynomial> distinctWithin(const std::vector<Polynomial> &Extents,
                                       const std::vector<Polynomial> &Strides);

} // namespace tessera

#endif

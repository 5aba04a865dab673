//===- PrivateElements.h - Elements that a register can stand for ---------===//
//
// An accumulator `c[i] += ..` in a loop, an invariant `x[i]`: one thread uses
// one element several times. In a *region*, statements that follow each other,
// a register may stand for it if nothing else touches the element there: no
// other access of the thread, by what is known of subscripts and arrays. Other
// threads do not: the program has no race, and where the region has a
// barrier, a fence or an atomic operation, nothing in the kernel writes the
// array.
//
//   for (k = 0; k < n; k++)     if (0 < n) {
//     c[i] += a[k];               float c_i = c[i];
//                                 for (k = 0; k < n; k++)
//                                   c_i += a[k];
//                                 c[i] = c_i;
//                               }
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_ANALYSIS_PRIVATEELEMENTS_H
#define TESSERA_ANALYSIS_PRIVATEELEMENTS_H

#include "tessera/Model/Program.h"
#include "llvm/ADT/ArrayRef.h"

namespace tessera {

/// One element in one region.
struct PrivateElement {
  ArrayId Array;
  /// As the user spells it, with holes that mean the same in front of the
  /// region and behind it: `c[i]`.
  Text Element;
  std::vector<AccessId> Accesses; ///< all in the region, in text order
  SourceRange Region;             ///< from the first statement to the last
  bool Load = false;              ///< some access needs the value before
  bool Store = false;             ///< some access writes
  bool InLoop = false;            ///< some access is in a loop of the region
  /// Loops of the region without which the element is not accessed, or not
  /// written. Only if each has an iteration may it be loaded and stored; the
  /// region is one loop then.
  std::vector<LoopId> Entered;
  /// Other arrays in global memory that the region writes, or also reads if
  /// the element is written.
  std::set<ArrayId> Beside;
  std::string Name; ///< of the register, new in the kernel
  auto key() const { return std::pair(Region, Array); }
};

/// An element that is accessed again and cannot be kept.
struct SharedElementUse {
  AccessId First;
  std::string Element; ///< as spelled
  std::string Why;     ///< `it may overlap 'b'`
};

struct PrivateElements {
  std::vector<PrivateElement> Kept; ///< in the order of their first accesses
  std::vector<SharedElementUse> Refused;
};

/// Finds the elements of global memory that a register can stand for, each in
/// the widest regions.
PrivateElements findPrivateElements(const Program &P, KernelId Kernel);

/// Where registers are loaded and stored together.
struct RegisterPlace {
  SourceRange Region;
  std::vector<LoopId> Entered;
  std::optional<GuardId> Guard; ///< that all loops of `Entered` have iterations
  std::vector<unsigned> Elements; ///< indices
};

/// A kernel that uses registers. Its tables have their loads and stores; its
/// tree has neither yet, nor their declarations.
struct RegisterModel {
  KernelModel Kernel;
  std::vector<RegisterPlace> Places;                  ///< wider regions first
  std::vector<ScalarId> Registers;                    ///< by element
  std::vector<std::optional<AccessId>> Loads, Stores; ///< by element
  /// By the user's accesses: the same access; none if a register serves it.
  std::vector<std::optional<AccessId>> Accesses;
};
RegisterModel keepInRegisters(const KernelModel &Kernel,
                              llvm::ArrayRef<PrivateElement> Elements);

} // namespace tessera

#endif

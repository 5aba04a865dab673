//===- Facts.h - All that is known about a kernel (--print=facts) ---------===//
#ifndef TESSERA_ANALYSIS_FACTS_H
#define TESSERA_ANALYSIS_FACTS_H

#include "tessera/Analysis/Coalescing.h"
#include "tessera/Analysis/Frequency.h"
#include "tessera/Analysis/Uniformity.h"

namespace tessera {

/// One tile that could be filled at a staging point.
struct TileFacts {
  Footprint Part;
  AccessFrequency Frequency;
  ReuseKind Reuse;
};

/// What is known about one array at one staging point.
struct PointFacts {
  StagingPoint Point;
  std::vector<TileFacts> Tiles; ///< empty if refused
  std::vector<Diagnostic> Refusals;
};

struct ArrayFacts {
  ArrayId Array;
  bool Reads = false;
  bool Writes = false;
  bool Atomic = false;
  bool Escapes = false; ///< its address is taken
  ArrayCoordinates Coordinates;
  std::map<AccessId, Coalescing> Requests; ///< where known
  std::vector<PointFacts> Points;
};

/// The facts about a kernel for one launch shape.
struct KernelFacts {
  std::string Kernel;
  LaunchShape Shape;
  std::vector<Dependence> Loops;  ///< by LoopId
  std::vector<Dependence> Guards; ///< by GuardId
  std::vector<ArrayFacts> Arrays; ///< those in global memory
};

llvm::raw_ostream &operator<<(llvm::raw_ostream &OS, const LaunchShape &S);

/// Prints the facts; names come from \p Kernel.
void print(llvm::raw_ostream &OS, const KernelFacts &F,
           const KernelModel &Kernel);

/// A name for the begin of a strip of \p Loop that the kernel does not use:
/// `k0` for the loop over `k`.
std::string stripSymbol(const KernelModel &Kernel, LoopId Loop);

/// The staging points at which a tile of \p Array could be filled: the kernel's
/// start; inside each prefix of the loops around an access; and in strips of
/// the next loop, for each length of \p Strips that is less than the loop's.
/// Loops whose iterations depend on the thread or on data do not surround a
/// point.
std::vector<StagingPoint> stagingPoints(const KernelSpace &Space,
                                        const ArrayCoordinates &Array,
                                        const std::vector<int64_t> &Strips);

/// Turns IslGaveUp into Reject(TooComplex) about \p Name.
llvm::Error asReject(llvm::Error Err, SourcePlace Where, llvm::StringRef Name);

/// The facts of \p Array at one staging point. Never fails: refusals are facts.
PointFacts factsAt(const KernelSpace &Space, const ArrayCoordinates &Array,
                   const StagingPoint &Point);

/// All facts. Never fails: refusals are facts.
KernelFacts computeFacts(const KernelSpace &Space,
                         const std::vector<int64_t> &Strips = {16, 32});

} // namespace tessera

#endif

//===- TileTests.h - Which cells are copied -------------------------------===//
#ifndef TESSERA_PLAN_TILETESTS_H
#define TESSERA_PLAN_TILETESTS_H

#include "tessera/Analysis/Footprint.h"

namespace tessera {

/// A condition in C, as in TileStage::LoadTest.
struct TileTest {
  std::string Text;
  bool Wide = false; ///< coordinates need more than 32 bits in it
};

/// Spells the tests of the tiles at one staging point.
class TileTests {
public:
  /// \param Loop the innermost of the point, whose strip begins at \p Step.
  TileTests(const KernelModel &K, std::optional<LoopId> Loop,
            llvm::StringRef Step)
      : K(K), Loop(Loop), Step(Step) {}

  /// Of a tile that is only read: the shorter of the tests that only let
  /// elements through which the program accesses itself. \returns IslGaveUp.
  llvm::Expected<TileTest> load(const Footprint &F) const;

  /// Of a tile that is written: exactly the elements of \p F that this step
  /// touches, or may touch. \returns IslGaveUp.
  llvm::Expected<TileTest> exact(const Footprint &F) const;

  /// Whether coordinates can be compared with the sizes of the array itself.
  bool hasKnownBounds(const Footprint &F) const;

private:
  using Speller = llvm::function_ref<std::string(llvm::StringRef)>;
  llvm::Expected<CCondition> condition(const Footprint &F, LoadTest Kind,
                                       Speller Spell) const;
  std::string spell(llvm::StringRef Symbol, unsigned Rank, bool &Wide) const;

  const KernelModel &K;
  const std::optional<LoopId> Loop;
  const std::string Step;
};

} // namespace tessera

#endif

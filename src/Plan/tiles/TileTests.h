//===- TileTests.h - Which cells are copied -------------------------------===//
#ifndef TESSERA_PLAN_TILES_TILETESTS_H
#define TESSERA_PLAN_TILES_TILETESTS_H

#include "tessera/Analysis/Footprint.h"

namespace tessera {

/// A condition in C, as in TileStage::LoadTest.
struct TileTest {
  std::string Text;
  bool Wide = false; ///< coordinates need more than 32 bits in it
};

/// What one access copies: so many neighbours, if parameters are multiples.
struct TileVectors {
  int64_t Cells = 1;
  std::map<std::string, int64_t> Multiples;
};

/// Spells the tests of the tiles at one staging point.
class TileTests {
public:
  /// \param Loop the innermost of the point, whose strip begins at \p Step.
  TileTests(const KernelModel &K, std::optional<LoopId> Loop,
            llvm::StringRef Step)
      : K(K), Loop(Loop), Step(Step) {}

  /// Of a tile that is only read: the shorter of the tests that only let
  /// elements through which the program accesses itself, and of \p Vectors of
  /// them all or none, perhaps for multiples of more parameters.
  /// \returns nothing if there is none; IslGaveUp.
  llvm::Expected<std::optional<TileTest>> load(const Footprint &F,
                                               TileVectors &Vectors) const;

  /// Of a tile that is written: exactly the elements of \p F that this step
  /// touches, or may touch; of \p Vectors all or none, as above.
  /// \returns nothing if some are touched in part; IslGaveUp.
  llvm::Expected<std::optional<TileTest>> exact(const Footprint &F,
                                                TileVectors &Vectors) const;

  /// Whether coordinates can be compared with the sizes of the array itself.
  bool hasKnownBounds(const Footprint &F) const;

private:
  llvm::Expected<bool> treatsVectorsAlike(const Footprint &F, LoadTest Test,
                                          TileVectors &Vectors) const;

  using Speller = llvm::function_ref<std::string(llvm::StringRef)>;
  llvm::Expected<CCondition> condition(const Footprint &F, LoadTest Kind,
                                       Speller Spell) const;
  std::string spell(llvm::StringRef Symbol, const Footprint &F,
                    bool &Wide) const;

  const KernelModel &K;
  const std::optional<LoopId> Loop;
  const std::string Step;
};

/// A load test of a tile in which bounds of coordinates have the names that
/// \p K has for them: `@0 < N` for `@0 < 1024`.
std::string nameSizes(llvm::StringRef Test, const KernelModel &K);

} // namespace tessera

#endif

//===- CheckRewritten.h - Proof on the output -----------------------------===//
//
// A rewritten kernel is parsed again, and its own facts must be what the plan
// says: every new barrier is reached by all threads of a block, and the tiles
// are read and written where the plan reads and writes them.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_ANALYSIS_CHECKREWRITTEN_H
#define TESSERA_ANALYSIS_CHECKREWRITTEN_H

#include "tessera/Model/KernelModel.h"
#include <array>
#include <map>

namespace tessera {

/// \p P in the user's counters, the symbols \ref counterSymbol, of those loops
/// of \p Kernel whose threads begin apart and that are not \p Aligned.
Polynomial inCounters(const Polynomial &P, const KernelModel &Kernel,
                      const std::set<LoopId> &Aligned);
std::string counterSymbol(const LoopInfo &L);
/// \p P with the names of the counters in \p Kernel, where all threads begin
/// with the same.
Polynomial byNames(const Polynomial &P, const KernelModel &Kernel);

/// What must be found in the text.
struct ExpectedTiles {
  std::array<std::optional<int64_t>, 3> Block;
  /// Of the user's kernel; a further parameter counts blocks from another one.
  size_t Parameters = 0;
  /// The accesses to one tile: one index per dimension each.
  struct Tile {
    std::vector<std::vector<Polynomial>> Reads, Writes;
    unsigned CopiedIn = 1;  ///< so many more accesses write its cells
    bool CopiedOut = false; ///< one more access reads its cells
    bool ByWords = false;   ///< these access parts of its cells
  };
  std::map<std::string, Tile> Tiles; ///< by name
  /// A copy of an array that takes its atomic updates.
  struct Copy {
    std::string Array;
    bool IsScalar = false; ///< the array
    AtomicUpdate::Kind Merge = AtomicUpdate::Kind::Add;
    std::vector<AtomicUpdate::Kind> Updates; ///< sorted
    int64_t Cells = 0;
    std::string Register; ///< that threads have instead; else empty
    unsigned RegisterUses = 0;
  };
  std::map<std::string, Copy> Copies; ///< by name
  /// Statements of the kernel may be there several times.
  bool Repeats = false;
  unsigned Barriers = 0; ///< the user's own included
  /// Of the user's own: those of which it is not known whether all threads
  /// reach them.
  unsigned NotUniform = 0;
};

/// \param Kernel the model of the rewritten text.
/// \returns what is wrong, in a few words; nothing if it is as expected.
std::optional<std::string> checkRewritten(const KernelModel &Kernel,
                                          const ExpectedTiles &Expected);

} // namespace tessera

#endif

//===- BankConflicts.cpp - Conflicts in shared memory ---------------------===//
#include "tessera/Analysis/BankConflicts.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

namespace tessera {

static constexpr unsigned WordBytes = 4;
static constexpr unsigned BytesAtOnce = 128;
/// Of one lane, which pairs of lanes may share.
static constexpr unsigned BytesOfPairs = 16;

/// Whether all lanes of \p Elements read what their neighbours by \p Bit of the
/// lane's number read.
static bool arePairs(const LaneValues &Elements, size_t Bit) {
  for (size_t I = 0; I < Elements.size(); ++I)
    if ((I ^ Bit) < Elements.size() && Elements[I] != Elements[I ^ Bit])
      return false;
  return true;
}

unsigned conflictDegree(const LaneValues &Words, unsigned Banks) {
  std::map<int64_t, std::set<int64_t>> ByBank;
  size_t Degree = 1;
  for (int64_t Word : Words) {
    int64_t Bank = (Word % Banks + Banks) % Banks;
    ByBank[Bank].insert(Word);
    Degree = std::max(Degree, ByBank[Bank].size());
  }
  return Degree;
}

unsigned countWavefronts(const LaneValues &Elements, unsigned ElementBytes) {
  return countWavefronts(Elements, ElementBytes, {0, ElementBytes});
}

unsigned countWavefronts(const LaneValues &Elements, unsigned ElementBytes,
                         BytesOfElement Part) {
  const unsigned Bytes = Part.size();
  size_t Group = std::max(1u, BytesAtOnce / std::max(Bytes, WordBytes));
  if (Bytes == BytesOfPairs && (arePairs(Elements, 1) || arePairs(Elements, 2)))
    Group *= 2;
  unsigned Wavefronts = 0;
  for (size_t Begin = 0; Begin < Elements.size(); Begin += Group) {
    if (Group == 1) { // neighbouring words, of however many banks
      const int64_t First = Elements[Begin] * ElementBytes + Part.First;
      const int64_t Words =
          (First + Bytes - 1) / WordBytes - First / WordBytes + 1;
      Wavefronts += llvm::divideCeil(Words, BytesAtOnce / WordBytes);
      continue;
    }
    LaneValues Words;
    for (size_t I = Begin; I < std::min(Begin + Group, Elements.size()); ++I) {
      int64_t Begin = Elements[I] * ElementBytes;
      int64_t First = (Begin + Part.First) / WordBytes;
      int64_t Last = (Begin + Part.End - 1) / WordBytes;
      for (int64_t Word = First; Word <= Last; ++Word)
        Words.push_back(Word);
    }
    Wavefronts += conflictDegree(Words);
  }
  return Wavefronts;
}

std::optional<int64_t> wavefrontsOf(const TileIndex &Index,
                                    const std::vector<int64_t> &Sizes,
                                    unsigned ElementBytes,
                                    const LaunchShape &Shape,
                                    const std::map<std::string, int64_t> &Fixed,
                                    std::optional<BytesOfElement> Part) {
  Polynomial Element;
  for (auto [I, Size] : llvm::zip_equal(Index, Sizes))
    Element = Element * Size + I;
  std::optional<std::vector<LaneValues>> Warps =
      evaluateInWarps(Element, Shape, Fixed);
  if (!Warps)
    return std::nullopt;
  int64_t Sum = 0;
  for (LaneValues &Lanes : *Warps) {
    // Counters may have been set to 0 where they begin elsewhere.
    int64_t Least = *llvm::min_element(Lanes);
    if (Least < 0)
      for (int64_t &Lane : Lanes)
        Lane -= Least;
    Sum += countWavefronts(Lanes, ElementBytes,
                           Part.value_or(BytesOfElement{0, ElementBytes}));
  }
  return Sum;
}

/// The wavefronts in which all warps store to the cells \p Stores.
static int64_t wavefrontsOf(llvm::ArrayRef<std::vector<int64_t>> Stores,
                            const std::vector<int64_t> &Sizes,
                            unsigned ElementBytes) {
  int64_t Sum = 0;
  for (size_t First = 0; First < Stores.size(); First += WarpSize) {
    LaneValues Lanes;
    for (const std::vector<int64_t> &Cell : Stores.slice(
             First, std::min<size_t>(WarpSize, Stores.size() - First))) {
      int64_t Element = 0;
      for (auto [I, Size] : llvm::zip_equal(Cell, Sizes))
        Element = Element * Size + I;
      Lanes.push_back(Element);
    }
    Sum += countWavefronts(Lanes, ElementBytes);
  }
  return Sum;
}

std::optional<int64_t>
choosePitch(const std::vector<TileIndex> &Accesses, std::vector<int64_t> Sizes,
            unsigned ElementBytes, const LaunchShape &Shape,
            llvm::ArrayRef<BytesOfElement> Parts,
            llvm::ArrayRef<std::vector<int64_t>> Stores, int64_t Multiple) {
  const int64_t Width = Sizes.back();
  const int64_t Least = (Width + Multiple - 1) / Multiple * Multiple;
  std::optional<int64_t> Best, BestPitch;
  for (int64_t Pitch = Least; Pitch <= Width + 32; Pitch += Multiple) {
    Sizes.back() = Pitch;
    int64_t Sum = wavefrontsOf(Stores, Sizes, ElementBytes);
    for (size_t I = 0; I < Accesses.size(); ++I) {
      std::optional<BytesOfElement> Part;
      if (!Parts.empty())
        Part = Parts[I];
      std::optional<int64_t> Wavefronts =
          wavefrontsOf(Accesses[I], Sizes, ElementBytes, Shape, {}, Part);
      if (!Wavefronts)
        return std::nullopt;
      Sum += *Wavefronts;
    }
    if (!Best || Sum * Pitch < *Best * *BestPitch) {
      Best = Sum;
      BestPitch = Pitch;
    }
  }
  return BestPitch;
}

} // namespace tessera

//===- MemoryMap.h - What a kernel may touch, and who touched it ----------===//
#ifndef TESSERA_RUN_MEMORYMAP_H
#define TESSERA_RUN_MEMORYMAP_H

#include "Stamp.h"
#include <cstddef>
#include <deque>
#include <map>
#include <string>
#include <vector>

namespace tessera_rt {

enum class Region { Device, Managed, Pinned, Registered, Constant, Shared };

/// Whether the host may access it, too.
inline bool isHostMemory(Region Kind) {
  return Kind == Region::Managed || Kind == Region::Pinned ||
         Kind == Region::Registered;
}

/// The last accesses of a few bytes, and the code that made them: code lies in
/// the low 4 GiB of an executable that is not position independent.
struct Cell {
  Stamp Write, Read;
  uint32_t WriteAt, ReadAt;
};

/// One array: an allocation, a variable or a shared array of the block.
class Segment {
public:
  Segment(uintptr_t Begin, size_t Bytes, Region Kind, std::string Name);
  ~Segment();
  Segment(const Segment &) = delete;
  Segment &operator=(const Segment &) = delete;

  bool holds(uintptr_t Address, size_t Bytes) const {
    return Address >= Begin && Address + Bytes <= End;
  }
  /// Cells of 4 bytes, until a smaller access asks for cells of 1 byte.
  Cell *cell(uintptr_t Address) {
    return Cells + ((Address - Begin) >> CellBits);
  }
  void refine();
  void forget(); ///< clears all stamps
  /// Constant memory is each device's own, shared memory each block's: what
  /// \p Of has is seen from now on.
  void show(unsigned Of);
  void forgetOthers(); ///< than the one that is shown

  const uintptr_t Begin, End;
  const Region Kind;
  std::string Name;
  unsigned CellBits = 2;
  size_t Align = 4096; ///< as declared, of a shared array with a known size
  size_t Mapped = 0;   ///< bytes to be unmapped with the segment
  uintptr_t Code = 0;  ///< of the call that allocated it
  unsigned Device = 0; ///< whose memory it is, or is shown; or the block
  bool WriteCombined = false;
  std::string Element; ///< as in the dump; empty: unknown

private:
  size_t cellBytes() const;
  Cell *Cells;

  /// What a device that is not shown has; without cells nobody touched it.
  struct Image {
    std::vector<char> Contents;
    Cell *Cells = nullptr;
    unsigned CellBits = 2;
  };
  std::vector<char> Initial; ///< of constant memory
  std::map<unsigned, Image> Images;
};

/// Shows the constant memory of \p Device.
void showConstants(unsigned Device);
/// Shows the shared memory of block \p Block, whose launch goes on with others.
void showSharedMemory(unsigned Block);
void forgetSharedMemory(); ///< of all blocks but one

/// All segments.
class MemoryMap {
public:
  /// The segment that holds \p Address, or null.
  Segment *find(uintptr_t Address) {
    Segment *Hit = Cache[Address >> 12 & (CacheSize - 1)];
    if (Hit && Address - Hit->Begin < Hit->End - Hit->Begin)
      return Hit;
    return findSlowly(Address);
  }
  void add(Segment *S);
  void remove(Segment *S);
  /// Removes and frees; its memory stays unused for a while, so that a later
  /// access is found.
  void release(Segment *S);
  void forgetStamps();

  /// In words, what is at or near an address that no segment holds.
  std::string describeOutside(uintptr_t Address) const;

  const std::map<uintptr_t, Segment *> &segments() const { return Segments; }

private:
  Segment *findSlowly(uintptr_t Address);
  static constexpr size_t CacheSize = 1024;
  Segment *Cache[CacheSize] = {};
  std::map<uintptr_t, Segment *> Segments;
  std::deque<Segment *> Released;
  size_t ReleasedBytes = 0;
};

MemoryMap &memoryMap();

/// What CUDA allocates lies in a range of addresses of its own.
constexpr unsigned ArenaBits = 44;
/// Pages for \p Bytes in that range, or null; unmapped memory is around them.
void *mapInArena(size_t Bytes);

/// Where device variables at file scope lie, and maybe others.
extern uintptr_t DeviceVariables, DeviceVariablesBytes;

/// Whether the host must ask before it accesses \p Address.
inline bool mayBeDevice(uintptr_t Address) {
  return Address >> ArenaBits == 1 ||
         Address - DeviceVariables < DeviceVariablesBytes;
}

/// Warns of each allocation that was never freed.
void warnOfLeaks();

/// "'a'", or "an array" if it has no name.
std::string nameOf(const Segment &S);

} // namespace tessera_rt

#endif

//===- MemoryMap.cpp ------------------------------------------------------===//
#include "MemoryMap.h"

#include <cstdlib>
#include <cstring>
#include <sys/mman.h>

namespace tessera_rt {

static Cell *mapCells(size_t Bytes) {
  void *Memory = mmap(nullptr, Bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (Memory == MAP_FAILED)
    std::abort();
  return static_cast<Cell *>(Memory);
}

Segment::Segment(uintptr_t Begin, size_t Bytes, Region Kind, std::string Name)
    : Begin(Begin), End(Begin + Bytes), Kind(Kind), Name(std::move(Name)),
      Cells(mapCells(cellBytes())) {}

Segment::~Segment() {
  munmap(Cells, cellBytes());
  std::free(Owned);
}

size_t Segment::cellBytes() const {
  return (((End - Begin) >> CellBits) + 2) * sizeof(Cell);
}

void Segment::refine() {
  Cell *Coarse = Cells;
  size_t CoarseBytes = cellBytes();
  unsigned CoarseBits = CellBits;
  CellBits = 0;
  Cells = mapCells(cellBytes());
  for (size_t I = 0; I < End - Begin; ++I)
    if (const Cell &Old = Coarse[I >> CoarseBits]; Old.Write || Old.Read)
      Cells[I] = Old;
  munmap(Coarse, CoarseBytes);
}

void Segment::forget() { madvise(Cells, cellBytes(), MADV_DONTNEED); }

MemoryMap &memoryMap() {
  static MemoryMap *Instance = new MemoryMap; // used until the process ends
  return *Instance;
}

Segment *MemoryMap::findSlowly(uintptr_t Address) {
  auto After = Segments.upper_bound(Address);
  if (After == Segments.begin())
    return nullptr;
  Segment *S = std::prev(After)->second;
  if (Address >= S->End)
    return nullptr;
  return Cache[Address >> 12 & (CacheSize - 1)] = S;
}

void MemoryMap::add(Segment *S) { Segments[S->Begin] = S; }

void MemoryMap::remove(Segment *S) {
  Segments.erase(S->Begin);
  std::memset(Cache, 0, sizeof(Cache));
}

void MemoryMap::release(Segment *S) {
  remove(S);
  Released.push_back(S);
  ReleasedBytes += S->End - S->Begin;
  while (ReleasedBytes > (size_t(64) << 20)) {
    Segment *Oldest = Released.front();
    Released.pop_front();
    ReleasedBytes -= Oldest->End - Oldest->Begin;
    delete Oldest;
  }
}

void MemoryMap::forgetStamps() {
  for (const auto &[Begin, S] : Segments)
    S->forget();
}

std::string nameOf(const Segment &S) {
  if (!S.Name.empty())
    return "'" + S.Name + "'";
  switch (S.Kind) {
  case Region::Device:
    return "a device array";
  case Region::Managed:
    return "a managed array";
  case Region::Pinned:
  case Region::Registered:
    return "a page-locked array";
  case Region::Constant:
    return "constant memory";
  case Region::Shared:
    return "a shared array";
  }
  return "an array";
}

std::string MemoryMap::describeOutside(uintptr_t Address) const {
  auto size = [](const Segment &S) {
    return nameOf(S) + " (" + std::to_string(S.End - S.Begin) + " bytes)";
  };
  for (const Segment *S : Released)
    if (Address >= S->Begin && Address < S->End)
      return "in " + size(*S) + ", which was freed";
  constexpr size_t Near = 1 << 16;
  auto After = Segments.upper_bound(Address);
  if (After != Segments.begin()) {
    const Segment &S = *std::prev(After)->second;
    if (Address >= S.End && Address - S.End < Near)
      return std::to_string(Address - S.End) + " bytes after the end of " +
             size(S);
  }
  if (After != Segments.end() && After->second->Begin - Address < Near)
    return std::to_string(After->second->Begin - Address) +
           " bytes before the begin of " + size(*After->second);
  return "";
}

} // namespace tessera_rt

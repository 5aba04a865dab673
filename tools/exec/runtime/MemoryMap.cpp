//===- MemoryMap.cpp ------------------------------------------------------===//
#include "MemoryMap.h"
#include "Report.h"
#include "Settings.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>
#include <utility>

namespace tessera_rt {

uintptr_t DeviceVariables = 0, DeviceVariablesBytes = 0;

void *mapInArena(size_t Bytes) {
  constexpr size_t Gap = 1 << 16;
  static uintptr_t Next = uintptr_t(1) << ArenaBits;
  for (int Attempt = 0; Attempt < 16; ++Attempt) {
    void *Wanted = reinterpret_cast<void *>(Next += Gap);
    Next += Bytes;
    void *Memory =
        mmap(Wanted, Bytes, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE,
             -1, 0);
    if (Memory == Wanted)
      return Memory;
    if (Memory != MAP_FAILED)
      munmap(Memory, Bytes);
  }
  return nullptr;
}

static Cell *mapCells(size_t Bytes) {
  void *Memory = mmap(nullptr, Bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (Memory == MAP_FAILED)
    std::abort();
  return static_cast<Cell *>(Memory);
}

Segment::Segment(uintptr_t Begin, size_t Bytes, Region Kind, std::string Name)
    : Begin(Begin), End(Begin + Bytes), Kind(Kind), Name(std::move(Name)),
      Cells(mapCells(cellBytes())) {
  if (Kind == Region::Constant)
    Initial.assign(reinterpret_cast<char *>(Begin),
                   reinterpret_cast<char *>(End));
}

Segment::~Segment() {
  munmap(Cells, cellBytes());
  if (Mapped)
    munmap(reinterpret_cast<void *>(Begin), Mapped);
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

void Segment::forget() {
  madvise(Cells, cellBytes(), MADV_DONTNEED);
  for (auto &[Of, Hidden] : Images)
    if (Cell *Old = std::exchange(Hidden.Cells, nullptr))
      munmap(Old, (((End - Begin) >> Hidden.CellBits) + 2) * sizeof(Cell));
}

void Segment::forgetOthers() {
  for (auto &[Of, Hidden] : Images)
    if (Hidden.Cells)
      munmap(Hidden.Cells,
             (((End - Begin) >> Hidden.CellBits) + 2) * sizeof(Cell));
  Images.clear();
  Device = 0;
}

void Segment::show(unsigned Of) {
  if (Of == Device)
    return;
  char *Bytes = reinterpret_cast<char *>(Begin);
  Images[Device] = {{Bytes, Bytes + (End - Begin)}, Cells, CellBits};
  auto [New, Fresh] = Images.try_emplace(Of);
  if (Fresh)
    New->second.Contents = Initial;
  CellBits = New->second.Cells ? New->second.CellBits : 2;
  Cells = New->second.Cells ? New->second.Cells : mapCells(cellBytes());
  std::copy(New->second.Contents.begin(), New->second.Contents.end(), Bytes);
  Images.erase(New);
  Device = Of;
}

void showConstants(unsigned Device) {
  if (settings().Devices > 1)
    for (const auto &[Begin, S] : memoryMap().segments())
      if (S->Kind == Region::Constant)
        S->show(Device);
}

void showSharedMemory(unsigned Block) {
  for (const auto &[Begin, S] : memoryMap().segments())
    if (S->Kind == Region::Shared)
      S->show(Block);
}

void forgetSharedMemory() {
  for (const auto &[Begin, S] : memoryMap().segments())
    if (S->Kind == Region::Shared)
      S->forgetOthers();
}

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

void MemoryMap::add(Segment *S) {
  Segments[S->Begin] = S;
  if (S->Begin >> ArenaBits == 1 ||
      (S->Kind != Region::Device && S->Kind != Region::Constant))
    return;
  uintptr_t End = std::max(DeviceVariables + DeviceVariablesBytes, S->End);
  if (!DeviceVariables || S->Begin < DeviceVariables)
    DeviceVariables = S->Begin;
  DeviceVariablesBytes = End - DeviceVariables;
}

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

void warnOfLeaks() {
  if (!settings().Leaks)
    return;
  for (const auto &[Begin, S] : memoryMap().segments())
    if (S->Mapped)
      report("warning", "never-freed", S->Code,
             nameOf(*S) + " (" + std::to_string(S->End - S->Begin) +
                 " bytes) is never freed");
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

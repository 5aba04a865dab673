//===- bulk.h - What <cuda/barrier> is made of ----------------------------===//
#pragma once
#include <cstddef>

namespace tessera_rt {

void mbarrierInit(void *Barrier, long long Count);
/// \returns the phase in which the thread arrived.
unsigned long long mbarrierArrive(void *Barrier, long long Count);
void mbarrierDrop(void *Barrier);
void mbarrierExpect(void *Barrier, long long Bytes);
void mbarrierWait(const void *Barrier, unsigned long long Phase);
void mbarrierWaitParity(const void *Barrier, bool Parity);

/// cuda::memcpy_async: brings the bytes that it makes the barrier expect.
void copyAsync(void *To, const void *From, size_t Bytes, size_t Alignment,
               void *Barrier);

void bulkLoad(void *To, const void *From, size_t Bytes, void *Barrier);
void bulkStore(void *To, const void *From, size_t Bytes);
void tensorLoad(void *To, const void *Map, int Rank, const int *Coordinates,
                void *Barrier);
void tensorStore(const void *Map, int Rank, const int *Coordinates,
                 const void *From);
void bulkCommit();
/// Waits until at most \p Keep groups of stores are under way, or are yet to
/// read their source.
void bulkWait(unsigned Keep, bool OnlyRead);
void fenceProxyAsync();

} // namespace tessera_rt

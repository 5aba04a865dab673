//===- cooperative_groups/memcpy_async.h - Copies that a group waits for --===//
#pragma once
#include "../cooperative_groups.h"
#include "../cuda_pipeline.h"

namespace cooperative_groups {

/// The threads copy \p Bytes in turn: what can be asynchronous is.
template <class G, class T, class U, class S>
__forceinline__ __device__ void memcpy_async(const G &Group, T *To,
                                             const U *From, const S &Bytes) {
  const size_t Count = size_t(Bytes), Rank = Group.thread_rank();
  char *Target = (char *)To;
  const char *Source = (const char *)From;
  size_t Width = tessera_rt::pipelineWidth(Target, Source);
  size_t Whole = Width ? Count / Width : 0;
  for (size_t I = Rank; I < Whole; I += Group.num_threads())
    __pipeline_memcpy_async(Target + I * Width, Source + I * Width, Width);
  for (size_t I = Whole * Width + Rank; I < Count; I += Group.num_threads())
    Target[I] = Source[I];
  __pipeline_commit();
}
/// The same for elements, as many as there are on both sides.
template <class G, class T, class S, class Z>
__forceinline__ __device__ void memcpy_async(const G &Group, T *To,
                                             const S &Room, const T *From,
                                             const Z &Count) {
  const size_t Least =
      size_t(Room) < size_t(Count) ? size_t(Room) : size_t(Count);
  memcpy_async(Group, To, From, Least * sizeof(T));
}

/// Waits for all copies but the last \p Stage.
template <unsigned int Stage, class G>
__forceinline__ __device__ void wait_prior(const G &Group) {
  __pipeline_wait_prior(Stage);
  Group.sync();
}
template <class G> __forceinline__ __device__ void wait(const G &Group) {
  wait_prior<0>(Group);
}

} // namespace cooperative_groups

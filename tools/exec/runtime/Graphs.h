//===- Graphs.h - Captures, and graphs made of them -----------------------===//
//
// While a stream is captured, what is put into it is kept and not done. A graph
// is the list of these calls; launching it makes them again. Streams that wait
// for an event of the capture join it as branches, and must be waited for in
// the end.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_RUN_GRAPHS_H
#define TESSERA_RUN_GRAPHS_H

#include "Streams.h"
#include <optional>

namespace tessera_rt {

/// What an API call on \p Stream must return because of a capture, if it must:
/// the default stream cannot be used meanwhile. Invalidates the capture.
cudaError_t captureError(cudaStream_t Stream);
/// The same of a call that waits, on \p Stream or, if there is none, for all
/// streams; and of one that allocates or frees.
cudaError_t captureErrorOfWait(std::optional<cudaStream_t> Stream);
/// The same of a call that waits for \p Event.
cudaError_t captureErrorOfEvent(cudaEvent_t Event);
/// A launch that cannot be done invalidates a capture, with another error.
cudaError_t captureErrorOfLaunch(cudaStream_t Stream, cudaError_t Error);

/// Keeps \p Op if \p Stream is captured.
bool capture(cudaStream_t Stream, const Operation &Op);
/// Keeps the record of \p Event if \p Stream is captured.
bool captureRecord(cudaEvent_t Event, cudaStream_t Stream);
/// \p Event is destroyed.
void forgetCaptured(cudaEvent_t Event);
/// What waiting for \p Event returns if \p Stream or the event is captured.
std::optional<cudaError_t> captureWait(cudaStream_t Stream, cudaEvent_t Event);

} // namespace tessera_rt

#endif

//===- Jobs.h - Work in processes of its own ------------------------------===//
//
//   this process ──fork──▶ job 0 ──notes, result──▶ Finish(0)
//                ──fork──▶ job 1 ──notes, result──▶ Finish(1)   in order
//
// A job that crashes, or takes too long, takes no other one down: that is what
// threads could not give. Jobs write no files, so that one can be ended at any
// time.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_DRIVER_FILES_JOBS_H
#define TESSERA_DRIVER_FILES_JOBS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <functional>
#include <optional>
#include <string>

namespace tessera {

/// How a job ended.
struct JobEnd {
  std::string Result;  ///< what its work returned
  std::string Stderr;  ///< what it and its children wrote to standard error
  std::string Failure; ///< a sentence why there is no result; empty if there is
};

/// Tells the first process what a job does now.
using JobNote = llvm::function_ref<void(llvm::StringRef)>;

struct Jobs {
  size_t Count = 0;
  unsigned AtOnce = 1;             ///< at least 1
  std::optional<unsigned> Seconds; ///< that a job may take
  /// The work of a job, in its process.
  std::function<std::string(size_t, JobNote)> Work;
  /// Called when a job begins, with an empty text, and with its notes.
  std::function<void(size_t, llvm::StringRef)> Noted;
  /// Called when a job and all before it have ended; false ends all others.
  std::function<bool(size_t, JobEnd)> Finish;
};

/// Does all jobs. SIGINT, SIGTERM and SIGHUP end them, and then this process as
/// they always do. Work is done in this process if there can be no other.
void runJobs(const Jobs &All);

/// As many jobs as there are processor cores for this process.
unsigned coresForJobs();

} // namespace tessera

#endif

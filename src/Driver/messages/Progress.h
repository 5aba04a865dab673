//===- Progress.h - How far long work is ----------------------------------===//
#ifndef TESSERA_DRIVER_MESSAGES_PROGRESS_H
#define TESSERA_DRIVER_MESSAGES_PROGRESS_H

#include "llvm/Support/raw_ostream.h"
#include <string>

namespace tessera {

/// How far is told.
enum class ProgressStyle {
  None,
  OneLine, ///< rewritten in place, for terminals
  Lines,   ///< one behind the other, for logs
};

/// Tells `[ 12/340] src/a.cu`.
class Progress {
public:
  Progress(llvm::raw_ostream &OS, ProgressStyle Style, size_t Count)
      : OS(OS), Style(Style), Count(Count) {}
  Progress(const Progress &) = delete;
  Progress &operator=(const Progress &) = delete;
  ~Progress() { clear(); }

  /// \param Number of what begins, from 1.
  void show(size_t Number, llvm::StringRef What);

  /// Removes the line, before anything else is printed.
  void clear();

private:
  llvm::raw_ostream &OS;
  ProgressStyle Style;
  size_t Count;
  bool IsShown = false;
};

/// What suits \p OS.
///
/// \param IsLong whether the work may take a while.
/// \param IsForced whether the user asks for it in any case.
ProgressStyle progressStyle(llvm::raw_ostream &OS, bool IsLong, bool IsForced);

} // namespace tessera

#endif

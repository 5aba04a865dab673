//===- Progress.cpp - How far long work is --------------------------------===//
#include "messages/Progress.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Process.h"
#include <algorithm>
#include <cstdlib>

namespace tessera {

/// \p Text in \p Width columns: what is too much is left out in its middle.
static std::string inColumns(llvm::StringRef Text, size_t Width) {
  if (Text.size() <= Width)
    return Text.str();
  if (Width < 5)
    return Text.take_front(Width).str();
  const size_t Tail = (Width - 3) / 2;
  return (Text.take_front(Width - 3 - Tail) + "..." + Text.take_back(Tail))
      .str();
}

void Progress::show(size_t Number, llvm::StringRef What) {
  if (Style == ProgressStyle::None)
    return;
  const std::string Total = std::to_string(Count);
  std::string Text = std::to_string(Number);
  Text.insert(0, Total.size() - std::min(Text.size(), Total.size()), ' ');
  Text = "[" + Text + "/" + Total + "] " + What.str();
  if (Style == ProgressStyle::Lines) {
    OS << Text + "\n";
    return;
  }
  if (const unsigned Columns = llvm::sys::Process::StandardErrColumns())
    Text = inColumns(Text, Columns - 1); // in the last one the line would break
  OS << "\r\033[K" + Text;
  OS.flush();
  IsShown = true;
}

void Progress::clear() {
  if (!IsShown)
    return;
  OS << "\r\033[K";
  OS.flush();
  IsShown = false;
}

ProgressStyle progressStyle(llvm::raw_ostream &OS, bool IsLong, bool IsForced) {
  const char *Terminal = std::getenv("TERM");
  const bool InPlace =
      OS.is_displayed() && Terminal && llvm::StringRef(Terminal) != "dumb";
  if (IsForced)
    return InPlace ? ProgressStyle::OneLine : ProgressStyle::Lines;
  return InPlace && IsLong ? ProgressStyle::OneLine : ProgressStyle::None;
}

} // namespace tessera

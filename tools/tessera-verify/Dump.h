//===- Dump.h - The arrays that a run left --------------------------------===//
//
// The format is described in tools/exec/runtime/Dump.h, which writes it.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_VERIFY_DUMP_H
#define TESSERA_VERIFY_DUMP_H

#include "llvm/Support/Error.h"
#include <map>
#include <string>
#include <vector>

namespace tessera::verify {

/// One array when the program ended, or when it was freed or copied back.
struct DumpedArray {
  enum Space { Global, Managed, Readback, Mirror } Where;
  std::string Name;
  std::string Element;          ///< "f4", "i2", "u8"; "-": unknown
  std::vector<int64_t> Extents; ///< empty: a scalar, or unknown
  std::string Bytes;

  /// The kernel that wrote a part last: "launch 3 of kernel 'k'".
  struct Writer {
    size_t Begin, End;
    std::string Text;
  };
  std::vector<Writer> Writers;
};

/// All that a run left.
struct Dump {
  std::vector<DumpedArray> Arrays;
  /// "kernel 'k' of (4,1,1) blocks" for each launch of which only some blocks
  /// were executed, and for those before and after.
  std::vector<std::string> Launches;
  /// The program's kernels by name: how often each was started.
  std::map<std::string, uint64_t> Started;
};

llvm::Expected<Dump> readDump(const std::string &Path);

} // namespace tessera::verify

#endif

//===- OtherFiles.h - What a file shares with the rest of its program -----===//
//
//   main.cu     k<<<8, 256>>>(a);       Launches  { _Z1kPf -> 8 x 256 threads }
//   k.cu        __global__ void k(..)   Kernels   { _Z1kPf -> writes argument 0
//   } arrays.cu   __global__ float a[N];  Arrays    { a }
//
// Kernels and variables go by the names that the linker knows them by.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_MODEL_OTHERFILES_H
#define TESSERA_MODEL_OTHERFILES_H

#include "tessera/Model/LaunchModel.h"
#include <map>
#include <set>

namespace tessera {

struct MemoryUse {
  bool Reads = false, Writes = false;
  bool operator==(const MemoryUse &) const = default;
};

/// What a kernel does with memory, as far as its launches need to know.
struct KernelEffects {
  std::vector<MemoryUse> Parameters;       ///< through each of them
  std::map<std::string, MemoryUse> ByName; ///< shared variables
  bool MayPrint = true;                    ///< KernelModel::MayPrint
  bool operator==(const KernelEffects &) const = default;
};

/// What the other files of a program say.
struct OtherFiles {
  /// All of them are known. If not, kernels that this file only declares are
  /// taken to read and write all that they get.
  bool Known = true;
  std::map<std::string, KernelEffects> Kernels;
  /// By kernel, in the order of the files; see LaunchModel::File.
  std::map<std::string, std::vector<LaunchModel>> Launches;
  /// By kernel that they define: what the launches of this file may start, by
  /// their number.
  std::map<std::string, std::map<unsigned, std::vector<VersionElsewhere>>>
      Versions;
  std::set<std::string> KernelsTaken; ///< used other than by launches
  std::set<std::string> Arrays;       ///< shared variables that they declare
  /// One of them looks at errors of CUDA, or may leave some: see HostModel.
  bool MindErrors = false;
  /// An array of the simple memory model that one of them has: launches end
  /// with their statements in all files. Empty if there is none.
  std::string SimpleArray;
};

} // namespace tessera

#endif

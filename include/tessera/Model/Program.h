//===- Program.h - A whole .cu file as a model ----------------------------===//
#ifndef TESSERA_MODEL_PROGRAM_H
#define TESSERA_MODEL_PROGRAM_H

#include "tessera/Model/HostModel.h"
#include "tessera/Model/KernelModel.h"
#include "tessera/Model/LaunchModel.h"
#include <string>
#include <vector>

namespace tessera {

/// A whole `.cu` file.
struct Program {
  std::string File;   ///< as the user named it
  std::string Source; ///< its bytes; every SourceRange points into them
  std::vector<KernelModel> Kernels;
  std::vector<LaunchModel> Launches;
  HostModel Host;
  std::vector<Diagnostic> Warnings;

  const KernelModel &kernel(KernelId Id) const { return Kernels[Id.Index]; }
  /// The launches of \p Kernel, in text order.
  std::vector<const LaunchModel *> launchesOf(KernelId Kernel) const {
    std::vector<const LaunchModel *> Found;
    for (const LaunchModel &L : Launches)
      if (L.Kernel == Kernel)
        Found.push_back(&L);
    return Found;
  }
};

} // namespace tessera

#endif

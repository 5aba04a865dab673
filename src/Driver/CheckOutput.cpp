//===- CheckOutput.cpp - The result, parsed again -------------------------===//
#include "CheckOutput.h"
#include "tessera/Analysis/CheckRewritten.h"
#include "tessera/Frontend/Frontend.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

/// Whether the facts of the text can be compared with the plan directly: the
/// outputs of a coarsened thread and the stages of a pipeline are new loops and
/// buffers, which the plan does not spell out.
static bool isPlain(const KernelPlan &Plan) {
  return Plan.Coarsen.empty() &&
         llvm::all_of(Plan.Points, [](const StagePoint &Point) {
           return llvm::all_of(Point.Tiles, [](const TileStage &T) {
             return T.Buffer.empty() && !T.Window;
           });
         });
}

/// What the text of \p Plan must show.
static ExpectedTiles expectationOf(const KernelPlan &Plan) {
  ExpectedTiles Expected;
  Expected.Block = Plan.Block;
  for (const StagePoint &Point : Plan.Points) {
    Expected.Barriers += Point.Loop ? 2 : 1;
    for (const TileStage &T : Point.Tiles) {
      if (T.DynamicOffset)
        continue; // its rows are flattened: nothing to compare directly
      for (const RedirectedAccess &R : T.Redirected) {
        std::vector<Polynomial> &Index = Expected.Reads[T.Name].emplace_back();
        for (unsigned D : T.memoryOrder())
          Index.push_back(R.Index[D]);
      }
    }
  }
  return Expected;
}

llvm::Error checkOutput(llvm::StringRef File, llvm::StringRef Text,
                        const FrontendOptions &Options,
                        const std::vector<KernelPlan> &Plans) {
  llvm::Expected<Program> P = readProgram(File, Text, Options);
  if (!P)
    return P.takeError();
  for (const KernelPlan &Plan : Plans) {
    auto Kernel = llvm::find_if(
        P->Kernels, [&](const KernelModel &K) { return K.Name == Plan.Name; });
    if (Kernel == P->Kernels.end())
      return llvm::createStringError("no kernel '%s'", Plan.Name.c_str());
    if (!isPlain(Plan))
      continue;
    if (std::optional<std::string> Wrong =
            checkRewritten(*Kernel, expectationOf(Plan)))
      return llvm::createStringError("kernel '%s': %s", Plan.Name.c_str(),
                                     Wrong->c_str());
  }
  return llvm::Error::success();
}

} // namespace tessera

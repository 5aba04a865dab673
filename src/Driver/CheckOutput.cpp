//===- CheckOutput.cpp - The result, parsed again -------------------------===//
#include "CheckOutput.h"
#include "tessera/Analysis/CheckRewritten.h"
#include "tessera/Frontend/Frontend.h"
#include "tessera/Transform/FlowTransforms.h"
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

/// What the text of \p Plan for the kernel \p User must show.
static ExpectedTiles expectationOf(const KernelPlan &Plan,
                                   const KernelModel &User) {
  const std::set<LoopId> Aligned = loopsAround(User.Body, Plan);
  const KernelModel Ordered = withThreadOrder(User, Plan.Threads);
  ExpectedTiles Expected;
  Expected.Block = Plan.newBlock();
  for (const StagePoint &Point : Plan.Points) {
    Expected.Barriers += Point.barriers();
    for (const TileStage &T : Point.Tiles) {
      if (T.DynamicOffset)
        continue; // its rows are flattened: nothing to compare directly
      ExpectedTiles::Tile &Tile = Expected.Tiles[T.Name];
      Tile.CopiedIn = T.CopiedIn;
      Tile.CopiedOut = T.CopiedOut;
      for (const RedirectedAccess &R : T.Redirected) {
        std::vector<Polynomial> Index;
        for (unsigned D : T.memoryOrder())
          Index.push_back(inCounters(R.Index[D], Ordered, Aligned));
        if (User.access(R.Access).reads())
          Tile.Reads.push_back(Index);
        if (User.access(R.Access).writes())
          Tile.Writes.push_back(Index);
      }
    }
  }
  return Expected;
}

llvm::Error checkOutput(llvm::StringRef File, llvm::StringRef Text,
                        const FrontendOptions &Options, const Program &User,
                        const std::vector<KernelPlan> &Plans) {
  llvm::Expected<Program> P = readProgram(File, Text, Options);
  if (!P)
    return P.takeError();
  for (const KernelPlan &Plan : Plans) {
    auto Kernel = llvm::find_if(P->Kernels, [&](const KernelModel &K) {
      return K.Name == Plan.Name &&
             K.TemplateArguments == User.kernel(Plan.Kernel).TemplateArguments;
    });
    if (Kernel == P->Kernels.end())
      return llvm::createStringError("no kernel '%s'", Plan.Name.c_str());
    if (!isPlain(Plan))
      continue;
    if (std::optional<std::string> Wrong = checkRewritten(
            *Kernel,
            expectationOf(
                Plan, keepInRegisters(User.kernel(Plan.Kernel), Plan.Registers)
                          .Kernel)))
      return llvm::createStringError("kernel '%s': %s", Plan.Name.c_str(),
                                     Wrong->c_str());
  }
  return llvm::Error::success();
}

} // namespace tessera

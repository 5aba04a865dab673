//===- InteriorPath.cpp - Threads all of whose outputs are inside ---------===//
#include "tessera/Plan/InteriorPath.h"
#include "registers/CornerTests.h"
#include "registers/RegisterWindows.h"
#include "registers/RowEnds.h"
#include "tessera/Model/Program.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

bool InteriorPath::excludes(const AccessInfo &A) const {
  return llvm::any_of(A.Guards, [&](const GuardUse &Use) {
    return llvm::is_contained(Holds, GuardUse{Use.Guard, !Use.Negated});
  });
}

/// Whether the launch tells where the memory begins: other pointers may become
/// those of copies on the device.
static bool isTestable(const LaunchArgument &A) {
  return A.Root.K == PointerRoot::Kind::Unknown
             ? A.Repeatable
             : A.AtRoot && A.Root.K == PointerRoot::Kind::Allocation;
}

llvm::Expected<InteriorPath> deriveInterior(const Program &P, KernelId Kernel,
                                            const CoarsenedKernel &Coarse,
                                            const LaunchShape &Shape,
                                            bool Vectors) {
  const KernelModel &K = Coarse.Kernel;
  auto Refuse = [&](const char *Why) {
    return reject(DiagKind::UnsupportedStatement, K.NamePlace, K.Name, Why);
  };
  InteriorPath Path;
  Path.Vectors = Vectors;
  for (const Coarsening &C : Coarse.Axes)
    if (C.Width != C.Factor)
      return Refuse("only contiguous outputs have a path of their own");
  if (Coarse.Axes.empty() || Coarse.Axes.size() > 2)
    return Refuse("its threads have outputs along no axis, or all three");
  if (!leavesAtTop(*K.Body))
    return Refuse("it returns in the middle of a branch");
  if (!addCornerTests(Coarse, Path))
    return Refuse("its conditions cannot be tested for several outputs at "
                  "once");
  for (unsigned A = 0; A < Coarse.Axes.size(); ++A)
    (Coarse.Axes[A].Axis == 0 ? Path.ColumnAxis : Path.RowAxis) = A;
  addWindows(P, Kernel, Coarse, Shape, Path);
  addRowEnds(Coarse, Path);
  for (const auto &[Array, Bytes] : Path.Aligned)
    if (llvm::any_of(P.launchesOf(Kernel), [&](const LaunchModel *L) {
          return !isTestable(L->Arguments[K.array(Array).Parameter]);
        }))
      Path.TestedInside.insert(Array);
  return Path;
}

} // namespace tessera

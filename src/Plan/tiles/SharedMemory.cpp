//===- SharedMemory.cpp - Where tiles lie in shared memory ----------------===//
#include "tiles/SharedMemory.h"
#include "launches/LaunchValues.h"
#include "tessera/Analysis/BlockBounds.h"
#include "tessera/Plan/Planner.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

static int64_t alignmentOf(const TileStage &T, const KernelModel &K) {
  return std::max(T.Vector, T.CopyWidth) * K.array(T.Array).ElementBytes;
}

/// The tile's bytes, so that what lies behind is aligned for it as well.
static Polynomial roundedBytes(const TileStage &T, const KernelModel &K) {
  Polynomial Bytes = T.bytes(K.array(T.Array).ElementBytes);
  std::optional<int64_t> Known = Bytes.constant();
  int64_t Alignment = alignmentOf(T, K);
  return Known ? (*Known + Alignment - 1) / Alignment * Alignment : Bytes;
}

/// Gives \p Tiles their places in dynamic shared memory.
/// \returns the bytes of all.
static Polynomial layOut(std::vector<TileStage *> Tiles, const KernelModel &K) {
  llvm::sort(Tiles, [&](const TileStage *A, const TileStage *B) {
    return std::tuple(-alignmentOf(*A, K), A->Name) <
           std::tuple(-alignmentOf(*B, K), B->Name);
  });
  Polynomial Offset;
  for (TileStage *T : Tiles) {
    T->DynamicOffset = Offset;
    Offset += roundedBytes(*T, K);
  }
  return Offset;
}

/// Whether no block that a device starts needs more than \p Limit bytes.
static bool neverExceeds(const Polynomial &Bytes, int64_t Limit,
                         const DeviceModel &Device) {
  Polynomial Largest = Bytes.substitute(
      [&](llvm::StringRef Symbol) -> std::optional<Polynomial> {
        bool BlockSize = Symbol.size() == 2 && Symbol[0] == 'B';
        return BlockSize ? std::optional(Polynomial(Device.ThreadsPerBlock))
                         : std::nullopt;
      });
  return Largest.constant() && *Largest.constant() <= Limit;
}

/// The bytes of shared memory that the kernel has without \p Plan; nothing if
/// some launch does not tell.
static std::optional<int64_t> ownBytes(const Program &P, const KernelModel &K,
                                       const KernelPlan &Plan) {
  int64_t Dynamic = 0;
  if (K.hasDynamicShared())
    for (const LaunchModel *L : P.launchesOf(Plan.Kernel)) {
      if (!Plan.serves(*L))
        continue;
      if (!L->DynamicBytes)
        return std::nullopt;
      Dynamic = std::max(Dynamic, *L->DynamicBytes);
    }
  return K.declaredSharedBytes() + Dynamic;
}

/// The bytes of a scalar of \p Type, or more.
static int64_t scalarBytes(llvm::StringRef Type) {
  if (Type == "float" || Type == "int" || Type == "unsigned int")
    return 4;
  return Type == "double" || Type == "long" || Type == "long long" ||
                 Type == "unsigned long" || Type == "unsigned long long"
             ? 8
             : 16;
}

/// At least the bytes of what threads exchange before they store it: for each
/// store the largest value that may be stored.
static int64_t exchangedBytes(const KernelModel &K, const KernelPlan &Plan) {
  int64_t Cells = 0;
  for (const Coarsening &C : Plan.Coarsen)
    if (C.Exchange)
      if (std::optional<int64_t> Threads = Plan.newBlock()[C.Axis])
        Cells += *Threads * C.Factor * (C.Width + 1) / C.Width;
  int64_t Largest = 0, Stores = 0;
  for (bool OnlyFloating : {true, false}) {
    for (const ScalarInfo &S : K.Scalars) {
      const llvm::StringRef Type = S.NumberType;
      if (!S.IsParameter && (!OnlyFloating || Type.empty() ||
                             Type.contains("float") || Type == "double"))
        Largest = std::max(Largest, scalarBytes(Type));
    }
    if (Largest > 0)
      break;
  }
  for (const AccessInfo &A : K.Accesses)
    Stores += A.writes();
  return Cells * Largest * Stores;
}

llvm::Error placeTiles(const Program &P, const KernelModel &K,
                       const DeviceModel &Device,
                       const std::string &DynamicName, KernelPlan &Plan) {
  if (Plan.Points.empty())
    return llvm::Error::success();
  std::optional<int64_t> Own = ownBytes(P, K, Plan);
  if (!Own)
    return reject(DiagKind::HasBarrier, K.NamePlace,
                  K.array(Plan.Points.front().Tiles.front().Array).Name,
                  "how much shared memory the launches give the kernel is not "
                  "known");
  const int64_t Exchanged = exchangedBytes(K, Plan);
  *Own += Exchanged;
  if (Exchanged > 0 && *Own > Device.SharedPerBlock)
    return reject(DiagKind::SharedMemoryLimit, K.NamePlace,
                  K.array(Plan.Points.front().Tiles.front().Array).Name,
                  std::to_string(*Own), std::to_string(Device.SharedPerBlock));
  int64_t Known = *Own;
  std::vector<TileStage *> All, RunTime;
  for (StagePoint &Point : Plan.Points)
    for (TileStage &T : Point.Tiles) {
      if (T.Shares)
        continue;
      All.push_back(&T);
      if (std::optional<int64_t> Size = roundedBytes(T, K).constant())
        Known += *Size;
      else if (T.Skew || T.Vector > 1 || !T.Buffer.empty())
        return reject(DiagKind::BadPlan, K.NamePlace,
                      "kernel '" + K.Name +
                          "': tiles of run-time size are "
                          "plain");
      else
        RunTime.push_back(&T);
    }
  // A kernel whose launches stay as they are can choose by their block, but is
  // given no memory.
  const bool OnlyDeclared =
      llvm::all_of(Plan.Block, [](auto Size) { return Size.has_value(); }) &&
      llvm::any_of(P.launchesOf(Plan.Kernel), [](const LaunchModel *L) {
        return L->AsCall || keepsKernel(*L) ||
               (L->ByName && L->SharedBytes.size() == 0);
      });
  if (OnlyDeclared && !RunTime.empty())
    return reject(DiagKind::NoBoundedBox, K.NamePlace,
                  K.array(RunTime.front()->Array).Name);
  const bool NoOptIn = // that would stand before the launch
      OnlyDeclared ||
      llvm::any_of(P.launchesOf(Plan.Kernel),
                   [](const LaunchModel *L) { return L->ByName.has_value(); });
  int64_t Most = NoOptIn ? Device.SharedPerBlock
                         : std::max(Device.SharedOptIn, Device.SharedPerBlock);
  if (Known > Most)
    return reject(DiagKind::SharedMemoryLimit, K.NamePlace,
                  K.array(All.back()->Array).Name, std::to_string(Known),
                  std::to_string(Most));
  if (Known <= Device.SharedPerBlock && RunTime.empty())
    return llvm::Error::success();
  bool Declared = Known <= Device.SharedPerBlock; // tiles of known size
  // The beginning of dynamic memory is the user's, and no size of it is known
  // to the kernel.
  if (K.hasDynamicShared())
    return reject(DiagKind::HasBarrier, K.NamePlace,
                  K.array(All.back()->Array).Name,
                  "the kernel uses dynamic shared memory itself");
  Plan.DynamicName = DynamicName;
  Plan.DynamicBytes = layOut(Declared ? RunTime : All, K);
  if (!Declared)
    Known = *Own;
  if (neverExceeds(*Plan.DynamicBytes, Device.SharedPerBlock - Known, Device))
    Most = Device.SharedPerBlock;
  Plan.OptIn = Most > Device.SharedPerBlock;
  if (!RunTime.empty())
    Plan.Conditions.push_back(Polynomial(Most - Known) - *Plan.DynamicBytes);
  // A tile of less than nothing would lie over another.
  for (const TileStage *T : RunTime)
    for (const TileDimension &D : T->Dimensions)
      if (!isSumOfIds(D.Extent))
        Plan.Conditions.push_back(D.Extent);
  return llvm::Error::success();
}

/// What its declaration says of \p Tile.
static std::vector<Polynomial> layoutOf(const TileStage &Tile) {
  std::vector<Polynomial> Sizes = {Tile.Buffers,    Tile.Vector,
                                   Tile.CopyWidth,  Tile.Skew,
                                   Tile.Transposed, Tile.Words};
  for (const TileDimension &D : Tile.Dimensions)
    Sizes.insert(Sizes.end(), {D.Extent, D.Padding});
  return Sizes;
}

bool shareTile(const KernelModel &K, LoopId Loop, TileStage &Tile,
               KernelPlan &Plan) {
  for (StagePoint &Point : Plan.Points) {
    const bool Nested =
        Point.Async && llvm::any_of(K.Accesses, [&](const AccessInfo &A) {
          return llvm::is_contained(A.Loops, Loop) &&
                 llvm::is_contained(A.Loops, *Point.Loop);
        });
    if (!Point.Async || Nested)
      continue;
    for (const TileStage &Other : Point.Tiles)
      if (Other.CopiedIn && Other.Array == Tile.Array &&
          layoutOf(Other) == layoutOf(Tile)) {
        Tile.Name = Other.Name;
        return Tile.Shares = Point.SharesTiles = true;
      }
  }
  return false;
}

} // namespace tessera

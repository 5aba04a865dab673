//===- WrittenTiles.cpp - Tiles that the kernel writes --------------------===//
#include "tiles/WrittenTiles.h"
#include "tessera/Analysis/BlockWrites.h"
#include "tessera/Analysis/FactCache.h"
#include "tessera/Analysis/StagingLegality.h"
#include "tessera/Support/IntegerRanges.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

/// Those accesses of \p F that \p Which selects.
static std::vector<AccessId>
select(const KernelModel &K, const Footprint &F,
       llvm::function_ref<bool(const AccessInfo &)> Which) {
  std::vector<AccessId> Selected;
  for (AccessId Id : F.Accesses)
    if (Which(K.access(Id)))
      Selected.push_back(Id);
  return Selected;
}

/// What \p Accesses alone touch, in the box of them all.
static llvm::Expected<Footprint> partOf(const TileOrigin &From,
                                        const KernelSpace &Space,
                                        const std::vector<AccessId> &Accesses) {
  auto Compute = [&] {
    return computeFootprint(Space, From.Coordinates, Accesses, From.Where);
  };
  llvm::Expected<Footprint> Part =
      Space.Cache ? Space.Cache->Parts.get({From.Where.Loops, Accesses,
                                            From.Coordinates.Coordinates},
                                           Compute)
                  : Compute();
  if (!Part)
    return Part.takeError();
  Footprint Result = From.F;
  Result.Accesses = Accesses;
  Result.Touched = Part->Touched;
  Result.Pieces = Part->Pieces;
  Result.May = Part->May;
  return Result;
}

static llvm::Expected<Footprint> writesOf(const TileOrigin &From,
                                          const KernelSpace &Space) {
  return partOf(From, Space,
                select(Space.Kernel, From.F,
                       [](const AccessInfo &A) { return A.writes(); }));
}

/// The sizes of the grid that all launches of the block agree on.
static LaunchShape commonShape(const TileOrigin &From) {
  LaunchShape Shape = From.Space.Shape;
  std::vector<const LaunchModel *> Launches;
  for (const LaunchModel *L : From.P.launchesOf(From.Kernel))
    if (L->Block == Shape.Block)
      Launches.push_back(L);
  for (unsigned A = 0; A < 3 && !Launches.empty(); ++A)
    if (llvm::all_of(Launches, [&](const LaunchModel *L) {
          return L->Grid[A] == Launches.front()->Grid[A];
        }))
      Shape.Grid[A] = Launches.front()->Grid[A];
  return Shape;
}

/// Whether some access may write a part of an element only.
static bool writesMembers(const TileOrigin &From) {
  const KernelModel &K = From.Space.Kernel;
  return K.array(From.F.Array).HasMembers &&
         llvm::any_of(From.F.Accesses, [&](AccessId Id) {
           return K.access(Id).K == AccessInfo::Kind::Update;
         });
}

llvm::Error checkWrittenTile(const TileOrigin &From, const TileTests &Tests) {
  const KernelModel &K = From.Space.Kernel;
  const ArrayInfo &A = K.array(From.F.Array);
  if (llvm::Error Err = checkWritable(From.P, From.Kernel, From.F.Array))
    return Err;
  if (From.Where.Loops.empty() && !leavesAtTop(*K.Body))
    return reject(DiagKind::DivergentBarrier, K.NamePlace, A.Name);
  // An access that bypasses the tile would miss what is written there.
  for (unsigned I = 0; I < K.Accesses.size(); ++I)
    if (K.Accesses[I].Array == From.F.Array &&
        !llvm::is_contained(From.F.Accesses, AccessId{I}))
      return reject(DiagKind::WrittenInScope, {K.Accesses[I].Source.Begin},
                    A.Name);
  llvm::Expected<Footprint> Writes = writesOf(From, From.Space);
  if (!Writes)
    return Writes.takeError();
  SourcePlace Where{K.access(Writes->Accesses.front()).Source.Begin};
  // Blocks stride over each other: which rounds are whose is not known.
  for (AccessId Id : Writes->Accesses)
    for (LoopId L : K.access(Id).Loops)
      if (boundsOf(From.Space, L)->Longer &&
          llvm::none_of(From.Where.Loops,
                        [&](const StepLoop &Step) { return Step.Loop == L; }))
        return reject(DiagKind::SharedWrites, Where, A.Name);
  if (!Writes->May && !writesMembers(From))
    return llvm::Error::success();
  // What another block may write must not be copied back unchanged.
  if (Writes->May && !Tests.hasKnownBounds(From.F))
    return reject(DiagKind::ConditionalAccess, Where, A.Name,
                  whatDecides(K, K.access(Writes->Accesses.front())));
  KernelSpace Launched{From.Space.Context, K, commonShape(From)};
  llvm::Expected<Footprint> InGrid = writesOf(From, Launched);
  if (!InGrid)
    return InGrid.takeError();
  llvm::Expected<bool> Apart = belongsToOneBlock(*InGrid);
  if (!Apart)
    return Apart.takeError();
  return *Apart ? llvm::Error::success()
                : reject(DiagKind::SharedWrites, Where, A.Name);
}

/// Whether the writes of members of \p F that do not read them write all other
/// bytes of the element, too, wherever they are made.
static bool overwritesElements(const KernelModel &K, const Footprint &F) {
  auto Writes =
      select(K, F, [](const AccessInfo &A) { return A.OverwritesPart; });
  return llvm::all_of(Writes, [&](AccessId One) {
    const AccessInfo &A = K.access(One);
    IntegerRanges Bytes;
    if (llvm::any_of(A.Loops, [&](LoopId L) { return K.loop(L).Opaque; }))
      return false;
    for (AccessId Other : Writes)
      if (const AccessInfo &O = K.access(Other);
          O.Subscripts == A.Subscripts && O.Loops == A.Loops &&
          O.Guards == A.Guards && !O.Conditional)
        Bytes.add(O.FirstByte, O.EndByte);
    return Bytes.size() == K.array(F.Array).ElementBytes;
  });
}

std::vector<AccessId> readsOf(const KernelModel &K, const Footprint &F,
                              bool MayWrite) {
  const bool Overwrites = overwritesElements(K, F);
  return select(K, F, [&](const AccessInfo &A) {
    return (A.reads() && !(A.OverwritesPart && Overwrites)) ||
           (MayWrite && A.writes());
  });
}

llvm::Error completeWrittenTile(const TileOrigin &From, const TileTests &Tests,
                                bool WithTests, TileVectors &Vectors,
                                TileStage &Tile) {
  llvm::Expected<Footprint> Writes = writesOf(From, From.Space);
  if (!Writes)
    return Writes.takeError();
  const std::vector<AccessId> CopiedIn =
      readsOf(From.Space.Kernel, From.F, Writes->May);
  Tile.CopiedOut = true;
  Tile.CopiedIn = !CopiedIn.empty();
  if (!WithTests)
    return llvm::Error::success();
  const KernelModel &K = From.Space.Kernel;
  auto InPart = [&] {
    return reject(DiagKind::BadPlan, K.NamePlace,
                  "kernel '" + K.Name + "': array '" +
                      K.array(From.F.Array).Name +
                      "': some vectors are accessed in part");
  };
  llvm::Expected<std::optional<TileTest>> Store = Tests.exact(*Writes, Vectors);
  if (!Store)
    return Store.takeError();
  if (!*Store)
    return InPart();
  Tile.StoreTest = (*Store)->Text;
  Tile.WideTest = (*Store)->Wide;
  if (!Tile.CopiedIn)
    return llvm::Error::success();
  llvm::Expected<Footprint> Before = partOf(From, From.Space, CopiedIn);
  if (!Before)
    return Before.takeError();
  llvm::Expected<std::optional<TileTest>> Load = Tests.exact(*Before, Vectors);
  if (!Load)
    return Load.takeError();
  if (!*Load)
    return InPart();
  Tile.LoadTest = (*Load)->Text;
  Tile.WideTest |= (*Load)->Wide;
  return llvm::Error::success();
}

std::vector<Polynomial> distinctCells(const TileStage &Tile) {
  std::vector<Polynomial> Extents, Strides;
  for (const TileDimension &D : Tile.Dimensions) {
    Extents.push_back((D.Extent - 1) * D.Step + 1);
    Strides.push_back(D.Stride);
  }
  return Tile.Flattened ? distinctWithin(Extents, Strides)
                        : std::vector<Polynomial>();
}

} // namespace tessera

//===- TilePlan.h - Everything a transformation needs to stage tiles ------===//
//
// A plan is complete: transformations and the emitter decide nothing. The
// planner derives it from facts; a plan file only names arrays, loops and
// sizes, and the planner derives the rest.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_PLAN_TILEPLAN_H
#define TESSERA_PLAN_TILEPLAN_H

#include "tessera/Analysis/Coarsening.h"
#include "tessera/Analysis/PersistentBlocks.h"
#include "tessera/Analysis/PrivateElements.h"
#include "tessera/Analysis/Relaunch.h"
#include "tessera/Analysis/ThreadOrder.h"
#include "tessera/Plan/InteriorPath.h"
#include "tessera/Plan/PlanIO.h"
#include "tessera/Polyhedral/Polynomial.h"
#include "tessera/Support/Ids.h"
#include <array>
#include <optional>
#include <string>
#include <vector>

namespace tessera {

/// One dimension of a tile.
struct TileDimension {
  /// The array coordinate of the tile's first cell, over block ids, step
  /// symbols and parameters.
  Polynomial Origin;
  /// Number of cells, a constant or a polynomial in the parameters.
  Polynomial Extent;
  /// Cell x holds the element with coordinate `Origin + Step * x`.
  int64_t Step = 1;
  /// Cells added to each row against bank conflicts; the last dimension
  /// in memory only.
  int64_t Padding = 0;
  /// Who loads cell x, or its words: threads with `ThreadIndex` == x modulo
  /// `Threads`. An empty text: every thread that loads, one cell after the
  /// other.
  std::string ThreadIndex;
  Polynomial Threads;
  /// What one step in this dimension adds to the flattened subscript; for an
  /// array with several subscripts the dimension is a subscript of its own.
  Polynomial Stride = 1;
};

/// A use of the array that accesses the tile instead.
struct RedirectedAccess {
  AccessId Access;
  /// Tile indices, one per dimension: the access' coordinates less the origin,
  /// over thread ids, loop counters and step symbols.
  std::vector<Polynomial> Index;
  /// The name of a register array with one cell for each output along
  /// `KernelPlan::Coarsen[Axis]`; empty: the tile is read in place.
  std::string Registers;
  unsigned Axis = 0;
};

/// One tile: what is staged, where from, and who reads it.
struct TileStage {
  ArrayId Array;
  unsigned Group = 0; ///< of the array's accesses, see computeFootprints
  std::string Name;   ///< `A_tile`
  std::vector<TileDimension> Dimensions;
  /// If there is a `WordType`: the elements of the last dimension are copied by
  /// so many words of it each, neighbours by neighbouring threads.
  int64_t Words = 1;
  std::string WordType;
  std::vector<RedirectedAccess> Redirected;
  /// The array has one subscript, which is the sum of coordinate * stride.
  bool Flattened = true;
  /// Subscripts need more than 32 bits.
  bool Wide = false;
  /// Where it starts in the kernel's dynamic shared memory, in bytes; absent
  /// for a tile that is declared with its size.
  std::optional<Polynomial> DynamicOffset;
  /// Which cells are loaded: a C condition in which `@0`, `@1`.. stand for the
  /// array coordinates and `#0`, `#1`.. for the indices of the cell. Empty:
  /// every cell. `@s` stands for the step symbol.
  std::string LoadTest;
  /// Coordinates in the test need more than 32 bits.
  bool WideTest = false;

  /// The array's elements are copied to the cells before these are used.
  bool CopiedIn = true;
  /// The kernel writes cells, which are copied back behind their last use.
  bool CopiedOut = false;
  /// Which cells are copied back; as LoadTest.
  std::string StoreTest;
  /// Cells that are not loaded are set to 0.
  bool ZeroFill = false;
  /// In memory the last two dimensions change places.
  bool Transposed = false;
  /// Cells that are read at once; the tile is aligned to as many.
  int64_t Vector = 1;
  /// Neighbours that one access copies, a vector of the array's elements.
  int64_t CopyWidth = 1;
  /// If not 0: one cell of padding after every so many cells of a row.
  int64_t Skew = 0;
  /// The registers of an access slide over the tile with the point's loop.
  bool Window = false;
  /// So many copies of it exist, for a strip each.
  int64_t Buffers = 1;
  /// It is another point's tile, of the same name, where that is not used.
  bool Shares = false;
  /// The C name of the current buffer's number; empty: there is one buffer.
  std::string Buffer;
  /// The C name of the registers that hold the next strip's cells, if any.
  std::string Next;

  /// What is copied along dimension \p D: cells, their words, or vectors of
  /// them.
  Polynomial copied(unsigned D) const;
  bool hasWords() const { return !WordType.empty(); }
  /// How many elements of \p A, or words that they consist of, are copied at
  /// once.
  int64_t together(const ArrayInfo &A) const;
  /// Whether rows have a length that only run time knows: then the tile is one
  /// row of cells.
  bool isFlat() const;
  bool hasKnownSize() const { return bytes(1).constant().has_value(); }
  /// Dimensions from the slowest in memory to the fastest, without those of one
  /// cell where there are others.
  std::vector<unsigned> memoryOrder() const;
  /// Cells from one row in memory to the next, padding included.
  Polynomial pitch() const;
  /// Bytes of the tile, padding and buffers included.
  Polynomial bytes(unsigned ElementBytes) const;
};

/// Where tiles are filled: at the start of the kernel, or in every step of a
/// loop that is cut into strips of `Steps` iterations.
struct StagePoint {
  std::optional<LoopId> Loop;
  int64_t Steps = 0;
  /// The first iteration of the current strip: a symbol, and a C name.
  std::string StepSymbol;
  std::string StepName;
  /// The strips cover the loop exactly: the inner loop needs no second bound.
  bool Divides = false;
  /// Strips that are not cut short get an unrolled loop of constant length.
  bool Unroll = false;
  /// With 2, each tile exists twice: the next strip's cells are fetched to
  /// registers while this strip is computed, and stored behind it.
  int64_t Buffers = 1;
  /// Instead, asynchronous copies fill the buffers of the next strips, one
  /// buffer less than there are, while this strip is computed.
  bool Async = false;
  /// Another point has its tiles: a barrier follows the loop.
  bool SharesTiles = false;
  std::vector<TileStage> Tiles;

  /// Whether some tile is filled, or copied back.
  bool copiesIn() const;
  bool copiesOut() const;
  /// Barriers in one execution of the point.
  unsigned barriers() const;
};

/// How one launch starts a rewritten kernel.
struct LaunchChoice {
  LaunchId Launch;
  /// A host expression: where it is false, the user's kernel starts. Empty:
  /// always true.
  std::string Test;
  /// The part of it that says whether the rewritten kernel would be right: the
  /// rest is whether it pays.
  std::string Possible;
  unsigned Order = 0;       ///< of versions: a launch starts the first it may
  std::string DynamicBytes; ///< a host expression; empty if there are none
  std::string Grid;         ///< a host expression; empty: the user's
  std::string Block;        ///< the same
  std::string TestName;     ///< for the value of the test
  bool MayDeclare = false;  ///< variables, right before the launch
  /// The macro that checks the call that lets the version have its shared
  /// memory, if that follows the declaration of the test; else empty.
  std::string AllowedBy = {};
};

/// Along an axis the grid has another number of blocks. Where several of the
/// user's are one and their number does not divide the grid, there are more
/// threads than the user's. They must do nothing: either the guards see to
/// that, or the number must divide.
struct GridChange {
  unsigned Axis = 0;
  int64_t Merged = 1; ///< so many blocks become one
  int64_t Split = 1;  ///< one block becomes so many
  /// If not 0: the blocks are persistent, and so many, along all axes, do the
  /// work of all.
  int64_t Most = 0;
  /// In the parameters, `Bx By Bz` and `Gx Gy Gz`: not negative if the guards
  /// let no thread beyond the user's grid do anything. Absent: they may.
  std::optional<Polynomial> Guarded;
};

/// A pointer parameter that becomes `__restrict__`.
struct RestrictedPointer {
  unsigned Parameter = 0;
  bool Const = false; ///< what it points to becomes `const`, too
};

/// An array whose atomic updates, all there is, a block makes on a copy of its
/// own, which it merges with the array when it ends.
struct PrivateCopy {
  ArrayId Array;
  /// Add of updates that subtract, too.
  AtomicUpdate::Kind K = AtomicUpdate::Kind::Add;
  std::vector<int64_t> Extents; ///< of the copy
  std::string Name;             ///< in shared memory: `count_block`
  /// Threads have the only element in registers with this name; that in shared
  /// memory has what each of the block's `Warps` comes to.
  std::string Register;
  int64_t Warps = 0;
  bool Dynamic = false; ///< all of the dynamic shared memory

  int64_t cells() const;
};

/// Everything that is done to one kernel for one block shape.
struct KernelPlan {
  KernelId Kernel;
  /// Elements in registers. All other ids of the plan are those of
  /// keepInRegisters(..), or what modelFor adds.
  std::vector<PrivateElement> Registers;
  /// Pointers of a kernel whose body stays as it is.
  std::vector<RestrictedPointer> Restricted;
  /// Launches with any block start the kernel; `Block` is what they have in
  /// common.
  bool AnyBlock = false;
  /// The user's block that this is for; absent: any.
  std::array<std::optional<int64_t>, 3> Block;
  /// The block that it starts with instead, if it does.
  std::optional<BlockSizes> Relaunch;
  GridExtents Extents; ///< of its threads, see withExtents
  /// Everything below is for the threads in this order.
  ThreadOrder Threads = UsersOrder;
  /// So many threads along x and along y are a warp, whose lanes alternate
  /// between the axes: neighbours read the same of a tile. Absent: along x.
  std::optional<std::array<int64_t, 2>> Warp;
  std::vector<StagePoint> Points; ///< at most one without a loop, first
  std::vector<PrivateCopy> Copies;
  /// Outputs per thread, z before x. The polynomials of `Points` are those of
  /// coarsenModel(..).
  std::vector<Coarsening> Coarsen;
  /// What threads do all of whose outputs are inside; others do the same for
  /// one output after the other.
  std::optional<InteriorPath> Interior;
  /// Then there are neither points nor outputs.
  std::optional<PersistentBlocks> Persistent;
  /// If not 0: so many blocks fit on a multiprocessor at once, which bounds the
  /// registers of a thread. The block's size is known then.
  int64_t Resident = 0;
  /// If not 0: the threads of a block, which the compiler is told.
  int64_t BoundThreads = 0;
  /// Smaller launches do not start it.
  LeastLaunch Least;
  /// The name of the rewritten kernel: the user's own if it is replaced.
  std::string Name;
  /// Polynomials in the parameters and `Bx By Bz` that must not be negative:
  /// tested at the launch, which otherwise starts the user's kernel.
  std::vector<Polynomial> Conditions;
  /// For the vectors that are copied to tiles: parameters that must be
  /// multiples, and arrays that must begin on so many bytes. Tested likewise.
  std::map<std::string, int64_t> Multiples;
  std::map<ArrayId, int64_t> Aligned;
  /// Arrays that must not overlap: tested as the conditions are.
  std::vector<std::pair<ArrayId, ArrayId>> Apart;
  /// Along axes with several outputs, another size of blocks, or persistent
  /// ones.
  std::vector<GridChange> Grid;
  /// Bytes of dynamic shared memory, if tiles have run-time extents.
  std::optional<Polynomial> DynamicBytes;
  /// The variable that names this memory.
  std::string DynamicName;
  /// It may be more than a launch has without cudaFuncSetAttribute.
  bool OptIn = false;

  /// The launches that start the rewritten kernel.
  std::vector<LaunchChoice> Launches;
  /// They start the user's kernel, which calls the rewritten one, a function
  /// then, where their test holds. It is one of the kernel: of its parameters,
  /// `blockDim` and `gridDim`.
  bool Called = false;
  /// Of an instance of a template, whose other instances do not call it: what
  /// says that it is this one. Empty: all may call it.
  std::string CalledBy;

  bool serves(const LaunchModel &L) const {
    return L.Kernel == Kernel && (AnyBlock || L.Block == Block);
  }
  /// Whether it needs all threads of a block, or has a shape of its own.
  bool hasTiles() const {
    return !Points.empty() || !Coarsen.empty() || !Copies.empty() ||
           Threads != UsersOrder || Relaunch || Persistent;
  }
  bool hasOnlyCopies() const {
    return !Copies.empty() && Points.empty() && Coarsen.empty() &&
           Registers.empty() && Threads == UsersOrder && !Relaunch &&
           !Persistent;
  }
  bool empty() const {
    return !hasTiles() && Registers.empty() && Restricted.empty();
  }
  /// What tiles are planned for: \p K, with its elements in registers, for its
  /// blocks and the threads in their order. Loops have the block's bounds, but
  /// where a thread has several outputs.
  KernelModel modelFor(const KernelModel &K) const;
  /// The same with the loops as they are.
  KernelModel reorderedModel(const KernelModel &K) const;
  /// The block of the rewritten kernel.
  std::array<std::optional<int64_t>, 3> newBlock() const {
    if (Relaunch)
      return {(*Relaunch)[0], (*Relaunch)[1], (*Relaunch)[2]};
    return inOrder(Block, Threads);
  }
};

llvm::raw_ostream &operator<<(llvm::raw_ostream &OS, const KernelPlan &P);

} // namespace tessera

#endif

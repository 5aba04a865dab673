//===- RegisterTransforms.h - Tree to tree, with registers ----------------===//
//
// As Transforms.h; the trees are those of coarsened kernels.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_TRANSFORM_REGISTERTRANSFORMS_H
#define TESSERA_TRANSFORM_REGISTERTRANSFORMS_H

#include "tessera/Plan/TilePlan.h"
#include "tessera/Transform/Names.h"

namespace tessera {

/// Rotates registers over a tile: iteration k of output r reads the cell that
/// iteration k + 1 of output r - 1 reads.
///
/// Before:  for (t = t0; t < t0 + 64 && t < n; ++t)
///            for (r = 0; r < 8; ++r) sum[r] += in[8 * x + r + t];
/// After:   float in_reg[8];
///          for (r = 0; r < 7; ++r) in_reg[r] = in_tile[8 * x + r];
///          int step = 0;
///          for (; step < 8 && t0 + step * 8 + 7 < n; ++step)
///            for (u = 0; u < 8; ++u) {
///              in_reg[(u + 7) % 8] = in_tile[8 * x + step * 8 + u + 7];
///              for (r = 0; r < 8; ++r) sum[r] += in_reg[(u + r) % 8];
///            }
///          for (t = t0 + step * 8; ...)   // the rest, as before
///
/// The loops over u and r are unrolled, so that no register moves.
std::vector<NodePtr> slideWindow(const NodePtr &Body, const LoopInfo &L,
                                 const StagePoint &Point,
                                 const KernelModel &Kernel,
                                 const SymbolNames &Symbols);

class FirstOutputs;

/// Makes every thread compute several outputs.
///
/// Before:  int i = blockIdx.x * blockDim.x + threadIdx.x;
///          if (i < n) {
///            float s = 0;
///            for (int k = 0; k < n; k++) s += a[k] * b[i];
///            out[i] = s;
///          }
/// After:   float s[4];
///          for (int r = 0; r < 4; ++r) s[r] = 0;
///          for (int k = 0; k < n; k++)
///            for (int r = 0; r < 4; ++r) {
///              int i = (blockIdx.x * 4 + r) * blockDim.x + threadIdx.x;
///              if (i < n) s[r] += a[k] * b[i];
///            }
///          for (int r = 0; r < 4; ++r) {
///            int i = (blockIdx.x * 4 + r) * blockDim.x + threadIdx.x;
///            if (i < n) out[i] = s[r];
///          }
///
/// A condition is dropped around statements that only read \p Staged accesses,
/// which tiles serve that are filled up with zeros, and only write variables
/// that live under this condition. Variables of \p First are not declared in
/// each loop, but counted from the first output. Does not check that the user's
/// threads are independent, nor that those beyond the user's grid do nothing.
NodePtr coarsen(const NodePtr &Body, const CoarsenedKernel &Coarse,
                const KernelPlan &Plan, const std::set<AccessId> &Staged,
                const SymbolNames &Symbols, NameScope &Names,
                FirstOutputs *First = nullptr);

/// \p Body without the conditions that \p Holds says are true.
NodePtr assumeGuards(const NodePtr &Body, llvm::ArrayRef<GuardUse> Holds);

/// Gives threads all of whose outputs are inside a path of their own, with the
/// plan's windows.
///
/// Before:  int x = blockIdx.x * blockDim.x + threadIdx.x;
///          if (x > 0 && x < n - 1)
///            out[x] = in[x - 1] + in[x + 1];
/// After:   const int x_first = (..) * 4, x_last = (..) * 4 + 3;
///          if (x_first > 0 && x_last < n - 1) {
///            float in_reg[12], out_reg[4];
///            .. // loads in_reg, most of it as float4
///            for (int r = 0; r < 4; ++r)
///              out_reg[r] = in_reg[r + 3] + in_reg[r + 5];
///            .. // stores out_reg
///          } else {
///            for (int r = 0; r < 4; ++r) {
///              int x = (..) * 4 + r;
///              if (x > 0 && x < n - 1)
///                out[x] = in[x - 1] + in[x + 1];
///            }
///          }
NodePtr interiorPath(const NodePtr &Body, const CoarsenedKernel &Coarse,
                     const KernelPlan &Plan, NameScope &Names);

/// Reads what all outputs need of a tile before they are computed, a vector at
/// a time.
///
/// Before:  for (int r = 0; r < 8; ++r) sum[r] += A[..] * b;
/// After:   float A_reg[8];
///          for (int r = 0; r < 8; r += 4) {
///            const float4 A_4 = *(const float4 *)&A_tile[k][threadIdx.y * 4];
///            A_reg[r] = A_4.x; ...
///          }
///          for (int r = 0; r < 8; ++r) sum[r] += A_reg[r] * b;
NodePtr readRegisters(const NodePtr &Body, const TileStage &Tile,
                      const RedirectedAccess &Access,
                      const CoarsenedKernel &Coarse,
                      const SymbolNames &Symbols);

/// What `threadIdx` is called where a plan says which threads are a warp.
struct WarpNames {
  std::array<std::string, 2> Axes;
  std::vector<NodePtr> Declarations;
};

/// Declares them, and makes them the text of the symbols `tx` and `ty`. For
/// warps of 8 x 4 in blocks of 16 x 16:
///
///   const unsigned warp = (threadIdx.y * 16 + threadIdx.x) / 32;
///   const unsigned lane = (threadIdx.y * 16 + threadIdx.x) % 32;
///   const unsigned thread_x =
///       warp % 2 * 8 + lane % 2 + lane / 4 % 2 * 2 + lane / 16 * 4;
///   const unsigned thread_y = warp / 2 * 4 + lane / 2 % 2 + lane / 8 % 2 * 2;
WarpNames nameThreads(const KernelPlan &Plan, SymbolNames &Symbols,
                      NameScope &Names);

/// \p Body by these names.
NodePtr withThreadNames(const NodePtr &Body, const WarpNames &Warp);

} // namespace tessera

#endif

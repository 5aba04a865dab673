//===- ReportData.h - What reports show of kernels and transfers ----------===//
//
//   facts, decisions, transfers ──collectReport──▶ ReportData ──▶ JSON ──▶ page
//
// Values of other layers as they are, with places in the user's file. What is
// not known is absent.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_DRIVER_REPORTDATA_H
#define TESSERA_DRIVER_REPORTDATA_H

#include "tessera/Analysis/Facts.h"
#include "tessera/Driver/ReportHostData.h"
#include "tessera/Plan/BlockEstimate.h"
#include "tessera/Plan/Planner.h"

namespace tessera {

/// What a block touches of an array in one step of a staging point.
struct ReportFootprint {
  std::string At; ///< `kernel start`, or the loops of the point
  std::vector<AccessId> Accesses;
  Box Enclosing;
  /// By dimension the elements before and behind those that are the block's
  /// alone: neighbours touch them, too. Absent where blocks do not follow one
  /// another in a known distance.
  std::vector<std::optional<std::pair<int64_t, int64_t>>> Halo;
  std::vector<std::string> Cells; ///< see touchedCells; empty: not known
  bool May = false;
  AccessFrequency Frequency;
  ReuseKind Reuse;
};

struct ReportAccess {
  AccessId Id;
  SourcePlace Where;
  AccessInfo::Kind K = AccessInfo::Kind::Read;
  std::vector<Polynomial> Coordinates; ///< empty: not affine
  std::optional<Coalescing> Requests;
};

struct ReportArray {
  ArrayInfo Info;
  ArrayFacts Facts;              ///< without its points
  std::vector<std::string> Goes; ///< `tile`, `register`, `private copy`,
                                 ///< `constant`; else `global`
  std::vector<ReportAccess> Accesses;
  std::vector<ReportFootprint> Footprints;
  std::vector<std::pair<std::string, Diagnostic>> Refusals; ///< by point
};

/// A use of a tile.
struct ReportTileUse {
  AccessId Access;
  SourcePlace Where;
  std::vector<Polynomial> Index;
  /// Of all warps of a block, for one execution; and the least that is
  /// possible, one each.
  std::optional<int64_t> Wavefronts, Warps;
  /// The cell in memory where each lane of the first warp begins, and how many
  /// it accesses from there.
  std::vector<int64_t> Lanes;
  int64_t Width = 1;
};

struct ReportTile {
  std::string Array, At;
  unsigned ElementBytes = 0;
  TileStage Stage;
  int64_t Buffers = 1;
  bool Async = false;
  std::vector<ReportTileUse> Uses;
};

/// A launch that may start the kernel of a plan.
struct ReportStart {
  SourcePlace Where; ///< unknown: in another file
  /// Where it is false, the launch goes on to the next version; empty: it is
  /// always true. An expression of the host, or of the kernel if that calls its
  /// versions.
  std::string Test;
  std::string Grid; ///< an expression of the host; empty: the user's
};

/// A plan that launches start, the first where it is possible.
struct ReportPlan {
  std::string Name; ///< of the kernel
  std::string What; ///< in short
  std::array<std::optional<int64_t>, 3> Block;
  std::vector<ReportTile> Tiles;
  std::vector<ReportStart> Starts; ///< in the order of the text
  bool Called = false;             ///< see KernelPlan
  std::optional<BlockEstimate> Estimate;
};

/// A kernel in launches with one size of blocks.
struct ReportShape {
  std::array<std::optional<int64_t>, 3> Block;
  /// The launch that facts are for: the first with such blocks.
  std::array<std::optional<int64_t>, 3> Grid;
  std::vector<ReportArray> Arrays;
  std::vector<Candidate> Considered;
  std::vector<ReportPlan> Plans;
  std::optional<BlockEstimate> Before; ///< of the kernel as it stands
};

struct ReportKernel {
  std::string Name, TemplateArguments;
  SourcePlace Where, Begin, End; ///< its name; its definition
  bool Changed = false;
  std::vector<Diagnostic> Refusals; ///< of all of it, some at places elsewhere
  std::vector<std::pair<SourcePlace, LaunchModel>> Launches;
  std::vector<ReportShape> Shapes;
  std::vector<std::string> Constants; ///< read from constant memory
  /// What it uses beside plain accesses of global memory: `shared memory`,
  /// `constant memory`, `barriers`, `atomic updates`, `warp operations`.
  std::vector<std::string> Uses;
};

struct ReportData {
  DeviceModel Device;
  std::vector<ReportKernel> Kernels;
  ReportHost Host;
};

} // namespace tessera

#endif

//===- PlanIO.cpp - Plans as YAML -----------------------------------------===//
#include "tessera/Plan/PlanIO.h"
#include "tessera/Analysis/ThreadOrder.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/YAMLTraits.h"

using namespace tessera;

LLVM_YAML_IS_SEQUENCE_VECTOR(TileRequest)
LLVM_YAML_IS_SEQUENCE_VECTOR(StageRequest)
LLVM_YAML_IS_SEQUENCE_VECTOR(CoarsenRequest)
LLVM_YAML_IS_SEQUENCE_VECTOR(KernelRequest)

/// No shared memory has more cells along a dimension.
static constexpr int64_t MostCells = 1 << 20;
/// Nor has a grid along an axis.
static constexpr int64_t MostBlocks = std::numeric_limits<int32_t>::max();

/// Of a tile; more hide no more of the memory's latency.
static constexpr int64_t MostBuffers = 8;

/// Whether \p Sizes are those of a warp.
static bool isWarp(const std::vector<int64_t> &Sizes) {
  return Sizes[0] > 0 && Sizes[1] > 0 && 32 % Sizes[0] == 0 &&
         Sizes[0] * Sizes[1] == 32;
}

namespace {
struct PlanDocument {
  PlanRequest Kernels;
};
} // namespace

template <> struct llvm::yaml::MappingTraits<TileRequest> {
  static void mapping(IO &Io, TileRequest &T) {
    Io.mapRequired("array", T.Array);
    Io.mapOptional("group", T.Group);
    Io.mapOptional("padding", T.Padding);
    Io.mapOptional("transposed", T.Transposed, false);
    Io.mapOptional("vector", T.Vector, int64_t(1));
    Io.mapOptional("skew", T.Skew, int64_t(0));
    Io.mapOptional("window", T.Window, false);
    Io.mapOptional("copied", T.Copied, int64_t(1));
  }
  static std::string validate(IO &, TileRequest &T) {
    return T.Padding && (*T.Padding < 0 || *T.Padding > MostCells)
               ? "'padding' is a number of cells"
               : "";
  }
};

template <> struct llvm::yaml::MappingTraits<StageRequest> {
  static void mapping(IO &Io, StageRequest &S) {
    Io.mapOptional("loop", S.Loop, std::string());
    Io.mapOptional("steps", S.Steps, int64_t(0));
    Io.mapOptional("buffers", S.Buffers, int64_t(1));
    Io.mapOptional("async", S.Async, false);
    Io.mapOptional("unroll", S.Unroll, false);
    Io.mapRequired("tiles", S.Tiles);
  }
  static std::string validate(IO &, StageRequest &S) {
    if (!S.Loop.empty() && S.Steps < 1)
      return "a stage in a loop needs 'steps', at least 1";
    if (S.Steps > MostCells)
      return "'steps' is more than any shared memory holds";
    if (S.Loop.empty() && S.Steps != 0)
      return "'steps' needs a 'loop'";
    if (S.Async && (S.Buffers < 2 || S.Buffers > MostBuffers))
      return "'async' needs 2 to 8 'buffers'";
    if (!S.Async && S.Buffers != 1 && S.Buffers != 2)
      return "'buffers' is 1 or 2, or more with 'async'";
    if (S.Buffers > 1 && S.Steps < 2)
      return "several buffers need a loop and several 'steps'";
    return "";
  }
};

template <> struct llvm::yaml::MappingTraits<CoarsenRequest> {
  static void mapping(IO &Io, CoarsenRequest &C) {
    Io.mapRequired("axis", C.Axis);
    Io.mapRequired("factor", C.Factor);
    Io.mapOptional("width", C.Width, int64_t(1));
    Io.mapOptional("exchange", C.Exchange, false);
  }
  static std::string validate(IO &, CoarsenRequest &C) {
    if (C.Axis != "x" && C.Axis != "y" && C.Axis != "z")
      return "'axis' is x, y or z";
    return C.Factor > 0 && C.Width > 0 && C.Factor % C.Width == 0
               ? ""
               : "'width' divides 'factor'";
  }
};

template <> struct llvm::yaml::MappingTraits<PersistentRequest> {
  static void mapping(IO &Io, PersistentRequest &R) {
    Io.mapRequired("axis", R.Axis);
    Io.mapRequired("blocks", R.Blocks);
  }
  static std::string validate(IO &, PersistentRequest &R) {
    if (R.Axis != "x" && R.Axis != "y" && R.Axis != "z")
      return "'axis' is x, y or z";
    return R.Blocks > 0 && R.Blocks <= MostCells ? ""
                                                 : "'blocks' is at least 1";
  }
};

template <> struct llvm::yaml::MappingTraits<LeastLaunch> {
  static void mapping(IO &Io, LeastLaunch &L) {
    Io.mapOptional("blocks", L.Blocks, int64_t(0));
    Io.mapOptional("x", L.Along[0], int64_t(0));
    Io.mapOptional("y", L.Along[1], int64_t(0));
    Io.mapOptional("z", L.Along[2], int64_t(0));
    Io.mapOptional("rounds", L.Rounds, int64_t(0));
    Io.mapOptional("work", L.Work, int64_t(0));
  }
  static std::string validate(IO &, LeastLaunch &L) {
    auto IsNumber = [](int64_t Blocks) {
      return Blocks >= 0 && Blocks <= MostBlocks;
    };
    return IsNumber(L.Blocks) && IsNumber(L.Rounds) && IsNumber(L.Work) &&
                   llvm::all_of(L.Along, IsNumber)
               ? ""
               : "'least' has numbers of blocks, of rounds, and of both";
  }
};

template <> struct llvm::yaml::MappingTraits<KernelRequest> {
  static void mapping(IO &Io, KernelRequest &K) {
    Io.mapRequired("kernel", K.Kernel);
    Io.mapOptional("block", K.Block);
    Io.mapOptional("threads", K.Threads, std::string());
    Io.mapOptional("relaunch", K.Relaunch);
    Io.mapOptional("warp", K.Warp);
    Io.mapOptional("resident", K.Resident, int64_t(0));
    Io.mapOptional("registers", K.Registers);
    Io.mapOptional("restrict", K.Restrict);
    Io.mapOptional("constant", K.Constant);
    Io.mapOptional("privatise", K.Privatise);
    Io.mapOptional("coarsen", K.Coarsen);
    Io.mapOptional("interior", K.Interior, false);
    Io.mapOptional("vectors", K.Vectors, true);
    Io.mapOptional("least", K.Least, LeastLaunch());
    Io.mapOptional("persistent", K.Persistent);
    Io.mapOptional("stages", K.Stages);
    Io.mapOptional("hash", K.Hash, std::string());
    Io.mapOptional("device", K.Device, std::string());
    Io.mapOptional("sizes", K.Sizes, std::string());
    Io.mapOptional("measured", K.Measured, std::string());
  }
  static std::string validate(IO &, KernelRequest &K) {
    if (!K.Block.empty() && K.Block.size() != 3)
      return "'block' has three sizes";
    if (!K.Relaunch.empty() &&
        (K.Relaunch.size() != 3 ||
         llvm::any_of(K.Relaunch, [](int64_t Size) { return Size < 1; })))
      return "'relaunch' has three sizes, at least 1";
    if (!K.Warp.empty() && (K.Warp.size() != 2 || !isWarp(K.Warp)))
      return "'warp' has two sizes, powers of two that make 32 threads";
    if (K.Interior && (K.Coarsen.empty() || !K.Stages.empty()))
      return "'interior' needs 'coarsen', and has no 'stages'";
    if (K.Least != LeastLaunch() && !K.changesKernel())
      return "'least' goes with what changes the kernel";
    if (K.Persistent && !(K.Stages.empty() && K.Coarsen.empty() &&
                          K.Threads.empty() && K.Relaunch.empty()))
      return "'persistent' goes with 'privatise' and 'registers' only";
    return K.Threads.empty() || parseThreadOrder(K.Threads)
               ? ""
               : "'threads' is x, y and z in some order";
  }
};

template <> struct llvm::yaml::MappingTraits<PlanDocument> {
  static void mapping(IO &Io, PlanDocument &D) {
    Io.mapRequired("kernels", D.Kernels);
  }
};

namespace tessera {

llvm::Expected<PlanRequest> readPlan(llvm::StringRef Text) {
  std::string Problem;
  auto Keep = [](const llvm::SMDiagnostic &D, void *Into) {
    auto &Message = *static_cast<std::string *>(Into);
    if (Message.empty())
      Message = std::to_string(D.getLineNo()) + ":" +
                std::to_string(D.getColumnNo() + 1) + ": " +
                D.getMessage().str();
  };
  PlanDocument D;
  llvm::yaml::Input In(Text, nullptr, Keep, &Problem);
  In >> D;
  if (In.error())
    return llvm::createStringError(
        In.error(), Problem.empty() ? " not a plan" : Problem.c_str());
  return std::move(D.Kernels);
}

void writePlan(llvm::raw_ostream &OS, const PlanRequest &Plan) {
  PlanDocument D{Plan};
  llvm::yaml::Output Out(OS);
  Out << D;
}

} // namespace tessera

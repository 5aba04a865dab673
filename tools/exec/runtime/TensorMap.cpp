//===- TensorMap.cpp - Copies of boxes of a tensor ------------------------===//
#include "BulkCopy.h"
#include "Checks.h"
#include "Mbarrier.h"
#include "MemoryMap.h"
#include "Report.h"
#include "include/cuda.h"
#include "include/cuda_runtime_api.h"
#include "include/tessera_run/bulk.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

#define CALLER reinterpret_cast<uintptr_t>(__builtin_return_address(0))

using namespace tessera_rt;

namespace {

constexpr unsigned MaxRank = 5;
constexpr uint32_t Magic = 0x70616d74;
constexpr size_t ChunkBytes = 16; ///< what a swizzle moves as a whole

/// What a CUtensorMap holds. Dimension 0 is contiguous.
struct Tensor {
  uint32_t Check = Magic;
  uint8_t Rank = 0;
  uint8_t ElementBytes = 0;
  uint8_t SwizzleBits = 0;
  char *Base = nullptr;
  uint64_t Extent[MaxRank] = {};
  uint64_t Stride[MaxRank] = {}; ///< in bytes
  uint16_t Box[MaxRank] = {};

  size_t boxBytes() const {
    size_t Bytes = ElementBytes;
    for (unsigned D = 0; D < Rank; ++D)
      Bytes *= Box[D];
    return Bytes;
  }
};
static_assert(sizeof(Tensor) <= sizeof(CUtensorMap));

} // namespace

//===----------------------------------------------------------------------===//
// Making a map
//===----------------------------------------------------------------------===//

/// 0 if the type is packed, which is not supported.
static unsigned bytesOf(CUtensorMapDataType Type) {
  switch (Type) {
  case CU_TENSOR_MAP_DATA_TYPE_UINT8:
    return 1;
  case CU_TENSOR_MAP_DATA_TYPE_UINT16:
  case CU_TENSOR_MAP_DATA_TYPE_FLOAT16:
  case CU_TENSOR_MAP_DATA_TYPE_BFLOAT16:
    return 2;
  case CU_TENSOR_MAP_DATA_TYPE_UINT32:
  case CU_TENSOR_MAP_DATA_TYPE_INT32:
  case CU_TENSOR_MAP_DATA_TYPE_FLOAT32:
  case CU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ:
  case CU_TENSOR_MAP_DATA_TYPE_TFLOAT32:
  case CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ:
    return 4;
  case CU_TENSOR_MAP_DATA_TYPE_UINT64:
  case CU_TENSOR_MAP_DATA_TYPE_INT64:
  case CU_TENSOR_MAP_DATA_TYPE_FLOAT64:
    return 8;
  case CU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN8B:
  case CU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN16B:
  case CU_TENSOR_MAP_DATA_TYPE_16U6_ALIGN16B:
    return 0;
  }
  return 0;
}

/// Whether the driver takes these sizes.
static bool isValid(const Tensor &T, const cuuint32_t *ElementStrides) {
  if (reinterpret_cast<uintptr_t>(T.Base) % 16 || !T.Base)
    return false;
  for (unsigned D = 0; D < T.Rank; ++D) {
    if (T.Extent[D] < 1 || T.Extent[D] > uint64_t(1) << 32 || T.Box[D] < 1 ||
        T.Box[D] > 256)
      return false;
    if (D > 0 && (ElementStrides[D] < 1 || ElementStrides[D] > 8))
      return false;
    if (D > 0 && (T.Stride[D] % 16 || T.Stride[D] >= uint64_t(1) << 40))
      return false;
  }
  size_t InnerBytes = size_t(T.Box[0]) * T.ElementBytes;
  return InnerBytes % ChunkBytes == 0 &&
         (!T.SwizzleBits || InnerBytes <= ChunkBytes << T.SwizzleBits);
}

/// Fails if the map asks for what is not modelled.
static void checkSupported(CUtensorMapDataType Type,
                           CUtensorMapInterleave Interleave,
                           CUtensorMapSwizzle Swizzle,
                           CUtensorMapFloatOOBfill Fill, uintptr_t Code) {
  if (!bytesOf(Type))
    unsupported(Code, "a tensor map of packed elements");
  if (Interleave != CU_TENSOR_MAP_INTERLEAVE_NONE)
    unsupported(Code, Interleave == CU_TENSOR_MAP_INTERLEAVE_16B
                          ? "CU_TENSOR_MAP_INTERLEAVE_16B"
                          : "CU_TENSOR_MAP_INTERLEAVE_32B");
  if (Swizzle > CU_TENSOR_MAP_SWIZZLE_128B)
    unsupported(Code, "a swizzle of 128 bytes by atoms");
  if (Fill != CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE)
    unsupported(Code, "CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA");
}

extern "C" CUresult cuTensorMapEncodeTiled(
    CUtensorMap *Map, CUtensorMapDataType Type, cuuint32_t Rank, void *Base,
    const cuuint64_t *Extents, const cuuint64_t *Strides, const cuuint32_t *Box,
    const cuuint32_t *ElementStrides, CUtensorMapInterleave Interleave,
    CUtensorMapSwizzle Swizzle, CUtensorMapL2promotion,
    CUtensorMapFloatOOBfill Fill) {
  if (!Map || Rank < 1 || Rank > MaxRank || !Extents || !Box ||
      !ElementStrides || (Rank > 1 && !Strides) ||
      reinterpret_cast<uintptr_t>(Map) % alignof(CUtensorMap))
    return CUDA_ERROR_INVALID_VALUE;
  checkSupported(Type, Interleave, Swizzle, Fill, CALLER);
  Tensor T;
  T.Rank = Rank;
  T.ElementBytes = bytesOf(Type);
  T.SwizzleBits = Swizzle;
  T.Base = static_cast<char *>(Base);
  for (unsigned D = 0; D < Rank; ++D) {
    T.Extent[D] = Extents[D];
    T.Stride[D] = D ? Strides[D - 1] : T.ElementBytes;
    T.Box[D] = std::min(Box[D], 1000u); // too many in any case
  }
  if (!isValid(T, ElementStrides))
    return CUDA_ERROR_INVALID_VALUE;
  for (unsigned D = 1; D < Rank; ++D) // the first is ignored
    if (ElementStrides[D] != 1)
      unsupported(CALLER, "a tensor map with element strides other than 1");
  std::memset(Map, 0, sizeof(*Map));
  std::memcpy(Map, &T, sizeof(T));
  return CUDA_SUCCESS;
}

cudaError_t
cudaGetDriverEntryPointByVersion(const char *Name, void **Function, unsigned,
                                 unsigned long long,
                                 cudaDriverEntryPointQueryResult *Status) {
  if (std::strcmp(Name, "cuTensorMapEncodeTiled") != 0)
    unsupported(CALLER, std::string("the driver's '") + Name + "'");
  *Function = reinterpret_cast<void *>(&cuTensorMapEncodeTiled);
  if (Status)
    *Status = cudaDriverEntryPointSuccess;
  return cudaSuccess;
}
cudaError_t cudaGetDriverEntryPoint(const char *Name, void **Function,
                                    unsigned long long,
                                    cudaDriverEntryPointQueryResult *Status) {
  if (std::strcmp(Name, "cuTensorMapEncodeTiled") != 0)
    unsupported(CALLER, std::string("the driver's '") + Name + "'");
  return cudaGetDriverEntryPointByVersion(Name, Function, CUDA_VERSION, 0,
                                          Status);
}

//===----------------------------------------------------------------------===//
// The box at some coordinates
//===----------------------------------------------------------------------===//

namespace {

/// Collects the pieces of one box.
class BoxCopy {
public:
  BoxCopy(const Tensor &T, const int *At, char *Shared, bool Load)
      : T(T), At(At), Shared(Shared), Load(Load) {}

  std::vector<Piece> pieces() {
    size_t Rows = T.boxBytes() / rowBytes();
    for (size_t Row = 0; Row < Rows; ++Row)
      addRow(Row);
    return std::move(Pieces);
  }

private:
  size_t rowBytes() const { return size_t(T.Box[0]) * T.ElementBytes; }

  /// Where element 0 of the tensor's row is; none if it has no such row.
  std::optional<char *> rowOf(size_t Row) const {
    char *Global = T.Base;
    for (unsigned D = 1; D < T.Rank; ++D) {
      int64_t Index = At[D] + static_cast<int64_t>(Row % T.Box[D]);
      Row /= T.Box[D];
      if (!isInside(D, Index))
        return std::nullopt;
      Global += Index * static_cast<int64_t>(T.Stride[D]);
    }
    return Global;
  }
  bool isInside(unsigned D, int64_t Index) const {
    return Index >= 0 && Index < static_cast<int64_t>(T.Extent[D]);
  }

  void addRow(size_t Row) {
    size_t Offset = Row * rowBytes();
    std::optional<char *> Global = rowOf(Row);
    int64_t First = At[0], Last = First + T.Box[0];
    int64_t Begin = std::max<int64_t>(First, 0);
    int64_t End = std::min<int64_t>(Last, static_cast<int64_t>(T.Extent[0]));
    if (!Global || Begin >= End)
      return add(Offset, nullptr, rowBytes());
    size_t Before = (Begin - First) * T.ElementBytes;
    size_t Inside = (End - Begin) * T.ElementBytes;
    add(Offset, nullptr, Before);
    add(Offset + Before, *Global + Begin * T.ElementBytes, Inside);
    add(Offset + Before + Inside, nullptr, rowBytes() - Before - Inside);
  }

  /// \p Bytes at \p Offset of the box, outside of the tensor if no \p Global.
  void add(size_t Offset, char *Global, size_t Bytes) {
    while (Bytes) {
      size_t Some = T.SwizzleBits
                        ? std::min(Bytes, ChunkBytes - Offset % ChunkBytes)
                        : Bytes;
      addPiece(swizzled(Shared + Offset), Global, Some);
      Offset += Some;
      Bytes -= Some;
      if (Global)
        Global += Some;
    }
  }

  /// The hardware swizzles addresses of shared memory: the pattern begins where
  /// they are a multiple of 256, 512 or 1024.
  char *swizzled(char *Pointer) const {
    auto Address = reinterpret_cast<uintptr_t>(Pointer);
    uintptr_t Mask = (1u << T.SwizzleBits) - 1;
    return reinterpret_cast<char *>(Address ^ (Address >> 7 & Mask) << 4);
  }

  void addPiece(char *InShared, char *Global, size_t Bytes) {
    if (!Load && !Global)
      return;
    Piece New =
        Load ? Piece{InShared, Global, Bytes} : Piece{Global, InShared, Bytes};
    if (!Pieces.empty() && continues(Pieces.back(), New))
      Pieces.back().Bytes += Bytes;
    else
      Pieces.push_back(New);
  }
  static bool continues(const Piece &Old, const Piece &New) {
    if (Old.To + Old.Bytes != New.To)
      return false;
    return Old.From ? Old.From + Old.Bytes == New.From : !New.From;
  }

  const Tensor &T;
  const int *At;
  char *Shared;
  bool Load;
  std::vector<Piece> Pieces;
};

} // namespace

/// The hardware does not copy boxes that begin in the middle of 16 bytes of a
/// row: it ends the kernel with an illegal instruction (seen on sm_90).
static void checkBegin(const Tensor &T, const int *Coordinates,
                       uintptr_t Code) {
  int64_t Bytes = int64_t(Coordinates[0]) * T.ElementBytes;
  if (Bytes % 16)
    fail("tensor-map", Code,
         "the box begins " + std::to_string(Bytes) +
             " bytes into a row of the tensor; only multiples of 16 are "
             "possible");
}

static Tensor read(const void *Map, int Rank, const int *Coordinates,
                   uintptr_t Code) {
  Tensor T;
  std::memcpy(&T, Map, sizeof(T));
  if (T.Check != Magic)
    fail("tensor-map", Code,
         "this is no tensor map: cuTensorMapEncodeTiled did not make it");
  if (T.Rank != Rank)
    fail("tensor-map", Code,
         "a copy with " + std::to_string(Rank) +
             " coordinates uses a tensor map of rank " +
             std::to_string(T.Rank));
  checkBegin(T, Coordinates, Code);
  return T;
}

namespace tessera_rt {

constexpr size_t TensorAlignment = 128;

void tensorLoad(void *To, const void *Map, int Rank, const int *Coordinates,
                void *Barrier) {
  Tensor T = read(Map, Rank, Coordinates, CALLER);
  checkShared(To, TensorAlignment, "the target of this copy", CALLER);
  checkGlobal(T.Base, 16, "the tensor of this copy", CALLER);
  checkBarrierFenced(Barrier, CALLER);
  BulkCopy Copy;
  Copy.Target = static_cast<char *>(To);
  Copy.Bytes = T.boxBytes();
  Copy.Code = CALLER;
  Copy.Pieces = BoxCopy(T, Coordinates, Copy.Target, /*Load=*/true).pieces();
  attachCopy(Barrier, std::move(Copy));
}

void tensorStore(const void *Map, int Rank, const int *Coordinates,
                 const void *From) {
  Tensor T = read(Map, Rank, Coordinates, CALLER);
  checkShared(From, TensorAlignment, "the source of this copy", CALLER);
  checkGlobal(T.Base, 16, "the tensor of this copy", CALLER);
  BulkCopy Copy;
  Copy.Bytes = T.boxBytes();
  Copy.Code = CALLER;
  auto *Shared = static_cast<char *>(const_cast<void *>(From));
  Copy.Pieces = BoxCopy(T, Coordinates, Shared, /*Load=*/false).pieces();
  addStore(std::move(Copy));
}

} // namespace tessera_rt

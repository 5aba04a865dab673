//===- Registers.cpp - Tile cells in registers ----------------------------===//
#include "tessera/Plan/Registers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

namespace tessera {

/// Whether \p R depends on the outputs along \p C.
static bool dependsOn(const RedirectedAccess &R, const Coarsening &C,
                      const KernelModel &K) {
  return llvm::any_of(R.Index, [&](const Polynomial &I) {
    return (C.Groups && I.mentions(K.loop(*C.Groups).Symbol)) ||
           (C.Members && I.mentions(K.loop(*C.Members).Symbol));
  });
}

bool usesRegisters(const CoarsenedKernel &Coarse, const TileStage &Tile,
                   RedirectedAccess &R) {
  if (Tile.Vector == 1 && !Tile.Window)
    return false;
  unsigned Count = 0;
  for (unsigned A = 0; A < Coarse.Axes.size(); ++A)
    if (dependsOn(R, Coarse.Axes[A], Coarse.Kernel)) {
      R.Axis = A;
      ++Count;
    }
  if (Count != 1)
    return false;
  std::set<LoopId> Around = loopsAroundOutputs(Coarse);
  for (const Coarsening &C : Coarse.Axes)
    for (std::optional<LoopId> L : {C.Groups, C.Members})
      if (L)
        Around.insert(*L);
  return llvm::all_of(Coarse.Kernel.access(R.Access).Loops,
                      [&](LoopId L) { return Around.count(L); });
}

std::string vectorType(llvm::StringRef Element, int64_t Width) {
  llvm::StringRef Base =
      llvm::StringSwitch<llvm::StringRef>(Element)
          .Cases({"float", "int", "double", "short"}, Element)
          .Case("long long", "longlong")
          .Case("signed char", "char")
          .Case("unsigned int", "uint")
          .Case("unsigned long long", "ulonglong")
          .Case("unsigned short", "ushort")
          .Case("unsigned char", "uchar")
          .Default("");
  bool Fits = Width == 2 ||
              (Width == 4 && Base != "double" && !Base.ends_with("longlong"));
  return Base.empty() || !Fits ? "" : Base.str() + std::to_string(Width);
}

std::string typeName(const KernelModel &K, const std::string &Type) {
  return K.Hidden.count(Type) ? "::" + Type : Type;
}

int64_t widestVector(const ArrayInfo &A) {
  constexpr int64_t MostBytes = 16;
  const std::string &Type = A.WordBytes ? A.WordType : A.NumberType;
  const int64_t Bytes = A.WordBytes ? A.WordBytes : A.ElementBytes;
  for (int64_t Width : {4, 2})
    if (Width * Bytes <= MostBytes && !vectorType(Type, Width).empty() &&
        (!A.WordBytes || A.ElementBytes % (Width * Bytes) == 0))
      return Width;
  return 1;
}

/// Why \p R does not read vectors of the tile.
static std::string whyNoVector(const Coarsening &C, const KernelModel &K,
                               const TileStage &Tile,
                               const RedirectedAccess &R) {
  if (C.Width % Tile.Vector != 0)
    return "a vector holds outputs that are no neighbours";
  std::string Member = K.loop(*C.Members).Symbol;
  std::vector<unsigned> Order = Tile.memoryOrder();
  for (unsigned D : Order) {
    const Polynomial &I = R.Index[D];
    if (D != Order.back() && I.mentions(Member))
      return "neighbouring outputs do not read neighbouring cells";
    if (D != Order.back())
      continue;
    Polynomial Rest = I - Polynomial::symbol(Member);
    if (Rest.mentions(Member) || !Rest.dividedBy(Tile.Vector))
      return "vectors would not be aligned in the tile";
  }
  return "";
}

/// Why the registers of \p R do not slide.
static std::string whyNoWindow(const Coarsening &C, const KernelModel &K,
                               const TileStage &Tile, const RedirectedAccess &R,
                               std::optional<LoopId> Loop) {
  if (C.Width != C.Factor)
    return "a window needs contiguous outputs";
  if (!Loop || K.loop(*Loop).Step != 1)
    return "a window slides with a loop of step 1";
  Polynomial Output = Polynomial::symbol(K.loop(*C.Members).Symbol);
  Polynomial Counter = Polynomial::symbol(K.loop(*Loop).Symbol);
  Polynomial Sum = R.Index.back() - Output - Counter;
  bool Slides = !Sum.mentions(K.loop(*C.Members).Symbol) &&
                !Sum.mentions(K.loop(*Loop).Symbol);
  for (const Polynomial &I : llvm::ArrayRef(R.Index).drop_back())
    Slides &= !I.mentions(K.loop(*C.Members).Symbol) &&
              !I.mentions(K.loop(*Loop).Symbol);
  return Slides ? "" : "the next output does not read the next cell";
}

std::string whyNotVectors(const CoarsenedKernel &Coarse, const TileStage &Tile,
                          std::optional<LoopId> Loop) {
  const KernelModel &K = Coarse.Kernel;
  if (Tile.Vector != 1 && Tile.Window)
    return "a window has no vectors";
  if (Tile.Window && Tile.Transposed)
    return "a window slides along a row";
  const std::string &Element = K.array(Tile.Array).NumberType;
  std::optional<int64_t> Pitch = Tile.pitch().constant();
  if (Tile.Vector != 1 && vectorType(Element, Tile.Vector).empty())
    return "there is no vector of that many elements";
  if (Tile.Vector != 1 && (!Pitch || *Pitch % Tile.Vector != 0 || Tile.Skew))
    return "rows of the tile do not begin on a vector";
  if (!Tile.Transposed && Tile.CopyWidth != 1 &&
      (!Pitch || *Pitch % Tile.CopyWidth != 0))
    return "rows of the tile do not begin on a vector";
  for (const RedirectedAccess &R : Tile.Redirected) {
    if (R.Registers.empty())
      continue;
    const Coarsening &C = Coarse.Axes[R.Axis];
    std::string Why = Tile.Window ? whyNoWindow(C, K, Tile, R, Loop)
                                  : whyNoVector(C, K, Tile, R);
    if (!Why.empty())
      return Why;
  }
  return "";
}

} // namespace tessera

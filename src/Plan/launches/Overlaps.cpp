//===- Overlaps.cpp - Arrays that a launch tells apart --------------------===//
#include "launches/Overlaps.h"
#include "launches/LaunchValues.h"
#include "tessera/Analysis/StagingLegality.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

std::vector<std::pair<ArrayId, ArrayId>> arraysToTest(const Program &P,
                                                      const KernelPlan &Plan) {
  const KernelModel &K = P.kernel(Plan.Kernel);
  std::set<std::pair<ArrayId, ArrayId>> Pairs;
  auto Add = [&](ArrayId A, ArrayId B) {
    if (A != B && !areDistinct(P, Plan.Kernel, K.array(A), K.array(B)))
      Pairs.insert(std::minmax(A, B));
  };
  for (const StagePoint &Point : Plan.Points)
    for (const TileStage &T : Point.Tiles)
      for (const AccessInfo &A : K.Accesses)
        if (A.writes() || isWritten(K, T.Array))
          Add(T.Array, A.Array);
  for (const PrivateCopy &C : Plan.Copies)
    for (const AccessInfo &A : K.Accesses)
      Add(C.Array, A.Array);
  for (const PrivateElement &E : Plan.Registers)
    for (ArrayId Beside : E.Beside)
      Add(E.Array, Beside);
  if (Plan.Interior)
    Pairs.insert(Plan.Interior->Apart.begin(), Plan.Interior->Apart.end());
  return {Pairs.begin(), Pairs.end()};
}

/// The pointer that \p L passes for \p A, \p Offset elements further; nothing
/// if the launch cannot compute that. \p Type is that of the elements, unless
/// the argument points to such.
static std::optional<std::string> pointerAt(const KernelModel &K,
                                            const LaunchModel &L, ArrayId A,
                                            const Polynomial &Offset,
                                            const std::string &Type) {
  llvm::StringRef Text = L.Arguments[K.array(A).Parameter].Text;
  std::string Pointer = isOperand(Text) ? Text.str() : "(" + Text.str() + ")";
  if (!Type.empty())
    Pointer = "(const " + Type + " *)" + Pointer;
  if (Offset.isZero())
    return Pointer;
  std::optional<std::string> Value = valueAtLaunch(Offset, K, L);
  return Value ? std::optional(Pointer + " + " + *Value) : std::nullopt;
}

std::optional<std::string> testApart(TouchedRanges &Ranges, ArrayId A,
                                     ArrayId B,
                                     llvm::ArrayRef<Polynomial> Given) {
  const KernelModel &K = Ranges.Kernel;
  const LaunchModel &L = Ranges.Launch;
  if (areDistinct(L, K.array(A), K.array(B)))
    return "";
  if (!canCompare(Ranges, A, B))
    return std::nullopt;
  const ElementRange &OfA = *Ranges.of(A), &OfB = *Ranges.of(B);
  // Pointers to rows, and pointers to different types, are made comparable.
  std::string TypeA, TypeB;
  auto Plain = [](llvm::StringRef Type) {
    Type.consume_front("const ");
    return Type.str();
  };
  for (auto [Id, Type] : {std::pair(A, &TypeA), std::pair(B, &TypeB)})
    if (K.array(Id).Extents.size() > 1)
      *Type = Plain(K.array(Id).ElementType);
  bool SameType =
      Plain(K.array(A).ElementType) == Plain(K.array(B).ElementType);
  auto Side = [&](ArrayId Id, const Polynomial &Offset,
                  const std::string &Type) -> std::optional<std::string> {
    std::optional<std::string> Text = pointerAt(K, L, Id, Offset, Type);
    if (!Text || SameType)
      return Text;
    return "(const void *)" + (isOperand(*Text) ? *Text : "(" + *Text + ")");
  };
  std::optional<std::string> EndA = Side(A, OfA.End, TypeA),
                             FirstA = Side(A, OfA.First, TypeA),
                             EndB = Side(B, OfB.End, TypeB),
                             FirstB = Side(B, OfB.First, TypeB);
  if (!EndA || !FirstA || !EndB || !FirstB)
    return std::nullopt;
  std::string Test =
      "(" + *EndA + " <= " + *FirstB + " || " + *EndB + " <= " + *FirstA + ")";
  for (const ElementRange &Range : {OfA, OfB})
    for (const Polynomial &Length : Range.Lengths) {
      if (followsFrom(Length - 1, Given))
        continue;
      std::optional<std::string> Positive = testUnlessKnown(Length - 1, K, L);
      if (!Positive)
        return std::nullopt;
      if (!Positive->empty())
        Test = *Positive + " && " + Test;
    }
  return Test;
}

} // namespace tessera

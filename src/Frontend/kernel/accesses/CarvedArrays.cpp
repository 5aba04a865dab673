//===- CarvedArrays.cpp - Parts of dynamic shared memory ------------------===//
//
//   extern __shared__ char memory[];
//   float *a = (float *)memory;
//   int *b = (int *)(a + n);        // CarvedAt: 4*n
//
//===----------------------------------------------------------------------===//
#include "kernel/KernelBuilder.h"
#include "source/TypeText.h"

using namespace clang;

namespace tessera {

std::optional<KernelBuilder::Pointer> KernelBuilder::carve(const CastExpr *E,
                                                           const Pointer &P) {
  const ArrayInfo &From = K.array(P.Array);
  QualType Type = E->getType()->getPointeeType();
  if (!From.isDynamic() || From.Extents.size() != 1 || !P.Subscripts.empty() ||
      From.ElementBytes == 0 || !Type->isArithmeticType())
    return std::nullopt;
  ArrayInfo Part;
  Part.K = ArrayInfo::Kind::Shared;
  Part.ElementType = typeText(Type.getUnqualifiedType(), C.AST);
  Part.NumberType = numberType(Type, C.AST);
  Part.Name = From.Name; // until a variable has the pointer
  Part.ElementBytes = C.AST.getTypeSizeInChars(Type).getQuantity();
  Part.Extents = {0};
  Part.PointeeConst = Type.isConstQualified();
  Part.Volatile = From.Volatile || Type.isVolatileQualified();
  Part.Carved = true;
  Part.Where = C.place(E->getBeginLoc());
  if (P.Offset && (!From.Carved || From.CarvedAt))
    Part.CarvedAt =
        *P.Offset * From.ElementBytes + From.CarvedAt.value_or(Polynomial(0));
  for (unsigned I = 0; I < K.Arrays.size(); ++I)
    if (const ArrayInfo &Known = K.Arrays[I];
        Known.Carved && Known.Where == Part.Where)
      return Pointer{{I}, {}, Polynomial(0)};
  K.Arrays.push_back(std::move(Part));
  return Pointer{{unsigned(K.Arrays.size()) - 1}, {}, Polynomial(0)};
}

} // namespace tessera

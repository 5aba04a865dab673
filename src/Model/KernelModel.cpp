//===- KernelModel.cpp - What a kernel does, without Clang ----------------===//
#include "tessera/Model/KernelModel.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

std::string because(const UnknownPart &Part) {
  return Part.K == UnknownPart::Kind::None ? "" : ": " + Part.why();
}

std::string whatDecides(const KernelModel &K, const AccessInfo &A) {
  UnknownPart Part = A.Subscripts.empty() ? UnknownPart{} : A.Unknown;
  for (const GuardUse &Use : A.Guards)
    if (Part.K == UnknownPart::Kind::None)
      Part = K.guard(Use.Guard).Unknown;
  for (LoopId Loop : A.Loops)
    if (Part.K == UnknownPart::Kind::None && K.loop(Loop).Opaque)
      Part = K.loop(Loop).Unknown;
  const bool Known = Part.K == UnknownPart::Kind::None;
  if (Known && !A.Conditional &&
      llvm::none_of(A.Guards, [&](const GuardUse &Use) {
        return K.guard(Use.Guard).When.isOpaque();
      }))
    return "a condition";
  const bool Data = Known || Part.K == UnknownPart::Kind::Data;
  return (Data ? "data" : "what is not followed") + because(Part);
}

std::string UnknownPart::why() const {
  const std::string Named = Text.empty() ? "a part of it " : "'" + Text + "' ";
  switch (K) {
  case Kind::None:
    return "";
  case Kind::Data:
    return Named + "is read from memory";
  case Kind::Changes:
    return Named + "gets several values";
  case Kind::Operator:
    return Named + "is no sum or product";
  case Kind::Call:
    return Named + "is the result of a function";
  case Kind::Type:
    return Named + "takes its elements for others";
  case Kind::Step:
    return Named + "adds no number that is known";
  case Kind::Exit:
    return Named + "may leave it";
  case Kind::Once:
    return Named + "makes one round whatever its test says";
  case Kind::Wraps:
    return Named + "may pass the end of its type";
  case Kind::Other:
    return Named + "is not followed";
  }
  return "";
}

int64_t KernelModel::declaredSharedBytes() const {
  int64_t Sum = 0;
  for (const ArrayInfo &A : Arrays) {
    if (A.K != ArrayInfo::Kind::Shared)
      continue;
    int64_t Bytes = A.ElementBytes;
    for (int64_t Extent : A.Extents)
      Bytes *= Extent;
    Sum += Bytes;
  }
  return Sum;
}

bool KernelModel::hasDynamicShared() const {
  return llvm::any_of(Arrays, [](const ArrayInfo &A) { return A.isDynamic(); });
}

} // namespace tessera

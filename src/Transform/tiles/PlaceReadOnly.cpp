//===- PlaceReadOnly.cpp - Pointers that nothing else goes through --------===//
#include "tessera/Transform/MemoryTransforms.h"

namespace tessera {

std::string restrictPointer(llvm::StringRef Declaration, llvm::StringRef Name,
                            const RestrictedPointer &How) {
  llvm::StringRef Type = Declaration.drop_back(Name.size());
  bool Const = How.Const && !Type.contains("const");
  return (Const ? "const " : "") + Type.str() + "__restrict__ " + Name.str();
}

} // namespace tessera

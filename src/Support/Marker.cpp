//===- Marker.cpp - The comment that rewritten kernels carry --------------===//
#include "tessera/Support/Marker.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

namespace tessera {

std::string markerFor(llvm::StringRef Body) {
  // White space may change when the file is formatted.
  std::string Dense;
  for (char C : Body)
    if (!llvm::isSpace(C))
      Dense += C;
  return "// Tiled by tessera, " +
         llvm::utohexstr(llvm::xxh3_64bits(llvm::StringRef(Dense)),
                         /*LowerCase=*/true, /*Width=*/16) +
         ".";
}

bool isMarked(llvm::StringRef Before, llvm::StringRef Body) {
  return Before.rtrim().ends_with(markerFor(Body));
}

size_t markerPlace(llvm::StringRef Source, size_t Begin) {
  llvm::StringRef Before = Source.take_front(Begin).rtrim();
  return Before.consume_back("extern \"C\"") ? Before.size() : Begin;
}

} // namespace tessera

//===- Link.h - From objects to an executable -----------------------------===//
#ifndef TESSERA_EXEC_LINK_H
#define TESSERA_EXEC_LINK_H

#include "Sources.h"

namespace tessera::exec {

/// An object, and the file that it was compiled from.
struct Object {
  std::string Path;
  std::string Source;
};

/// Links \p Objects with the runtime into the executable \p Output.
///
/// \param Messages a file for what the linker says.
/// \returns a failure. A name that is defined twice or nowhere was printed then
///          with its place, and the text is empty.
llvm::Error linkProgram(llvm::ArrayRef<Object> Objects,
                        const Installation &Where, const std::string &Output,
                        const std::string &Messages);

} // namespace tessera::exec

#endif

//===- SourceTree.h - The CUDA files below a folder -----------------------===//
#ifndef TESSERA_DRIVER_FILES_SOURCETREE_H
#define TESSERA_DRIVER_FILES_SOURCETREE_H

#include "tessera/Support/Diagnostics.h"

namespace tessera {

/// The `.cu` files below the folders among \p Paths, in the order of their
/// names, and the files among them whatever they are called; each file once.
/// Headers are seen through the files that include them.
///
/// Hidden folders, folders of builds (with a CMakeCache.txt) and links to
/// folders are left out, so that a cycle of links has no effect.
///
/// \param Problems gets a CannotRead for each path that cannot be read, and
///        each of \p Paths that has no such file.
std::vector<std::string> findSources(const std::vector<std::string> &Paths,
                                     std::vector<Diagnostic> &Problems);

} // namespace tessera

#endif

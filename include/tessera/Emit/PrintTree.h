//===- PrintTree.h - A kernel tree as C++ ---------------------------------===//
#ifndef TESSERA_EMIT_PRINTTREE_H
#define TESSERA_EMIT_PRINTTREE_H

#include "tessera/Emit/Edits.h"
#include "tessera/Model/KernelTree.h"
#include <string>

namespace tessera {

/// How a file is indented.
struct Indentation {
  std::string Base; ///< of the kernel's closing brace
  std::string Unit; ///< one level deeper
};

/// What the user does in \p Body, a Block of the user's.
Indentation inferIndentation(const Node &Body);

/// Prints \p Body, a Block of the user's that may contain new nodes. What the
/// user wrote stays byte for byte where it stands at its old depth; moved
/// deeper or out, only its indentation changes.
MixedText printBody(const Node &Body, const Indentation &Style);

} // namespace tessera

#endif

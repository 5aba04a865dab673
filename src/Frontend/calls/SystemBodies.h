//===- SystemBodies.h - Whether bodies in system headers matter -----------===//
//
// What libraries call back is read off their bodies. Their parse costs time: a
// file is parsed again with them only if it has functions that do more than to
// read what they are given, and that libraries may know by their types. Where
// that fails, all that may be called back counts as called unseen.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_FRONTEND_CALLS_SYSTEMBODIES_H
#define TESSERA_FRONTEND_CALLS_SYSTEMBODIES_H

#include "calls/Callbacks.h"
#include "effects/MemoryEffect.h"

namespace tessera {

/// Whether the library function \p F is an instance for what no header of the
/// system declares.
bool isForFile(const FrontendContext &C, const clang::FunctionDecl *F);

/// Whether it matters which functions of the file are called by library
/// functions whose bodies were not parsed.
bool needsSystemBodies(const FrontendContext &C, const Summaries &Known);

} // namespace tessera

#endif

//===- MemberPointers.h - Managed pointers that are members of classes ----===//
//
// Each object has memory of its own, and a copy on the device that is a member,
// too. Transfers stand in functions that know one object by a name: their own
// (`this`), a parameter, or a variable. A function whose callers do not know
// the object by a name ends with the host's copy valid.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_FRONTEND_VARIABLES_MEMBERPOINTERS_H
#define TESSERA_FRONTEND_VARIABLES_MEMBERPOINTERS_H

#include "FrontendContext.h"

namespace tessera {

/// Why objects with \p Field cannot have a further member for its copy, or may
/// hold other memory in it; or nothing.
std::string memberObstacle(FrontendContext &C, const clang::FieldDecl *Field);

/// Finds the objects whose members host functions use, and which of their calls
/// use the same.
void findObjects(FrontendContext &C);

} // namespace tessera

#endif

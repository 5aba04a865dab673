//===- GlobalTable.h - The variables at namespace scope -------------------===//
#ifndef TESSERA_EXEC_GLOBALTABLE_H
#define TESSERA_EXEC_GLOBALTABLE_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include <set>
#include <string>
#include <vector>

namespace tessera::exec {

/// One line of the table that the program hands to the runtime.
struct GlobalEntry {
  std::string Name;    ///< qualified
  std::string Space;   ///< "host", "managed", "device", "constant"
  std::string Element; ///< "f4", "i2", "u8"; empty: opaque
  std::string Extents; ///< "16,32"; empty for a scalar
  std::string Place;   ///< "file.cu:12:20"
};

/// "f4", "i2", "u8" for an arithmetic \p Type; empty: opaque.
std::string elementOf(clang::QualType Type, const clang::ASTContext &Context);

/// Adds \p Var to \p Table if its bytes can be compared: a definition of
/// trivially copyable type that is not constant.
void addGlobal(const clang::VarDecl &Var, clang::ASTContext &Context,
               std::vector<GlobalEntry> &Table);

/// The C++ text that registers \p Table before `main`.
std::string tableText(const std::vector<GlobalEntry> &Table);
/// The same for the names of \p Kernels.
std::string kernelTableText(const std::set<std::string> &Kernels);

} // namespace tessera::exec

#endif

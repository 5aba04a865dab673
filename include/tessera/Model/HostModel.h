//===- HostModel.h - What host code does with shared variables ------------===//
//
// Host functions as structured statements, reduced to what transfers depend on:
// which shared variables a statement reads and writes, which kernels it
// launches, which host functions it calls, and where control may go.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_MODEL_HOSTMODEL_H
#define TESSERA_MODEL_HOSTMODEL_H

#include "tessera/Support/Diagnostics.h"
#include "tessera/Support/Ids.h"
#include "tessera/Support/SourceRange.h"
#include <optional>
#include <string>
#include <vector>

namespace tessera {

/// A variable that host and device share: `__global__ T a[N][N];` of the simple
/// memory model, or `__managed__`.
struct SharedVariable {
  enum class Dialect { SimpleModel, Managed };
  Dialect D = Dialect::SimpleModel;
  std::string Name;
  std::string ElementType;
  unsigned ElementBytes = 0;
  std::vector<int64_t> Extents; ///< empty for a scalar
  SourceRange Specifier;        ///< `__global__` or `__managed__`, as spelled
  SourceRange Declaration;      ///< the whole statement, `;` included
  SourceRange NameRange;        ///< the name in the declaration
  /// First in its declaration: `__global__ int a[N], b[N];` has two variables.
  bool FirstInDeclaration = true;

  int64_t bytes() const {
    int64_t Bytes = ElementBytes;
    for (int64_t E : Extents)
      Bytes *= E;
    return Bytes;
  }
};

/// How a host statement touches a shared variable.
struct HostAccess {
  SharedVarId Variable;
  bool Reads = false;
  bool Writes = false;
};

struct HostStatement {
  enum class Kind {
    Sequence, ///< a compound statement
    Leaf,     ///< one statement without control flow
    Loop,     ///< any loop; Children: header (a Leaf or none), body
    If,       ///< Children: condition (a Leaf), then, else or none
    Return,
    Jump,    ///< break, continue
    Opaque,  ///< goto, labels, switch, try: control flow is not followed
  };
  Kind K = Kind::Leaf;
  SourceRange Source; ///< `;` included
  /// Accesses made by this statement itself, not by its children; those of
  /// callees excluded.
  std::vector<HostAccess> Accesses;
  std::vector<LaunchId> Launches;
  std::vector<unsigned> Calls; ///< indices into HostModel::Functions
  std::vector<HostStatement> Children;
  /// The statement is the body of a loop or branch without braces around it.
  bool Unbraced = false;
};

struct HostFunction {
  std::string Name;
  bool IsMain = false;
  SourceRange Source;
  HostStatement Body;
};

struct HostModel {
  std::vector<SharedVariable> Variables;
  std::vector<HostFunction> Functions;
  std::vector<Diagnostic> Errors; ///< what cannot be translated at all

  const SharedVariable &variable(SharedVarId Id) const {
    return Variables[Id.Index];
  }
};

llvm::raw_ostream &operator<<(llvm::raw_ostream &OS, const HostModel &H);

} // namespace tessera

#endif

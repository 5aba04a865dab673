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
#include <set>
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

  std::string Qualifier; ///< of named namespaces around it: `ns::`
  /// The extents as the user wrote them, or as numbers where they are not
  /// spelled in the declaration.
  std::vector<std::string> ExtentTexts;
  bool Const = false;
  bool Initialized = false; ///< otherwise it starts as zeros
  /// A local name of some host function hides it.
  bool Shadowed = false;
  /// Why its uses cannot all be found, if so; then only managed memory is
  /// right for it.
  std::string Obstacle;

  int64_t bytes() const {
    int64_t Bytes = ElementBytes;
    for (int64_t E : Extents)
      Bytes *= E;
    return Bytes;
  }
};

/// How a statement or a launch touches a shared variable.
struct SharedAccess {
  SharedVarId Variable;
  bool Reads = false;
  bool Writes = false;
  auto operator<=>(const SharedAccess &) const = default;
};

struct HostStatement {
  enum class Kind {
    Sequence, ///< a compound statement
    Leaf,     ///< one statement without control flow
    Loop,     ///< any loop; Children: header (a Leaf or none), body
    If,       ///< Children: condition (a Leaf), then, else or none
    Return,
    Jump,   ///< break, continue
    Opaque, ///< goto, labels, switch, try: control flow is not followed
  };
  Kind K = Kind::Leaf;
  SourceRange Source; ///< `;` included
  /// Accesses made by this statement itself, not by its children. Those that a
  /// callee makes through a pointer argument belong to the call; those that it
  /// makes by name do not.
  std::vector<SharedAccess> Accesses;
  std::vector<LaunchId> Launches;
  std::vector<unsigned> Calls; ///< indices into HostModel::Functions
  std::vector<HostStatement> Children;
  /// The statement is the body of a loop or branch without braces around it.
  bool Unbraced = false;
  bool Continues = false; ///< a Jump that is `continue`
};

struct HostFunction {
  std::string Name;
  bool IsMain = false;
  bool External = false; ///< other files may call it
  /// It may be called where no call is seen: through a pointer, as a destructor
  /// or virtually.
  bool CalledUnseen = false;
  bool BeforeMain = false; ///< an initialiser at file scope calls it
  /// Statements can be put into it: not so in a template or a macro.
  bool Editable = true;
  SourceRange Source;
  HostStatement Body;
};

/// What host code has to know of a kernel.
struct KernelUse {
  std::vector<SharedAccess> ByName; ///< shared variables it names itself
  /// Between the parentheses of its declarations other than the definition.
  std::vector<SourceRange> DeclaredParameters;
};

struct HostModel {
  std::vector<SharedVariable> Variables;
  std::vector<HostFunction> Functions;
  std::vector<KernelUse> Kernels; ///< by KernelId
  std::vector<Diagnostic> Errors; ///< what cannot be translated at all

  /// Every identifier of the file and every macro of its own headers.
  std::set<std::string> Identifiers;
  std::set<std::string> Headers; ///< as included: `stdio.h`
  /// A place at file scope after the includes and before the first shared
  /// variable.
  SourcePlace AfterIncludes;
  /// A launch that has no LaunchId: it stands in a template.
  std::optional<SourcePlace> UnseenLaunch;
  bool HasTry = false;       ///< exceptions may be caught
  bool ResetsDevice = false; ///< calls cudaDeviceReset

  const SharedVariable &variable(SharedVarId Id) const {
    return Variables[Id.Index];
  }
};

llvm::raw_ostream &operator<<(llvm::raw_ostream &OS, const HostModel &H);

} // namespace tessera

#endif

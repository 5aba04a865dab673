//===- SharedVariable.h - Memory that host and device share ---------------===//
#ifndef TESSERA_MODEL_SHAREDVARIABLE_H
#define TESSERA_MODEL_SHAREDVARIABLE_H

#include "tessera/Polyhedral/Polynomial.h"
#include "tessera/Support/Ids.h"
#include "tessera/Support/SourceRange.h"
#include <optional>
#include <string>
#include <vector>

namespace tessera {

/// An integer that host code computes, like `(n + 127) / 128`: the quotient,
/// rounded down. Its symbols are variables that do not change while something
/// that depends on them is visible.
struct HostValue {
  Polynomial Numerator;
  int64_t Divisor = 1;
  bool operator==(const HostValue &) const = default;
};

/// Of a pointer whose memory is allocated at run time.
struct PointerMemory {
  /// Into HostModel::Functions, of a local variable. Another call of the
  /// function has another variable.
  std::optional<unsigned> Owner;
  /// A member of a class: each object has memory of its own.
  bool IsMember = false;
  /// A parameter of its owner: memory that callers have. Of managed memory:
  /// used on both sides there.
  bool IsParameter = false;
  /// The bytes of each allocation as an expression that has this value wherever
  /// the memory exists; empty if there is none.
  std::string Bytes;
  /// The value of `Bytes`, if it is known.
  std::optional<HostValue> Size;
  /// The variables in `Size`, too, can be named wherever the memory exists.
  bool NamesSize = false;
};

/// A variable that host and device share: `__global__ T a[N][N];` of the simple
/// memory model, `__managed__`, or a pointer that cudaMallocManaged sets. Where
/// the program's own copies are looked at: memory of one side that they fill or
/// read.
struct SharedVariable {
  enum class Dialect {
    SimpleModel,
    Managed,
    HostOnly,   ///< an ordinary variable, or a pointer that malloc sets
    DeviceOnly, ///< a pointer that cudaMalloc sets
  };
  Dialect D = Dialect::SimpleModel;
  std::string Name;
  std::string ElementType;
  unsigned ElementBytes = 0;
  /// Empty for a scalar. Of a pointer the first is 0.
  std::vector<int64_t> Extents;
  /// `__global__` or `__managed__`, or the call of a macro that expands to it.
  SourceRange Specifier;
  SourceRange Declaration; ///< the whole statement, `;` included
  SourceRange NameRange;   ///< the name in the declaration
  /// First in its declaration: `__global__ int a[N], b[N];` has two variables.
  bool FirstInDeclaration = true;
  /// The declaration at file scope that holds it; itself, if it is there.
  SourcePlace TopLevel;

  std::string Qualifier; ///< of named namespaces around it: `ns::`
  /// The extents as the user wrote them, or as numbers where they are not
  /// spelled in the declaration.
  std::vector<std::string> ExtentTexts;
  bool Const = false;
  /// Why it cannot be declared `__managed__`, as a clause; empty if it can.
  std::string NotManaged;
  bool Initialized = false; ///< otherwise it starts as zeros
  /// A local name of some host function hides it.
  bool Shadowed = false;
  bool External = false; ///< other files may use it by name
  std::string LinkName;  ///< empty if they cannot
  bool Extern = false;   ///< another file defines it
  /// `__global__` or `__managed__` in further declarations.
  std::vector<SourceRange> OtherSpecifiers;
  bool Outlives = true; ///< its memory stays when its function returns
  /// Why its uses cannot all be found, if so; then only managed memory is
  /// right for it.
  std::string Obstacle;

  std::optional<PointerMemory> Pointer;
  std::vector<SourceRange> specifiers() const {
    std::vector<SourceRange> All = OtherSpecifiers;
    All.insert(All.begin(), Specifier);
    return All;
  }
  bool isLocal() const { return Pointer && Pointer->Owner; }
  bool isMember() const { return Pointer && Pointer->IsMember; }

  int64_t bytes() const {
    int64_t Bytes = ElementBytes;
    for (int64_t E : Extents)
      Bytes *= E;
    return Bytes;
  }
  /// Of a pointer those of each allocation, if they are known before run time.
  std::optional<int64_t> knownBytes() const {
    if (!Pointer)
      return bytes();
    return Pointer->Size && Pointer->Size->Divisor == 1
               ? Pointer->Size->Numerator.constant()
               : std::nullopt;
  }
};

/// One element that host code names: `a[k][0]`. The text means the same right
/// before the statement.
struct SharedElement {
  std::string Text;
  SourceRange Name; ///< where the text names the variable
  auto operator<=>(const SharedElement &) const = default;
};

/// How a statement or a launch touches a shared variable.
struct SharedAccess {
  SharedVarId Variable;
  bool Reads = false;
  bool Writes = false;
  /// All that it reads on the host, if these are single elements.
  std::vector<SharedElement> Elements = {};
  auto operator<=>(const SharedAccess &) const = default;
};

} // namespace tessera

#endif

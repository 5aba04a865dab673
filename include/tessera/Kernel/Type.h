//===- Type.h - Canonical types of values ---------------------------------===//
#ifndef TESSERA_KERNEL_TYPE_H
#define TESSERA_KERNEL_TYPE_H

#include "llvm/Support/raw_ostream.h"
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace tessera::ir {

/// What a value is, however the user spelled it: `unsigned`, `uint32_t` and a
/// `T` that is one are the same. There is one object per type and Types, so
/// that equality is equality of pointers.
struct Type {
  enum class Kind : uint8_t {
    Void,
    Bool,
    Int,
    Float,
    Pointer,
    Record,
    Unknown
  };
  Kind K = Kind::Unknown;
  uint64_t Bytes = 0; ///< 0 if unknown
  bool Signed = false;
  bool Const = false;    ///< of what a pointer points to
  bool Volatile = false; ///< the same
  /// Of a Pointer; of a Record that has nothing but numbers of one type, as
  /// `float4` does, that type.
  const Type *Element = nullptr;
  struct Field {
    std::string Name;
    std::string Word; ///< how a declaration spells its type
    const Type *Ty = nullptr;
    bool operator==(const Field &) const = default;
  };
  /// Of a Record that has nothing but numbers and pointers: these.
  std::vector<Field> Fields = {};
  bool Blank = false; ///< a declaration of such a Record needs no value

  bool isInteger() const { return K == Kind::Int || K == Kind::Bool; }
  bool isArithmetic() const { return isInteger() || K == Kind::Float; }
  bool isPointer() const { return K == Kind::Pointer; }
  bool isVector() const { return K == Kind::Record && Element; }
  bool isPlain() const { return K == Kind::Record && !Fields.empty(); }
  /// Whether it is such a Record, with more than numbers with a fraction.
  bool counts() const {
    for (const Field &Each : Fields)
      if (Each.Ty->isInteger() || Each.Ty->isPointer())
        return true;
    return false;
  }
  bool operator==(const Type &) const = default;
};
using TypePtr = const Type *;

llvm::raw_ostream &operator<<(llvm::raw_ostream &OS, const Type &T);

/// The types of a kernel.
class Types {
public:
  TypePtr get(const Type &T);
  TypePtr unknown() { return get({}); }

private:
  std::vector<std::unique_ptr<Type>> All;
};

} // namespace tessera::ir

#endif

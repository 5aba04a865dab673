//===- ElementWords.cpp - The aligned parts of structures -----------------===//
#include "kernel/accesses/ElementWords.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <set>

using namespace clang;

namespace tessera {

/// Adds the type of each number in \p Type to \p Types, or null for something
/// else.
static void collectNumbers(QualType Type, const ASTContext &AST,
                           std::set<const clang::Type *> &Types) {
  Type = AST.getBaseElementType(Type).getCanonicalType();
  const auto *Record = Type->getAsCXXRecordDecl();
  if (!Record) {
    Types.insert(Type->isArithmeticType() ? Type.getTypePtr() : nullptr);
    return;
  }
  if (Record->isUnion())
    Types.insert(nullptr);
  for (const CXXBaseSpecifier &Base : Record->bases())
    collectNumbers(Base.getType(), AST, Types);
  for (const FieldDecl *Field : Record->fields())
    if (Field->isBitField())
      Types.insert(nullptr);
    else
      collectNumbers(Field->getType(), AST, Types);
}

std::optional<ElementWord> wordOf(QualType Type, const ASTContext &AST) {
  if (Type->isDependentType() || Type->isIncompleteType() ||
      !Type->isRecordType() || Type.isVolatileQualified() ||
      !Type.isTriviallyCopyableType(AST))
    return std::nullopt;
  const unsigned Bytes = AST.getTypeSizeInChars(Type).getQuantity();
  const unsigned Aligned = AST.getTypeAlignInChars(Type).getQuantity();
  if (Aligned > 16 || Bytes <= Aligned)
    return std::nullopt;
  std::set<const clang::Type *> Numbers;
  collectNumbers(Type, AST, Numbers);
  if (Numbers.size() == 1 && *Numbers.begin() &&
      AST.getTypeSizeInChars(*Numbers.begin()).getQuantity() == Aligned)
    return ElementWord{
        QualType(*Numbers.begin(), 0).getAsString(AST.getPrintingPolicy()),
        Aligned};
  static const std::map<unsigned, std::string> Integers = {
      {1, "char"}, {2, "short"}, {4, "int"}, {8, "long long"}, {16, "int4"}};
  return ElementWord{Integers.at(Aligned), Aligned};
}

} // namespace tessera

//===- GlobalTable.cpp ----------------------------------------------------===//
#include "GlobalTable.h"

#include "clang/AST/Attr.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <set>

using namespace clang;

namespace tessera::exec {

static std::string spaceOf(const VarDecl &Var) {
  for (const auto *Note : Var.specific_attrs<AnnotateAttr>())
    if (Note->getAnnotation() == "tessera-managed")
      return "managed";
  if (Var.hasAttr<CUDAConstantAttr>())
    return "constant";
  return Var.hasAttr<CUDADeviceAttr>() ? "device" : "host";
}

/// Whether the bytes of \p Type may hold an address, which no two runs share.
static bool holdsPointers(QualType Type, const ASTContext &Context) {
  Type = Context.getBaseElementType(Type);
  if (const auto *Record = Type->getAsRecordDecl()) {
    for (const FieldDecl *Field : Record->fields())
      if (holdsPointers(Field->getType(), Context))
        return true;
    if (const auto *Class = dyn_cast<CXXRecordDecl>(Record))
      for (const CXXBaseSpecifier &Base : Class->bases())
        if (holdsPointers(Base.getType(), Context))
          return true;
    return false;
  }
  return Type->isAnyPointerType() || Type->isMemberPointerType();
}

/// `float4` is four floats: \returns how many of what, or zero.
static unsigned uniformFields(QualType &Type, const ASTContext &Context) {
  const RecordDecl *Record = Type->getAsRecordDecl();
  const auto *Class = dyn_cast_or_null<CXXRecordDecl>(Record);
  if (!Record || Record->isUnion() || (Class && Class->getNumBases()) ||
      Record->field_empty())
    return 0;
  QualType Field = Record->field_begin()->getType();
  unsigned Number = 0;
  for (const FieldDecl *F : Record->fields()) {
    if (!Context.hasSameType(F->getType(), Field) || !Field->isArithmeticType())
      return 0;
    ++Number;
  }
  if (Context.getTypeSize(Field) * Number != Context.getTypeSize(Type))
    return 0;
  Type = Field;
  return Number;
}

std::string elementOf(QualType Type, const ASTContext &Context) {
  if (!Type->isArithmeticType())
    return "";
  char Kind = Type->isRealFloatingType()                 ? 'f'
              : Type->isUnsignedIntegerType()            ? 'u'
              : Type->isSignedIntegerOrEnumerationType() ? 'i'
                                                         : 'x';
  int64_t Bytes = Context.getTypeSizeInChars(Type).getQuantity();
  return Kind + std::to_string(Bytes);
}

/// Whether the file defines \p Var here. In C a declaration without an
/// initialiser does if it is the last, and none has one.
static bool isDefinition(const VarDecl &Var) {
  const auto Kind = Var.isThisDeclarationADefinition();
  return Kind == VarDecl::Definition ||
         (Kind == VarDecl::TentativeDefinition &&
          const_cast<VarDecl &>(Var).getActingDefinition() == &Var);
}

void addGlobal(const VarDecl &Var, ASTContext &Context,
               std::vector<GlobalEntry> &Table) {
  QualType Type = Var.getType();
  std::string Space = spaceOf(Var);
  bool OnHost = Space == "host";
  if (!isDefinition(Var) || Var.getTLSKind() != VarDecl::TLS_None ||
      Var.isConstexpr() || Type->isReferenceType() || Type->isDependentType() ||
      Type->isIncompleteType() || !Type.isTriviallyCopyableType(Context) ||
      (OnHost && (Type.isConstQualified() ||
                  Context.getBaseElementType(Type).isConstQualified())))
    return;
  GlobalEntry Entry;
  Entry.Space = Space;
  llvm::raw_string_ostream Name(Entry.Name);
  PrintingPolicy Policy(Context.getLangOpts());
  Policy.SuppressUnwrittenScope = true;
  Var.printQualifiedName(Name, Policy);
  while (const auto *Array = Context.getAsConstantArrayType(Type)) {
    if (!Entry.Extents.empty())
      Entry.Extents += ",";
    Entry.Extents += std::to_string(Array->getZExtSize());
    Type = Array->getElementType();
  }
  if (OnHost && holdsPointers(Type, Context))
    return;
  if (unsigned Fields = uniformFields(Type, Context))
    Entry.Extents +=
        (Entry.Extents.empty() ? "" : ",") + std::to_string(Fields);
  Entry.Element = elementOf(Type, Context);
  PresumedLoc At = Context.getSourceManager().getPresumedLoc(Var.getLocation());
  if (At.isValid())
    Entry.Place = std::string(At.getFilename()) + ":" +
                  std::to_string(At.getLine()) + ":" +
                  std::to_string(At.getColumn());
  Table.push_back(Entry);
}

/// The names are no macros where the table stands.
static std::string withoutMacros(const std::vector<GlobalEntry> &Table) {
  std::set<std::string> Names;
  auto IsPart = [](char C) { return llvm::isAlnum(C) || C == '_'; };
  for (const GlobalEntry &Entry : Table)
    for (StringRef Rest = StringRef(Entry.Name).drop_until(IsPart);
         !Rest.empty(); Rest = Rest.drop_while(IsPart).drop_until(IsPart))
      Names.insert(Rest.take_while(IsPart).str());
  std::string Text;
  for (const std::string &Name : Names)
    if (!llvm::isDigit(Name.front()))
      Text += "\n#undef " + Name;
  return Text;
}

std::string tableText(const std::vector<GlobalEntry> &Table) {
  if (Table.empty())
    return "";
  std::string Text =
      withoutMacros(Table) +
      "\nstatic const struct tessera_global tessera_globals[] = {";
  for (const GlobalEntry &Entry : Table) {
    std::string Place;
    llvm::raw_string_ostream(Place).write_escaped(Entry.Place);
    Text += "{\"" + Entry.Name + "\", (void *)&" + Entry.Name + ", sizeof(" +
            Entry.Name + "), tessera_" + Entry.Space + ", \"" + Entry.Element +
            "\", \"" + Entry.Extents + "\", \"" + Place + "\"},";
  }
  return Text + "};\n__attribute__((constructor(101))) static void "
                "tessera_register(void) { tessera_register_globals("
                "tessera_globals, tessera_globals + sizeof(tessera_globals) / "
                "sizeof(tessera_globals[0])); }\n";
}

std::string kernelTableText(const std::set<std::string> &Kernels) {
  if (Kernels.empty())
    return "";
  std::string Text = "\nstatic const char *const tessera_kernels[] = {";
  for (const std::string &Name : Kernels)
    Text += "\"" + Name + "\",";
  return Text + "};\n__attribute__((constructor(101))) static void "
                "tessera_register_names(void) { tessera_register_kernels("
                "tessera_kernels, tessera_kernels + sizeof(tessera_kernels) / "
                "sizeof(tessera_kernels[0])); }\n";
}

} // namespace tessera::exec

//===- LibraryCalls.cpp - What calls of library functions do --------------===//
#include "calls/LibraryCalls.h"
#include "variables/PointerRoots.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace tessera {

bool isOfLibrary(const FrontendContext &C, const FunctionDecl *F) {
  return F->getBuiltinID() || F->isInStdNamespace() ||
         C.SM.isInSystemHeader(F->getLocation());
}

std::string libraryName(const FunctionDecl *F) {
  std::string Name;
  if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(F))
    Name = Constructor->getParent()->getNameAsString();
  else
    Name = F->getNameAsString();
  for (const DeclContext *In = F->getDeclContext(); !In->isTranslationUnit();
       In = In->getParent()) {
    const auto *Named = dyn_cast<NamedDecl>(In);
    const auto *Space = dyn_cast<NamespaceDecl>(In);
    if (Named && !(Space && Space->isInline()))
      Name = Named->getNameAsString() + "::" + Name;
  }
  if (F->isExternC() || F->getBuiltinID()) { // also where std:: names it
    Name = F->getNameAsString();
    if (llvm::StringRef Plain = Name; Plain.consume_front("__builtin_"))
      Name = Plain.str();
  }
  return Name;
}

static bool isPolicy(const Expr *E) {
  const CXXRecordDecl *Class =
      E->getType().getNonReferenceType()->getAsCXXRecordDecl();
  return Class && Class->getIdentifier() &&
         llvm::StringSwitch<bool>(Class->getName())
             .Cases({"sequenced_policy", "parallel_policy",
                     "parallel_unsequenced_policy", "unsequenced_policy"},
                    true)
             .Default(false);
}

std::optional<LibraryCall> LibraryCall::of(const FrontendContext &C,
                                           const FunctionDecl *F,
                                           ArgumentList Arguments) {
  if (!F || !isOfLibrary(C, F))
    return std::nullopt;
  LibraryCall Call(C, F, Arguments);
  Call.Skipped = !Arguments.empty() && isPolicy(Arguments.front());
  Call.Row =
      LibraryTable::get().find(libraryName(F), Arguments.size() - Call.Skipped);
  return Call.Row ? std::optional(Call) : std::nullopt;
}

const LibraryArgument *LibraryCall::argument(unsigned Index) const {
  return Index < Skipped ? nullptr : Row->argument(Index - Skipped);
}

/// Whether \p E, a format as of printf, may have a \p Conversion.
static bool mayHave(char Conversion, const Expr *E) {
  const auto *Literal = dyn_cast<clang::StringLiteral>(E->IgnoreParenCasts());
  if (!Literal || Literal->getCharByteWidth() != 1)
    return true;
  llvm::StringRef Text = Literal->getString();
  for (size_t I = Text.find('%'); I != Text.npos; I = Text.find('%', I)) {
    I = Text.find_first_not_of("0123456789.*$ #+-'hlqLjzt", I + 1);
    if (I == Text.npos)
      return false;
    if (Text[I] == Conversion)
      return true;
    ++I; // `%%`, too
  }
  return false;
}

bool LibraryCall::writesByFormat(unsigned Index) const {
  return Row->Format && Index - Skipped > *Row->Format &&
         mayHave('n', ofRole(*Row->Format));
}

bool LibraryCall::keepsByFormat(unsigned Index) const {
  return Row->Format && Index - Skipped > *Row->Format &&
         mayHave('p', ofRole(*Row->Format)) &&
         llvm::any_of(Row->Arguments, [](const LibraryArgument &A) {
           return A.Writes; // what can be read again
         });
}

MemoryEffect LibraryCall::effect(unsigned Index) const {
  const LibraryArgument *A = argument(Index);
  if (!A)
    return {};
  MemoryEffect Effect;
  Effect.Reads = A->Reads;
  Effect.Writes = A->Writes || writesByFormat(Index);
  if (A->Keeps || keepsByFormat(Index))
    Effect.Escapes = "'" + F->getNameAsString() + "' keeps a pointer to it";
  if (A->Copies)
    Effect.add(copied(Index));
  return Effect;
}

const Expr *LibraryCall::stored(unsigned Index) const {
  const LibraryArgument *A = argument(Index);
  if (!A || !A->Source)
    return nullptr;
  // What is exchanged may be no pointer.
  const Expr *Target = Arguments[Index];
  QualType Type = Target->getType();
  bool Holds = Target->isGLValue() ? Type->isPointerType()
                                   : !Target->isNullPointerConstant(
                                         C.AST, Expr::NPC_ValueDependentIsNull);
  return Holds ? ofRole(*A->Source) : nullptr;
}

bool LibraryCall::returns(unsigned Index) const {
  const LibraryArgument *A = argument(Index);
  return !Row->KnowsResult || (A && A->Returned);
}

bool LibraryCall::runs(unsigned Index) const {
  const LibraryArgument *A = argument(Index);
  return A && A->Calls;
}

const LibraryExtent *LibraryCall::certain() const {
  return Row->Certain ? &*Row->Certain : nullptr;
}

//===----------------------------------------------------------------------===//
// Containers
//===----------------------------------------------------------------------===//

/// Classes of the standard library that own what they hold, by value.
static bool ownsByValue(llvm::StringRef Name) {
  return llvm::StringSwitch<bool>(Name)
      .Cases({"vector", "basic_string", "valarray", "list", "forward_list",
              "deque", "array", "pair", "tuple", "optional", "variant"},
             true)
      .Cases({"set", "multiset", "map", "multimap", "unordered_set",
              "unordered_multiset", "unordered_map", "unordered_multimap"},
             true)
      .Cases({"stack", "queue", "priority_queue", "bitset", "complex",
              "allocator", "char_traits", "less", "greater", "equal_to",
              "less_equal", "greater_equal", "hash"},
             true)
      .Cases({"basic_stringstream", "basic_ostringstream",
              "basic_istringstream", "seed_seq"},
             true)
      .Default(false);
}

static bool holdsNoPointers(const ASTContext &AST, QualType Type,
                            unsigned Depth = 0);

static bool holdsNoPointers(const ASTContext &AST, const TemplateArgument &A,
                            unsigned Depth) {
  if (A.getKind() == TemplateArgument::Type)
    return holdsNoPointers(AST, A.getAsType(), Depth);
  if (A.getKind() == TemplateArgument::Pack)
    return llvm::all_of(A.pack_elements(), [&](const TemplateArgument &Each) {
      return holdsNoPointers(AST, Each, Depth);
    });
  return A.getKind() == TemplateArgument::Integral;
}

/// Whether an object of \p Type, copied by value, leads to no other memory.
static bool holdsNoPointers(const ASTContext &AST, QualType Type,
                            unsigned Depth) {
  constexpr unsigned Deepest = 8;
  Type = AST.getBaseElementType(Type.getCanonicalType());
  if (Type->isArithmeticType() || Type->isEnumeralType())
    return true;
  const CXXRecordDecl *Class = Type->getAsCXXRecordDecl();
  if (!Class || !Class->hasDefinition() || Depth == Deepest)
    return false;
  if (Class->isInStdNamespace()) {
    const auto *Made = dyn_cast<ClassTemplateSpecializationDecl>(Class);
    if (!Class->getIdentifier() || !ownsByValue(Class->getName()))
      return false;
    return !Made || llvm::all_of(Made->getTemplateArgs().asArray(),
                                 [&](const TemplateArgument &A) {
                                   return holdsNoPointers(AST, A, Depth + 1);
                                 });
  }
  return llvm::all_of(Class->fields(),
                      [&](const FieldDecl *Field) {
                        return holdsNoPointers(AST, Field->getType(),
                                               Depth + 1);
                      }) &&
         llvm::all_of(Class->bases(), [&](const CXXBaseSpecifier &Base) {
           return holdsNoPointers(AST, Base.getType(), Depth + 1);
         });
}

/// What a member of a container does to what becomes an element.
MemoryEffect LibraryCall::copied(unsigned Index) const {
  unsigned Parameter = std::min(Index, std::max(F->getNumParams(), 1u) - 1);
  QualType Type = Parameter < F->getNumParams()
                      ? F->getParamDecl(Parameter)->getType()
                      : QualType();
  bool Moves = !Type.isNull() && Type->isRValueReferenceType() &&
               Type.getNonReferenceType()->isRecordType();
  bool Changes = !Type.isNull() && Type->isLValueReferenceType() &&
                 !Type.getNonReferenceType().isConstQualified();
  const auto *Method = dyn_cast<CXXMethodDecl>(F);
  const bool Plain =
      Method &&
      holdsNoPointers(C.AST,
                      QualType(C.AST.getCanonicalTagType(Method->getParent())));
  return {true, Moves || Changes || !Plain,
          Plain ? "" : "a container may keep a pointer to it"};
}

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

static bool namesThread(llvm::ArrayRef<TemplateArgument> Arguments) {
  return llvm::any_of(Arguments, [](const TemplateArgument &A) {
    if (A.getKind() == TemplateArgument::Pack)
      return namesThread(A.pack_elements());
    const CXXRecordDecl *Class = A.getKind() == TemplateArgument::Type
                                     ? A.getAsType()->getAsCXXRecordDecl()
                                     : nullptr;
    if (!Class || !Class->isInStdNamespace() || !Class->getIdentifier())
      return false;
    const auto *Made = dyn_cast<ClassTemplateSpecializationDecl>(Class);
    return Class->getName() == "thread" || Class->getName() == "jthread" ||
           (Made && namesThread(Made->getTemplateArgs().asArray()));
  });
}

static bool isCallable(const Expr *E) {
  QualType Type = E->getType().getNonReferenceType();
  if (Type->isFunctionType() || Type->isFunctionPointerType() ||
      Type->isMemberFunctionPointerType())
    return true;
  const CXXRecordDecl *Class = Type->getAsCXXRecordDecl();
  return Class && Class->hasDefinition() &&
         !Class
              ->lookup(
                  Class->getASTContext().DeclarationNames.getCXXOperatorName(
                      OO_Call))
              .empty();
}

bool startsThread(const FunctionDecl *F, ArgumentList Arguments) {
  const TemplateArgumentList *Own = F->getTemplateSpecializationArgs();
  const auto *Class =
      dyn_cast<ClassTemplateSpecializationDecl>(F->getDeclContext());
  bool Makes = (Own && namesThread(Own->asArray())) ||
               (Class && namesThread(Class->getTemplateArgs().asArray()));
  return Makes && llvm::any_of(Arguments, isCallable);
}

const VarDecl *targetPointer(const Expr *Target) {
  const ValueDecl *V =
      Target->isGLValue() ? namedPointer(Target) : addressedPointer(Target);
  return dyn_cast_or_null<VarDecl>(V);
}

} // namespace tessera

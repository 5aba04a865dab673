//===- OtherMacros.cpp - Macros that may have other values ----------------===//
#include "source/OtherMacros.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace tessera {

bool usesChangedMacro(const FrontendContext &C, llvm::StringRef Text) {
  std::set<std::string> Seen =
      identifiers(Text.str() + "\n", C.AST.getLangOpts());
  std::vector<std::string> Names(Seen.begin(), Seen.end());
  for (size_t I = 0; I < Names.size(); ++I) {
    if (C.Facts.ChangedMacros.count(Names[I]))
      return true;
    const IdentifierInfo *Name = C.Facts.PP->getIdentifierInfo(Names[I]);
    const MacroInfo *Macro = Name ? C.Facts.PP->getMacroInfo(Name) : nullptr;
    if (!Macro)
      continue;
    for (const Token &T : Macro->tokens())
      if (const IdentifierInfo *Part = T.getIdentifierInfo();
          Part && Seen.insert(Part->getName().str()).second)
        Names.push_back(Part->getName().str());
  }
  return false;
}

std::string hiddenName(const FrontendContext &C, llvm::StringRef Text) {
  for (const std::string &Name :
       identifiers(Text.str() + "\n", C.AST.getLangOpts())) {
    if (!C.Facts.Macros.count(Name))
      continue;
    const IdentifierInfo *Known = C.Facts.PP->getIdentifierInfo(Name);
    const MacroInfo *Macro = C.Facts.PP->getMacroInfo(Known);
    const bool IsSame = Macro && Macro->getNumTokens() == 1 &&
                        Macro->getReplacementToken(0).getIdentifierInfo() ==
                            Known; // `#define a a`
    const bool Changes = C.Facts.ChangedMacros.count(Name);
    if (Changes || (Macro && !Macro->isFunctionLike() && !IsSame))
      return Name;
  }
  return "";
}

bool isForFlags(llvm::StringRef Name) {
  return !Name.starts_with("_") && !Name.starts_with("TESSERA_") &&
         Name != "defined" && Name != "true" && Name != "false";
}

namespace {

/// What the conditionals of the program's headers name that are around
/// declarations which kernels of the file may use: types, constants, and
/// functions for the device.
class ConditionalDeclarations {
public:
  explicit ConditionalDeclarations(const FrontendContext &C) : C(C) {
    if (!C.Facts.HeaderConditionals.empty())
      for (const Decl *D : programDecls(C.AST))
        add(D);
  }

  /// Of declarations that the file names.
  std::set<std::string> Names;

private:
  void add(const Decl *D) {
    if (const auto *Inner = dyn_cast<DeclContext>(D);
        Inner && isa<NamespaceDecl, LinkageSpecDecl, EnumDecl>(D))
      for (const Decl *Child : Inner->decls())
        add(Child);
    const auto *Named = dyn_cast<NamedDecl>(D);
    const clang::SourceLocation At = C.SM.getExpansionLoc(D->getLocation());
    if (!Named || !isForKernels(*Named) || !Named->getIdentifier() ||
        At.isInvalid() || C.SM.isInMainFile(At) || C.SM.isInSystemHeader(At) ||
        !Used.count(Named->getName().str()))
      return;
    for (const auto &[Where, Conditions] : C.Facts.HeaderConditionals)
      if (C.SM.isBeforeInTranslationUnit(Where.getBegin(), At) &&
          C.SM.isBeforeInTranslationUnit(At, Where.getEnd()))
        Names.insert(Conditions.begin(), Conditions.end());
  }

  static bool isForKernels(const NamedDecl &D) {
    return isa<TypedefNameDecl, VarDecl, EnumConstantDecl, RecordDecl>(D) ||
           (isa<FunctionDecl>(D) && (D.hasAttr<CUDADeviceAttr>() ||
                                     cast<FunctionDecl>(D).isConstexpr()));
  }

  const FrontendContext &C;
  const std::set<std::string> Used =
      identifiers(C.buffer(), C.AST.getLangOpts());
};

} // namespace

/// Adds to \p Tested what the definitions of the macros that the file uses
/// depend on, and the declarations of headers, but for those that \p IsHeld.
static void addDefinitions(const FrontendContext &C,
                           llvm::function_ref<bool(const std::string &)> IsHeld,
                           std::map<std::string, bool> &Tested) {
  std::set<std::string> Seen = C.Facts.Conditions;
  Seen.insert(C.Facts.ExpandedMacros.begin(), C.Facts.ExpandedMacros.end());
  std::vector<std::string> Names(Seen.begin(), Seen.end());
  const auto Add = [&](const std::string &Name) {
    if (Seen.insert(Name).second)
      Names.push_back(Name);
  };
  const auto AddConditions = [&](const std::set<std::string> &Conditions) {
    for (const std::string &Condition : Conditions) {
      Add(Condition);
      const IdentifierInfo *Part = C.Facts.PP->getIdentifierInfo(Condition);
      const MacroInfo *Info = Part ? C.Facts.PP->getMacroInfo(Part) : nullptr;
      const bool ByFlags =
          Info && C.SM.isWrittenInCommandLineFile(Info->getDefinitionLoc());
      if (isForFlags(Condition) && (!Info || ByFlags))
        Tested[Condition] |= ByFlags;
    }
  };
  AddConditions(ConditionalDeclarations(C).Names);
  for (size_t I = 0; I < Names.size(); ++I) {
    const std::string Name = Names[I];
    if (IsHeld(Name))
      continue;
    const IdentifierInfo *Identifier = C.Facts.PP->getIdentifierInfo(Name);
    if (const MacroInfo *Macro =
            Identifier ? C.Facts.PP->getMacroInfo(Identifier) : nullptr)
      for (const Token &T : Macro->tokens())
        if (const IdentifierInfo *Part = T.getIdentifierInfo())
          Add(Part->getName().str());
    auto Under = C.Facts.DefinedUnder.find(Name);
    if (Under != C.Facts.DefinedUnder.end())
      AddConditions(Under->second);
  }
}

void collectTested(FrontendContext &C) {
  std::vector<MacroSetting> &Settings = C.Result.Settings;
  auto IsHeld = [&](const std::string &Name) {
    return llvm::any_of(Settings, [&](const MacroSetting &S) {
      return S.Name == Name && !S.InCode && S.Value != "0";
    });
  };
  std::map<std::string, bool> Tested = C.Facts.Tested;
  addDefinitions(C, IsHeld, Tested);
  for (const auto &[Name, ByFlags] : Tested) {
    const IdentifierInfo *Identifier = C.Facts.PP->getIdentifierInfo(Name);
    bool IsDefined = Identifier && Identifier->hasMacroDefinition();
    if (ByFlags ? !C.Facts.ChangedMacros.count(Name) && !IsHeld(Name)
                : !C.Facts.Macros.count(Name) && !IsDefined)
      Settings.push_back({"defined(" + Name + ")", ByFlags ? "1" : "0"});
  }
}

/// Whether kernels that this tool writes have the word \p Name.
static bool isWordOfKernels(llvm::StringRef Name) {
  return llvm::StringSwitch<bool>(Name)
      .Cases({"threadIdx", "blockIdx", "blockDim", "gridDim", "__syncthreads",
              "__syncwarp", "__shared__", "__restrict__", "__constant__",
              "__launch_bounds__", "__global__"},
             true)
      .Cases({"for", "if", "else", "return", "const", "int", "unsigned", "bool",
              "char", "short", "long", "float", "double"},
             true)
      .Default(false);
}

/// `float4`, `uint2`
static bool isVectorType(llvm::StringRef Name) {
  if (!Name.consume_back("2") && !Name.consume_back("4"))
    return false;
  Name.consume_front("u");
  return llvm::is_contained({"char", "short", "int", "float", "double"}, Name);
}

bool isLibraryName(const FrontendContext &C, const IdentifierInfo *Name) {
  // Those of C may only be declared by what is added.
  if (llvm::is_contained({"exit", "fprintf", "stderr", "size_t", "dim3"},
                         Name->getName()) ||
      isVectorType(Name->getName()))
    return true;
  return Name->getName().starts_with("cuda") &&
         llvm::any_of(
             C.AST.getTranslationUnitDecl()->lookup(DeclarationName(Name)),
             [&](const NamedDecl *D) {
               return C.SM.isInSystemHeader(
                   C.SM.getExpansionLoc(D->getLocation()));
             });
}

std::string findHidingMacro(const FrontendContext &C, bool OnHost) {
  for (const std::string &Macro : C.Facts.Macros) {
    const IdentifierInfo *Name = C.Facts.PP->getIdentifierInfo(Macro);
    const MacroInfo *Info = Name ? C.Facts.PP->getMacroInfo(Name) : nullptr;
    if (!Info)
      continue;
    // `threadIdx.x`: no argument follows.
    const bool IsMember = Macro == "x" || Macro == "y" || Macro == "z";
    if (OnHost
            ? isLibraryName(C, Name)
            : isWordOfKernels(Macro) || (IsMember && !Info->isFunctionLike()))
      return Macro;
  }
  return "";
}

} // namespace tessera

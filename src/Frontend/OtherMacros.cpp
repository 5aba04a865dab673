//===- OtherMacros.cpp - Macros that may have other values ----------------===//
#include "OtherMacros.h"
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

bool isForFlags(llvm::StringRef Name) {
  return !Name.starts_with("_") && !Name.starts_with("TESSERA_") &&
         Name != "defined" && Name != "true" && Name != "false";
}

/// Adds to \p Tested what the definitions of the macros that the file uses
/// depend on, but for those that \p IsHeld.
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
    if (Under == C.Facts.DefinedUnder.end())
      continue;
    for (const std::string &Condition : Under->second) {
      Add(Condition);
      const IdentifierInfo *Part = C.Facts.PP->getIdentifierInfo(Condition);
      const MacroInfo *Info = Part ? C.Facts.PP->getMacroInfo(Part) : nullptr;
      const bool ByFlags =
          Info && C.SM.isWrittenInCommandLineFile(Info->getDefinitionLoc());
      if (isForFlags(Condition) && (!Info || ByFlags))
        Tested[Condition] |= ByFlags;
    }
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

static bool isLibraryName(const FrontendContext &C,
                          const IdentifierInfo *Name) {
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

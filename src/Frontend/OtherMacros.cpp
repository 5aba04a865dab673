//===- OtherMacros.cpp - Macros that may have other values ----------------===//
#include "OtherMacros.h"
#include "clang/Lex/Preprocessor.h"

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

void collectTested(FrontendContext &C) {
  std::vector<MacroSetting> &Settings = C.Result.Settings;
  auto IsHeld = [&](const std::string &Name) {
    return llvm::any_of(Settings, [&](const MacroSetting &S) {
      return S.Name == Name && !S.InCode && S.Value != "0";
    });
  };
  for (const auto &[Name, ByFlags] : C.Facts.Tested) {
    const IdentifierInfo *Identifier = C.Facts.PP->getIdentifierInfo(Name);
    bool IsDefined = Identifier && Identifier->hasMacroDefinition();
    if (ByFlags ? !C.Facts.ChangedMacros.count(Name) && !IsHeld(Name)
                : !C.Facts.Macros.count(Name) && !IsDefined)
      Settings.push_back({"defined(" + Name + ")", ByFlags ? "1" : "0"});
  }
}

} // namespace tessera
